import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEVER_OVER } from '../item.ts'
import { readDocument } from '../read-document.ts'

const NOW = new Date('2026-11-20T12:00:00Z') // a Friday

/** What is special | the lines of the event | its first day, and last where it is another | when it is over. */
const TIMES = `
  UTC | DTSTART:20261205T230000Z ¶ DTEND:20261206T010000Z | 2026-12-06 | 2026-12-06T01:00:00Z
  a zone | DTSTART;PARIS:20261205T203000 ¶ DTEND;PARIS:20261205T223000 | 2026-12-05 | 2026-12-05T21:30:00Z
  floating: Paris | DTSTART:20261205T203000 ¶ DTEND:20261205T223000 | 2026-12-05 | 2026-12-05T21:30:00Z
  floating in summer | DTSTART:20270705T203000 ¶ DTEND:20270705T223000 | 2027-07-05 | 2027-07-05T20:30:00Z
  in the night of spring | DTSTART:20270328T023000 ¶ DTEND:20270328T033000 | 2027-03-28 | 2027-03-28T01:30:00Z
  in the night of autumn | DTSTART:20271031T013000 ¶ DTEND:20271031T030000 | 2027-10-31 | 2027-10-31T02:00:00Z
  one day | DTSTART;VALUE=DATE:20261205 | 2026-12-05 | 2026-12-05T23:00:00Z
  a day that does not say so | DTSTART:20261205 | 2026-12-05 | 2026-12-05T23:00:00Z
  days, the last not included | DTSTART;VALUE=DATE:20261205 ¶ DTEND;VALUE=DATE:20261208 | 2026-12-05..2026-12-07 | 2026-12-07T23:00:00Z
  a day that ends on itself | DTSTART;VALUE=DATE:20261205 ¶ DTEND;VALUE=DATE:20261205 | 2026-12-05 | 2026-12-05T23:00:00Z
  days of summer time | DTSTART;VALUE=DATE:20270327 ¶ DTEND;VALUE=DATE:20270329 | 2027-03-27..2027-03-28 | 2027-03-28T22:00:00Z
  until midnight | DTSTART;PARIS:20261205T200000 ¶ DTEND;PARIS:20261206T000000 | 2026-12-05 | 2026-12-05T23:00:00Z
  past midnight | DTSTART;PARIS:20261205T200000 ¶ DTEND;PARIS:20261206T020000 | 2026-12-05..2026-12-06 | 2026-12-06T01:00:00Z
  no end: over with its day | DTSTART;PARIS:20261205T200000 | 2026-12-05 | 2026-12-05T23:00:00Z
  an end before its beginning | DTSTART;PARIS:20261205T200000 ¶ DTEND;PARIS:20261205T100000 | 2026-12-05 | 2026-12-05T23:00:00Z
  hours | DTSTART;PARIS:20261205T200000 ¶ DURATION:PT1H30M | 2026-12-05 | 2026-12-05T20:30:00Z
  a week | DTSTART;VALUE=DATE:20261205 ¶ DURATION:P1W | 2026-12-05..2026-12-11 | 2026-12-11T23:00:00Z
  a day over the change of hours | DTSTART;PARIS:20270327T120000 ¶ DURATION:P1D | 2027-03-27..2027-03-28 | 2027-03-28T10:00:00Z
  a negative duration | DTSTART;VALUE=DATE:20261205 ¶ DURATION:-P3D | 2026-12-05 | 2026-12-05T23:00:00Z
  without seconds, with hyphens | DTSTART:2026-12-05T20:30 ¶ DTEND:20261205T2230 | 2026-12-05 | 2026-12-05T21:30:00Z
  a Windows zone | DTSTART;TZID=W. Europe Standard Time:20270705T203000 ¶ DURATION:PT1H | 2027-07-05 | 2027-07-05T19:30:00Z
  a label of Windows | DTSTART;TZID="(UTC+01:00) Brussels, Copenhagen, Madrid, Paris":20270705T203000 ¶ DURATION:PT1H | 2027-07-05 | 2027-07-05T19:30:00Z
  a label cut short | DTSTART;TZID="Amsterdam, Belgrade, Berlin, Prague":20270705T203000 ¶ DURATION:PT1H | 2027-07-05 | 2027-07-05T19:30:00Z
  a label with GMT | DTSTART;TZID="(GMT-05:00) Eastern Time (US and Canada)":20270705T123000 ¶ DURATION:PT1H | 2027-07-05 | 2027-07-05T17:30:00Z
  a zone behind a path | DTSTART;TZID=/citadel.org/20250101_1/Europe/Paris:20270705T203000 ¶ DURATION:PT1H | 2027-07-05 | 2027-07-05T19:30:00Z
  an offset | DTSTART;TZID=UTC+04:00:20261205T010000 ¶ DURATION:PT1H | 2026-12-05 | 2026-12-04T22:00:00Z
  its own day far away | DTSTART;TZID=Pacific/Noumea:20261205T010000 ¶ DURATION:PT1H | 2026-12-05 | 2026-12-04T15:00:00Z
  a zone that nobody knows | DTSTART;TZID=Mars/Olympus:20261205T203000 ¶ DURATION:PT1H | 2026-12-05 | 2026-12-05T20:30:00Z
  a custom zone without its definition | DTSTART;TZID=tzone://Microsoft/Custom:20261205T203000 ¶ DURATION:PT1H | 2026-12-05 | 2026-12-05T20:30:00Z
  each week, for ever | DTSTART;PARIS:20260103T080000 ¶ DTEND;PARIS:20260103T130000 ¶ RRULE:FREQ=WEEKLY;BYDAY=SA | 2026-11-21 | never
  each week, one being under way | DTSTART;PARIS:20260102T080000 ¶ DURATION:PT8H ¶ RRULE:FREQ=WEEKLY | 2026-11-20 | never
  each week, today’s being over | DTSTART;PARIS:20260102T080000 ¶ DURATION:PT1H ¶ RRULE:FREQ=WEEKLY | 2026-11-27 | never
  today counts all day | DTSTART;VALUE=DATE:20260102 ¶ RRULE:FREQ=WEEKLY | 2026-11-20 | never
  each day since 1990 | DTSTART;PARIS:19900101T200000 ¶ DURATION:PT1H ¶ RRULE:FREQ=DAILY | 2026-11-20 | never
  first Sunday of a month | DTSTART;VALUE=DATE:20260104 ¶ RRULE:FREQ=MONTHLY;BYDAY=1SU | 2026-12-06 | never
  each year | DTSTART;VALUE=DATE:20100714 ¶ RRULE:FREQ=YEARLY | 2027-07-14 | never
  until a day, included | DTSTART;PARIS:20261101T100000 ¶ DURATION:PT1H ¶ RRULE:FREQ=DAILY;UNTIL=20261123 | 2026-11-21 | 2026-11-23T10:00:00Z
  until an instant | DTSTART;PARIS:20261101T100000 ¶ DURATION:PT1H ¶ RRULE:FREQ=DAILY;UNTIL=20261123T085959Z | 2026-11-21 | 2026-11-22T10:00:00Z
  until a floating time | DTSTART;PARIS:20261101T100000 ¶ DURATION:PT1H ¶ RRULE:FREQ=DAILY;UNTIL=20261123T100000 | 2026-11-21 | 2026-11-23T10:00:00Z
  days until midnight in UTC | DTSTART;VALUE=DATE:20261101 ¶ RRULE:FREQ=DAILY;UNTIL=20261122T230000Z | 2026-11-20 | 2026-11-23T23:00:00Z
  so many times, not over | DTSTART;VALUE=DATE:20261116 ¶ RRULE:FREQ=DAILY;COUNT=10 | 2026-11-20 | 2026-11-25T23:00:00Z
  so many times, over | DTSTART;VALUE=DATE:20260105 ¶ RRULE:FREQ=DAILY;COUNT=3 | 2026-01-07 | 2026-01-07T23:00:00Z
  without some | DTSTART;VALUE=DATE:20261116 ¶ RRULE:FREQ=DAILY;COUNT=10 ¶ EXDATE;VALUE=DATE:20261120,20261121 ¶ EXDATE;VALUE=DATE:20261125 | 2026-11-22 | 2026-11-24T23:00:00Z
  without one, said in UTC | DTSTART;PARIS:20261121T100000 ¶ DURATION:PT1H ¶ RRULE:FREQ=DAILY;COUNT=2 ¶ EXDATE:20261121T090000Z | 2026-11-22 | 2026-11-22T10:00:00Z
  without a day | DTSTART;PARIS:20261121T100000 ¶ DURATION:PT1H ¶ RRULE:FREQ=DAILY;COUNT=2 ¶ EXDATE;VALUE=DATE:20261121 | 2026-11-22 | 2026-11-22T10:00:00Z
  and once more | DTSTART;VALUE=DATE:20260105 ¶ RDATE;VALUE=DATE:20261224,20260106 | 2026-12-24 | 2026-12-24T23:00:00Z
  a period more | DTSTART;PARIS:20260105T100000 ¶ DURATION:PT1H ¶ RDATE;PARIS;VALUE=PERIOD:20261224T100000/PT2H | 2026-12-24 | 2026-12-24T10:00:00Z
  every second | DTSTART;PARIS:20200101T100000 ¶ RRULE:FREQ=SECONDLY | 2026-11-20 | never
  a rule that never falls | DTSTART;PARIS:20270101T100000 ¶ DURATION:PT1H ¶ RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30 | 2027-01-01 | 2027-01-01T10:00:00Z
  a rule that is none | DTSTART;PARIS:20270101T100000 ¶ DURATION:PT1H ¶ RRULE:FREQ=SOMETIMES | 2027-01-01 | 2027-01-01T10:00:00Z
  in lower case, with spaces | dtstart;value=date:20260102 ¶ rrule:freq=weekly; byday=FR | 2026-11-20 | never`

const CASES = TIMES.trim()
  .split('\n')
  .map(row => row.split(' | ').map(cell => cell.trim()))

function read(lines: string, what: string) {
  const event = [
    'BEGIN:VEVENT',
    'UID:1',
    'SUMMARY:x',
    ...lines.replaceAll('PARIS', 'TZID=Europe/Paris').split(' ¶ '),
  ]
  const text = ['BEGIN:VCALENDAR', ...event, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')
  const { items, notes } = readDocument({ text, url: 'https://ville.example/a.ics', kind: 'auto' }, NOW)
  assert.equal(items.length, 1, `${what}: ${JSON.stringify(notes)}`)
  return items[0] ?? assert.fail(what)
}

for (const zone of ['UTC', 'Europe/Paris', 'Pacific/Kiritimati', 'America/Los_Angeles'])
  test(`times mean the same on a machine in ${zone}`, t => {
    const before = process.env.TZ
    process.env.TZ = zone
    t.after(() => {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    })
    assert.ok(CASES.length > 40)
    for (const [what = '', lines = '', days = '', over = ''] of CASES) {
      const { date_debut, date_fin, ends_at } = read(lines, what)
      const [first, last = first] = days.split('..')
      const expected = over === 'never' ? NEVER_OVER : new Date(over)
      assert.deepEqual(
        [date_debut, date_fin, ends_at?.toISOString()],
        [first, last, expected.toISOString()],
        what,
      )
    }
  })

/** What is special: the hours of the event, in its own time zone. */
const HOURS: Readonly<Record<string, readonly [begin: string | null, end: string | null]>> = {
  UTC: ['00:00', '02:00'],
  'a zone': ['20:30', '22:30'],
  'floating: Paris': ['20:30', '22:30'],
  'one day': [null, null],
  'days, the last not included': [null, null],
  'until midnight': ['20:00', null],
  'past midnight': ['20:00', '02:00'],
  'no end: over with its day': ['20:00', null],
  'an end before its beginning': ['20:00', null],
  hours: ['20:00', '21:30'],
  'its own day far away': ['01:00', '02:00'],
}

test('an event has the hours of its own time zone; a day has none, and an end at midnight is not said', () => {
  for (const [what, hours] of Object.entries(HOURS)) {
    const [, lines = ''] = CASES.find(([name]) => name === what) ?? assert.fail(what)
    const item = read(lines, what)
    assert.deepEqual([item.heure_debut, item.heure_fin], hours, what)
  }
})

test('a time in UTC has the day of the calendar’s own zone', () => {
  const overseas = [
    ['America/Martinique', '20261206T003000Z', '2026-12-05', '20:30'],
    ['Indian/Reunion', '20261205T213000Z', '2026-12-06', '01:30'],
    ['Pacific/Noumea', '20261205T090000Z', '2026-12-05', '20:00'],
    ['Pacific/Tahiti', '20261206T053000Z', '2026-12-05', '19:30'],
    ['UTC', '20261205T193000Z', '2026-12-05', '20:30'],
  ] as const
  for (const [zone, start, day, hour] of overseas) {
    const event = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:x', `DTSTART:${start}`, 'DURATION:PT30M', 'END:VEVENT']
    const text = ['BEGIN:VCALENDAR', `X-WR-TIMEZONE:${zone}`, ...event, 'END:VCALENDAR'].join('\r\n')
    const [item] = readDocument({ text, url: 'https://ville.example/a.ics', kind: 'auto' }, NOW).items
    assert.deepEqual([item?.date_debut, item?.date_fin, item?.heure_debut], [day, day, hour], zone)
  }
})
