import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { ask } from '../../../test/ask.ts'
import { eventually } from '../../../test/eventually.ts'

const app = await startApp({ template: 'france' })
const names = (body: { data: { nom: string }[] }) => body.data.map(commune => commune.nom)
const list = async (query: string) => (await app.anyone.get(`/communes?${query}`)).body

test('the list goes by name, 15 a page, with an exact total', async () => {
  const { status, body } = await app.anyone.get('/communes')
  assert.equal(status, 200)
  assert.equal(body.data.length, 15)
  const { next, ...meta } = body.meta
  assert.deepEqual(meta, { page: 1, per_page: 15, total: 34_969, last_page: 2332 })
  assert.equal(typeof next, 'string')
})

test('a record has every field that was decided, and no other', async () => {
  const { body } = await app.anyone.get('/communes/paris')
  const { id, version, population, codes_postaux, latitude, longitude, ...rest } = body.data
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.equal(version, 1, 'inserted with its place')
  assert.deepEqual([latitude, longitude].map(Math.round), [49, 2])
  assert.ok(population > 2_000_000)
  assert.equal(codes_postaux.length, 21)
  assert.deepEqual(rest, {
    slug: 'paris',
    nom: 'Paris',
    code_insee: '75056',
    departement: '75',
    region: '11',
    mairie_actor_id: null,
    url: 'http://parvis.test/place/paris',
  })
})

test('the national list brings the intercommunalities of communes', async () => {
  const { rows } = await app.owner.query(
    `select e.nom from communes c join epcis e on e.code = c.epci_code where c.code_insee = '35238'`,
  )
  assert.deepEqual(rows, [{ nom: 'Rennes Métropole' }])
})

test('names sort without accents: Écully stands under E', async () => {
  const { body } = await app.anyone.get('/communes?q=ecul&per_page=100')
  assert.ok(names(body).includes('Écully'))
  const all = await list('per_page=100&q=e')
  const sorted = names(all).map(nom =>
    nom
      .normalize('NFD')
      .replace(/\p{M}|[^\p{L}]/gu, '')
      .toLowerCase(),
  )
  assert.deepEqual(sorted, [...sorted].sort())
})

for (const [q, nom] of [
  ['saint denis', 'Saint-Denis'],
  ['SAINT-DENIS', 'Saint-Denis'],
  ['l hay les roses', "L'Haÿ-les-Roses"],
  ["l'haÿ", "L'Haÿ-les-Roses"],
  ['l’haÿ', "L'Haÿ-les-Roses"],
  ['oeuilly', 'Œuilly'],
  ['œuilly', 'Œuilly'],
  ['ÉCULLY', 'Écully'],
  ['st marie', 'Sainte-Marie'],
  ['saint marie', 'Sainte-Marie'],
  ['Ste. Marie', 'Sainte-Marie'],
  ['SAINTE MARIE', 'Sainte-Marie'],
  ['st martin ste catherine', 'Saint-Martin-Sainte-Catherine'],
  ['ste foy st sulpice', 'Sainte-Foy-Saint-Sulpice'],
  ['bourg st maurice', 'Bourg-Saint-Maurice'],
  ['st étienne', 'Saint-Étienne'],
  ['isle d’abeau', "L'Isle-d'Abeau"],
  ['noeux les mines', 'Nœux-les-Mines'],
  ['vitry s/ seine', 'Vitry-sur-Seine'],
  ['Fontenay s/s Bois', 'Fontenay-sous-Bois'],
  ['Chalon s/Saône', 'Chalon-sur-Saône'],
  ['Chalon/Saône', 'Chalon-sur-Saône'],
] as const) {
  test(`“${q}” finds ${nom}`, async () => {
    assert.ok(names(await list(`q=${encodeURIComponent(q)}&per_page=100`)).includes(nom))
  })
}

test('Sainte alone is no Saint', async () => {
  assert.ok(!names(await list('q=ste+mari&per_page=100')).includes('Saint-Mariens'))
})

test('the search is by the beginning of a name, and % or _ are no wildcards', async () => {
  assert.ok(!names(await list('q=denis&per_page=100')).includes('Saint-Denis'))
  assert.equal((await list('q=%25')).meta.total, 0, 'nothing but punctuation finds nothing')
  assert.equal((await list('q=zzzz')).meta.total, 0)
  for (const foreign of ['日本', 'مدينة', 'Ж'])
    assert.equal((await list(`q=${encodeURIComponent(foreign)}`)).meta.total, 0, foreign)
})

test('five digits are a postal code, or one of INSEE', async () => {
  const { data, meta } = await list('q=51300&per_page=100')
  assert.equal(meta.total, 47)
  assert.equal(data.length, 47)
  type Codes = { codes_postaux: string[]; code_insee: string }
  assert.equal(data.filter((one: Codes) => one.codes_postaux.includes('51300')).length, 46)
  assert.equal(data.filter((one: Codes) => one.code_insee === '51300').length, 1)
  for (const [q, nom] of [
    ['94038', "L'Haÿ-les-Roses"],
    ['94 038', "L'Haÿ-les-Roses"],
    ['2A004', 'Ajaccio'],
    ['2a004', 'Ajaccio'],
  ])
    assert.deepEqual(names(await list(`q=${q}`)), [nom])
})

test('the code of a CEDEX, which is in no list, stands for its departement', async () => {
  for (const [q, nom] of [
    ['35042 Rennes cedex', 'Rennes'],
    ['35 042 RENNES CEDEX 7', 'Rennes'],
    ['Rennes Cedex', 'Rennes'],
    ['42023, St-Étienne cedex 2', 'Saint-Étienne'],
    ['93205 Saint-Denis CEDEX', 'Saint-Denis'],
    ['20186 Ajaccio cedex', 'Ajaccio'],
    ['75380 Paris Cedex 08', 'Paris'],
    ['75380 Paris 8e cedex', 'Paris'],
  ])
    assert.equal(names(await list(`q=${encodeURIComponent(q ?? '')}`))[0], nom, q)
  const [dionysian] = (await list('q=93205%20Saint-Denis%20CEDEX')).data
  assert.equal(dionysian.departement, '93')
  assert.equal((await list('q=35042%20Nantes%20cedex')).meta.total, 0, 'of another departement')
  for (const q of ['35998 cedex', 'cedex', '35998'])
    assert.equal((await list(`q=${encodeURIComponent(q)}`)).meta.total, 0, q)
})

test('a code or a departement beside a name is both, as an address and a list have them', async () => {
  for (const [q, nom] of [
    ['35000 Rennes', 'Rennes'],
    ['rennes 35000', 'Rennes'],
    ['Rennes (35 700)', 'Rennes'],
    ['75011 paris', 'Paris'],
    ['42000, St-Étienne', 'Saint-Étienne'],
    ['2A004 ajaccio', 'Ajaccio'],
  ])
    assert.deepEqual(names(await list(`q=${encodeURIComponent(q ?? '')}`)), [nom], q)
  for (const q of ['Saint-Denis (93)', 'st denis 93', 'saint-denis, 93'])
    assert.deepEqual(names(await list(`q=${encodeURIComponent(q)}`)), ['Saint-Denis'], q)
  assert.deepEqual(names(await list('q=ajaccio%202a')), ['Ajaccio'])
  assert.equal((await list('q=Saint-Denis%2093&departement=974')).data[0].departement, '974')
  assert.equal((await list('q=93')).meta.total, 0, 'a number alone is the beginning of a name')
  const { rows } = await app.owner.query(String.raw`select nom from communes where nom ~ '\d'`)
  assert.deepEqual(rows, [])
  for (const q of [
    '75111',
    '75111 Paris',
    'Paris 11',
    'paris 11e',
    'Paris (1er)',
    'Paris 3ème arrondissement',
    'Paris 75',
  ])
    assert.deepEqual(names(await list(`q=${encodeURIComponent(q)}`)), ['Paris'], q)
  assert.deepEqual(names(await list('q=ajaccio%203e')), [], 'other towns have no arrondissements')
  assert.equal((await list('q=35000%20Nantes')).meta.total, 0)
  assert.equal((await list('q=355000%20Rennes')).meta.total, 0, 'six digits are no code')
})

test('the id of a commune redirects to its slug', async () => {
  const { id } = (await app.anyone.get('/communes/rennes')).body.data
  for (const spelt of [id, id.toUpperCase()]) {
    const { status, headers } = await ask(`${app.url}/api/v1/communes/${spelt}`, {
      method: 'GET',
      headers: { 'x-app-source': 'public' },
    })
    assert.deepEqual([status, headers.get('location')], [301, '/api/v1/communes/rennes'])
  }
  assert.equal((await app.anyone.get(`/communes/${id}`)).body.data.nom, 'Rennes')
  assert.equal((await app.anyone.get(`/communes/${crypto.randomUUID()}`)).status, 404)
})

test('towns are found without their article, and by the short form of their saint', async () => {
  for (const [q, nom] of [
    ['st-etienne', 'Saint-Étienne'],
    ['St. Étienne', 'Saint-Étienne'],
    ['ste-anne', 'Sainte-Anne'],
    ['bourg st maurice', 'Bourg-Saint-Maurice'],
    ['hay-les-roses', "L'Haÿ-les-Roses"],
    ['haÿ', "L'Haÿ-les-Roses"],
    ['l’hay', "L'Haÿ-les-Roses"],
    ['lʼhay', "L'Haÿ-les-Roses"],
    ['l`hay', "L'Haÿ-les-Roses"],
    ['rochelle', 'La Rochelle'],
    ['mans', 'Le Mans'],
    ['ulis', 'Les Ulis'],
    ['aix–en–provence', 'Aix-en-Provence'],
  ] as const) {
    const found = await list(`q=${encodeURIComponent(q)}&per_page=100`)
    assert.ok(names(found).includes(nom), `${q} finds ${names(found).slice(0, 5)}`)
    assert.equal(found.meta.total, found.data.length)
  }
  for (const [q, nom] of [
    ['yon', 'Lyon'],
    ['ille', 'Lille'],
    ['denis', 'Saint-Denis'],
  ] as const)
    assert.ok(!names(await list(`q=${q}&per_page=100`)).includes(nom), `${q} finds ${nom}`)
})

test('names found with and without their article are paged without repetition', async () => {
  const seen: string[] = []
  for (let query = 'q=ro&per_page=50', next = ''; ; query = `q=ro&per_page=50&after=${next}`) {
    const { data, meta } = await list(query)
    seen.push(...data.map(({ slug }: { slug: string }) => slug))
    if (meta.next === null) break
    next = meta.next
  }
  const { meta } = await list('q=ro')
  assert.equal(seen.length, meta.total)
  assert.equal(new Set(seen).size, seen.length)
  const numbered = []
  for (let page = 1; page <= meta.total / 50 + 1; page++)
    numbered.push(
      ...(await list(`q=ro&per_page=50&page=${page}`)).data.map((one: { slug: string }) => one.slug),
    )
  assert.deepEqual(numbered, seen)
  assert.ok(seen.some(slug => slug.startsWith('la-roc')) && seen.includes('rouen'))
})

test('departement narrows the list', async () => {
  const { meta } = await list('departement=2A')
  assert.equal(meta.total, 124)
})

test('following meta.next walks the whole list once, without gap or repetition', async () => {
  const seen: string[] = []
  let next: string | null = null
  do {
    const page = await list(`departement=69&per_page=100${next ? `&after=${next}` : ''}`)
    seen.push(...page.data.map((commune: { id: string }) => commune.id))
    next = page.meta.next
  } while (next)
  const { rows } = await app.owner.query(`select count(*)::int as n from communes where departement = '69'`)
  assert.equal(seen.length, rows[0].n)
  assert.equal(new Set(seen).size, seen.length)
})

test('a page behind the end is empty, a page too deep is refused, a made-up cursor too', async () => {
  const beyond = await list('page=500&per_page=100')
  assert.deepEqual([beyond.data, beyond.meta.next], [[], null])
  assert.equal((await list('page=1001&per_page=100')).error, 'page_too_deep')
  for (const after of ['x', 'bnVsbA', Buffer.from('[1,"a"]').toString('base64url')]) {
    const { error, details } = await list(`after=${after}`)
    assert.deepEqual([error, details[0].path], ['validation_failed', 'after'])
  }
  const cursor = Buffer.from('[2,"paris","not-an-id"]').toString('base64url')
  assert.equal((await list(`after=${cursor}`)).error, 'validation_failed')
})

test('every slug is its own, and those that share a name all carry their departement', async () => {
  const { rows } = await app.owner.query(
    'select count(distinct slug)::int as slugs, count(*)::int as n from communes',
  )
  assert.equal(rows[0].slugs, rows[0].n)
  assert.equal((await app.anyone.get('/communes/saint-denis-93')).status, 200)
  assert.equal((await app.anyone.get('/communes/saint-denis')).status, 404)
  assert.equal((await app.anyone.get('/communes/l-hay-les-roses')).status, 200)
  assert.equal((await app.anyone.get('/communes/y')).body.data.nom, 'Y')
})

test("a town's own app sees its own town: the list is narrowed, a record outside is refused", async () => {
  const lyon = (await app.anyone.get('/communes/lyon')).body.data.id
  await app.owner.query(
    `insert into app_sources (slug, commune_ids) values ('ville-de-lyon', array[$1::uuid])`,
    [lyon],
  )
  const town = app.as(undefined, 'ville-de-lyon')
  await eventually(
    async () => (await town.get('/communes')).body.meta.total === 1,
    'the new scope, within a second',
  )
  assert.deepEqual(names((await town.get('/communes')).body), ['Lyon'])
  assert.equal((await town.get('/communes?q=paris')).body.meta.total, 0)
  assert.equal((await town.get('/communes/lyon')).status, 200)
  const refused = await town.get('/communes/paris')
  assert.equal(`${refused.status} ${refused.body.error}`, '403 scope_violation')
  assert.equal((await town.get('/communes/nowhere')).status, 404)
})

test('an unknown parameter is ignored by the public, a wrong value is not', async () => {
  assert.equal((await app.anyone.get('/communes?couleur=bleu')).status, 200)
  for (const query of [
    'page=0',
    'page=',
    'page=1e3',
    'page=1&page=2',
    'per_page=101',
    'departement=xx',
    'page=0x10',
  ]) {
    const { status, body } = await app.anyone.get(`/communes?${query}`)
    assert.equal(`${status} ${body.error}`, '422 validation_failed', query)
    assert.equal(body.details[0].path, query.split('=')[0])
  }
})

test('the same list has the same ETag, and answers 304 until a commune moves', async () => {
  const first = await app.anyone.get('/communes/nantes')
  const etag = first.headers.get('etag') ?? ''
  assert.equal(first.headers.get('cache-control'), 'public, max-age=30, stale-while-revalidate=30')
  assert.equal(first.headers.get('vary'), 'X-App-Source, Accept-Language, Origin, Accept-Encoding')
  const again = await app.anyone.get('/communes/nantes', { headers: { 'if-none-match': `"other", ${etag}` } })
  assert.deepEqual([again.status, again.body], [304, undefined])
  await app.owner.query(`update communes set population = population + 1 where slug = 'nantes'`)
  const moved = await app.anyone.get('/communes/nantes', { headers: { 'if-none-match': etag } })
  assert.deepEqual([moved.status, moved.body.data.version], [200, first.body.data.version + 1])
})
