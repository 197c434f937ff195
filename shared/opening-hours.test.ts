import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hoursInBrief, readOpeningHours, unknownPart } from './opening-hours.ts'

/** `1 9:00-12:00 14:00-17:00 | 6 …`: the open days. */
const brief = (text: string) =>
  readOpeningHours(text)
    ?.filter(({ plages }) => plages.length > 0)
    .map(({ jour, plages, note }) =>
      [jour, ...plages.map(({ de, a }) => `${de}-${a}`), note && `(${note})`].filter(Boolean).join(' '),
    )
    .join(' | ')

const WEEK = [1, 2, 3, 4, 5].map(jour => `${jour} 09:00-12:00 14:00-17:00`).join(' | ')

test('hours are read as a clerk, the directory and OpenStreetMap write them', () => {
  for (const [text, expected] of [
    ['Du lundi au vendredi de 9 h à 12 h et de 14 h à 17 h.', WEEK],
    ['du lundi au vendredi, de 9h à 12h, 14h-17h', WEEK],
    ['Lundi au vendredi : 9h00-12h00, 14h00-17h00', WEEK],
    ['Mo-Fr 09:00-12:00,14:00-17:00', WEEK],
    ['Lun. – ven. : 9h – midi / 14h – 17h\nSamedi et dimanche : fermé', WEEK],
    [
      'Du lundi au vendredi de 9 h à 12 h et de 14 h à 17 h. Samedi de 9 h à 11 h 30.',
      `${WEEK} | 6 09:00-11:30`,
    ],
    ['Mo-Fr 09:00-12:00,14:00-17:00; Sa 09:00-11:30', `${WEEK} | 6 09:00-11:30`],
    ['Lundi et jeudi, de 17 h à 19 h', '1 17:00-19:00 | 4 17:00-19:00'],
    ['Lundi 9h-12h, mardi 14h-17h30', '1 09:00-12:00 | 2 14:00-17:30'],
    ['Ouvert le mardi de 8 h 30 à 12 h', '2 08:30-12:00'],
    ['Mercredi : 9h00-12h00 (sauf juillet)', '3 09:00-12:00 (sauf juillet)'],
    ['Lundi au mardi : 9h00-12h00\nLundi : 14h00-16h00', '1 09:00-12:00 14:00-16:00 | 2 09:00-12:00'],
    ['Tous les jours de 10 h à 18 h', [1, 2, 3, 4, 5, 6, 7].map(jour => `${jour} 10:00-18:00`).join(' | ')],
    ['Les lundis de 18 h à 24 h', '1 18:00-24:00'],
    ['Mairie fermée', undefined],
    ['sam matin 9-12', '6 09:00-12:00'],
    ['dimanche matin 9h-12h', '7 09:00-12:00'],
    ['mercredi après-midi 14-18', '3 14:00-18:00'],
    ['Lundi : le matin de 9 h à 12 h, l’après-midi de 14 h à 17 h 30', '1 09:00-12:00 14:00-17:30'],
    ['Mardi 9 – 12h30, apres-midi : 14h-18', '2 09:00-12:30 14:00-18:00'],
  ] as const)
    assert.equal(brief(text), expected, text)
})

test('a text that is not understood entirely gives no hours', () => {
  for (const text of [
    '',
    'Sur rendez-vous',
    'Lundi matin',
    'Lundi matin, mardi 9h-12h',
    'Mercredi après-midi 2-6',
    'Samedi matin 14h-18h',
    'Samedi 9',
    'Samedi 9-25',
    'Samedi 9-123',
    'Lundi de 9 h à 12 h, sur rendez-vous l’après-midi',
    'Le 1er et le 3e samedi de 9 h à 12 h',
    'De 9 h à 12 h',
    'Lundi',
    'Lundi au vendredi',
    'Lundi 12h-9h',
    'Lundi 9h-25h',
    'Lundi 9h',
    'Vendredi au lundi 9h-12h',
    'Lundi 9h-12h 10h-14h',
    'Lundi 9h-12h; lundi fermé',
    'week 1-53/2 Mo 09:00-12:00',
    'Mo-Fr 09:00-12:00; PH off',
    '(lundi 9h-12h)',
    'lundi 9h-12h (a) (b)',
    'Lundi 9h-12h '.repeat(40),
  ])
    assert.equal(readOpeningHours(text), undefined, text)
})

test('the first part with an unknown word is named', () => {
  for (const [text, part] of [
    ['Lundi de 9 h à 12 h, sur rendez-vous l’après-midi : 14 h', 'sur rendez-vous l’après-midi'],
    ['Lundi 9h-25h; mardi 9h-12h', '25h'],
    ['Lundi 9h-12h\nle 1er samedi\nmardi 9h-12h', '1er samedi'],
    ['Lundi matin', undefined],
    ['Lundi 9h-12h', undefined],
  ] as const)
    assert.equal(unknownPart(text), part, text)
})

test('a text that is too long is not read', () => {
  const text = 'Lundi : 9h00-12h00'
  assert.ok(readOpeningHours(text + ' '.repeat(600 - text.length)))
  assert.equal(readOpeningHours(text + ' '.repeat(601 - text.length)), undefined)
})

test('no text makes it slow', () => {
  for (const piece of ['lundi ', '9h', '(', '- ', '\u00a0', '\n ', 'a', 'tous les ', '7 j'])
    assert.equal(readOpeningHours(piece.repeat(600 / piece.length)), undefined)
})

test('days with the same hours stand in one line', () => {
  assert.equal(
    hoursInBrief('Mo-Fr 09:00-12:00; Sa 09:00-11:30').replaceAll('\u00a0', ' '),
    'Lundi au vendredi : 9 h – 12 h\nSamedi : 9 h – 11 h 30',
  )
  assert.equal(hoursInBrief('le matin'), 'le matin')
})
