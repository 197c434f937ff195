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

const WORK = [1, 2, 3, 4, 5].map(jour => `${jour} 08:30-12:00 13:30-17:30`).join(' | ')

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
    ['L-M-J-V 9h-12h', [1, 2, 4, 5].map(jour => `${jour} 09:00-12:00`).join(' | ')],
    ['L-M-V 9h-12h', undefined],
    ['du lundi au vendredi (8h - 12h)', [1, 2, 3, 4, 5].map(jour => `${jour} 08:00-12:00`).join(' | ')],
    ['mercredi et samedi (10h-12h)', undefined],
    ['sam matin 9-12', '6 09:00-12:00'],
    ['dimanche matin 9h-12h', '7 09:00-12:00'],
    ['mercredi après-midi 14-18', '3 14:00-18:00'],
    ['Lundi : le matin de 9 h à 12 h, l’après-midi de 14 h à 17 h 30', '1 09:00-12:00 14:00-17:30'],
    ['Lun-Ven 8h30-12h 13h30-17h30', WORK],
    ['Lun-Ven 8h30 12h', [1, 2, 3, 4, 5].map(jour => `${jour} 08:30-12:00`).join(' | ')],
    ['Lundi au vendredi : 8h30 - 12h 13h30 - 17h30', WORK],
    ['du lundi au vendredi 8 h 30 à 12 h 13 h 30 à 17 h 30', WORK],
    ['Lundi-vendredi 8.30-12.00 13.30-17.30', WORK],
    ['en semaine 8h30/12h - 13h30/17h30', WORK],
    ['lundi au vendredi 8h30-12h / 13h30-17h30', WORK],
    ['Lun-Ven : 8:30-12:00 13:30-17:30. Fermé le week-end.', WORK],
    ['Fermé le samedi et le dimanche. Lundi au vendredi de 8h30 à 12h et de 13h30 à 17h30', WORK],
    ['lundi 9h-12h 14-17h', '1 09:00-12:00 14:00-17:00'],
    ['lundi 12h 15-17h', '1 12:15-17:00'],
    ['lundi 12h 30 - 17h', '1 12:30-17:00'],
    ['lundi de 9 à 12 et de 14 à 17 h', '1 09:00-12:00 14:00-17:00'],
    ['samedi 20h-minuit', '6 20:00-24:00'],
    ['samedi de 9h à 19h sans interruption', '6 09:00-19:00'],
    ['Lundi 8 h 30 – 12 h 15 / 13 h 30 – 17 h 15', '1 08:30-12:15 13:30-17:15'],
    ['Lundi 9h00 à 12h00 - 14h00 à 17h00', '1 09:00-12:00 14:00-17:00'],
    ['Lundi 9h-12h - 14h-17h', '1 09:00-12:00 14:00-17:00'],
    ['7j/7 24h/24', [1, 2, 3, 4, 5, 6, 7].map(jour => `${jour} 00:00-24:00`).join(' | ')],
    ['week-end 10h-12h', '6 10:00-12:00 | 7 10:00-12:00'],
    [
      'Lun-Ven 8h30-12h 13h30-17h30 sauf mercredi après-midi',
      WORK.replace('3 08:30-12:00 13:30-17:30', '3 08:30-12:00'),
    ],
    [
      'du lundi au vendredi 8h30-12h 13h30-17h30, fermé le mercredi matin et le vendredi après-midi',
      WORK.replace('3 08:30-12:00 ', '3 ').replace('5 08:30-12:00 13:30-17:30', '5 08:30-12:00'),
    ],
    [
      'tous les jours sauf le dimanche de 10 h à 18 h',
      [1, 2, 3, 4, 5, 6].map(jour => `${jour} 10:00-18:00`).join(' | '),
    ],
    ['lundi au mercredi 9h-12h sauf mardi, samedi 9h-11h', '1 09:00-12:00 | 3 09:00-12:00 | 6 09:00-11:00'],
    [
      'lundi au mercredi 9h-12h sauf mercredi. Mercredi 14h-16h',
      '1 09:00-12:00 | 2 09:00-12:00 | 3 14:00-16:00',
    ],
    ['1er samedi du mois 9h-12h', '6 09:00-12:00 (1er samedi du mois)'],
    [
      'Le premier et le 3ème samedi de chaque mois, de 9 h à 12 h',
      '6 09:00-12:00 (premier et 3ème samedi du mois)',
    ],
    ['Lundi 9h-12h, 2e mercredi du mois 14h-17h', '1 09:00-12:00 | 3 14:00-17:00 (2e mercredi du mois)'],
    ['Mardi 9 – 12h30, apres-midi : 14h-18', '2 09:00-12:30 14:00-18:00'],
  ] as const)
    assert.equal(brief(text), expected, text)
})

test('a text that is not understood entirely gives no hours', () => {
  for (const text of [
    'fermé le lundi',
    'samedi et dimanche : fermé',
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
    'Un samedi sur trois de 9 h à 12 h',
    'Lundi de 9 h à 12 h semaine prochaine',
    'Le 1er lundi et mardi du mois 9h-12h',
    'Lundi 9h-17h sauf mercredi',
    '1er samedi du mois 9h-12h, samedi 14h-17h',
    'Lundi au vendredi 9h-12h, 2e mercredi du mois 14h-17h',
    'Lundi au vendredi 9h-17h sauf mercredi après-midi',
    'Vacances scolaires : fermé. Lundi 9h-12h',
    'Lundi 9h-12h, mercredi 14h-18h en juillet',
    'Lundi au samedi 9h-12h, fermé le mercredi sauf vacances scolaires',
    'Lundi au samedi 9h-12h, fermé le mercredi et en août',
    'Lundi au samedi 9h-12h, fermé le mercredi et le jeudi matin en août',
    'Lundi au vendredi 9h-12h, mercredi fermé en août',
    'Lundi 9h-12h et vacances scolaires',
    'lundi et en vacances scolaires : 9h-12h',
    'Mardi 9h-12h à partir de septembre',
    'lundi 9h-12h semaines paires, 14h-17h semaines impaires',
    'En août : lundi fermé, mardi 9h-12h',
    'lundi au vendredi 9h-18h (10h le vendredi)',
    'lundi 9h-12h, mardi 14h-18h, vendredi jusqu’à 17h',
    'lundi au jeudi 9h-12h 14h-18h, vendredi jusqu’à 13h',
    'lundi au jeudi 9h-12h\nlundi au jeudi 14h-17h\nvendredi jusqu’à 16h',
    'lundi au jeudi 9h-12h (sauf juillet), vendredi jusqu’à 11h',
    'Mercredi 14h-17h, tous les matins 9h-12h',
    'tous les jours de la semaine 9h-12h',
    'Mercredi 9h-12h. 9h-19h les autres jours',
    'Lundi fermé, mardi idem',
    'lundi 8h30 12h et 11h30 17h',
    'lundi au vendredi 8h30-12h 13h30-17h, mercredi matin',
    'Lundi au vendredi 9h-12h sauf mercredi après-midi 14h-17h',
    'Fermé lundi, tous les jours 9h-12h',
    'Lundi 9h 12h 14h',
    'Lundi 9.12-14.17',
    'Lundi 9h-12h/',
    'De 9 h à 12 h',
    'Lundi',
    'Lundi au vendredi',
    'Lundi 12h-9h',
    'Lundi 9h-25h',
    'Lundi 9h',
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
    ['Lundi 9h-12h\nun samedi sur trois\nmardi 9h-12h', 'un samedi sur trois'],
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
  for (const piece of [
    'ou vacances ',
    'en août, ',
    'fermé en mars ',
    'le mardi en mai, ',
    'tous les 15 jours ',
    'lundi ',
    '9h',
    '(',
    '- ',
    '\u00a0',
    '\n ',
    'a',
    'tous les ',
    '7 j',
  ])
    assert.equal(readOpeningHours(piece.repeat(600 / piece.length)), undefined)
})

test('days with the same hours stand in one line', () => {
  assert.equal(
    hoursInBrief('Mo-Fr 09:00-12:00; Sa 09:00-11:30').replaceAll('\u00a0', ' '),
    'Lundi au vendredi : 9 h – 12 h\nSamedi : 9 h – 11 h 30',
  )
  assert.equal(hoursInBrief('le matin'), 'le matin')
})
