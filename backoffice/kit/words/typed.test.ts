/** Days, hours and ends as people type them in town halls: each text is understood as it is meant, or refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exceptionsIn } from '../commune/exceptions.ts'
import { readWhen, spread } from '../forms/event-time.ts'
import { endInWords } from './format.ts'
import { typedDay, typedEnd, typedHours, typedMoment } from './typed-date.ts'
import { typedDays, typedRanges } from './typed-days.ts'

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

test('ends', () =>
  equal(
    typed => {
      const end = typedEnd(typed, NOW)
      return end ? endInWords(end, NOW).replaceAll(/\s/g, ' ') : end
    },
    [
      ['ce soir 20h', 'aujourd’hui à 20 h'],
      ['ce soir à 20 h 30', 'aujourd’hui à 20 h 30'],
      ['20h ce soir', 'aujourd’hui à 20 h'],
      ['ce soir', 'aujourd’hui à minuit'],
      ['demain', 'demain à minuit'],
      ['jusqu’à demain', 'demain à minuit'],
      ['jusqu’à demain 18h', 'demain à 18 h'],
      ['demain minuit', 'demain à minuit'],
      ['demain midi', 'demain à 12 h'],
      ['minuit', 'aujourd’hui à minuit'],
      ['dans 3 jours', 'le 30 novembre à minuit'],
      ['dans 2 heures', 'aujourd’hui à 14 h'],
      ['dans une demi-heure', 'aujourd’hui à 12 h 30'],
      ['jusqu’au 30', 'le 30 novembre à minuit'],
      ['jusqu’au lundi 30', 'le 30 novembre à minuit'],
      ['jusqu’au 30 à 18h', 'le 30 novembre à 18 h'],
      ['jusqu’au 30 novembre', 'le 30 novembre à minuit'],
      ['dimanche 18h', 'le 29 novembre à 18 h'],
      ['demain matin', undefined],
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
    typedHours,
  ]
  for (const piece of [' ', 'a ', 'tous les mardis ', ', ', 'jusqu’au ', '- ', 'le 1 ', '25/12 '])
    for (const text of [`tous les ${piece.repeat(40_000)}x`, `1/1${piece.repeat(40_000)}x`])
      for (const read of readers) assert.ok(!read(text), text.slice(0, 40))
})

test('one text fills several fields of an event, where the others are empty', () => {
  const none = { date_debut: '', heure_debut: '', date_fin: '', heure_fin: '', dates: '' }
  const filled = (typed: Partial<typeof none>) => spread({ ...none, ...typed }, NOW)
  assert.deepEqual(filled({ date_debut: 'du 12 au 14 décembre' }), {
    date_debut: '12/12/2026',
    date_fin: '14/12/2026',
  })
  assert.deepEqual(filled({ date_debut: 'du 12 au 14 décembre', date_fin: '13/12' }), {})
  assert.deepEqual(filled({ date_debut: 'tous les mardis jusqu’au 15/12', dates: '1/3\n' }), {
    date_debut: '01/12/2026',
    dates: '1/3\n08/12/2026\n15/12/2026\n',
  })
  assert.deepEqual(filled({ date_debut: '12/12', heure_debut: '20h' }), {})
  assert.deepEqual(filled({ heure_debut: '14h-17h', heure_fin: '18h' }), {})
  const hours = filled({ heure_debut: 'de 14h à 17h' })
  assert.deepEqual([hours.heure_debut, hours.heure_fin], ['14\u00a0h', '17\u00a0h'])

  const { when, errors } = readWhen(
    { ...none, date_debut: 'tous les mardis jusqu’au 15/12', heure_debut: '14-17h' },
    NOW,
  )
  assert.deepEqual(errors, {})
  assert.deepEqual(when, {
    date_debut: '2026-12-01',
    heure_debut: '14:00',
    date_fin: null,
    heure_fin: '17:00',
    dates: ['2026-12-08', '2026-12-15'],
  })
  const further = readWhen({ ...none, date_debut: '1/12', dates: 'tous les mardis jusqu’au 15/12' }, NOW)
  assert.deepEqual([further.when.dates, further.errors], [['2026-12-08', '2026-12-15'], {}])
  assert.match(
    readWhen({ ...none, date_debut: 'tous les mardis' }, NOW).errors.date_debut ?? '',
    /jusqu’à quand/,
  )
})
