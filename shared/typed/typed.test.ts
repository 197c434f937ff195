/** Days, hours and ends as people type them in town halls: each text is understood as it is meant, or refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endInWords } from '../event-time.ts'
import { instantOf } from './calendar.ts'
import { closingsIn } from './closings.ts'
import { exceptionsIn } from './collections.ts'
import { typedBeginning, typedDay } from './day.ts'
import { typedRanges } from './days.ts'
import { typedEnd, typedMoment } from './end.ts'
import { mailAddressOf } from './mail-address.ts'
import { typedDays } from './series.ts'
import { typedHours, typedTime } from './times.ts'

/** A Friday, at noon in Paris. */
const NOW = new Date('2026-11-27T11:00:00Z')

const equal = <T>(read: (typed: string) => T, table: readonly (readonly [string, T])[]) => {
  for (const [typed, expected] of table) assert.deepEqual([typed, read(typed)], [typed, expected])
}

test('days', () =>
  equal(
    typed => typedDay(typed, NOW),
    [
      ['le 12', '2026-12-12'],
      ['le 27', '2026-11-27'],
      ['le 1er', '2026-12-01'],
      ['le 31', '2026-12-31'],
      ['samedi 12', '2026-12-12'],
      ['le samedi 12', '2026-12-12'],
      ['le samedi 12 décembre', '2026-12-12'],
      ['jeudi 12', '2027-08-12'],
      ['samedi prochain', '2026-11-28'],
      ['samedi qui vient', '2026-11-28'],
      ['ce samedi', '2026-11-28'],
      ['samedi soir', '2026-11-28'],
      ['ce soir', '2026-11-27'],
      ['demain soir', '2026-11-28'],
      ['dans 3 jours', '2026-11-30'],
      ['Noël', '2026-12-25'],
      ['à Noël', undefined],
      ['Noël 2027', '2027-12-25'],
      ['le jour de l’an', '2027-01-01'],
      ['la Toussaint', '2027-11-01'],
      ['14 juillet', '2027-07-14'],
      ['Pâques', '2027-03-28'],
      ['lundi de Pâques', '2027-03-29'],
      ['l’Ascension', '2027-05-06'],
      ['lundi de Pentecôte', '2027-05-17'],
      ['lundi de Pâques 2028', '2028-04-17'],
      ['12', undefined],
      ['le 32', undefined],
      ['mai 12', undefined],
      ['le soir', undefined],
      ['un samedi', undefined],
      ['12 et 13', undefined],
    ],
  ))

test('both hours of an event', () =>
  equal(
    typed => Object.values(typedHours(typed) ?? {}).join(' '),
    [
      ['de 14h à 17h', '14:00 17:00'],
      ['14-17h', '14:00 17:00'],
      ['14h-17h30', '14:00 17:30'],
      ['14h/17h', '14:00 17:00'],
      ['14 h – 17 h', '14:00 17:00'],
      ['de 14 à 17 heures', '14:00 17:00'],
      ['entre 14h et 17h', '14:00 17:00'],
      ['de midi à 14h', '12:00 14:00'],
      ['9:30 - 12:00', '09:30 12:00'],
      ['14h', ''],
      ['14h puis 17h', ''],
      ['14-17-19h', ''],
      ['à partir de 14h', ''],
    ],
  ))

test('mail addresses, also as mail programs copy them', () =>
  equal(mailAddressOf, [
    [' mairie@village.fr ', 'mairie@village.fr'],
    ['Marie Martin <marie@village.fr>', 'marie@village.fr'],
    ['"Martin, Marie" <marie@village.fr> ', 'marie@village.fr'],
    ['<marie@village.fr>', 'marie@village.fr'],
    ['mailto:marie@village.fr', 'marie@village.fr'],
    ['élu@mairie-évian.fr', 'élu@mairie-évian.fr'],
    ['marie@village', undefined],
    ['marie village.fr', undefined],
    ['marie@village.fr, paul@village.fr', undefined],
    ['Marie <marie@village.fr>, Paul <paul@village.fr>', undefined],
    ['', undefined],
  ]))

test('ends', () =>
  equal(
    typed => {
      const end = typedEnd(typed, NOW)
      return end ? endInWords('fr', end.toISOString()).replaceAll(/\s/g, ' ') : end
    },
    [
      ['ce soir 20h', '27 novembre 2026 à 20 h'],
      ['ce soir à 20 h 30', '27 novembre 2026 à 20 h 30'],
      ['20h ce soir', '27 novembre 2026 à 20 h'],
      ['ce soir', '27 novembre 2026 à minuit'],
      ['demain', '28 novembre 2026 à minuit'],
      ['jusqu’à demain', '28 novembre 2026 à minuit'],
      ['jusqu’à demain 18h', '28 novembre 2026 à 18 h'],
      ['demain minuit', '28 novembre 2026 à minuit'],
      ['demain midi', '28 novembre 2026 à 12 h'],
      ['minuit', '27 novembre 2026 à minuit'],
      ['dans 3 jours', '30 novembre 2026 à minuit'],
      ['dans 2 heures', '27 novembre 2026 à 14 h'],
      ['dans une demi-heure', '27 novembre 2026 à 12 h 30'],
      ['jusqu’au 30', '30 novembre 2026 à minuit'],
      ['jusqu’au lundi 30', '30 novembre 2026 à minuit'],
      ['jusqu’au 30 à 18h', '30 novembre 2026 à 18 h'],
      ['jusqu’au 30 novembre', '30 novembre 2026 à minuit'],
      ['dimanche 18h', '29 novembre 2026 à 18 h'],
      ['demain matin', undefined],
      ['dimanche dans la soirée', undefined],
      ['ce soir tard', undefined],
      ['', null],
    ],
  ))

test('a moment, with its hour before or behind it', () => {
  assert.deepEqual(typedMoment('le 12 à 18h', NOW), { day: '2026-12-12', time: '18:00' })
  assert.deepEqual(typedMoment('8h lundi', NOW), { day: '2026-11-30', time: '08:00' })
  assert.deepEqual(typedMoment('lundi mardi', NOW), {})
})

test('several days', () =>
  equal(
    typed => typedDays(typed, NOW)?.join(' '),
    [
      ['du 12 au 14 décembre', '2026-12-12 2026-12-13 2026-12-14'],
      ['12, 19 et 26 décembre', '2026-12-12 2026-12-19 2026-12-26'],
      ['tous les mardis jusqu’au 15 décembre', '2026-12-01 2026-12-08 2026-12-15'],
      ['chaque mardi jusqu’au 15/12', '2026-12-01 2026-12-08 2026-12-15'],
      ['tous les mardis et jeudis jusqu’au 10 décembre', '2026-12-01 2026-12-03 2026-12-08 2026-12-10'],
      ['tous les samedis du 5 au 19 décembre', '2026-12-05 2026-12-12 2026-12-19'],
      ['tous les samedis du 5 décembre au 19 décembre', '2026-12-05 2026-12-12 2026-12-19'],
      ['les vendredis jusqu’à Noël', '2026-12-04 2026-12-11 2026-12-18 2026-12-25'],
      ['tous les dimanches jusqu’en décembre', '2026-11-29 2026-12-06 2026-12-13 2026-12-20 2026-12-27'],
      ['tous les dimanches jusqu’à fin décembre', '2026-11-29 2026-12-06 2026-12-13 2026-12-20 2026-12-27'],
      ['tous les mardis', undefined],
      ['un mardi sur deux jusqu’en juin', undefined],
      ['tous les jours jusqu’en juin', undefined],
      ['tous les mardis jusqu’au soir', undefined],
      ['tous les mardis jusqu’en 2100', undefined],
    ],
  ))

test('closing days', () =>
  equal(
    typed =>
      typedRanges(typed, NOW)
        ?.map(({ du, au }) => `${du}/${au}`)
        .join(' '),
    [
      ['24/12 - 2/1', '2026-12-24/2027-01-02'],
      ['24/12-2/1', '2026-12-24/2027-01-02'],
      ['24/12/2026-02/01/2027', '2026-12-24/2027-01-02'],
      ['24 décembre – 2 janvier', '2026-12-24/2027-01-02'],
      ['24-12', '2026-12-24/2026-12-24'],
      ['Noël et jour de l’an', '2026-12-25/2026-12-25 2027-01-01/2027-01-01'],
      ['le 24 et le 31 décembre', '2026-12-24/2026-12-24 2026-12-31/2026-12-31'],
      ['du lundi de Pâques au 2 avril', '2027-03-29/2027-04-02'],
      ['tous les mercredis', undefined],
    ],
  ))

test('collections that are moved or left out', () =>
  equal(
    typed =>
      exceptionsIn(typed, NOW)
        ?.map(({ date, report_le }) => `${date} ${report_le}`)
        .join(', '),
    [
      ['25/12 reporté au 26/12', '2026-12-25 2026-12-26'],
      ['– 25/12 reporté au 26/12', '2026-12-25 2026-12-26'],
      ['·\t25/12 → 26/12', '2026-12-25 2026-12-26'],
      ['25/12, reportée au 26/12', '2026-12-25 2026-12-26'],
      ['Noël est décalé au 26 décembre', '2026-12-25 2026-12-26'],
      ['25 décembre → 26 décembre', '2026-12-25 2026-12-26'],
      ['pas de collecte le 25/12', '2026-12-25 null'],
      ['25/12 : pas de collecte', '2026-12-25 null'],
      ['25/12 annulée', '2026-12-25 null'],
      ['reporté au 26/12', undefined],
      ['25/12 reporté', undefined],
    ],
  ))

/** Without its bounds a reader takes longer than a test may. */
test('no text makes it slow', () => {
  const readers: readonly ((typed: string) => unknown)[] = [
    typed => typedDays(typed, NOW),
    typed => typedEnd(typed, NOW),
    typed => exceptionsIn(typed, NOW),
    typed => typedDay(typed, NOW),
    typed => closingsIn(typed, NOW),
    typedTime,
    typedHours,
  ]
  for (const piece of [
    ' ',
    'a ',
    'tous les mardis ',
    ', ',
    'jusqu’au ',
    '- ',
    'le 1 ',
    '25/12 ',
    '(a ',
    'congés ',
    'fin ',
  ])
    for (const text of [`tous les ${piece.repeat(40_000)}x`, `1/1${piece.repeat(40_000)}x`])
      for (const read of readers) assert.ok(!read(text), text.slice(0, 40))
})

/** A week before. */
const BEFORE = new Date('2026-11-20T10:00:00Z')

test('a day is read as French people type it: 01/05 is the first of May', () => {
  const read = (typed: string) => typedDay(typed, BEFORE)
  for (const typed of [
    '15/01/2027',
    '15/1',
    '15 janvier',
    '15 janv. 2027',
    'vendredi 15 janvier',
    '2027-01-15',
    '15-01-27',
  ])
    assert.deepEqual([typed, read(typed)], [typed, '2027-01-15'])
  assert.deepEqual(
    [read('après demain'), read('demain'), read("aujourd'hui"), read('1er décembre')],
    ['2026-11-22', '2026-11-21', '2026-11-20', '2026-12-01'],
  )
  // For filters and terms of office, days in the past; today is 20 November 2026.
  const last = (typed: string) => typedDay(typed, BEFORE, 'last')
  assert.deepEqual(
    ['31/10', '1er octobre', '20/11', '21 novembre', '15/1', 'hier', 'avant-hier', '31/10/2027'].map(last),
    [
      '2026-10-31',
      '2026-10-01',
      '2026-11-20',
      '2025-11-21',
      '2026-01-15',
      '2026-11-19',
      '2026-11-18',
      '2027-10-31',
    ],
  )
  assert.deepEqual(
    [
      'lundi prochain',
      'vendredi prochain',
      'next Monday',
      'lundi dernier',
      'dans 3 jours',
      'dans une semaine',
    ].map(read),
    ['2026-11-23', '2026-11-27', '2026-11-23', '2026-11-16', '2026-11-23', '2026-11-27'],
  )
  assert.equal(last('lundi prochain'), '2026-11-23')
  assert.deepEqual(
    ['prochain', 'dernier lundi matin', 'dans quinze jours'].map(read),
    Array(3).fill(undefined),
  )
  assert.deepEqual(
    [read('31/02/2027'), read('15'), read('bientôt'), read('constructor'), read(''), read('13/13')],
    Array(6).fill(undefined),
  )
})

test('a mandate begins on a day, or on the first day of a month', () => {
  const begins = (typed: string) => typedBeginning(typed, BEFORE)
  for (const typed of [
    'juin 2020',
    'Juin 2020',
    'depuis juin 2020',
    'en juin 2020',
    'depuis le mois de juin 2020',
    '06/2020',
    '6.2020',
    'June 2020',
  ])
    assert.deepEqual([typed, begins(typed)], [typed, '2020-06-01'])
  assert.deepEqual(['févr. 2020', 'depuis le 3 juillet 2020', '28/05/2020', '15/1', 'hier'].map(begins), [
    '2020-02-01',
    '2020-07-03',
    '2020-05-28',
    '2026-01-15',
    '2026-11-19',
  ])
  assert.deepEqual(
    ['2020', 'juin', 'jui 2020', 'juin 20', 'juin-juillet 2020', 'fin juin 2020', '13/2020', '0/2020'].map(
      begins,
    ),
    Array(8).fill(undefined),
  )
  // A month is no day where an event or an act has one.
  assert.deepEqual(
    [typedDay('juin 2020', BEFORE), typedDay('juin 2020', BEFORE, 'last')],
    [undefined, undefined],
  )
})

test('a day and its hour are read from one text', () => {
  for (const [typed, day, time] of [
    ['demain midi', '2026-11-21', '12:00'],
    ['lundi prochain à 8 h', '2026-11-23', '08:00'],
    ['15 janvier 18h30', '2027-01-15', '18:30'],
    ['vendredi 27 novembre à 9 heures', '2026-11-27', '09:00'],
    ['15 janvier 2027', '2027-01-15', undefined],
    ['15/01', '2027-01-15', undefined],
    ['demain plus tard', undefined, undefined],
  ] as const) {
    const read = typedMoment(typed, BEFORE)
    assert.deepEqual([typed, read.day, read.time], [typed, day, time])
  }
})

test('an hour is read as people type it; the instant is that of Paris in winter and summer, whatever the clock of the machine', () => {
  const read = ['8 h', '18h30', '18:30', '8', '18\u00a0h\u00a030', '18 heures 30', 'Midi'].map(typedTime)
  assert.deepEqual(read, ['08:00', '18:30', '18:30', '08:00', '18:30', '18:30', '12:00'])
  assert.deepEqual(['25 h', '8 h 61', 'le soir'].map(typedTime), Array(3).fill(undefined))
  assert.equal(instantOf('2027-01-15', '08:00').toISOString(), '2027-01-15T07:00:00.000Z')
  assert.equal(instantOf('2027-07-15', '08:00').toISOString(), '2027-07-15T06:00:00.000Z')
})

test('a day and an hour in one field; a day alone lasts until its end, an hour alone is today', () => {
  const read = (typed: string) => {
    const at = typedEnd(typed, BEFORE)
    return at === null ? null : at?.toISOString().slice(0, 16)
  }
  assert.deepEqual(
    ['demain 18 h', 'demain à 18h30', '24/11 midi', '24 novembre 8 h', 'mardi 18:00', '24/11', '18 h'].map(
      read,
    ),
    [
      '2026-11-21T17:00',
      '2026-11-21T17:30',
      '2026-11-24T11:00',
      '2026-11-24T07:00',
      '2026-11-24T17:00',
      '2026-11-24T23:00',
      '2026-11-20T17:00',
    ],
  )
  assert.deepEqual(['', ' ', 'bientôt', 'demain bientôt'].map(read), [null, null, undefined, undefined])
})
