// Of a release: four hundred generated rhythms.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf } from '../../../../shared/fields/field.ts'
import { FREQUENCES } from '../../../../shared/words/communes.ts'
import fc from '../../../../test/fast-check.ts'
import { nextDates, type Planned } from './schedule.ts'
import { fuseauOf } from './zones.ts'

/** The next dates against a slow and obvious calendar. */

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
  const month = (weeks: number) => isoDay(Date.parse(day) + weeks * 7 * DAY).slice(0, 7)
  const isNth = (nth: number) => month(1 - nth) === month(0) && month(-nth) !== month(0)
  const fits = {
    hebdomadaire: true,
    semaines_paires: [2, 4, 6, 8].includes(week % 10) || week % 10 === 0,
    semaines_impaires: [1, 3, 5, 7, 9].includes(week % 10),
    mensuelle: isNth(1),
    mensuelle_2: isNth(2),
    mensuelle_3: isNth(3),
    mensuelle_4: isNth(4),
    mensuelle_derniere: month(1) !== month(0),
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
    frequence: fc.constantFrom(...namesOf(FREQUENCES)),
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
