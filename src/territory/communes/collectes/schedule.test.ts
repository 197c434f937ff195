import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextDates, type Planned } from './schedule.ts'
import { fuseauOf } from './zones.ts'

const PARIS = 'Europe/Paris'
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const collecte = (fields: Partial<Planned> = {}): Planned => ({
  jours: [1],
  frequence: 'hebdomadaire',
  heure_debut: null,
  exceptions: [],
  ...fields,
})

type Case = readonly [
  name: string,
  fields: Partial<Planned>,
  now: string,
  zone: string,
  dates: readonly string[],
]
const CASES: readonly Case[] = [
  [
    'today counts without an hour, all day',
    {},
    '2026-11-23T22:59:00Z',
    PARIS,
    ['2026-11-23', '2026-11-30', '2026-12-07'],
  ],
  [
    'and no longer at midnight',
    {},
    '2026-11-23T23:00:00Z',
    PARIS,
    ['2026-11-30', '2026-12-07', '2026-12-14'],
  ],
  [
    'today counts until it has begun',
    { heure_debut: '06:00' },
    '2026-11-23T04:59:59Z',
    PARIS,
    ['2026-11-23', '2026-11-30', '2026-12-07'],
  ],
  [
    'and not from then on',
    { heure_debut: '06:00' },
    '2026-11-23T05:00:00Z',
    PARIS,
    ['2026-11-30', '2026-12-07', '2026-12-14'],
  ],
  [
    'two days a week',
    { jours: [1, 4] },
    '2026-11-24T10:00:00Z',
    PARIS,
    ['2026-11-26', '2026-11-30', '2026-12-03'],
  ],
  [
    'even weeks over a year of 53: two odd ones in a row',
    { frequence: 'semaines_paires' },
    '2026-12-15T10:00:00Z',
    PARIS,
    ['2026-12-21', '2027-01-11', '2027-01-25'],
  ],
  [
    'odd weeks over a year of 53',
    { frequence: 'semaines_impaires' },
    '2026-12-15T10:00:00Z',
    PARIS,
    ['2026-12-28', '2027-01-04', '2027-01-18'],
  ],
  [
    'the week of New Year’s Day is the old year’s',
    { jours: [5], frequence: 'semaines_impaires' },
    '2026-12-26T10:00:00Z',
    PARIS,
    ['2027-01-01', '2027-01-08', '2027-01-22'],
  ],
  [
    'the first Wednesday of the month',
    { jours: [3], frequence: 'mensuelle' },
    '2026-12-02T23:30:00Z',
    PARIS,
    ['2027-01-06', '2027-02-03', '2027-03-03'],
  ],
  [
    'the second Wednesday of the month',
    { jours: [3], frequence: 'mensuelle_2' },
    '2026-12-02T23:30:00Z',
    PARIS,
    ['2026-12-09', '2027-01-13', '2027-02-10'],
  ],
  [
    'the last Monday of the month',
    { jours: [1], frequence: 'mensuelle_derniere' },
    '2026-12-02T23:30:00Z',
    PARIS,
    ['2026-12-28', '2027-01-25', '2027-02-22'],
  ],
  ['none by appointment', { frequence: 'sur_rendez_vous' }, '2026-12-02T10:00:00Z', PARIS, []],
  [
    'a day is cancelled',
    { exceptions: [{ date: '2026-11-30', report_le: null }] },
    '2026-11-24T10:00:00Z',
    PARIS,
    ['2026-12-07', '2026-12-14', '2026-12-21'],
  ],
  [
    'a day is moved',
    { exceptions: [{ date: '2026-11-30', report_le: '2026-12-01' }] },
    '2026-11-24T10:00:00Z',
    PARIS,
    ['2026-12-01', '2026-12-07', '2026-12-14'],
  ],
  [
    'the day it moved to is to come, its own is past',
    { exceptions: [{ date: '2026-11-23', report_le: '2026-11-25' }] },
    '2026-11-24T10:00:00Z',
    PARIS,
    ['2026-11-25', '2026-11-30', '2026-12-07'],
  ],
  [
    'a day moved onto another one is one day',
    { exceptions: [{ date: '2026-11-30', report_le: '2026-12-07' }] },
    '2026-11-24T10:00:00Z',
    PARIS,
    ['2026-12-07', '2026-12-14', '2026-12-21'],
  ],
  [
    'what was not planned cannot be moved',
    { exceptions: [{ date: '2026-12-01', report_le: '2026-12-02' }] },
    '2026-11-24T10:00:00Z',
    PARIS,
    ['2026-11-30', '2026-12-07', '2026-12-14'],
  ],
  [
    'a Monday in Nouméa is still Sunday in Paris',
    {},
    '2026-11-22T14:00:00Z',
    'Pacific/Noumea',
    ['2026-11-23', '2026-11-30', '2026-12-07'],
  ],
  [
    'a Monday in Paris is still Sunday in Tahiti',
    {},
    '2026-11-23T09:00:00Z',
    'Pacific/Tahiti',
    ['2026-11-23', '2026-11-30', '2026-12-07'],
  ],
  [
    'and the other way round',
    {},
    '2026-11-24T09:00:00Z',
    'Pacific/Tahiti',
    ['2026-11-23', '2026-11-30', '2026-12-07'],
  ],
  [
    'spring: the hour that does not exist has begun when it would have',
    { jours: [7], heure_debut: '02:30' },
    '2026-03-29T01:00:00Z',
    PARIS,
    ['2026-04-05', '2026-04-12', '2026-04-19'],
  ],
  [
    'spring: and not a minute before',
    { jours: [7], heure_debut: '02:30' },
    '2026-03-29T00:59:00Z',
    PARIS,
    ['2026-03-29', '2026-04-05', '2026-04-12'],
  ],
  [
    'autumn: the hour that comes twice begins once',
    { jours: [7], heure_debut: '02:30' },
    '2026-10-25T01:10:00Z',
    PARIS,
    ['2026-11-01', '2026-11-08', '2026-11-15'],
  ],
  [
    'autumn: before its first half past two',
    { jours: [7], heure_debut: '02:30' },
    '2026-10-25T00:29:00Z',
    PARIS,
    ['2026-10-25', '2026-11-01', '2026-11-08'],
  ],
]

for (const [name, fields, now, zone, dates] of CASES)
  test(name, () => assert.deepEqual(nextDates(collecte(fields), new Date(now), zone), dates))

test('a hundred cancelled months in a row still have a next one', () => {
  const exceptions = Array.from({ length: 100 }, (_, ahead) => {
    const first = new Date(Date.UTC(2027, ahead, 1))
    const monday = 1 + ((8 - first.getUTCDay()) % 7)
    return { date: isoDay(Date.UTC(2027, ahead, monday)), report_le: null }
  })
  const dates = nextDates(
    collecte({ frequence: 'mensuelle', exceptions }),
    new Date('2026-12-31T12:00:00Z'),
    PARIS,
  )
  assert.deepEqual(dates, ['2035-05-07', '2035-06-04', '2035-07-02'])
})

test('each departement has its own clock, and some archipelagos theirs', () => {
  const zone = (departement: string | null, code_insee: string | null = null) =>
    fuseauOf({ departement, code_insee })
  assert.deepEqual(
    ['75', '2A', null, '971', '972', '973', '974', '975', '976', '977', '978', '986', '987', '988'].map(one =>
      zone(one),
    ),
    [
      PARIS,
      PARIS,
      PARIS,
      'America/Guadeloupe',
      'America/Martinique',
      'America/Cayenne',
      'Indian/Reunion',
      'America/Miquelon',
      'Indian/Mayotte',
      'America/St_Barthelemy',
      'America/Marigot',
      'Pacific/Wallis',
      'Pacific/Tahiti',
      'Pacific/Noumea',
    ],
  )
  assert.equal(zone('987', '98731'), 'Pacific/Marquesas')
  for (const [departement, code] of [
    ['984', '98414'],
    ['984', '98412'],
    ['984', '98415'],
    ['989', '98901'],
    ['987', '98719'],
  ])
    assert.doesNotThrow(() => nextDates(collecte(), new Date(), zone(departement ?? '', code)), code)
})
