import assert from 'node:assert/strict'
import { test } from 'node:test'
import { device, type Fields } from '../../../../test/fixtures/geodae.ts'
import { type Device, recordOf } from './record.ts'
import { pointInWkb } from './wkb.ts'

const of = (fields: Fields): Device => {
  const record = recordOf(device(7, fields))
  assert.ok(record)
  return record
}
const NOWHERE = { longitude: null, latitude: null }
const at = (longitude: number, latitude: number, douteux = false) => ({ longitude, latitude, douteux })
const columns = (c_long_coor1: unknown, c_lat_coor1: unknown): Fields => ({ c_long_coor1, c_lat_coor1 })

const POSITIONS: readonly (readonly [what: string, fields: Fields, expected: Partial<Device>])[] = [
  ['the two columns', columns('5.357', '45.958'), at(5.357, 45.958)],
  ['with a comma', columns('5,357', '45,958'), at(5.357, 45.958)],
  ['none', columns('', null), { ...NOWHERE, douteux: false }],
  ['garbage', columns('5.35.7', 'N 45'), { ...NOWHERE, douteux: true }],
  ['half of one', columns('', '45.958'), { ...NOWHERE, douteux: true }],
  ['off the globe', columns('5357000', '45958000'), { ...NOWHERE, douteux: true }],
  ['swapped axes', columns(45.958, 5.357), at(45.958, 5.357, true)],
  ['0,0', columns(0, 0), at(0, 0, true)],
  ['a placeholder', columns('2.335965', '48.87718'), at(2.335965, 48.87718, true)],
  ['another one', columns('2.349', '48.856'), at(2.349, 48.856, true)],
  ['the third one', columns('2.352222', '48.856614'), at(2.352222, 48.856614, true)],
  ['next to a placeholder', columns('2.352322', '48.856614'), at(2.352322, 48.856614)],
  ['Madrid', columns(-3.7, 40.42), at(-3.7, 40.42, true)],
  ['Barcelona', columns(2.17, 41.39), at(2.17, 41.39, true)],
  ['Turin', columns(7.68, 45.07), at(7.68, 45.07, true)],
  ['Zürich', columns(8.54, 47.37), at(8.54, 47.37, true)],
  ['Brussels', columns(4.35, 50.85), at(4.35, 50.85, true)],
  ['London', columns(-0.12, 51.5), at(-0.12, 51.5, true)],
  ['Saarbrücken is behind the border', columns(6.99, 49.35), at(6.99, 49.35, true)],
  ['the sea', columns(-9, 46), at(-9, 46, true)],
  ...(
    [
      ['Dunkerque', 2.377, 51.035],
      ['Bray-Dunes', 2.518, 51.078],
      ['Givet', 4.825, 50.138],
      ['Wissembourg', 7.945, 49.037],
      ['Lauterbourg', 8.18, 48.977],
      ['Strasbourg', 7.752, 48.573],
      ['Saint-Louis', 7.561, 47.59],
      ['Delle', 6.999, 47.508],
      ['Les Rousses', 6.06, 46.485],
      ['Évian', 6.589, 46.401],
      ['Chamonix', 6.869, 45.923],
      ['Bonneval-sur-Arc', 7.047, 45.372],
      ['Tende', 7.594, 44.088],
      ['Menton', 7.503, 43.775],
      ['Porquerolles', 6.204, 43.0],
      ['Cerbère', 3.166, 42.441],
      ['Prats-de-Mollo', 2.479, 42.404],
      ['Bourg-Madame', 1.943, 42.433],
      ['Hendaye', -1.775, 43.359],
      ['Gavarnie', -0.009, 42.735],
      ['Île d’Yeu', -2.345, 46.721],
      ['Belle-Île', -3.154, 47.347],
      ['Île de Sein', -4.85, 48.037],
      ['Ouessant', -5.097, 48.458],
      ['Auderville', -1.934, 49.716],
      ['Le Tréport', 1.37, 50.06],
      ['Calais', 1.858, 50.951],
      ['Bonifacio', 9.158, 41.387],
      ['Bastia', 9.45, 42.697],
      ['Basse-Terre', -61.73, 15.99],
      ['Fort-de-France', -61.07, 14.6],
      ['Marigot', -63.08, 18.07],
      ['Cayenne', -52.33, 4.93],
      ['Saint-Denis', 55.45, -20.88],
      ['Mamoudzou', 45.23, -12.78],
      ['Saint-Pierre', -56.17, 46.78],
      ['Papeete', -149.57, -17.54],
      ['Nouméa', 166.46, -22.27],
      ['Mata-Utu', -176.17, -13.28],
    ] as const
  ).map(([name, x, y]) => [name, columns(x, y), at(x, y)] as const),
]
for (const [what, fields, expected] of POSITIONS)
  test(`a position: ${what}`, () => {
    const { longitude, latitude, douteux } = of(fields)
    assert.deepEqual({ longitude, latitude, douteux }, { ...expected })
  })

/** A point, written by hand in every way that PostGIS has. */
function wkb(
  x: number,
  y: number,
  { little = true, srid = 0, multi = false, z = false, iso = false } = {},
): string {
  const integer = (value: number) => {
    const bytes = Buffer.alloc(4)
    if (little) bytes.writeUInt32LE(value)
    else bytes.writeUInt32BE(value)
    return bytes
  }
  const double = (value: number) => {
    const bytes = Buffer.alloc(8)
    if (little) bytes.writeDoubleLE(value)
    else bytes.writeDoubleBE(value)
    return bytes
  }
  const type = (base: number, named: number) =>
    integer(((z ? (iso ? base + 1000 : base | 0x80000000) : base) | (named ? 0x20000000 : 0)) >>> 0)
  const order = Buffer.of(little ? 1 : 0)
  const named = srid ? [integer(srid)] : []
  const body = [double(x), double(y), ...(z ? [double(12)] : [])]
  const parts = multi
    ? [order, type(4, srid), ...named, integer(1), order, type(1, 0), ...body]
    : [order, type(1, srid), ...named, ...body]
  return Buffer.concat(parts).toString('hex')
}

for (const little of [true, false])
  for (const multi of [true, false])
    for (const srid of [0, 4326])
      for (const [z, iso] of [
        [false, false],
        [true, false],
        [true, true],
      ] as const)
        test(`a WKB point: ${JSON.stringify({ little, multi, srid, z, iso })}`, () =>
          assert.deepEqual(pointInWkb(wkb(5.357, 45.958, { little, multi, srid, z, iso })), [5.357, 45.958]))

test('WKB that holds no point of ours', () => {
  const whole = wkb(5.357, 45.958, { srid: 4326, multi: true })
  for (const [what, hex] of [
    ['Lambert 93', wkb(892000, 6542000, { srid: 2154 })],
    ['empty multipoint', `0104000020e610000000000000${'00'.repeat(10)}`],
    ['an empty point', wkb(Number.NaN, Number.NaN)],
    ['a line', whole.replace('0104', '0102')],
    ['cut short', whole.slice(0, -2)],
    ['not hexadecimal', `${whole.slice(0, -1)}g`],
    ['nothing', ''],
    ['a byte order that is none', `02${whole.slice(2)}`],
  ] as const)
    assert.equal(pointInWkb(hex), undefined, what)
})

test('the point counts before the rounded columns; where it is no point, they do', () => {
  const elsewhere = columns(2.1, 48.1)
  assert.equal(
    of({ ...elsewhere, the_geom: wkb(5.35, 45.95, { multi: true }).toUpperCase() }).longitude,
    5.35,
  )
  const point = { type: 'Point', coordinates: [5.36, 45.96, 12] }
  assert.equal(of({ ...elsewhere, geometry: point }).longitude, 5.36)
  const points = { type: 'MultiPoint', coordinates: [[5.37, 45.97]] }
  assert.equal(of({ ...elsewhere, geometry: points }).longitude, 5.37)
  for (const broken of [
    { the_geom: '0104' },
    { the_geom: wkb(892000, 6542000, { srid: 2154 }) },
    { geometry: null },
    { geometry: { type: 'MultiPoint', coordinates: [] } },
    { geometry: { type: 'Point', coordinates: ['x', null] } },
    { geometry: 5 },
  ])
    assert.equal(of({ ...elsewhere, ...broken }).longitude, 2.1, JSON.stringify(broken))
})
