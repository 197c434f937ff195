import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { tableState } from '../../../../test/table-state.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_communes']))

const MAIRE = {
  nom: 'Élan',
  prenom: 'Zoé',
  fonction: 'Maire',
  debut_mandat: '2026-03-22',
  debut_fonction: '2026-03-28',
}
const ADJOINT = { nom: 'Abel', prenom: 'Luc', fonction: '1er adjoint au maire' }
const OMR = { type: 'ordures_menageres', frequence: 'hebdomadaire', jours: [4, 1], zone: 'Centre' }
const ACCUEIL = { libelle: 'Accueil', telephone: '01 02 03 04 05', email: 'accueil@ville.fr' }

const patch = async (id: string, body: object, headers: Record<string, string> = {}) =>
  office.patch(`/admin/communes/${id}`, body, { headers })
const saved = async (id: string, body: object) => {
  const answer = await patch(id, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}
const full = async (id: string) => (await office.get(`/admin/communes/${id}/full`)).body.data
const read = async (id: string, what: string) => (await app.anyone.get(`/communes/${id}/${what}`)).body

test('elus stand in their order, the others by name, accents aside', async () => {
  const id = await make.commune(app)
  const others = ['Zola', 'Écrin', 'Eden'].map(nom => ({
    nom,
    prenom: 'A',
    fonction: 'Conseiller municipal',
    ordre: 9,
  }))
  await saved(id, { elus: [MAIRE, ADJOINT, ...others] })
  const { data } = await read(id, 'elus')
  assert.deepEqual(
    data.map(({ nom }: { nom: string }) => nom),
    ['Élan', 'Abel', 'Écrin', 'Eden', 'Zola'],
  )
  const { id: eluId, ...first } = data[0]
  assert.deepEqual(first, { ...MAIRE, ordre: 1 })
  assert.match(eluId, /^[0-9a-f-]{36}$/)
  assert.equal(data[1].debut_mandat, null)
})

test('collectes are what was sent, with their next dates and the clock they are counted by', async () => {
  const id = await make.commune(app, { departement: '974' })
  await saved(id, {
    collectes: [
      { type: 'encombrants', frequence: 'sur_rendez_vous', notes: 'Appeler' },
      {
        ...OMR,
        heure_debut: '06:00',
        exceptions: [{ date: '2026-12-25', report_le: '2026-12-26' }, { date: '2026-01-01' }],
      },
    ],
  })
  const { data, meta } = await read(id, 'collectes')
  assert.deepEqual(meta, { fuseau: 'Indian/Reunion' })
  const { id: _, prochaines_dates, ...second } = data[1]
  assert.deepEqual(second, {
    type: 'ordures_menageres',
    libelle: null,
    zone: 'Centre',
    jours: [1, 4],
    frequence: 'hebdomadaire',
    heure_debut: '06:00',
    notes: null,
    exceptions: [
      { date: '2026-01-01', report_le: null },
      { date: '2026-12-25', report_le: '2026-12-26' },
    ],
  })
  assert.equal(prochaines_dates.length, 3)
  assert.deepEqual([data[0].type, data[0].prochaines_dates], ['encombrants', []])
})

test('an array replaces the old one whole; what stays the same keeps its id', async () => {
  const id = await make.commune(app)
  await saved(id, { elus: [MAIRE, ADJOINT], collectes: [OMR], infos: [ACCUEIL] })
  const before = await full(id)
  const [maire, adjoint] = before.elus
  // One by its content, one by its id although everything about it moved, one new.
  await saved(id, {
    elus: [
      { ...MAIRE },
      { ...ADJOINT, id: adjoint.id, nom: 'Abelle', ordre: 7 },
      { ...ADJOINT, nom: 'Neuf' },
    ],
  })
  const after = await full(id)
  assert.deepEqual(
    after.elus.map((elu: { id: string; nom: string }) => [elu.nom, elu.id]),
    [
      ['Élan', maire.id],
      ['Neuf', after.elus[1].id],
      ['Abelle', adjoint.id],
    ],
  )
  assert.deepEqual(
    [after.collectes, after.infos],
    [before.collectes, before.infos],
    'what was not sent stays',
  )
  await saved(id, { elus: [], collectes: [], infos: [] })
  const none = await full(id)
  assert.deepEqual([none.elus, none.collectes, none.infos], [[], [], []])
})

test('collectes keep the order in which they were sent', async () => {
  const id = await make.commune(app)
  const types = async () => (await read(id, 'collectes')).data.map(({ type }: { type: string }) => type)
  const one = (type: string) => ({ ...OMR, type })
  await saved(id, { collectes: ['verre', 'autre', 'biodechets'].map(one) })
  assert.deepEqual(await types(), ['verre', 'autre', 'biodechets'])
  const { version } = await saved(id, { collectes: ['biodechets', 'recyclables', 'verre'].map(one) })
  assert.deepEqual(await types(), ['biodechets', 'recyclables', 'verre'])
  assert.equal(
    (await saved(id, { collectes: ['recyclables', 'biodechets', 'verre'].map(one) })).version,
    version + 1,
  )
  assert.deepEqual(await types(), ['recyclables', 'biodechets', 'verre'])
})

test('the version covers the arrays: the second editor is told, and what changes nothing moves nothing', async () => {
  const id = await make.commune(app)
  const first = await patch(id, { elus: [MAIRE], infos: [ACCUEIL], collectes: [OMR] }, { 'if-match': '"1"' })
  assert.deepEqual([first.status, first.body.data.version], [200, 2])
  const stale = await patch(id, { elus: [] }, { 'if-match': '"1"' })
  assert.equal(`${stale.status} ${stale.body.error}`, '412 stale_version')
  const { elus, infos, collectes } = await full(id)
  const sent = {
    elus,
    infos,
    collectes: collectes.map(({ prochaines_dates: _, ...row }: { prochaines_dates: string[] }) => row),
  }
  assert.equal((await saved(id, sent)).version, 2, 'what was read may be sent back')
  assert.equal((await saved(id, { elus: [MAIRE], infos: [ACCUEIL], collectes: [OMR] })).version, 2)
  assert.equal((await make.auditOf(app, id)).length, 1)
})

test('one trace for the commune, with numbers and no contact details', async () => {
  const { body } = await office.post('/admin/communes', { nom: 'Tracée', elus: [MAIRE], infos: [ACCUEIL] })
  const { id } = body.data
  await saved(id, { population: 9, infos: [{ ...ACCUEIL, telephone: '09' }], elus: [MAIRE, ADJOINT] })
  const [created, updated, ...others] = await make.auditOf(app, id)
  assert.equal(others.length, 0)
  assert.deepEqual(created.after.elus, { rows: 1, added: 1, changed: 0, removed: 0 })
  assert.deepEqual(
    [updated.before, updated.after],
    [
      { population: null, version: 1, infos: { rows: 1 }, elus: { rows: 1 } },
      {
        population: 9,
        version: 2,
        infos: { rows: 1, added: 1, changed: 0, removed: 1 },
        elus: { rows: 2, added: 1, changed: 0, removed: 0 },
      },
    ],
  )
  const told = JSON.stringify([created, updated])
  for (const secret of ['01 02', 'accueil@', 'Élan', '"09"']) assert.ok(!told.includes(secret), secret)
})

test('an invalid item of an array is named by its index, and nothing is saved', async () => {
  const id = await make.commune(app)
  const other = await make.commune(app)
  await saved(other, { elus: [MAIRE] })
  const foreign = (await full(other)).elus[0].id
  const before = await tableState(app.owner)
  const many = <T>(count: number, one: T) => Array.from({ length: count }, () => one)
  const cases: [object, string][] = [
    [{ elus: [MAIRE, { nom: 'X' }] }, 'elus.1.prenom'],
    [{ elus: [{ ...MAIRE, naissance: '1960-01-01' }] }, 'elus.0.naissance'],
    [{ elus: [{ ...MAIRE, id: foreign }] }, 'elus.0.id'],
    [{ elus: [{ ...MAIRE, id: 'x' }] }, 'elus.0.id'],
    [{ elus: [{ ...MAIRE, debut_mandat: '2026-02-30' }] }, 'elus.0.debut_mandat'],
    [{ elus: [{ ...MAIRE, fonction: 'x'.repeat(201) }] }, 'elus.0.fonction'],
    [{ elus: [{ ...MAIRE, ordre: -1 }] }, 'elus.0.ordre'],
    [{ elus: many(501, MAIRE) }, 'elus'],
    [{ elus: null }, 'elus'],
    [{ collectes: [{ ...OMR, jours: [0] }] }, 'collectes.0.jours.0'],
    [{ collectes: [{ ...OMR, jours: [1, 1] }] }, 'collectes.0.jours'],
    [{ collectes: [{ ...OMR, jours: [] }] }, 'collectes.0.jours'],
    [{ collectes: [{ ...OMR, frequence: 'parfois' }] }, 'collectes.0.frequence'],
    [{ collectes: [{ ...OMR, type: 'gravats' }] }, 'collectes.0.type'],
    [{ collectes: [{ ...OMR, heure_debut: '24:00' }] }, 'collectes.0.heure_debut'],
    [{ collectes: [{ ...OMR, prochaines_dates: [] }] }, 'collectes.0.prochaines_dates'],
    [
      { collectes: [{ ...OMR, exceptions: [{ date: '2026-12-25' }, { date: '2026-12-25' }] }] },
      'collectes.0.exceptions',
    ],
    [
      { collectes: [{ ...OMR, exceptions: [{ date: '2026-12-25', report_le: '2026-12-25' }] }] },
      'collectes.0.exceptions',
    ],
    [{ collectes: [{ ...OMR, exceptions: many(101, { date: '2026-12-25' }) }] }, 'collectes.0.exceptions'],
    [{ collectes: many(101, OMR) }, 'collectes'],
    [{ infos: [{ email: 'nobody' }] }, 'infos.0.email'],
    [{ infos: [{ site_web: 'javascript:alert(1)' }] }, 'infos.0.site_web'],
    [{ infos: [{ horaires: 'x'.repeat(2001) }] }, 'infos.0.horaires'],
    [{ infos: [{ telephone: 'a\u0000b' }] }, 'infos.0.telephone'],
    [{ infos: many(51, {}) }, 'infos'],
  ]
  for (const [body, path] of cases) {
    const answer = await patch(id, body)
    assert.equal(
      `${answer.status} ${answer.body.error}`,
      '422 validation_failed',
      JSON.stringify(body).slice(0, 200),
    )
    assert.equal(answer.body.details[0].path, path)
  }
  const twice = (await full(other)).elus[0]
  assert.equal((await patch(other, { elus: [twice, twice] })).body.details[0].path, 'elus.1.id')
  assert.deepEqual(await tableState(app.owner), before)
})

test("a town's own app reads its own town; an id of nobody is 404", async () => {
  const [own, other] = [await make.commune(app), await make.commune(app)]
  await app.owner.query(`insert into app_sources (slug, commune_ids) values ('ma-ville', array[$1::uuid])`, [
    own,
  ])
  const town = app.as(undefined, 'ma-ville')
  await eventually(async () => (await town.get(`/communes/${other}/elus`)).status === 403, 'the new scope')
  for (const what of ['elus', 'collectes', 'infos']) {
    assert.equal((await town.get(`/communes/${own}/${what}`)).status, 200)
    const refused = await town.get(`/communes/${other}/${what}`)
    assert.equal(`${refused.status} ${refused.body.error}`, '403 scope_violation', what)
    for (const id of ['00000000-0000-7000-8000-000000000000', 'paris', `${own}x`])
      assert.equal((await town.get(`/communes/${id}/${what}`)).status, 404, `${id} ${what}`)
    const { headers } = await town.get(`/communes/${own}/${what}`)
    const again = await town.get(`/communes/${own}/${what}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    assert.equal(again.status, 304)
  }
})

test('four editors replace the elus at once, each having read the same: one saves, the others are told', async () => {
  const id = await make.commune(app)
  await app.owner.query('begin')
  await app.owner.query('select from communes where id = $1 for update', [id])
  const editing = Promise.all(
    ['A', 'B', 'C', 'D'].map(nom => patch(id, { elus: [{ ...MAIRE, nom }] }, { 'if-match': '"1"' })),
  )
  await eventually(
    async () => (await waitingForLocks(app.connection.database ?? '')) === 4,
    'four editors waiting',
  )
  await app.owner.query('rollback')
  assert.deepEqual((await editing).map(({ status }) => status).sort(), [200, 412, 412, 412])
  assert.equal((await read(id, 'elus')).data.length, 1)
})
