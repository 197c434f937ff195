import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextDates, type Planned } from './schedule.ts'
import { fuseauOf } from './zones.ts'

const PARIS = 'Europe/Paris'
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

////////////////////////////////////////////////////////////////////////////// against a slow and obvious calendar

const DAY = 86_400_000
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Monday is 1. */
const weekday = (day: string) => new Date(day).getUTCDay() || 7

/** The ISO week is that of its Thursday, counted in Thursdays since the year began. */
function isoWeek(day: string): number {
  const thursday = Date.parse(day) + (4 - weekday(day)) * DAY
  let weeks = 0
  for (let at = thursday; isoDay(at).slice(0, 4) === isoDay(thursday).slice(0, 4); at -= 7 * DAY) weeks++
  return weeks
}

function isPlanned({ jours, frequence }: Planned, day: string): boolean {
  if (!jours.includes(weekday(day))) return false
  const week = isoWeek(day)
  const isFirstOfMonth = isoDay(Date.parse(day) - 7 * DAY).slice(0, 7) !== day.slice(0, 7)
  const fits = {
    hebdomadaire: true,
    semaines_paires: [2, 4, 6, 8].includes(week % 10) || week % 10 === 0,
    semaines_impaires: [1, 3, 5, 7, 9].includes(week % 10),
    mensuelle: isFirstOfMonth,
    sur_rendez_vous: false,
  }
  return fits[frequence]
}

const clocks = new Map<string, Intl.DateTimeFormat>()
function wall(at: number, zone: string): { day: string; time: string } {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    })
  clocks.set(zone, clock)
  const [day = '', time = ''] = clock.format(at).split(' ')
  return { day, time }
}

const QUARTER = 15 * 60_000

function slowly(planned: Planned, now: number, zone: string): string[] {
  const { day: today } = wall(now, zone)
  let begun = false
  for (let at = now; planned.heure_debut !== null && wall(at, zone).day === today; at -= QUARTER)
    if (wall(at, zone).time >= planned.heure_debut) begun = true
  const dates = new Set<string>()
  for (let at = Date.parse(today) - 60 * DAY; at < Date.parse(today) + 500 * DAY; at += DAY) {
    const day = isoDay(at)
    if (!isPlanned(planned, day)) continue
    const exception = planned.exceptions.find(({ date }) => date === day)
    const on = exception ? exception.report_le : day
    if (on !== null) dates.add(on)
  }
  return [...dates]
    .filter(day => (begun ? day > today : day >= today))
    .sort()
    .slice(0, 3)
}

/** Around New Year of years with 52 and 53 weeks, both nights when clocks are set, and any day. */
const moments = fc.oneof(
  ...['2026-12-28', '2027-01-03', '2020-12-31', '2028-02-28', '2026-03-29', '2026-10-25', '2030-06-15'].map(
    day => fc.integer({ min: -300, max: 300 }).map(quarters => Date.parse(day) + quarters * QUARTER),
  ),
)
const zones = fc.constantFrom(
  ...['75', '974', '971', '973', '975', '987', '988', '986', '976'].map(departement =>
    fuseauOf({ departement, code_insee: null }),
  ),
)
const plans = (now: number) =>
  fc.record({
    jours: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }),
    frequence: fc.constantFrom(
      'hebdomadaire',
      'semaines_paires',
      'semaines_impaires',
      'mensuelle',
      'sur_rendez_vous',
    ),
    heure_debut: fc.option(
      fc
        .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45'))
        .map(([hour, minute]) => `${`${hour}`.padStart(2, '0')}:${minute}`),
    ),
    exceptions: fc.uniqueArray(
      fc.record({
        date: fc.integer({ min: -30, max: 90 }).map(days => isoDay(now + days * DAY)),
        report_le: fc.option(fc.integer({ min: -20, max: 60 }).map(days => isoDay(now + days * DAY))),
      }),
      { maxLength: 12, selector: ({ date }) => date },
    ),
  })

test('the next dates are those of a slow and obvious calendar', () => {
  fc.assert(
    fc.property(
      moments.chain(now => fc.tuple(fc.constant(now), plans(now), zones)),
      ([now, planned, zone]) => {
        assert.deepEqual(nextDates(planned, new Date(now), zone), slowly(planned, now, zone))
      },
    ),
    { numRuns: 400 },
  )
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
