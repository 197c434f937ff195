import assert from 'node:assert/strict'
import { test } from 'node:test'
import { device, type Fields } from '../../../../test/fixtures/geodae.ts'
import { mended } from './mojibake.ts'
import { type Device, recordOf } from './record.ts'

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
