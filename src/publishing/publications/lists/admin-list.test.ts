import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortId } from '../../../../shared/short-id.ts'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'

const app = await startApp()
const moderator = await app.user(['operator_moderation'])
const office = app.as(moderator)
const [here, there] = [await make.commune(app), await make.commune(app)]
const [one, other] = [await make.acteur(app, here), await make.acteur(app, there)]
const source = crypto.randomUUID()

/** Publications in all states, recognised by their titles. */
const STOCK: readonly (readonly [title: string, where: 'here' | 'there', fields: Record<string, unknown>])[] =
  [
    ['Étoile', 'here', { created_at: '2026-03-01T12:00:00Z', publie_le: '2026-03-02T12:00:00Z' }],
    ['abeille', 'here', { created_at: '2026-03-02T12:00:00Z', ...pending() }],
    ['Zèbre', 'there', { created_at: '2026-03-03T12:00:00Z', ...pending(), commune_ids: [there, here] }],
    [
      'eau',
      'there',
      { created_at: '2026-03-04T12:00:00Z', publie_le: '2026-01-01T12:00:00Z', type: 'alerte' },
    ],
    [
      'Rejetée',
      'there',
      { created_at: '2026-03-05T12:00:00Z', moderation_status: 'rejected', valide: false, publie_le: null },
    ],
    [
      'supprimée',
      'here',
      { created_at: '2026-03-06T12:00:00Z', deleted_at: new Date(), publie_le: '2026-02-01T00:00:00Z' },
    ],
    // A second before and after midnight in Paris.
    ['minuit moins', 'here', { created_at: '2026-03-09T22:59:59Z', publie_le: '2026-03-10T00:00:00Z' }],
    [
      'minuit plus',
      'here',
      { created_at: '2026-03-09T23:00:00Z', publie_le: '2026-03-10T00:00:00Z', import_source_id: source },
    ],
    [
      'cachée',
      'here',
      { created_at: '2026-03-12T12:00:00Z', valide: false, publie_le: '2026-03-12T12:00:00Z' },
    ],
  ]
function pending() {
  return { moderation_status: 'pending', valide: false, publie_le: null }
}
const ids = new Map<string, string>()
for (const [title, where, fields] of STOCK)
  ids.set(
    title,
    await make.publication(app, where === 'here' ? one : other, where === 'here' ? here : there, {
      title,
      ...fields,
    }),
  )
for (const [title, count] of [
  ['eau', 2],
  ['Étoile', 1],
] as const)
  for (let n = 0; n < count; n++)
    await app.owner.query(
      `insert into publication_reports (publication_id, reason, language, reporter) values ($1, 'spam', 'fr', $2)`,
      [ids.get(title), `address:${n}`],
    )
const alerte = (await app.owner.query(`select id from publication_types where slug = 'alerte'`)).rows[0].id

type Item = { id: string; title: string }
const page = async (query: string) => {
  const { status, body } = await office.get(`/admin/publications?${query}`)
  assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`)
  return body
}
const titles = (body: { data: Item[] }) => body.data.map(({ title }) => title)

const FILTERS: readonly (readonly [query: string, titles: readonly string[]])[] = [
  ['', ['cachée', 'minuit plus', 'minuit moins', 'Rejetée', 'eau', 'Zèbre', 'abeille', 'Étoile']],
  [
    'deleted=without',
    ['cachée', 'minuit plus', 'minuit moins', 'Rejetée', 'eau', 'Zèbre', 'abeille', 'Étoile'],
  ],
  ['deleted=only', ['supprimée']],
  [
    'deleted=true',
    ['cachée', 'minuit plus', 'minuit moins', 'supprimée', 'Rejetée', 'eau', 'Zèbre', 'abeille', 'Étoile'],
  ],
  ['moderation_status=pending', ['Zèbre', 'abeille']],
  ['moderation_status=pending&sort=created_at_desc&per_page=10', ['Zèbre', 'abeille']],
  ['valide=false', ['cachée', 'Rejetée', 'Zèbre', 'abeille']],
  ['valide=1&moderation_status=published', ['minuit plus', 'minuit moins', 'eau', 'Étoile']],
  ['moderation_status=published&valide=false', ['cachée']],
  [`type_id=${alerte}`, ['eau']],
  [`type_id=${alerte}&moderation_status=pending`, []],
  [`acteur_id=${other}`, ['Rejetée', 'eau', 'Zèbre']],
  [`commune_id=${here}&moderation_status=pending`, ['Zèbre', 'abeille']],
  [`commune_id=${there}`, ['Rejetée', 'eau', 'Zèbre']],
  ['reported=true', ['eau', 'Étoile']],
  ['reported=false&moderation_status=pending', ['Zèbre', 'abeille']],
  [`import_source_id=${source}`, ['minuit plus']],
  ['from=2026-03-10', ['cachée', 'minuit plus']],
  ['to=2026-03-09&from=2026-03-09', ['minuit moins']],
  ['q=etoiles', ['Étoile']],
  ['q=zebre&moderation_status=published', []],
  [
    'sort=created_at_asc',
    ['Étoile', 'abeille', 'Zèbre', 'eau', 'Rejetée', 'minuit moins', 'minuit plus', 'cachée'],
  ],
  [
    'sort=title_asc',
    ['abeille', 'cachée', 'eau', 'Étoile', 'minuit moins', 'minuit plus', 'Rejetée', 'Zèbre'],
  ],
  [
    'sort=publie_le_desc',
    ['cachée', 'minuit plus', 'minuit moins', 'Étoile', 'eau', 'Rejetée', 'Zèbre', 'abeille'],
  ],
  [
    'sort=publie_le_asc',
    ['eau', 'Étoile', 'minuit moins', 'minuit plus', 'cachée', 'Rejetée', 'Zèbre', 'abeille'],
  ],
  [
    'sort=reports_desc',
    ['eau', 'Étoile', 'cachée', 'minuit plus', 'minuit moins', 'Rejetée', 'Zèbre', 'abeille'],
  ],
]

for (const [query, expected] of FILTERS)
  test(`the moderators’ list${query && ` ?${query.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')}`}: the same whole, by pages and by cursor`, async () => {
    const all = await page(`${query}&per_page=100`.replace('per_page=10&', ''))
    assert.deepEqual(titles(all), expected)
    assert.equal(all.meta.total, expected.length)
    // Numbered pages and cursors give the same rows.
    const numbered: string[] = []
    const walked: string[] = []
    for (let number = 1; number <= Math.ceil(expected.length / 3); number++) {
      const body = await page(`${query}&per_page=3&page=${number}`.replace('per_page=10&', ''))
      numbered.push(...titles(body))
      assert.deepEqual(
        [body.meta.total, body.meta.current_page, body.meta.last_page, body.meta.per_page],
        [expected.length, number, Math.ceil(expected.length / 3), 3],
      )
    }
    for (let next: string | null = ''; next !== null; ) {
      const body: { data: Item[]; meta: { next: string | null } } = await page(
        `${query}&per_page=3${next && `&after=${next}`}`.replace('per_page=10&', ''),
      )
      walked.push(...titles(body))
      next = body.meta.next
    }
    assert.deepEqual([numbered, walked], [expected, expected])
  })

test('the back-office record is whole, and says what it resembles only when asked', async () => {
  const { data } = await page(`acteur_id=${one}&sort=created_at_asc`)
  const { id, type_id, created_at, updated_at, body, url, ...rest } = data[0]
  assert.equal(url, `http://parvis.test/p/${shortId(id)}`)
  assert.deepEqual(rest, {
    title: 'Étoile',
    status: 'published',
    type: { id: type_id, slug: 'actualite', nom: 'Actualité' },
    acteur_id: one,
    acteur: { id: one, nom: rest.acteur.nom, slug: rest.acteur.slug, type: 'autre', badge: null },
    commune_id: here,
    commune_ids: [here],
    date_debut: null,
    heure_debut: null,
    date_fin: null,
    heure_fin: null,
    dates: [],
    lieu: null,
    image_url: null,
    images: [],
    documents: [],
    source_url: null,
    en_avant: false,
    featured_until: null,
    epingle: false,
    annule_le: null,
    annule_motif: null,
    leve_le: null,
    en_vigueur: false,
    fin_le: null,
    niveau: null,
    public: null,
    gratuit: null,
    publie_le: '2026-03-02T12:00:00.000Z',
    version: 1,
    moderation_status: 'published',
    valide: true,
    moderation_reason: null,
    moderation_reason_code: null,
    moderated_at: null,
    image_refused: null,
    deleted_at: null,
    moderated_by: null,
    reports_count: 1,
    import_source_id: null,
    created_by: null,
    changed_since_approval: false,
    duplicates_count: 0,
    waits_since: null,
    assignee: null,
    notes_count: 0,
    communes: [{ id: here, nom: rest.communes[0].nom, departement: null }],
    moderation_by: 'member',
    author: null,
    api_key: null,
    moderator: null,
    reports: { count: 1, reasons: { spam: 1 }, last_at: rest.reports.last_at },
  })
})

test('a misspelt filter is refused: it must not return everything', async () => {
  for (const wrong of [
    'moderation_statut=pending',
    'moderation_status=attente',
    'valide=oui',
    'deleted=maybe',
    'sort=titre',
    'commune_id=x',
    'page=0',
    'from=2026-13-01',
    'duplicates=yes',
  ]) {
    const { status, body } = await office.get(`/admin/publications?${wrong}`)
    assert.deepEqual([status, body.details[0].path], [422, wrong.split('=')[0]], wrong)
  }
})

test('two hundred writers at once: the kept totals are exactly what a count finds', async () => {
  const before = (await page('moderation_status=pending')).meta.total
  const fresh = await make.several(40, () => make.publication(app, one, here, pending()))
  assert.equal((await page('moderation_status=pending')).meta.total, before + 40)
  const busy = Array.from({ length: 160 }, (_, at) => {
    const id = fresh[at % 40]
    return at % 5 === 0
      ? office.delete(`/admin/publications/${id}`)
      : at % 5 === 1
        ? office.patch(`/admin/publications/${id}/restore`)
        : office.patch(`/admin/publications/${id}/moderate`, {
            moderation_status: ['pending', 'approved', 'published', 'rejected'][at % 4],
          })
  })
  const folding = Array.from({ length: 5 }, async () => {
    const { foldTotals } = await import('../upkeep.ts')
    await app.service.db.transaction(foldTotals)
  })
  await Promise.all([...busy, ...folding])
  for (const status of ['pending', 'approved', 'published', 'rejected'])
    for (const deleted of ['without', 'only', 'with']) {
      const { meta } = await page(`moderation_status=${status}&deleted=${deleted}`)
      const { rows } = await app.owner.query(
        `select count(*)::int as n from publications where moderation_status = $1
           and ($2 = 'with' or (deleted_at is null) = ($2 = 'without'))`,
        [status, deleted],
      )
      assert.equal(meta.total, rows[0].n, `${status} ${deleted}`)
    }
  const { rows } = await app.owner.query('select count(*)::int as lines from publication_totals')
  await app.service.db.transaction((await import('../upkeep.ts')).foldTotals)
  const folded = await app.owner.query('select count(*)::int as lines from publication_totals')
  assert.ok(folded.rows[0].lines <= rows[0].lines)
})
