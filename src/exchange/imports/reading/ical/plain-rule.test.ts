import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { calendar, event, only, read } from '../../../../../test/fixtures/calendars.ts'
import { plainRule } from './plain-rule.ts'
import { Steps } from './steps.ts'

const RULES = [
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3;COUNT=40',
  'FREQ=DAILY;BYDAY=SA,SU;BYMONTH=1,12',
  'FREQ=DAILY;BYMONTHDAY=1,-1',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,SU',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU',
  'FREQ=WEEKLY;BYDAY=TU;BYMONTH=3;COUNT=9',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=-1;UNTIL=20280101T000000Z',
  'FREQ=MONTHLY',
  'FREQ=MONTHLY;BYDAY=1SU',
  'FREQ=MONTHLY;BYDAY=-1FR,2TU',
  'FREQ=MONTHLY;BYDAY=5MO',
  'FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31,-1',
  'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=6',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=MONTHLY;BYMONTH=5,9;BYDAY=SA',
  'FREQ=YEARLY',
  'FREQ=YEARLY;INTERVAL=2;COUNT=7',
  'FREQ=YEARLY;BYMONTH=9;BYDAY=3SA',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=YEARLY;BYMONTH=7,12;UNTIL=20311231T235959Z',
  'FREQ=YEARLY;BYMONTHDAY=14',
]
const STARTS = ['2019-12-31T20:30:00', '2024-02-29T10:00:00', '2026-01-05T00:00:00']
const ASKED = ['2018-01-01T00:00:00', '2026-11-20T12:00:00', '2026-11-20T20:30:00', '2029-06-30T23:59:59']

test('plain rules have the dates that the library finds', () => {
  const at = (text: string) => Temporal.PlainDateTime.from(text)
  for (const rule of RULES)
    for (const start of STARTS) {
      const mine = plainRule(rule, at(start), new Steps()) ?? assert.fail(rule)
      const dtstart = at(start).toZonedDateTime('UTC')
      const library = new RRuleTemporal({ rruleString: `RRULE:${rule}`, dtstart, temporal: Temporal })
      for (const asked of ASKED) {
        const there = at(asked).toZonedDateTime('UTC')
        const what = `${rule} from ${start}, ${asked}`
        for (const inclusive of [true, false])
          assert.equal(
            mine.after(at(asked), inclusive)?.toString(),
            library.next(there, inclusive)?.toPlainDateTime().toString(),
            what,
          )
        const end = at(asked).add({ years: 1 })
        assert.deepEqual(
          mine.between(at(asked), end),
          library
            .between(there, end.toZonedDateTime('UTC'))
            .map(each => each.toPlainDateTime().toString({ smallestUnit: 'second' })),
          what,
        )
      }
      const far = at('2045-01-01T00:00:00')
      if (mine.ends)
        assert.equal(
          mine.before(far, true)?.toString(),
          library.previous(far.toZonedDateTime('UTC'), true)?.toPlainDateTime().toString(),
          rule,
        )
    }
})

test('a rule of hours, of weeks of the year, or with an hour is not plain', () => {
  for (const rule of [
    'FREQ=HOURLY',
    'FREQ=YEARLY;BYWEEKNO=20',
    'FREQ=DAILY;BYHOUR=10',
    'FREQ=WEEKLY;BYDAY=XX',
  ])
    assert.equal(plainRule(rule, Temporal.PlainDateTime.from(STARTS[0] ?? ''), new Steps()), undefined, rule)
})

test('two thousand series are all read, the same at each reading', () => {
  const rules = ['FREQ=WEEKLY', 'FREQ=YEARLY', 'FREQ=MONTHLY;BYDAY=1SU', 'FREQ=DAILY;COUNT=5000']
  const all = Array.from({ length: 2000 }, (_, at) =>
    event(`UID:${at}`, `SUMMARY:${at}`, 'DTSTART;VALUE=DATE:20200114', `RRULE:${rules[at % rules.length]}`),
  )
  const first = read(calendar(...all))
  assert.equal(first.items.length, 2000)
  assert.deepEqual(first.notes, [])
  assert.ok(first.items.every(({ date_debut }) => date_debut !== null && date_debut >= '2026-11-20'))
  assert.deepEqual(read(calendar(...all)), first)
})

test('an end in the year 9999 is none to wait for', () => {
  const series = (until: string) =>
    only(calendar(event('UID:1', 'SUMMARY:x', 'DTSTART:20260102T200000', `RRULE:FREQ=WEEKLY;UNTIL=${until}`)))
  for (const until of ['99991231T235959Z', '99991231', '22001231T235959Z'])
    assert.deepEqual([series(until).date_debut, series(until).dates[0]], ['2026-11-20', '2026-11-27'], until)
})
