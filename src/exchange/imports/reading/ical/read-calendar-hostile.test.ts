// A process of its own: what it asks takes the whole of the event loop.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendar, event, only, PARIS, read } from '../../../../../test/fixtures/calendars.ts'
import { firstNote, inEnglish } from '../../../../../test/imports/notes.ts'

test('broken calendars: each event that can be read is read', () => {
  const titles = (text: string) => read(text).items.map(({ title }) => title)
  const good = event('UID:1', 'SUMMARY:Un', 'DTSTART:20270101')
  const cases: [string, string, string[]][] = [
    ['no end', `BEGIN:VCALENDAR\n${good}\nBEGIN:VEVENT\nUID:2\nSUMMARY:Deux\nDTSTART:20270102`, ['Un']],
    [
      'an END missing',
      calendar('BEGIN:VEVENT\r\nUID:2\r\nSUMMARY:Deux\r\nDTSTART:20270102', good),
      ['Un', 'Deux'],
    ],
    [
      'an alarm without end',
      calendar(event('UID:2', 'DTSTART:20270102', 'SUMMARY:Deux', 'BEGIN:VALARM', 'TRIGGER:x'), good),
      ['Un', 'Deux'],
    ],
    [
      'lines that are none',
      calendar(event('UID:1', 'n’importe quoi', ':::', 'SUMMARY:Un', 'DTSTART:20270101', '=;')),
      ['Un'],
    ],
    [
      'a doubled beginning',
      calendar(event('UID:1', 'SUMMARY:Un', 'DTSTART:20270101', 'DTSTART:20270102')),
      ['Un'],
    ],
    ['single line ends', calendar(good).replaceAll('\r\n', '\n'), ['Un']],
    ['old line ends', calendar(good).replaceAll('\r\n', '\r'), ['Un']],
    ['a mark and blank lines before', `\ufeff\n\n${calendar(good)}`, ['Un']],
    ['no calendar around', good, ['Un']],
    [
      'two calendars',
      calendar(good) + calendar(event('UID:2', 'SUMMARY:Deux', 'DTSTART:20270102')),
      ['Un', 'Deux'],
    ],
    [
      'quotes that are not closed',
      calendar(
        event('UID:1', 'SUMMARY;LANGUAGE="fr:Un', 'DTSTART:20270101'),
        event('UID:2', 'SUMMARY:Deux', 'DTSTART:20270102'),
      ),
      ['', 'Deux'],
    ],
  ]
  for (const [what, text, expected] of cases)
    assert.deepEqual(
      titles(text).map(title => title ?? ''),
      expected,
      what,
    )
  const unfolded = only(
    calendar(
      event(
        'UID:1',
        'DTSTART:20270101',
        'SUMMARY:Un',
        'DESCRIPTION:Première ligne',
        'Rendez-vous: 10 h',
        'URL:https://ville.example/',
      ),
    ),
  )
  assert.deepEqual(
    [unfolded.body, unfolded.source_url],
    ['Première ligne\nRendez-vous: 10 h', 'https://ville.example/'],
  )
})

test('a hundred thousand events: the nearest ones are read', () => {
  const day = (at: number) =>
    new Date(Date.UTC(2026, 10, 20) + (at - 50_000) * 86_400_000)
      .toISOString()
      .slice(0, 10)
      .replaceAll('-', '')
  const many = Array.from(
    { length: 100_000 },
    (_, at) => `BEGIN:VEVENT\nUID:${at}\nSUMMARY:x\nDTSTART:${day(at)}\nEND:VEVENT`,
  )
  const reading = read(`BEGIN:VCALENDAR\n${many.join('\n')}\nEND:VCALENDAR`)
  assert.equal(reading.items.length, 2000)
  assert.equal(reading.items[0]?.date_debut, '2026-11-20')
  assert.equal(reading.items[1999]?.date_debut, '2032-05-11')
  assert.match(reading.notes.map(inEnglish).join(), /has 100000 events/)
})

test('rules made to cost: the calendar ends all the same, and each event is there', () => {
  const hostile = [
    'FREQ=DAILY;COUNT=1000000000',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;INTERVAL=1000000',
    'FREQ=SECONDLY;COUNT=1000000000',
    'FREQ=MINUTELY;BYSETPOS=-1;BYHOUR=1',
    `FREQ=DAILY;BYHOUR=${[...Array(24).keys()]};BYMINUTE=${[...Array(60).keys()]};BYSECOND=${[...Array(60).keys()]}`,
    `FREQ=YEARLY;BYYEARDAY=${Array.from({ length: 366 }, (_, at) => at + 1)};BYHOUR=${[...Array(24).keys()]}`,
  ]
  const events = Array.from({ length: 800 }, (_, at) =>
    event(
      `UID:${at}`,
      'SUMMARY:x',
      `DTSTART;${PARIS}:20200101T100000`,
      'DURATION:PT1H',
      `RRULE:${hostile[at % hostile.length]}`,
    ),
  )
  const excluded = event(
    'UID:x',
    'SUMMARY:x',
    'DTSTART;VALUE=DATE:20261120',
    'RRULE:FREQ=DAILY',
    `EXDATE;VALUE=DATE:${Array.from({ length: 5000 }, (_, at) => new Date(Date.UTC(2026, 10, 20) + at * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''))}`,
  )
  assert.equal(read(calendar(...events, excluded)).items.length, 801)
})

test('a line of two million signs costs itself alone', () => {
  for (const sign of [';a=b', ';a=b,c', ';a="b","c"', ';a="', ';a=,', ',', ';"']) {
    const line = `X${sign.repeat(2_000_000 / sign.length)}:x`
    assert.equal(only(calendar(event('UID:1', 'DTSTART:20270101', line, 'SUMMARY:Un'))).title, 'Un', sign)
  }
})

test('a zone defined with offsets that no place has is noted', () => {
  const observance = (kind: string, to: string) =>
    [
      `BEGIN:${kind}`,
      'DTSTART:20070101T020000',
      'TZOFFSETFROM:-0307',
      `TZOFFSETTO:${to}`,
      `END:${kind}`,
    ].join('\r\n')
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Ailleurs',
    observance('STANDARD', '-0307'),
    observance('DAYLIGHT', '-0207'),
  ]
  const reading = read(
    calendar(
      [...zone, 'END:VTIMEZONE'].join('\r\n'),
      event('UID:1', 'SUMMARY:x', 'DTSTART;TZID=Ailleurs:20270101T100000', 'RRULE:FREQ=WEEKLY;BYDAY=XX'),
    ),
  )
  assert.equal(reading.items.length, 1)
  assert.match(firstNote(reading), /time zone "Ailleurs" is unknown: its times are read as those of Paris/)
})

test('zones that a calendar defines, names for all of it, or defines and forgets to name', () => {
  const observance = (kind: string, from: string, to: string, rule: string) =>
    [
      `BEGIN:${kind}`,
      'DTSTART:16010101T020000',
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      rule,
      `END:${kind}`,
    ].join('\r\n')
  const zone = (name: string, summer = '-0400') =>
    [
      'BEGIN:VTIMEZONE',
      `TZID:${name}`,
      observance('STANDARD', '-0400', '-0500', 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11'),
      observance('DAYLIGHT', '-0500', summer, 'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3'),
      'END:VTIMEZONE',
    ].join('\r\n')
  const over = (...parts: string[]) => only(calendar(...parts)).ends_at?.toISOString()
  const at = (start: string) => event('UID:1', 'SUMMARY:x', start, 'DURATION:PT1H')
  for (const name of ['Customized Time Zone', 'Chez nous', 'tzone://Microsoft/Custom', 'Zone 1'])
    assert.equal(
      over(zone(name), at(`DTSTART;TZID="${name}":20270705T120000`)),
      '2027-07-05T17:00:00.000Z',
      name,
    )
  assert.equal(over(zone('Chez nous', '-0500'), at('DTSTART:20270705T120000')), '2027-07-05T18:00:00.000Z')
  assert.equal(over(zone('Chez nous'), at('DTSTART:20270105T120000')), '2027-01-05T18:00:00.000Z')
  assert.equal(
    over('X-WR-TIMEZONE:Indian/Reunion', at('DTSTART:20270105T120000')),
    '2027-01-05T09:00:00.000Z',
  )
  assert.equal(over('X-WR-TIMEZONE:Nulle/Part', at('DTSTART:20270105T120000')), '2027-01-05T12:00:00.000Z')
})
