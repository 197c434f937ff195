import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { nearest, type Placed } from '../../../../test/defibrillateurs/oracle.ts'
import { device } from '../../../../test/defibrillateurs/stock.ts'
import * as make from '../../../../test/factories.ts'
import fc from '../../../../test/fast-check.ts'

/** The nearest first, held against the haversine formula over every device there is. */

const app = await startApp()
const town = await make.commune(app)

/** In France and overseas, around both poles, and on both sides of the antimeridian. */
const CENTRES: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  Paris: [48.8566, 2.3522],
  Cayenne: [4.9224, -52.3135],
  'Saint-Denis (Réunion)': [-20.8789, 55.4481],
  Nouméa: [-22.2711, 166.438],
  'Mata-Utu': [-13.2825, -176.1764],
  'the north pole': [90, 0],
  'the south pole': [-90, 0],
  'the antimeridian': [-16.5, 180],
  'the antimeridian, from the west': [-16.5, -180],
  'where both zeros meet': [0, 0],
}
await app.owner.query(
  `insert into defibrillateurs (gid, nom, commune_id, latitude, longitude, en_service)
   select 'P' || row_number() over (), 'Borne', $1, latitude,
     case when longitude > 180 then longitude - 360 when longitude < -180 then longitude + 360 else longitude end, true
   from (select greatest(-90, least(90, c.lat + 0.6 * ((n * 7919 % 1000) / 1000.0 - 0.5))) as latitude,
           case when abs(c.lat) = 90 then (n * 31 % 360) - 180 else c.lng + 0.6 * ((n * 104729 % 1000) / 1000.0 - 0.5) end as longitude
         from unnest($2::float8[], $3::float8[]) c(lat, lng), generate_series(1, 60) n) scattered`,
  [
    town,
    Object.values(CENTRES).map(([latitude]) => latitude),
    Object.values(CENTRES).map(([, longitude]) => longitude),
  ],
)
// Thirteen on one point, and one without any.
for (let n = 0; n < 13; n++) await device(app, town, { latitude: 43.6, longitude: 1.44 })
await device(app, town, { nom: 'Nulle part' })
const rows: Placed[] = (
  await app.owner.query('select id, latitude, longitude from defibrillateurs where actif')
).rows

const near = (latitude: number, longitude: number, more = '') =>
  app.anyone.get(`/defibrillateurs?near=${latitude},${longitude}${more}`)
type Listed = { id: string; distance_m: number }
const shown = (data: readonly Listed[]) => data.map(({ id, distance_m }) => [id, distance_m])
/** Two that are equally far to a thousandth of a millimetre may change places: the formula is no more exact. */
function agree(
  data: readonly Listed[],
  all: readonly Placed[],
  here: { latitude: number; longitude: number },
  radius: number,
): void {
  const expected = nearest(all, here, radius)
  const metres = new Map(expected.map(({ row, metres }) => [row.id, metres]))
  assert.equal(data.length, Math.min(100, expected.length))
  assert.equal(new Set(data.map(({ id }) => id)).size, data.length)
  for (const [at, { id, distance_m }] of data.entries()) {
    const exact = metres.get(id) ?? Number.NaN
    assert.ok(Math.abs(exact - (expected[at]?.metres ?? Number.NaN)) < 1e-6, `${id} at place ${at}`)
    assert.ok(Math.abs(exact - distance_m) <= 0.5 + 1e-6 && Number.isInteger(distance_m))
  }
}
const told = (list: ReturnType<typeof nearest>) => list.map(({ row, metres }) => [row.id, Math.round(metres)])

for (const [name, [latitude, longitude]] of Object.entries(CENTRES))
  test(`around ${name}: the same devices, order and metres as the formula gives`, async () => {
    const { status, body } = await near(latitude, longitude, '&rayon=50000&per_page=100')
    assert.equal(status, 200)
    assert.ok(body.data.length >= 20, `${body.data.length} devices are no test`)
    agree(body.data, rows, { latitude, longitude }, 50_000)
  })

test('from anywhere, within any radius, alone and with another filter, the formula agrees', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(CENTRES)),
      fc.integer({ min: -300, max: 300 }),
      fc.integer({ min: -300, max: 300 }),
      fc.integer({ min: 1, max: 50_000 }),
      fc.constantFrom('', '&q=borne', '&bbox=-180,-90,180,90'),
      async ([lat, lng], up, along, rayon, filter) => {
        const latitude = Math.max(-90, Math.min(90, lat + up / 1000))
        const longitude = Math.max(-180, Math.min(180, lng + along / 1000))
        const { body } = await near(latitude, longitude, `&rayon=${rayon}&per_page=100${filter}`)
        const all = filter === '&q=borne' ? rows.filter(isBorne) : rows
        agree(body.data, all, { latitude, longitude }, rayon)
      },
    ),
    { numRuns: 60 },
  ))
const { rows: bornes } = await app.owner.query(`select id from defibrillateurs where nom = 'Borne'`)
const ofBornes = new Set(bornes.map(({ id }: { id: string }) => id))
const isBorne = ({ id }: Placed) => ofBornes.has(id)

test('the default radius is five kilometres', async () => {
  const [latitude, longitude] = CENTRES.Paris ?? [0, 0]
  const { body } = await near(latitude, longitude, '&per_page=100')
  assert.deepEqual(shown(body.data), told(nearest(rows, { latitude, longitude }, 5_000)))
})

test('devices on one point go by their id, and those without a place are nowhere', async () => {
  const { body } = await near(43.6, 1.44, '&rayon=50000&per_page=100')
  const ids = body.data.map(({ id }: Listed) => id)
  assert.deepEqual([ids.length, ids], [13, ids.toSorted()])
  assert.ok(body.data.every((one: Listed) => one.distance_m === 0))
})

test('a store of them on one point, written in any order: each once, by id, on whatever page', async () => {
  const { rows } = await app.owner.query(
    `insert into defibrillateurs (id, gid, commune_id, latitude, longitude, en_service)
     select gen_random_uuid(), 'S' || n, $1, 60, 30, true from generate_series(1, 330) n returning id`,
    [town],
  )
  const seen: string[] = []
  let more = ''
  do {
    const { body } = await near(60, 30, `&per_page=40${more}`)
    seen.push(...body.data.map(({ id }: Listed) => id))
    more = body.meta.next && `&after=${body.meta.next}`
  } while (more)
  assert.deepEqual(seen, rows.map(({ id }: { id: string }) => id).sort())
})

test('one that a thousand others are nearer than is found by its word, by its place, and by its box', async () => {
  const far = await make.commune(app, { code_insee: '05001', departement: '05' })
  await app.owner.query(
    `insert into defibrillateurs (gid, nom, commune_id, latitude, longitude, en_service)
     select 'F' || n, 'Foyer', $1, 30 + n / 1000000.0, 30, true from generate_series(1, 1000) n`,
    [town],
  )
  const { gid } = await device(app, far, { nom: 'Refuge', departement: '05', latitude: 30.2, longitude: 30 })
  for (const search of ['q=refuge', 'departement=05', 'code_insee=05001', 'bbox=29,30.1,31,31']) {
    const { body } = await near(30, 30, `&rayon=50000&${search}`)
    assert.deepEqual(
      body.data.map((one: { gid: string; distance_m: number }) => [one.gid, one.distance_m]),
      [[gid, 22239]],
      search,
    )
    assert.deepEqual((await near(30, 30, `&rayon=22238&${search}`)).body.data, [])
  }
})

for (const filter of ['', '&q=borne'])
  for (const size of [1, 7, 15])
    test(`pages of ${size}${filter} give the whole list once, by cursor and by number`, async () => {
      const [latitude, longitude] = CENTRES.Paris ?? [0, 0]
      const whole = told(nearest(rows, { latitude, longitude }, 50_000))
      const walked: unknown[] = []
      let more = ''
      for (let page = 1; ; page++) {
        const search = `&rayon=50000&per_page=${size}${filter}`
        const { body } = await near(latitude, longitude, search + more)
        const numbered = await near(latitude, longitude, `${search}&page=${page}`)
        assert.deepEqual(numbered.body.data, body.data)
        assert.deepEqual([numbered.body.meta.current_page, body.meta.total], [page, whole.length])
        walked.push(...shown(body.data))
        if (body.meta.next === null) break
        more = `&after=${body.meta.next}`
      }
      assert.deepEqual(walked, whole)
    })

test('while devices come, go and move behind and before the cursor, none that stayed is seen twice or missed', async () => {
  const centre = { latitude: -22.2711, longitude: 166.438 }
  const stayed = nearest(rows, centre, 50_000).map(({ row }) => row.id)
  const seen: string[] = []
  let more = ''
  for (let turn = 0; ; turn++) {
    const { body } = await near(centre.latitude, centre.longitude, `&rayon=50000&per_page=5${more}`)
    seen.push(...body.data.map(({ id }: Listed) => id))
    if (body.meta.next === null) break
    more = `&after=${body.meta.next}`
    const fresh = await device(app, town, {
      latitude: centre.latitude + turn / 500,
      longitude: centre.longitude,
    })
    const gone = await device(app, town, {
      latitude: centre.latitude,
      longitude: centre.longitude + turn / 500,
    })
    await app.owner.query('update defibrillateurs set retire_le = now() where id = $1', [gone.national])
    await app.owner.query('update defibrillateurs set latitude = latitude + 0.1 where id = $1', [
      fresh.national,
    ])
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(
    stayed.filter(id => !seen.includes(id)),
    [],
  )
})

test('an invalid point, radius or cursor is refused by name', async () => {
  const { body } = await near(48.8566, 2.3522, '&per_page=1&rayon=50000')
  const byId = await app.anyone.get('/defibrillateurs?per_page=1')
  const table: [search: string, path: string][] = [
    ...[
      'NaN,2',
      '48,NaN',
      '1e308,2',
      'Infinity,0',
      '48',
      '48,',
      ',2',
      '48,2,3',
      '48;2',
      '48, 2',
      '90.1,0',
      '-91,0',
      '0,180.0001',
      '0,-181',
      '0x10,2',
      '48.,2',
      '.5,2',
      '+48,2',
      '--48,2',
      '',
      '48,85,2,35',
      '４８,２',
    ].map((text): [string, string] => [`near=${encodeURIComponent(text)}`, 'near']),
    ['near=48,2&rayon=0', 'rayon'],
    ['near=48,2&rayon=50001', 'rayon'],
    ['near=48,2&rayon=-5', 'rayon'],
    ['near=48,2&rayon=1e3', 'rayon'],
    ['near=48,2&rayon=10.5', 'rayon'],
    ['rayon=500', 'rayon'],
    ['near=48,2&near=48,2', 'near'],
    [`near=48,2&after=${byId.body.meta.next}`, 'after'],
    [`after=${body.meta.next}`, 'after'],
    [`near=48,2&after=${Buffer.from('[2,"NaN","x"]').toString('base64url')}`, 'after'],
    ...['NaN', 'Infinity', '-1', '1e400', '3', '', '0.5e', '1e-9999'].map((chord): [string, string] => [
      `near=48,2&after=${Buffer.from(JSON.stringify([2, chord, town])).toString('base64url')}`,
      'after',
    ]),
  ]
  for (const [search, path] of table) {
    const answer = await app.anyone.get(`/defibrillateurs?${search}`)
    assert.deepEqual([search, answer.status, answer.body.details?.[0]?.path], [search, 422, path])
  }
})

test('outer white space is trimmed, as everywhere; edges of the world are in it', async () => {
  for (const text of [
    ' 48.8566,2.3522',
    '48.8566,2.3522 ',
    '90,180',
    '-90,-180',
    '-0,-0',
    '48.85660000000001,2.3522',
  ])
    assert.equal(
      (await app.anyone.get(`/defibrillateurs?near=${encodeURIComponent(text)}`)).status,
      200,
      text,
    )
})

test('only a list by nearness says how far', async () => {
  const { body } = await app.anyone.get('/defibrillateurs')
  assert.ok(body.data.every((one: object) => !('distance_m' in one)))
})

test('devices that only their commune knows stand among those of the register, on whatever page', async () => {
  const here = await make.commune(app, { nom: 'Bourg-Seul', code_insee: '48001', departement: '48' })
  const own = (latitude: number | null, more: object = {}, columns = '') =>
    app.owner.query(
      `insert into commune_defibrillateurs (commune_id, overrides, statut) values ($1, $2, ${columns || "'actif'"}) returning id`,
      [here, { nom: 'À la main', adresse: 'Halle', longitude: 20, ...(latitude && { latitude }), ...more }],
    )
  for (let n = 0; n < 12; n++) await device(app, town, { latitude: 20 + n / 1_000, longitude: 20 })
  for (const n of [0.5, 3.5, 3.6, 11.5]) await own(20 + n / 1_000)
  await own(null)
  await own(20, {}, "'masque'")
  const whole = await near(20, 20, '&per_page=100')
  assert.deepEqual([whole.body.data.length, whole.body.meta.total], [16, 16])
  const ids = whole.body.data.map(({ id }: Listed) => id)
  const metres = whole.body.data.map(({ distance_m }: Listed) => distance_m)
  assert.deepEqual(
    metres,
    [...metres].sort((one: number, other: number) => one - other),
  )
  const first = whole.body.data[1]
  assert.deepEqual(
    [first.nom, first.gid, first.vu_le, first.statut, first.commune_id],
    ['À la main', null, null, 'actif', here],
  )
  for (const size of [1, 3, 5]) {
    const [paged, followed]: string[][] = [[], []]
    for (let page = 1; page <= Math.ceil(16 / size); page++)
      paged?.push(
        ...(await near(20, 20, `&per_page=${size}&page=${page}`)).body.data.map(({ id }: Listed) => id),
      )
    let more = ''
    do {
      const { body } = await near(20, 20, `&per_page=${size}${more}`)
      followed?.push(...body.data.map(({ id }: Listed) => id))
      more = body.meta.next && `&after=${body.meta.next}`
    } while (more)
    assert.deepEqual([paged, followed], [ids, ids], `${size} a page`)
  }
  for (const search of ['q=halle', 'departement=48', 'code_insee=48001', 'q=bourg seul main'])
    assert.equal((await near(20, 20, `&${search}`)).body.meta.total, 4, search)
  for (const search of ['q=gymnase', 'departement=49'])
    assert.equal((await near(20, 20, `&${search}`)).body.meta.total, 0, search)
  assert.equal((await near(20, 20, '&bbox=19.9,20.003,20.1,20.0095')).body.meta.total, 9)
})
