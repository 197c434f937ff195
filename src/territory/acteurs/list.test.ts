import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_claims']))
const here = await make.commune(app, { nom: 'Écully', slug: 'ecully', codes_postaux: ['69130'] })
const there = await make.commune(app, {
  nom: 'Saint-Étienne',
  slug: 'saint-etienne',
  codes_postaux: ['42000', '42100'],
})

/** A little of everything, each told apart by its name; one a minute. */
const STOCK: readonly (readonly [nom: string, where: string, fields: Record<string, unknown>])[] = [
  ['Étoile sportive', here, { type: 'association', rna: 'W691234567' }],
  ['abeille', there, { type: 'commerce', ...valide() }],
  ['Zèbre', there, { type: 'artisan', badge: 'verifie', zone: here }],
  ['eau et forêts', there, { type: 'service_public', can_publish: true, ...valide() }],
  ['L’Écume_100%', here, { type: 'commerce', siret: '73282932000074', active: false }],
  ['supprimée', here, { type: 'sante', deleted_at: new Date(), badge: 'officiel' }],
  ['Mairie', here, { type: 'mairie', badge: 'officiel', can_publish: true, ...valide() }],
]
function valide() {
  return { valide: true, valide_le: new Date() }
}
const ids = new Map<string, string>()
for (const [at, [nom, where, { zone, ...fields }]] of STOCK.entries()) {
  const created_at = new Date(Date.UTC(2026, 2, 1, 12, at))
  const id = await make.acteur(app, where, { nom, created_at, ...fields })
  ids.set(nom, id)
  if (zone) await app.owner.query('insert into acteur_communes values ($1, $2)', [id, zone])
}

type Item = { id: string; nom: string }
type Body = { data: Item[]; meta: { total: number; next: string | null } & Record<string, number> }
const page = async (query: string): Promise<Body> => {
  const { status, body } = await office.get(`/admin/acteurs?${query}`)
  assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`)
  return body
}
const names = ({ data }: Body) => data.map(({ nom }) => nom)

const BY_NAME = ['abeille', 'eau et forêts', 'Étoile sportive', 'L’Écume_100%', 'Mairie', 'Zèbre']
const FILTERS: readonly (readonly [query: string, names: readonly string[]])[] = [
  ['', BY_NAME],
  ['sort=nom_asc&deleted=without', BY_NAME],
  ['deleted=false', BY_NAME],
  ['deleted=only', ['supprimée']],
  ['deleted=with', [...BY_NAME.slice(0, 5), 'supprimée', 'Zèbre']],
  ['deleted=true&badge=officiel', ['Mairie', 'supprimée']],
  [
    'sort=created_at_desc',
    ['Mairie', 'L’Écume_100%', 'eau et forêts', 'Zèbre', 'abeille', 'Étoile sportive'],
  ],
  ['sort=created_at_asc', ['Étoile sportive', 'abeille', 'Zèbre', 'eau et forêts', 'L’Écume_100%', 'Mairie']],
  [`commune_id=${here}`, ['Étoile sportive', 'L’Écume_100%', 'Mairie', 'Zèbre']],
  [`commune_id=${here}&sort=created_at_desc`, ['Mairie', 'L’Écume_100%', 'Zèbre', 'Étoile sportive']],
  [`commune_id=${there}`, ['abeille', 'eau et forêts', 'Zèbre']],
  ['commune_id=00000000-0000-7000-8000-000000000000', []],
  ['type=commerce', ['abeille', 'L’Écume_100%']],
  ['type=ecole', []],
  ['valide=true', ['abeille', 'eau et forêts', 'Mairie']],
  ['valide=0', ['Étoile sportive', 'L’Écume_100%', 'Zèbre']],
  ['active=false', ['L’Écume_100%']],
  ['active=1&type=commerce', ['abeille']],
  ['badge=verifie', ['Zèbre']],
  ['badge=officiel', ['Mairie']],
  ['can_publish=true', ['eau et forêts', 'Mairie']],
  ['can_publish=false&valide=true', ['abeille']],
  // Words begin, whatever their accents and case; all of them must.
  ['q=etoile', ['Étoile sportive']],
  ['q=SPORT%20ÉTOI', ['Étoile sportive']],
  ['q=etoilesport', ['Étoile sportive']],
  ['q=toile', []],
  ['q=ecume', ['L’Écume_100%']],
  ["q=l'ecume%20100%25", ['L’Écume_100%']],
  ['q=lecume', ['L’Écume_100%']],
  ['q=%25', []],
  ['q=_', []],
  ['q=%5C', []],
  // Its commune, and the postal codes of that.
  ['q=saint-etienne', ['abeille', 'eau et forêts', 'Zèbre']],
  ['q=abeille%20saint%20etienne', ['abeille']],
  ['q=42100', ['abeille', 'eau et forêts', 'Zèbre']],
  ['q=mairie%20ecully', ['Mairie']],
  // Its numbers, however they are spaced.
  ['q=73282932000074', ['L’Écume_100%']],
  ['q=732%20829%20320', ['L’Écume_100%']],
  ['q=w69%201234567', ['Étoile sportive']],
  ['q=W69', ['Étoile sportive']],
  ['q=mairie&deleted=only', []],
]

for (const [query, expected] of FILTERS)
  test(`the list of acteurs${query && ` ?${query.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')}`}: the same whole, by pages and by cursor`, async () => {
    const all = await page(`${query}&per_page=100`)
    assert.deepEqual(names(all), expected)
    assert.equal(all.meta.total, expected.length)
    // The same by numbered pages and by cursor, two at a time.
    const numbered: string[] = []
    const walked: string[] = []
    const pages = Math.ceil(expected.length / 2)
    for (let number = 1; number <= pages; number++) {
      const body = await page(`${query}&per_page=2&page=${number}`)
      numbered.push(...names(body))
      const { total, current_page, last_page, per_page } = body.meta
      assert.deepEqual([total, current_page, last_page, per_page], [expected.length, number, pages, 2])
    }
    for (let next: string | null = ''; next !== null; ) {
      const body = await page(`${query}&per_page=2${next && `&after=${next}`}`)
      walked.push(...names(body))
      next = body.meta.next
    }
    assert.deepEqual([numbered, walked], [expected, expected])
  })

test('a misspelt filter is refused: it must not return everything', async () => {
  for (const wrong of [
    'name=x',
    'type=club',
    'valide=oui',
    'active=',
    'badge=null',
    'deleted=maybe',
    'sort=nom_desc',
    'commune_id=x',
    'per_page=101',
    'after=x',
  ]) {
    const { status, body } = await office.get(`/admin/acteurs?${wrong}`)
    assert.deepEqual([status, body.details[0].path], [422, wrong.split('=')[0]], wrong)
  }
})

test('a cursor of another order is refused', async () => {
  const { meta } = await page('per_page=2')
  const { status, body } = await office.get(`/admin/acteurs?sort=created_at_desc&after=${meta.next}`)
  assert.deepEqual([status, body.details[0].path], [422, 'after'])
})

test('a commune that is renamed takes its acteurs along, without touching them', async () => {
  const id = ids.get('abeille')
  const before = (await office.get(`/admin/acteurs/${id}`)).body.data
  await app.owner.query(`update communes set nom = 'Ville-Neuve', codes_postaux = '{42999}' where id = $1`, [
    there,
  ])
  assert.deepEqual(names(await page('q=ville%20neuve')), ['abeille', 'eau et forêts', 'Zèbre'])
  assert.deepEqual(names(await page('q=42999')), ['abeille', 'eau et forêts', 'Zèbre'])
  assert.deepEqual(names(await page('q=saint')), [])
  assert.deepEqual((await office.get(`/admin/acteurs/${id}`)).body.data, {
    ...before,
    commune: { ...before.commune, nom: 'Ville-Neuve' },
  })
})

test('owners and publications are counted, those deleted are not', async () => {
  const id = ids.get('Mairie') ?? ''
  const [one, other, editor] = [await app.user(), await app.user(), await app.user()]
  await make.member(app, id, one)
  await make.member(app, id, other)
  await make.member(app, id, editor, 'editor')
  await make.publication(app, id, here)
  await make.publication(app, id, here, { moderation_status: 'pending', valide: false, publie_le: null })
  await make.publication(app, id, here, { deleted_at: new Date() })
  const { owners_count, publications_count } = (await page('q=mairie')).data[0] as Item &
    Record<string, number>
  assert.deepEqual([owners_count, publications_count], [2, 2])
})
