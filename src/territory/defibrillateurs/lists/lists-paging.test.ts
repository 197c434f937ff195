import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { nearest } from '../../../../test/defibrillateurs/oracle.ts'
import { device } from '../../../../test/defibrillateurs/stock.ts'
import * as make from '../../../../test/factories.ts'
import fc from '../../../../test/fast-check.ts'

/** Among thousands a list is read in several ways; each must give what looking at every device would give. */

const app = await startApp()
const admin = app.as(await app.user(['operator_communes']))
const north = await make.commune(app, { code_insee: '59350', departement: '59' })
const south = await make.commune(app, { code_insee: '13055', departement: '13' })
await app.owner.query(
  `insert into defibrillateurs (gid, nom, commune_id, departement, code_insee, latitude, longitude, en_service, statut)
   select 'W' || n, (array['Gymnase', 'Gymnase Rare', 'Stade', 'Stade Unique'])[1 + (n % 40 = 0)::int + 2 * (n % 17 = 0)::int],
     case when n % 3 = 0 then $1::uuid else $2 end, case when n % 3 = 0 then '59' else '13' end,
     case when n % 3 = 0 then '59350' else '13055' end,
     40 + 10 * (n * 7919 % 6007) / 6007.0, -5 + 10 * (n * 104729 % 6011) / 6011.0, n % 11 <> 0,
     case when n % 90 = 0 then 'masque' else 'actif' end
   from generate_series(1, 6200) n`,
  [north, south],
)
await device(app, south, { nom: 'Phare', latitude: 50, longitude: 5, departement: '13' })
await app.owner.query(`insert into app_sources (slug, commune_ids) values ('nord', array[$1::uuid])`, [north])
await app.owner.query('analyze')

interface Stored {
  readonly id: string
  readonly nom: string
  readonly departement: string
  readonly commune_id: string
  readonly latitude: number
  readonly longitude: number
  readonly actif: boolean
  readonly statut: string
}
const all: Stored[] = (await app.owner.query('select * from defibrillateurs order by id')).rows

const words = fc.constantFrom(
  '',
  'gymnase',
  'rare',
  'stade',
  'unique',
  'stade rare',
  'phare',
  'absent',
  'gymnase ra',
)
const corner = fc.integer({ min: -60, max: 110 }).map(n => n / 10)
const box = fc.option(
  fc.tuple(corner, corner, corner, corner).map(([a, b, c, d]) => ({
    west: Math.min(a, b),
    east: Math.max(a, b),
    south: 40 + Math.min(c, d),
    north: 40 + Math.max(c, d),
  })),
)
const departement = fc.constantFrom('', '', '59', '13', '2B')
const code = fc.constantFrom('', '', '', '59350', '13055')

/** The app that asks: the public one, or that of one town. */
const source = fc.constantFrom('public', 'public', 'nord')
const isWithin = (one: Stored, source: string) => source === 'public' || one.commune_id === north

interface Filter {
  readonly q: string
  readonly box: { west: number; south: number; east: number; north: number } | null
  readonly departement: string
  readonly code: string
}
const filters = fc.record({ q: words, box, departement, code })

const meets = (one: Stored, { q, box, departement, code }: Filter) =>
  q.split(' ').every(
    word =>
      word === '' ||
      one.nom
        .toLowerCase()
        .split(' ')
        .some(own => own.startsWith(word)),
  ) &&
  (departement === '' || one.departement === departement) &&
  (code === '' || one.commune_id === (code === '59350' ? north : south)) &&
  (box === null ||
    (box.west <= one.longitude &&
      one.longitude <= box.east &&
      box.south <= one.latitude &&
      one.latitude <= box.north))

const search = ({ q, box, departement, code }: Filter) =>
  [
    q && `q=${encodeURIComponent(q)}`,
    box && `bbox=${[box.west, box.south, box.east, box.north].join()}`,
    departement && `departement=${departement}`,
    code && `code_insee=${code}`,
  ]
    .filter(Boolean)
    .join('&')

type Listed = { readonly id: string }
const ids = (rows: readonly Listed[]) => rows.map(({ id }) => id)

test('the catalogue: first page, next by cursor, and the same by number', () =>
  fc.assert(
    fc.asyncProperty(filters, source, fc.constantFrom(1, 15, 100), async (filter, source, size) => {
      fc.pre(source === 'public' || filter.code !== '13055')
      const asked = app.as(undefined, source)
      const expected = ids(all.filter(one => one.actif && isWithin(one, source) && meets(one, filter)))
      const path = `/defibrillateurs?per_page=${size}&${search(filter)}`
      const { body } = await asked.get(path)
      assert.deepEqual(ids(body.data), expected.slice(0, size))
      assert.equal(body.meta.total, expected.length)
      if (expected.length <= size) return assert.equal(body.meta.next, null)
      const second = await asked.get(`${path}&after=${body.meta.next}`)
      assert.deepEqual(ids(second.body.data), expected.slice(size, 2 * size))
      const numbered = await asked.get(`${path}&page=2`)
      assert.deepEqual(ids(numbered.body.data), expected.slice(size, 2 * size))
    }),
    { numRuns: 80 },
  ))

test('the nearest with every other filter', () =>
  fc.assert(
    fc.asyncProperty(
      filters,
      source,
      corner,
      corner,
      fc.constantFrom(500, 20_000, 50_000),
      async (filter, source, a, b, rayon) => {
        fc.pre(source === 'public' || filter.code !== '13055')
        const here = { latitude: 40 + Math.abs(b), longitude: a }
        const expected = nearest(
          all.filter(one => one.actif && isWithin(one, source) && meets(one, filter)),
          here,
          rayon,
        )
        const { body } = await app
          .as(undefined, source)
          .get(
            `/defibrillateurs?near=${here.latitude},${here.longitude}&rayon=${rayon}&per_page=100&${search(filter)}`,
          )
        assert.deepEqual(ids(body.data), ids(expected.slice(0, 100).map(({ row }) => row)))
      },
    ),
    { numRuns: 40 },
  ))

test('the nearest of one town’s app, and of one departement', async () => {
  for (let n = 0; n < 8; n++) {
    const here = { latitude: 41 + n, longitude: n - 4 }
    const expected = nearest(
      all.filter(one => one.actif && one.commune_id === north),
      here,
      50_000,
    )
    assert.ok(expected.length > 5)
    const path = `/defibrillateurs?near=${here.latitude},${here.longitude}&rayon=50000&per_page=100`
    for (const asked of [app.as(undefined, 'nord').get(path), app.anyone.get(`${path}&departement=59`)])
      assert.deepEqual(ids((await asked).body.data), ids(expected.map(({ row }) => row)))
  }
})

test('the back-office: total and pages, newest first', () =>
  fc.assert(
    fc.asyncProperty(
      filters,
      fc.constantFrom('', 'actif', 'masque', 'a_verifier'),
      async ({ box: _, ...filter }, statut) => {
        const expected = ids(
          all.filter(one => meets(one, { ...filter, box: null }) && (statut === '' || one.statut === statut)),
        ).reverse()
        const path = `/admin/defibrillateurs-france?${search({ ...filter, box: null })}${statut && `&statut=${statut}`}`
        const { body } = await admin.get(path)
        assert.deepEqual([body.meta.total, ids(body.data)], [expected.length, expected.slice(0, 20)])
        if (body.meta.next === null) return
        const second = await admin.get(`${path}&after=${body.meta.next}`)
        assert.deepEqual(ids(second.body.data), expected.slice(20, 40))
      },
    ),
    { numRuns: 40 },
  ))

test('a small box and a word that most devices have: both are looked at', async () => {
  let others = 0
  for (let n = 0; n < 25; n++) {
    const [west, south] = [-5 + (n % 5) * 2, 40 + Math.floor(n / 5) * 2]
    const box = { west, south, east: west + 1, north: south + 1 }
    const filter = { q: 'gymnase', box, departement: '', code: '' }
    const inBox = all.filter(one => one.actif && meets(one, { ...filter, q: '' }))
    const expected = inBox.filter(one => meets(one, filter))
    others += inBox.length - expected.length
    const { body } = await app.anyone.get(`/defibrillateurs?per_page=100&${search(filter)}`)
    assert.deepEqual(ids(body.data), ids(expected))
  }
  assert.ok(others > 20, `${others} that do not have the word are no test`)
})

test('edges of a box belong to it', async () => {
  const { body } = await app.anyone.get('/defibrillateurs?bbox=5,50,5,50')
  assert.deepEqual(
    body.data.map((one: { nom: string }) => one.nom),
    ['Phare'],
  )
  for (const beside of ['5.0000001,50,6,51', '4,50.0000001,6,51', '4,49,4.9999999,51', '4,49,6,49.9999999']) {
    const { body } = await app.anyone.get(`/defibrillateurs?q=phare&bbox=${beside}`)
    assert.deepEqual(body.data, [], beside)
  }
})

test('a cursor walks the whole catalogue once while others write', async () => {
  const stayed = ids(all.filter(one => one.actif))
  const seen: string[] = []
  let after = ''
  for (let turn = 0; ; turn++) {
    const { body } = await app.anyone.get(`/defibrillateurs?per_page=100${after}`)
    seen.push(...ids(body.data))
    if (body.meta.next === null) break
    after = `&after=${body.meta.next}`
    const { national } = await device(app, south)
    if (turn % 2 === 0)
      await app.owner.query('update defibrillateurs set retire_le = now() where id = $1', [national])
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(seen.slice(0, stayed.length), stayed)
})
