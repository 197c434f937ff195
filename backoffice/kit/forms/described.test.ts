import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { COLLECTE_FIELDS, ELU_FIELDS, INFO_FIELDS } from '../../../shared/fields/communes.ts'
import { having, type Input, isOptional } from '../../../shared/fields/field.ts'
import { WRITTEN } from '../../../shared/fields/publications.ts'
import { type Descriptions, faultsOf, sentOf, typedOf } from './described.ts'

const DESCRIBED: readonly Descriptions[] = [
  having(ACTEUR_FIELDS, 'input'),
  having(ELU_FIELDS, 'input'),
  having(COLLECTE_FIELDS, 'input'),
  having(INFO_FIELDS, 'input'),
  having(WRITTEN, 'input'),
]

/** A value of each kind, what people type for it, and what is none. */
const KINDS: Readonly<Record<Input, { value: unknown; typed: string; wrong?: string }>> = {
  choice: { value: 'enfants', typed: 'enfants' },
  flag: { value: false, typed: 'false' },
  line: { value: 'Salle des fêtes', typed: ' Salle des fêtes ' },
  note: { value: 'Sauf les jours fériés', typed: 'Sauf les jours fériés ' },
  text: { value: 'Un club.\nDeux salles.', typed: 'Un club.\nDeux salles.\n' },
  day: { value: '2027-01-15', typed: ' 15/01/2027', wrong: '32/01' },
  hour: { value: '20:30', typed: '20 h 30', wrong: '25 h' },
  days: {
    value: ['2027-01-15', '2027-01-22'],
    typed: '15/01/2027\n22/01/2027',
    wrong: '15/01/2027\nbientôt',
  },
  moment: { value: '2027-01-15T17:00:00.000Z', typed: '15/01/2027 18 h', wrong: 'demain matin' },
  address: { value: '1 place de la Mairie\n01000 Bourg', typed: '1 place de la Mairie\n01000 Bourg' },
  telephone: { value: '04 74 00 00 00', typed: '04 74 00 00 00 ' },
  email: { value: 'club@exemple.fr', typed: ' club@exemple.fr', wrong: 'club@exemple' },
  link: { value: 'https://club.exemple.fr', typed: 'club.exemple.fr ', wrong: 'club' },
  hours: { value: 'Lundi de 9 h à 12 h', typed: 'Lundi de 9 h à 12 h' },
  closings: {
    value: [{ du: '2030-12-24', au: '2031-01-02', motif: 'congés' }],
    typed: 'du 24/12/2030 au 02/01/2031 : congés',
    wrong: 'bientôt',
  },
}

test('each described field comes back as it was, and is sent as people type it', () => {
  for (const [name, field] of DESCRIBED.flatMap(fields => Object.entries(fields))) {
    const one: Descriptions = { [name]: field }
    const { value, typed, wrong } = KINDS[field.input]
    const blank = field.input === 'closings' || field.input === 'days' ? [] : null
    assert.deepEqual(sentOf(one, typedOf(one, { [name]: value })), { [name]: value }, name)
    assert.deepEqual(sentOf(one, { [name]: typed }), { [name]: value }, name)
    assert.deepEqual(sentOf(one, typedOf(one, { [name]: null })), { [name]: blank }, name)
    assert.deepEqual(faultsOf(one, { [name]: typed }), {}, name)
    assert.equal(faultsOf(one, { [name]: ' ' })[name] === undefined, isOptional(field), name)
    if (wrong === undefined) continue
    assert.match(faultsOf(one, { [name]: wrong })[name] ?? '', /\.$/, name)
    // The service refuses it at its field: nothing is lost.
    assert.deepEqual(sentOf(one, { [name]: wrong }), { [name]: wrong }, name)
  }
})

test('the beginning of a mandate is read from its month, and its example is of the past', () => {
  const elu = having(ELU_FIELDS, 'input')
  const typed = (debut_mandat: string) => ({ nom: 'Petit', prenom: 'Anne', fonction: 'Maire', debut_mandat })
  assert.equal(sentOf(elu, typed('juin 2020')).debut_mandat, '2020-06-01')
  const { debut_mandat: fault = '' } = faultsOf(elu, typed('bientôt'))
  const years = [...fault.matchAll(/\d{4}/g)].map(([year]) => Number(year))
  assert.ok(years.length > 0 && Math.max(...years) < new Date().getFullYear(), fault)
})

test('a refusal says what does not fit, where that is known', () => {
  const { date_debut, dates, fin_le } = WRITTEN
  const { telephone } = ACTEUR_FIELDS
  for (const [field, typed, expected] of [
    [
      date_debut,
      'vendredi 13 décembre 2026',
      /^Le jour de la semaine ne va pas.* dimanche 13 décembre 2026\./,
    ],
    [dates, 'ven. 13/12/2026', /dimanche 13 décembre 2026/],
    [date_debut, 'vendredi 32 décembre 2026', /^Ce jour n’est pas compris/],
    [date_debut, 'bientôt', /^Ce jour n’est pas compris/],
    [fin_le, 'jusqu’à nouvel ordre', /laissez ce champ vide/],
    [fin_le, 'Indéterminée', /laissez ce champ vide/],
    [fin_le, 'demain matin', /^Cette fin n’est pas comprise/],
    [telephone, '02.38.00.00.00 ou 06.12.34.56.78', /^C’est trop long : écrivez 30 signes au plus\.$/],
    [telephone, '02.38.00.00.00, 06.12.34.56.78', /^$/],
  ] as const)
    assert.match(
      (faultsOf({ field }, { field: typed }).field ?? '').replaceAll('\u00a0', ' '),
      expected,
      typed,
    )
})
