import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const office = app.as(await app.user(['admin']))
const path = '/admin/publication-types'
const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } })
interface Kept {
  readonly id: string
  readonly nom: string
  readonly slug: string
  readonly place: number
  readonly retired: boolean
  readonly version: number
}
const listed = async (): Promise<Kept[]> => (await office.get(path)).body.data
const named = async (nom: string) =>
  (await listed()).find(one => one.nom === nom) ?? assert.fail(`${nom} is not there`)
const change = ({ id, version }: Kept, body: object) => office.patch(`${path}/${id}`, body, ifMatch(version))
const publicly = async (query = '') =>
  (await app.anyone.get(`/publications/types${query}`)).body.data.map(({ slug }: Kept) => slug)

test('a type is added at the end, renamed and moved', async () => {
  const before = await listed()
  const made = (await office.post(path, { nom: ' Fête d’été ' })).body.data
  assert.deepEqual([made.nom, made.slug, made.place], ['Fête d’été', 'fete-d-ete', before.length + 1])
  const renamed = (await change(made, { nom: 'Fêtes', couleur: '#0f766e' })).body.data
  assert.deepEqual([renamed.nom, renamed.slug, renamed.couleur], ['Fêtes', 'fete-d-ete', '#0f766e'])
  const late = await change(made, { nom: 'Bals' })
  assert.deepEqual(
    [late.status, late.body.details],
    [412, [{ path: 'If-Match', message: 'la version est maintenant la 2 : relisez avant d’enregistrer' }]],
  )
  assert.equal((await change(renamed, { place: 2 })).body.data.place, 2)
  const order = before.map(({ slug }) => slug).toSpliced(1, 0, 'fete-d-ete')
  assert.deepEqual(await publicly(), order)
  assert.equal((await change(renamed, { place: 9_999 })).body.data.place, order.length, 'behind the last one')
  assert.equal((await named('Alerte')).version, 1, 'whoever has a neighbour open goes on')
  assert.equal((await office.post(path, { nom: 'FÊTES' })).status, 409)
  assert.equal((await office.post(path, { nom: 'Fête d’été' })).status, 409, 'its address is taken for good')
  assert.match((await office.post(path, { nom: 'عيد' })).body.data.slug, /^type-/)
  assert.equal((await office.post(path, { nom: '   ' })).status, 422)
  const trail = await make.auditOf(app, made.id)
  assert.deepEqual(trail.map(({ action }) => action).slice(0, 2), [
    'publication_type.created',
    'publication_type.updated',
  ])
})

test('a retired type stays on its publications, and new ones cannot take it until it is restored', async () => {
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune)
  const source = { nom: 'Agenda', url: 'https://example.org/a.ics', kind: 'ical', acteur_id: acteur }
  const service = await named('Service')
  const old = await make.publication(app, acteur, commune, { type: 'service' })
  const words = { title: 'Avis', body: 'Texte', commune_id: commune, acteur_id: acteur, type_id: service.id }
  const retired = (await change(service, { retired: true })).body.data
  assert.equal(retired.retired, true)
  assert.ok(!(await publicly()).includes('service'))
  assert.ok((await publicly('?with_retired=true')).includes('service'))
  const refused = [
    await office.post('/publications', words),
    await office.post('/admin/import-sources', { ...source, type_id: service.id }),
    await office.patch(`/publications/${await make.publication(app, acteur, commune)}`, {
      type_id: service.id,
    }),
  ]
  for (const { status, body } of refused)
    assert.deepEqual([status, body.details?.[0].path], [422, 'type_id'], JSON.stringify(body))
  const kept = await office.patch(`/publications/${old}`, { title: 'Autre titre' })
  assert.equal(kept.status, 200, JSON.stringify(kept.body))
  assert.equal((await change(await named('Actualité'), { retired: true })).status, 422)
  assert.equal((await change(retired, { retired: false })).status, 200)
  assert.equal((await office.post('/publications', words)).status, 201)
})

test('of two types with one name at once one is created; two moves at once leave a valid order', async () => {
  const both = await Promise.all([office.post(path, { nom: 'Marché' }), office.post(path, { nom: 'marché' })])
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
  const [one, two] = await listed()
  assert.ok(one && two)
  const moved = await Promise.all([change(one, { place: 4 }), change(two, { place: 4 })])
  assert.deepEqual(
    moved.map(({ status }) => status),
    [200, 200],
  )
  const places = await app.owner.query('select ordre from publication_types order by ordre')
  assert.deepEqual(
    places.rows.map(({ ordre }) => ordre),
    places.rows.map((_, at) => at + 1),
  )
  const [left, right] = await Promise.all([change(one, { nom: 'Une' }), change(one, { nom: 'Deux' })])
  assert.deepEqual([left.status, right.status].sort(), [200, 412])
})
