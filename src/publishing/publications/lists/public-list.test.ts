import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortId } from '../../../../shared/short-id.ts'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'

const app = await startApp()

type Item = { id: string; title: string }
const titles = (body: { data: Item[] }) => body.data.map(({ title }) => title)
const list = async (path: string) => {
  const { status, body } = await app.anyone.get(path)
  assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
  return body
}
/** Reads all pages by cursor. */
async function walk(path: string, perPage: number, on = app.anyone): Promise<Item[]> {
  const all: Item[] = []
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await on.get(
      `${path}${path.includes('?') ? '&' : '?'}per_page=${perPage}${next && `&after=${next}`}`,
    )
    all.push(...body.data)
    assert.equal(body.meta.has_more, body.meta.next !== null)
    next = body.meta.next
  }
  return all
}

test('newest first, fifteen a page, and every page by number or cursor', async () => {
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune)
  const ids = await make.several(33, at => make.publication(app, acteur, commune, { title: `N° ${at}` }))
  const newest = ids.toReversed()
  const path = `/communes/${commune}/publications`
  const first = await list(path)
  assert.deepEqual(
    [first.data.map((one: Item) => one.id), first.meta.page, first.meta.per_page, first.meta.has_more],
    [newest.slice(0, 15), 1, 15, true],
  )
  const third = await list(`${path}?page=3`)
  assert.deepEqual(
    [third.data.map((one: Item) => one.id), third.meta],
    [newest.slice(30), { page: 3, per_page: 15, has_more: false, next: null }],
  )
  assert.deepEqual((await list(`${path}?page=9`)).data, [])
  assert.deepEqual(
    (await walk(path, 4)).map(({ id }) => id),
    newest,
  )
})

test('the record is whole, with its type and its acteur', async () => {
  const commune = await make.commune(app)
  const further = await make.commune(app)
  const acteur = await make.acteur(app, commune, {
    nom: 'Comité des fêtes',
    slug: 'comite-des-fetes',
    type: 'association',
    badge: 'verifie',
  })
  const id = await make.publication(app, acteur, commune, {
    type: 'evenement',
    title: 'Bal',
    body: 'Place **du marché**',
    commune_ids: [commune, further],
    date_debut: '2026-07-14',
    date_fin: '2026-07-15',
    lieu: 'Place du marché',
    public: 'familles',
    gratuit: true,
    image_url: 'https://essai.example/bal.jpg',
    source_url: 'https://essai.example/bal',
    epingle: true,
    en_avant: true,
    publie_le: '2026-07-01T08:00:00Z',
  })
  const { data } = await list(`/publications/${id}`)
  const { created_at, updated_at, type_id, ...rest } = data
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(updated_at, created_at)
  assert.deepEqual(rest, {
    id,
    title: 'Bal',
    body: 'Place **du marché**',
    status: 'published',
    type: { id: type_id, slug: 'evenement', nom: 'Événement' },
    acteur_id: acteur,
    acteur: {
      id: acteur,
      nom: 'Comité des fêtes',
      slug: 'comite-des-fetes',
      type: 'association',
      badge: 'verifie',
    },
    commune_id: commune,
    commune_ids: [commune, further],
    date_debut: '2026-07-14',
    heure_debut: null,
    date_fin: '2026-07-15',
    heure_fin: null,
    dates: [],
    lieu: 'Place du marché',
    image_url: 'https://essai.example/bal.jpg',
    source_url: 'https://essai.example/bal',
    images: [],
    documents: [],
    en_avant: true,
    featured_until: null,
    epingle: true,
    annule_le: null,
    annule_motif: null,
    leve_le: null,
    en_vigueur: false,
    fin_le: null,
    niveau: null,
    public: 'familles',
    gratuit: true,
    publie_le: '2026-07-01T08:00:00.000Z',
    url: `http://parvis.test/p/${shortId(id)}`,
    version: 1,
  })
  const page = await fetch(data.url.replace('http://parvis.test', app.url), { redirect: 'manual' })
  assert.match(page.headers.get('location') ?? '', /\/p\/bal-/)
})

test('in order: by day with the undated last, the featured first, the pinned first on an acteur’s page', async () => {
  const commune = await make.commune(app)
  const further = await make.commune(app)
  const acteur = await make.acteur(app, commune)
  const add = (title: string, fields = {}) =>
    make.publication(app, acteur, commune, { title, commune_ids: [commune, further], ...fields })
  await add('sans jour')
  await add('mars', { date_debut: '2027-03-01' })
  await add('janvier', { date_debut: '2027-01-01', epingle: true })
  await add('en avant', { en_avant: true })
  await add('plus en avant', { en_avant: true, featured_until: '2026-01-01T00:00:00Z' })
  await add('février', { date_debut: '2027-02-01', en_avant: true, featured_until: '2099-01-01T00:00:00Z' })
  const undatedBehind = ['janvier', 'février', 'mars', 'plus en avant', 'en avant', 'sans jour']
  const featuredFirst = ['février', 'en avant', 'plus en avant', 'janvier', 'mars', 'sans jour']
  for (const place of [
    `/communes/${commune}/publications`,
    `/communes/${further}/publications`,
    `/publications?acteur_id=${acteur}`,
  ]) {
    const and = place.includes('?') ? '&' : '?'
    for (const perPage of [100, 1, 2, 4]) {
      const all = async (sort: string) =>
        (await walk(`${place}${and}sort=${sort}`, perPage)).map(({ title }) => title)
      assert.deepEqual(await all('date_debut_asc'), undatedBehind)
      assert.deepEqual(await all('featured'), featuredFirst)
    }
    assert.deepEqual(
      titles(await list(`${place}${and}sort=featured&per_page=2&page=2`)),
      featuredFirst.slice(2, 4),
    )
  }
  const pinned = ['janvier', 'février', 'plus en avant', 'en avant', 'mars', 'sans jour']
  assert.deepEqual(titles(await list(`/acteurs/${acteur}/publications`)), pinned)
  assert.deepEqual(
    (await walk(`/acteurs/${acteur}/publications`, 1)).map(({ title }) => title),
    pinned,
  )
})

test('filters: by type, by acteur, by day; a type that nobody knows finds nothing', async () => {
  const commune = await make.commune(app)
  const [one, other] = [await make.acteur(app, commune), await make.acteur(app, commune)]
  await make.publication(app, one, commune, { title: 'a', type: 'alerte', date_debut: '2027-05-01' })
  await make.publication(app, other, commune, { title: 'b', type: 'alerte', date_debut: '2027-05-31' })
  await make.publication(app, other, commune, { title: 'c', type: 'service' })
  const { data: types } = await list('/publications/types')
  const alerte = types.find(({ slug }: { slug: string }) => slug === 'alerte').id
  const path = `/communes/${commune}/publications`
  const cases: [string, string[]][] = [
    ['type=alerte', ['b', 'a']],
    [`type_id=${alerte}`, ['b', 'a']],
    [`type_id=${alerte.toUpperCase()}`, ['b', 'a']],
    ['type=inconnu', []],
    ['type_id=00000000-0000-7000-8000-000000000000', []],
    [`acteur_id=${one}`, ['a']],
    ['from=2027-05-01&to=2027-05-31', ['b', 'a']],
    ['from=2027-05-02', ['b']],
    ['to=2027-05-30', ['a']],
    ['type=alerte&from=2027-05-31', ['b']],
  ]
  for (const [query, expected] of cases)
    assert.deepEqual(titles(await list(`${path}?${query}`)), expected, query)
  for (const wrong of [
    'from=2027-02-30',
    'sort=hasard',
    'type_id=x',
    'per_page=0',
    'per_page=101',
    'after=x',
  ])
    assert.equal((await app.anyone.get(`${path}?${wrong}`)).status, 422, wrong)
  const deep = await app.anyone.get(`${path}?page=1001&per_page=100`)
  assert.equal(`${deep.status} ${deep.body.error}`, '422 page_too_deep')
})

test('a list under nobody: 404; and an acteur that is gone has none', async () => {
  const commune = await make.commune(app)
  const nowhere = '00000000-0000-7000-8000-000000000000'
  const gone = await make.acteur(app, commune, { deleted_at: new Date() })
  for (const path of [
    `/communes/${nowhere}/publications`,
    `/acteurs/${nowhere}/publications`,
    `/acteurs/${gone}/publications`,
    '/communes/x/publications',
    `/publications?commune_id=${nowhere}`,
    `/publications?acteur_id=${nowhere}`,
    '/publications/x',
  ])
    assert.equal((await app.anyone.get(path)).status, 404, path)
})

test('a cursor of one list does not open another, nor does one that was made up', async () => {
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune)
  await make.several(3, () => make.publication(app, acteur, commune, { date_debut: '2027-01-01' }))
  const path = `/communes/${commune}/publications`
  const { meta } = await list(`${path}?per_page=1`)
  assert.equal((await app.anyone.get(`${path}?sort=date_debut_asc&after=${meta.next}`)).status, 422)
  for (const made of [
    [2, '0', 'now()', commune],
    [2, '7', '2026-01-01 00:00:00+00', commune],
    [2, '0', 'x', 'y'],
    [2],
    ['a', '0', '', ''],
    [2, '0', "2026-01-01 00:00:00+00'", commune],
  ]) {
    const after = Buffer.from(JSON.stringify(made)).toString('base64url')
    assert.equal((await app.anyone.get(`${path}?after=${after}`)).status, 422, JSON.stringify(made))
  }
  assert.equal((await app.anyone.get(`${path}?page=1&after=${meta.next}`)).status, 422)
})

test('walking every page while others write: nothing twice, nothing that stood there all along missed', async () => {
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune)
  const standing = await make.several(60, () => make.publication(app, acteur, commune))
  let writing = true
  const writer = (async () => {
    while (writing) {
      const id = await make.publication(app, acteur, commune, { publie_le: new Date() })
      if (Math.random() < 0.5)
        await app.owner.query('update publications set deleted_at = now() where id = $1', [id])
    }
  })()
  for (const path of [`/communes/${commune}/publications`, `/acteurs/${acteur}/publications`]) {
    const seen = (await walk(path, 7)).map(({ id }) => id)
    assert.equal(new Set(seen).size, seen.length, 'nothing twice')
    for (const id of standing) assert.ok(seen.includes(id), 'nothing missed')
  }
  writing = false
  await writer
})

test('a town’s own app shows its own town: lists are narrowed, what is outside is refused', async () => {
  const [here, there] = [await make.commune(app), await make.commune(app)]
  const [ours, theirs] = [await make.acteur(app, here), await make.acteur(app, there)]
  const inside = await make.publication(app, ours, here)
  const shared = await make.publication(app, theirs, there, { commune_ids: [there, here] })
  const outside = await make.publication(app, theirs, there)
  await app.owner.query(
    `insert into app_sources (slug, commune_ids, acteur_ids) values ('ici', array[$1::uuid], null),
       ('asso', null, array[$2::uuid]), ('les-deux', array[$1::uuid, $3::uuid], array[$4::uuid])`,
    [here, ours, there, theirs],
  )
  const town = app.as(undefined, 'ici')
  await eventually(
    async () => (await town.get('/publications')).body.data.length === 2,
    'the scope of the app, within a second',
  )
  const ids = async (source: string, path: string) =>
    (await app.as(undefined, source).get(path)).body.data.map(({ id }: Item) => id)
  assert.deepEqual(await ids('ici', '/publications'), [shared, inside])
  assert.deepEqual(await ids('ici', `/communes/${here}/publications`), [shared, inside])
  assert.deepEqual(await ids('asso', '/publications'), [inside])
  assert.deepEqual(await ids('les-deux', '/publications?sort=featured'), [outside, shared])
  assert.deepEqual(await ids('les-deux', `/communes/${here}/publications?sort=date_debut_asc`), [shared])
  for (const [source, path, expected] of [
    ['ici', `/publications/${outside}`, '403 scope_violation'],
    ['ici', `/publications/${shared}`, '200 undefined'],
    ['ici', `/communes/${there}/publications`, '403 scope_violation'],
    ['ici', `/publications?commune_id=${there}`, '403 scope_violation'],
    ['ici', `/acteurs/${theirs}/publications`, '403 scope_violation'],
    ['ici', `/publications?acteur_id=${theirs}`, '403 scope_violation'],
    ['asso', `/acteurs/${theirs}/publications`, '403 scope_violation'],
    ['asso', `/publications/${shared}`, '403 scope_violation'],
    ['asso', `/communes/${here}/publications`, '200 undefined'],
    ['inconnue', `/publications/${outside}`, '200 undefined'],
  ] as const) {
    const { status, body } = await app.as(undefined, source).get(path)
    assert.equal(`${status} ${body.error}`, expected, `${source} ${path}`)
  }
  assert.equal((await walk('/publications', 1, town)).length, 2)
})

test('the same list has the same ETag until something in it moves', async () => {
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune)
  const id = await make.publication(app, acteur, commune)
  const path = `/communes/${commune}/publications`
  const etag = (await app.anyone.get(path)).headers.get('etag') ?? ''
  const again = await app.anyone.get(path, { headers: { 'if-none-match': etag } })
  assert.deepEqual([again.status, again.body], [304, undefined])
  assert.equal(again.headers.get('vary'), 'X-App-Source, Accept-Language, Origin, Accept-Encoding')
  await app.owner.query(`update publications set title = 'Autre' where id = $1`, [id])
  assert.equal((await app.anyone.get(path, { headers: { 'if-none-match': etag } })).status, 200)
})
