import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendar, event, only, PARIS, read } from '../../../../test/fixtures/calendars.ts'
import { daysAndHours, followsOn, type Occurrence } from './further-days.ts'
import { Notes } from './notes.ts'

const evening = (first_day: string, more: Partial<Occurrence> = {}): Occurrence => ({
  first_day,
  last_day: first_day,
  first_hour: '20:30',
  last_hour: null,
  ...more,
})
const known = (date_debut: string, dates: string[] = [], date_fin: string | null = date_debut) => ({
  date_debut,
  date_fin,
  heure_fin: null,
  dates,
})

test('further days are in order, distinct, after the shown ones, within a year, and sixty at most', () => {
  const days = (shown: Occurrence, later: Occurrence[]) => daysAndHours(shown, later, new Notes(), 'a').dates
  const later = ['2027-03-01', '2027-01-08', '2027-01-08', '2028-01-02'].map(day => evening(day))
  assert.deepEqual(days(evening('2027-01-01'), later), ['2027-01-08', '2027-03-01'])
  const daily = Array.from({ length: 90 }, (_, at) =>
    evening(new Date(Date.UTC(2027, 0, 2 + at)).toISOString().slice(0, 10)),
  )
  assert.deepEqual(
    [days(evening('2027-01-01'), daily).length, days(evening('2027-01-01'), daily).at(-1)],
    [60, '2027-03-02'],
  )
  // A fair of two days; a night, which is no second day.
  const fair = { first_hour: null, last_hour: null }
  assert.deepEqual(
    days(evening('2027-01-02', { ...fair, last_day: '2027-01-03' }), [
      evening('2027-02-06', { ...fair, last_day: '2027-02-07' }),
    ]),
    ['2027-02-06', '2027-02-07'],
  )
  assert.deepEqual(
    days(evening('2027-01-01'), [evening('2027-01-08', { last_day: '2027-01-09', last_hour: '02:00' })]),
    ['2027-01-08'],
  )
})

test('hours that differ from day to day are none, and that is told', () => {
  const notes = new Notes()
  const { heure_debut, dates } = daysAndHours(
    evening('2027-01-01'),
    [evening('2027-01-08', { first_hour: '18:00' })],
    notes,
    'a',
  )
  assert.deepEqual([heure_debut, dates, notes.all[0]?.code], [null, ['2027-01-08'], 'hours_differ'])
})

test('a day that has passed changes nothing, another day does, and a long series goes on before it ends', () => {
  const weeks = (from: string, n: number) =>
    Array.from({ length: n }, (_, at) =>
      new Date(Date.parse(from) + (at + 1) * 7 * 86_400_000).toISOString().slice(0, 10),
    )
  const january = known('2027-01-01', ['2027-01-08', '2027-01-15', '2027-01-22'])
  for (const [read, expected] of [
    [january, 'same'],
    [known('2027-01-08', ['2027-01-15', '2027-01-22']), 'same'],
    [known('2027-01-22'), 'same'],
    [known('2027-01-08', ['2027-01-22']), undefined],
    [known('2027-01-08', ['2027-01-15', '2027-01-22', '2027-01-29']), undefined],
    [known('2027-01-29'), undefined],
    [{ ...january, date_debut: null }, undefined],
  ] as const)
    assert.equal(followsOn(january, read), expected, JSON.stringify(read))
  const year = known('2027-01-01', weeks('2027-01-01', 52))
  assert.equal(followsOn(year, known('2027-02-05', weeks('2027-02-05', 52))), 'same')
  assert.equal(followsOn(year, known('2027-09-03', weeks('2027-09-03', 52))), 'longer')
  assert.equal(followsOn(year, known('2027-09-03', weeks('2027-09-03', 10))), undefined)
  // An exhibition that is closed on Mondays, from one week to the next.
  const [week, next] = [
    ['2027-01-05', '2027-01-10'],
    ['2027-01-12', '2027-01-17'],
  ] as const
  const opened = known(
    week[0],
    ['2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15', '2027-01-16', '2027-01-17'],
    week[1],
  )
  assert.equal(followsOn(opened, known(next[0], [], next[1])), 'same')
})

test('a calendar: rules, dates, exceptions and moved ones are the further days of its series', () => {
  const series = (...lines: string[]) =>
    only(
      calendar(
        event('UID:s', 'SUMMARY:Atelier', `DTSTART;${PARIS}:20261106T203000`, 'DURATION:PT2H', ...lines),
      ),
    )
  const said = (...lines: string[]) => {
    const { date_debut, heure_debut, dates } = series(...lines)
    return [date_debut, heure_debut, ...dates]
  }
  assert.deepEqual(said('RRULE:FREQ=WEEKLY;COUNT=5', `EXDATE;${PARIS}:20261127T203000`), [
    '2026-11-20',
    '20:30',
    '2026-12-04',
  ])
  assert.deepEqual(said('RRULE:FREQ=WEEKLY;UNTIL=20261211T230000Z'), [
    '2026-11-20',
    '20:30',
    '2026-11-27',
    '2026-12-04',
    '2026-12-11',
  ])
  assert.deepEqual(said(`RDATE;${PARIS}:20270108T203000,20261218T203000`), [
    '2026-12-18',
    '20:30',
    '2027-01-08',
  ])
  // Across the change of clocks it is the same hour.
  const monthly = said('RRULE:FREQ=MONTHLY;BYDAY=1FR')
  assert.deepEqual([monthly.length, monthly[1], monthly.at(-1)], [14, '20:30', '2027-12-03'])
  assert.equal(series('RRULE:FREQ=DAILY').dates.length, 60)
  assert.deepEqual(series('RRULE:FREQ=HOURLY').dates.slice(0, 2), ['2026-11-21', '2026-11-22'])
  assert.deepEqual(series('RRULE:FREQ=YEARLY').dates, [])
  const moved = read(
    calendar(
      event(
        'UID:s',
        'SUMMARY:x',
        `DTSTART;${PARIS}:20261127T203000`,
        'DURATION:PT2H',
        'RRULE:FREQ=WEEKLY;COUNT=3',
      ),
      event(
        'UID:s',
        `RECURRENCE-ID;${PARIS}:20261204T203000`,
        `DTSTART;${PARIS}:20261205T203000`,
        'DURATION:PT2H',
      ),
    ),
  ).items[0]
  assert.deepEqual(moved?.dates, ['2026-12-05', '2026-12-11'])
})
