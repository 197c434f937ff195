import assert from 'node:assert/strict'
import { test } from 'node:test'
import { device, type Fields } from '../../test/fixtures/geodae.ts'
import { mended } from './mojibake.ts'
import { type Device, recordOf } from './record.ts'
import { pointInWkb } from './wkb.ts'

const of = (fields: Fields): Device => {
  const record = recordOf(device(7, fields))
  assert.ok(record)
  return record
}

/** Each quality problem of the register: what its sheet says, and what is made of it. */
const TABLE: readonly (readonly [what: string, fields: Fields, expected: Partial<Device>])[] = [
  ['booleans of the CSV', { c_acc_lib: 'f' }, { acces_libre: false }],
  ['booleans of the GeoJSON', { c_acc_lib: true }, { acces_libre: true }],
  ['booleans of 2020', { c_acc_lib: '1' }, { acces_libre: true }],
  ['a boolean that is none', { c_acc_lib: 'peut-être' }, { acces_libre: null }],
  ['no boolean', { c_acc_lib: '' }, { acces_libre: null }],
  [
    'an array as PostgreSQL writes it',
    { c_disp_h: '{24h/24,"heures ouvrables"}' },
    { disponibilite_heures: ['24h/24', 'heures ouvrables'] },
  ],
  ['an empty array', { c_disp_j: '{}' }, { disponibilite_jours: [] }],
  [
    'an array with nulls',
    { c_disp_j: ['lundi', null, 'mardi'] },
    { disponibilite_jours: ['lundi', 'mardi'] },
  ],
  ['its text form with nulls', { c_disp_j: '{NULL,lundi}' }, { disponibilite_jours: ['lundi'] }],
  ['an array as JSON text', { c_disp_j: '["7j/7",null]' }, { disponibilite_jours: ['7j/7'] }],
  ['no array at all', { c_disp_j: 'lundi, mardi' }, { disponibilite_jours: ['lundi', 'mardi'] }],
  ['a quote inside of an array', { c_disp_h: '{"a \\"b\\" c"}' }, { disponibilite_heures: ['a "b" c'] }],
  [
    'days without accents, twice',
    { c_disp_j: '{"JOURS FERIES","jours fériés",Evenements}' },
    { disponibilite_jours: ['jours fériés', 'événements'] },
  ],
  ['no date', { c_dermnt: '' }, { derniere_maintenance: null }],
  ['the year one', { c_dermnt: '0001-01-01' }, { derniere_maintenance: null }],
  ['the year 2000', { c_dermnt: '2000-01-01' }, { derniere_maintenance: null }],
  ['a day that is none', { c_dermnt: '2025-02-30' }, { derniere_maintenance: null }],
  ['a day far away', { c_dermnt: '20250-02-03' }, { derniere_maintenance: null }],
  ['a French day', { c_dermnt: '03/02/2025' }, { derniere_maintenance: '2025-02-03' }],
  ['a day with a time', { c_dermnt: '2025-02-03T00:00:00Z' }, { derniere_maintenance: '2025-02-03' }],
  [
    'when it was edited',
    { c__edit_datemaj: '2022/11/08 09:43:09.179' },
    { registry_updated_at: '2022-11-08 09:43:09.179 Europe/Paris' },
  ],
  [
    'when it was edited, with its zone',
    { c__edit_datemaj: '2022-11-08T09:43:09+00:00' },
    { registry_updated_at: '2022-11-08 09:43:09.0+00:00' },
  ],
  [
    'a time that is none',
    { c__edit_datemaj: '2022/11/08 29:43:09' },
    { registry_updated_at: '2022-11-08 Europe/Paris' },
  ],
  [
    'never edited: the day of the data',
    { c__edit_datemaj: '', c_maj_don: '2023-06-27' },
    { registry_updated_at: '2023-06-27 Europe/Paris' },
  ],
  ['a postal code without its zero', { c_com_cp: '1500' }, { code_postal: '01500' }],
  ['a postal code as a number', { c_com_cp: 1500 }, { code_postal: '01500' }],
  ['a postal code that is none', { c_com_cp: 'CEDEX 9' }, { code_postal: null }],
  ['no code', { c_com_insee: '' }, { code_insee: null }],
  ['Corsica', { c_com_insee: '2a004' }, { code_insee: '2A004' }],
  ['a code that is none', { c_com_insee: '75-101' }, { code_insee: null }],
  ['access in capitals', { c_acc: 'EXTÉRIEUR' }, { acces: 'exterieur' }],
  ['access without accents', { c_acc: 'Interieur' }, { acces: 'interieur' }],
  ['access unknown', { c_acc: 'Autre' }, { acces: null }],
  ['an address without a number', { c_adr_num: '' }, { adresse: 'Rue du Préau' }],
  ['no address', { c_adr_num: '', c_adr_voie: ' ' }, { adresse: null }],
  ['a NUL, tabs and line breaks', { c_nom: 'A\0B\t C\r\nD ' }, { nom: 'A B C D' }],
  ['a lone surrogate', { c_nom: 'A\ud800B' }, { nom: 'A B' }],
  ['an accent of two characters', { c_nom: 'Cafe\u0301' }, { nom: 'Café' }],
  ['an endless name', { c_nom: 'x'.repeat(5_000) }, { nom: 'x'.repeat(200) }],
  ['code page 850', { c_nom: 'Mairie d‚l‚gu‚e' }, { nom: 'Mairie déléguée' }],
  [
    'hours in words, beside the access',
    { c_acc_complt: 'À gauche', c_disp_complt: 'L au V\n9h/18h' },
    { complement: 'À gauche\nL au V 9h/18h' },
  ],
  [
    'hours of the next schema',
    { c_dispo_horaires: 'Mo-Fr 09:00-18:00' },
    { complement: 'Mo-Fr 09:00-18:00' },
  ],
  [
    'out of order',
    { c_etat_fonct: 'Hors service' },
    { en_service: false, etat_fonctionnement: 'Hors service' },
  ],
  ['in order, in capitals', { c_etat_fonct: 'EN FONCTIONNEMENT' }, { en_service: true }],
  [
    'gone for good, without accents',
    { c_etat_fonct: 'supprime definitivement' },
    { en_service: false, etat_fonctionnement: 'Supprimé définitivement' },
  ],
  ['nobody says whether it works', { c_etat_fonct: '' }, { en_service: false, etat_fonctionnement: null }],
  ['to be removed', { c_etat: 'A supprimer' }, { en_service: false }],
  ['not identified', { c_etat: 'Non identifié' }, { en_service: false }],
  ['no state of the sheet', { c_etat: '' }, { en_service: true }],
  ['waiting to be validated', { c_etat_valid: 'en attente de validation' }, { en_service: false }],
  ['doubted', { c_etat_valid: 'mises en doute' }, { en_service: false }],
  ['validation empty', { c_etat_valid: '' }, { en_service: true }],
  ['a declared duplicate', { c_doublon: 't' }, { en_service: false }],
  ['an expired one stays in service', { c_dtpr_lcad: '2019-01-01' }, { en_service: true }],
]

for (const [what, fields, expected] of TABLE)
  test(`a sheet: ${what}`, () => {
    const record = of(fields)
    for (const [name, value] of Object.entries(expected))
      assert.deepEqual(record[name as keyof Device], value)
  })

const GIDS: readonly (readonly [value: unknown, gid: string | undefined])[] = [
  [1007, '1007'],
  ['1007', '1007'],
  ['1007.0', '1007'],
  ['001007', '1007'],
  ['A-7', 'A-7'],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
  ['9'.repeat(51), undefined],
]
for (const [value, gid] of GIDS)
  test(`c_gid ${JSON.stringify(value)?.slice(0, 20)} is ${gid ?? 'no name'}`, () =>
    assert.equal(recordOf(device('x', { c_gid: value }))?.gid, gid))

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

const TEXTS: readonly (readonly [sent: string, meant: string])[] = [
  ['‚cole ‚l‚mentaire', 'école élémentaire'],
  ['MŠre … l’arriŠre', 'Mère à l’arrière'],
  ['Fˆte du th‚ƒtre', 'Fête du théâtre'],
  ['Fa‡ade c“t‚ entr‚e', 'Façade côté entrée'],
  ['Ã‰cole Ã©lÃ©mentaire', 'École élémentaire'],
  ['lâ€™entrÃ©e', 'l’entrée'],
  ['École élémentaire', 'École élémentaire'],
  ['Gare… ouverte', 'Gare… ouverte'],
  ['Škoda, rue de l’Œuvre – n° 3', 'Škoda, rue de l’Œuvre – n° 3'],
  ['Il dit “bonjour”', 'Il dit “bonjour”'],
  ['CHÂTEAU', 'CHÂTEAU'],
]
for (const [sent, meant] of TEXTS) test(`a text: ${sent}`, () => assert.equal(mended(sent), meant))

test('columns in any order, and others beside them, make the same device', () => {
  const row = device(7)
  const turned = Object.fromEntries([...Object.entries(row).reverse(), ['c_new', 'x']])
  assert.deepEqual(recordOf(turned), recordOf(row))
})
