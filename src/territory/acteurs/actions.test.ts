import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { ask } from '../../../test/ask.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const [here, there] = [await make.commune(app), await make.commune(app)]
const own = await make.acteur(app, here, { nom: 'Étoile', type: 'association', email: 'club@example.org' })
const zoned = await make.acteur(app, there, { nom: 'abeille', type: 'commerce', can_publish: true })
const elsewhere = await make.acteur(app, there, { nom: 'Zèbre' })
const inactive = await make.acteur(app, here, { nom: 'Inactif', active: false })
const deleted = await make.acteur(app, here, { nom: 'Supprimé', deleted_at: new Date() })
await app.owner.query('insert into acteur_communes values ($1, $2)', [zoned, here])
await app.owner.query(
  `insert into app_sources (slug, commune_ids, acteur_ids) values
     ('d-ici', array[$1::uuid], null), ('d-ailleurs', array[$2::uuid], null), ('d-un-seul', null, array[$3::uuid])`,
  [here, there, zoned],
)

const through = (source: string) => app.as(undefined, source)
const names = (body: { data: { nom: string }[] }) => body.data.map(({ nom }) => nom)

test('everybody may read an acteur, without what is for the back-office alone', async () => {
  const { status, body, headers } = await app.anyone.get(`/acteurs/${own}`)
  assert.equal(status, 200)
  assert.match(headers.get('cache-control') ?? '', /public/)
  assert.deepEqual(Object.keys(body.data).sort(), [
    'adresse',
    'badge',
    'commune_id',
    'commune_ids',
    'created_at',
    'description',
    'email',
    'fermetures',
    'horaires',
    'id',
    'image',
    'nom',
    'ouverture',
    'rna',
    'siret',
    'site_web',
    'slug',
    'telephone',
    'type',
    'updated_at',
    'url',
    'valide',
    'valide_le',
    'version',
  ])
  const again = await app.anyone.get(`/acteurs/${own}`, {
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  })
  assert.equal(again.status, 304)
})

test('an acteur that is inactive, deleted or none is not found', async () => {
  for (const id of [inactive, deleted, '00000000-0000-7000-8000-000000000000', 'abc'])
    assert.equal((await app.anyone.get(`/acteurs/${id}`)).status, 404, id)
})

test('the slug of an acteur leads to it, where it may be seen', async () => {
  const { rows } = await app.owner.query('select id, slug from acteurs')
  const slugOf = (id: string): string => rows.find(one => one.id === id).slug
  const { status, headers } = await ask(`${app.url}/api/v1/acteurs/${slugOf(own)}`, {
    method: 'GET',
    headers: { 'x-app-source': 'd-ici' },
  })
  assert.deepEqual([status, headers.get('location')], [301, `/api/v1/acteurs/${own}`])
  assert.equal((await app.anyone.get(`/acteurs/${slugOf(own)}`)).body.data.id, own)
  for (const id of [inactive, deleted])
    assert.equal((await app.anyone.get(`/acteurs/${slugOf(id)}`)).status, 404)
  assert.equal((await through('d-ailleurs').get(`/acteurs/${slugOf(own)}`)).status, 403)
})

test('a commune lists its own acteurs and those whose zone it belongs to, by name, counted', async () => {
  const { status, body } = await app.anyone.get(`/communes/${here}/acteurs`)
  assert.deepEqual([status, names(body), body.meta.total], [200, ['abeille', 'Étoile'], 2])
  const first = await app.anyone.get(`/communes/${here}/acteurs?per_page=1`)
  const second = await app.anyone.get(`/communes/${here}/acteurs?per_page=1&after=${first.body.meta.next}`)
  assert.deepEqual(
    [...names(first.body), ...names(second.body), second.body.meta.next],
    ['abeille', 'Étoile', null],
  )
  assert.deepEqual(names((await app.anyone.get(`/communes/${there}/acteurs`)).body), ['abeille', 'Zèbre'])
  for (const [query, found] of [
    ['type=association', ['Étoile']],
    ['q=etoi', ['Étoile']],
    ['q=zebre', []],
    ['unknown=1', ['abeille', 'Étoile']],
  ] as const)
    assert.deepEqual(names((await app.anyone.get(`/communes/${here}/acteurs?${query}`)).body), found, query)
  assert.equal((await app.anyone.get(`/communes/${here}/acteurs?type=club`)).status, 422)
  assert.equal((await app.anyone.get('/communes/00000000-0000-7000-8000-000000000000/acteurs')).status, 404)
})

test('the counts by type are those of the public list, within the scope of the app', async () => {
  const counts = async (source: string | undefined, query = '') => {
    const { status, body } = await app.as(undefined, source).get(`/communes/${here}/acteurs/counts${query}`)
    if (status !== 200) return `${status} ${body.error}`
    assert.equal(Object.keys(body.data).length, 8)
    return Object.fromEntries(Object.entries(body.data).filter(([, count]) => count !== 0))
  }
  assert.deepEqual(await counts(undefined), { association: 1, commerce: 1 })
  assert.deepEqual(await counts(undefined, '?q=etoi'), { association: 1 })
  assert.deepEqual(await counts('d-un-seul'), { commerce: 1 })
  assert.equal(await counts('d-ailleurs'), '403 scope_violation')
  const missing = '/communes/00000000-0000-7000-8000-000000000000/acteurs/counts'
  assert.equal((await app.anyone.get(missing)).status, 404)
})

test('an app of some communes or acteurs shows these alone', async () => {
  const seen = async (source: string, path: string) => {
    const { status, body } = await through(source).get(path)
    return status === 200
      ? Array.isArray(body.data)
        ? names(body)
        : body.data.nom
      : `${status} ${body.error}`
  }
  assert.equal(await seen('d-ici', `/acteurs/${own}`), 'Étoile')
  assert.equal(await seen('d-ici', `/acteurs/${zoned}`), 'abeille')
  assert.equal(await seen('d-ici', `/acteurs/${elsewhere}`), '403 scope_violation')
  assert.equal(await seen('d-ailleurs', `/acteurs/${own}`), '403 scope_violation')
  assert.equal(await seen('d-un-seul', `/acteurs/${own}`), '403 scope_violation')
  assert.equal(await seen('d-un-seul', `/acteurs/${zoned}`), 'abeille')
  assert.equal(await seen('d-ailleurs', `/communes/${here}/acteurs`), '403 scope_violation')
  assert.deepEqual(await seen('d-un-seul', `/communes/${here}/acteurs`), ['abeille'])
})
