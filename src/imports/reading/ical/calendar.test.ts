import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEVER_OVER } from '../item.ts'
import { readDocument } from '../read-document.ts'

const NOW = new Date('2026-11-20T12:00:00Z') // a Friday

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR', ''].join('\r\n')
const read = (text: string, now = NOW) =>
  readDocument({ text, url: 'https://ville.example/a.ics', kind: 'auto' }, now)

function only(text: string, now = NOW) {
  const { items, notes } = read(text, now)
  assert.equal(items.length, 1, JSON.stringify(notes))
  assert.ok(items[0])
  return items[0]
}

const PARIS = 'TZID=Europe/Paris'

/** What stands in the event, and first day, last day, when it is over. */
const TIMES: readonly (readonly [string, readonly string[], string, string, string | null])[] = [
  [
    'UTC',
    ['DTSTART:20261205T230000Z', 'DTEND:20261206T010000Z'],
    '2026-12-06',
    '2026-12-06',
    '2026-12-06T01:00:00Z',
  ],
  [
    'a zone',
    [`DTSTART;${PARIS}:20261205T203000`, `DTEND;${PARIS}:20261205T223000`],
    '2026-12-05',
    '2026-12-05',
    '2026-12-05T21:30:00Z',
  ],
  [
    'floating: Paris',
    ['DTSTART:20261205T203000', 'DTEND:20261205T223000'],
    '2026-12-05',
    '2026-12-05',
    '2026-12-05T21:30:00Z',
  ],
  [
    'floating in summer',
    ['DTSTART:20270705T203000', 'DTEND:20270705T223000'],
    '2027-07-05',
    '2027-07-05',
    '2027-07-05T20:30:00Z',
  ],
  [
    'in the night of spring',
    ['DTSTART:20270328T023000', 'DTEND:20270328T033000'],
    '2027-03-28',
    '2027-03-28',
    '2027-03-28T01:30:00Z',
  ],
  [
    'in the night of autumn',
    ['DTSTART:20271031T013000', 'DTEND:20271031T030000'],
    '2027-10-31',
    '2027-10-31',
    '2027-10-31T02:00:00Z',
  ],
  ['one day', ['DTSTART;VALUE=DATE:20261205'], '2026-12-05', '2026-12-05', '2026-12-05T23:00:00Z'],
  ['a day that does not say so', ['DTSTART:20261205'], '2026-12-05', '2026-12-05', '2026-12-05T23:00:00Z'],
  [
    'days, the last not included',
    ['DTSTART;VALUE=DATE:20261205', 'DTEND;VALUE=DATE:20261208'],
    '2026-12-05',
    '2026-12-07',
    '2026-12-07T23:00:00Z',
  ],
  [
    'a day that ends on itself',
    ['DTSTART;VALUE=DATE:20261205', 'DTEND;VALUE=DATE:20261205'],
    '2026-12-05',
    '2026-12-05',
    '2026-12-05T23:00:00Z',
  ],
  [
    'days of summer time',
    ['DTSTART;VALUE=DATE:20270327', 'DTEND;VALUE=DATE:20270329'],
    '2027-03-27',
    '2027-03-28',
    '2027-03-28T22:00:00Z',
  ],
  [
    'until midnight',
    [`DTSTART;${PARIS}:20261205T200000`, `DTEND;${PARIS}:20261206T000000`],
    '2026-12-05',
    '2026-12-05',
    '2026-12-05T23:00:00Z',
  ],
  [
    'past midnight',
    [`DTSTART;${PARIS}:20261205T200000`, `DTEND;${PARIS}:20261206T020000`],
    '2026-12-05',
    '2026-12-06',
    '2026-12-06T01:00:00Z',
  ],
  [
    'no end: over with its day',
    [`DTSTART;${PARIS}:20261205T200000`],
    '2026-12-05',
    '2026-12-05',
    '2026-12-05T23:00:00Z',
  ],
  [
    'an end before its beginning',
    [`DTSTART;${PARIS}:20261205T200000`, `DTEND;${PARIS}:20261205T100000`],
    '2026-12-05',
    '2026-12-05',
    '2026-12-05T23:00:00Z',
  ],
  [
    'hours',
    [`DTSTART;${PARIS}:20261205T200000`, 'DURATION:PT1H30M'],
    '2026-12-05',
    '2026-12-05',
    '2026-12-05T20:30:00Z',
  ],
  [
    'a week',
    ['DTSTART;VALUE=DATE:20261205', 'DURATION:P1W'],
    '2026-12-05',
    '2026-12-11',
    '2026-12-11T23:00:00Z',
  ],
  [
    'a day over the change of hours',
    [`DTSTART;${PARIS}:20270327T120000`, 'DURATION:P1D'],
    '2027-03-27',
    '2027-03-28',
    '2027-03-28T10:00:00Z',
  ],
  [
    'a negative duration',
    ['DTSTART;VALUE=DATE:20261205', 'DURATION:-P3D'],
    '2026-12-05',
    '2026-12-05',
    '2026-12-05T23:00:00Z',
  ],
  [
    'without seconds, with hyphens',
    ['DTSTART:2026-12-05T20:30', 'DTEND:20261205T2230'],
    '2026-12-05',
    '2026-12-05',
    '2026-12-05T21:30:00Z',
  ],
  [
    'a Windows zone',
    ['DTSTART;TZID=W. Europe Standard Time:20270705T203000', 'DURATION:PT1H'],
    '2027-07-05',
    '2027-07-05',
    '2027-07-05T19:30:00Z',
  ],
  [
    'a label of Windows',
    ['DTSTART;TZID="(UTC+01:00) Brussels, Copenhagen, Madrid, Paris":20270705T203000', 'DURATION:PT1H'],
    '2027-07-05',
    '2027-07-05',
    '2027-07-05T19:30:00Z',
  ],
  [
    'a zone behind a path',
    ['DTSTART;TZID=/citadel.org/20250101_1/Europe/Paris:20270705T203000', 'DURATION:PT1H'],
    '2027-07-05',
    '2027-07-05',
    '2027-07-05T19:30:00Z',
  ],
  [
    'an offset',
    ['DTSTART;TZID=UTC+04:00:20261205T010000', 'DURATION:PT1H'],
    '2026-12-05',
    '2026-12-05',
    '2026-12-04T22:00:00Z',
  ],
  [
    'its own day far away',
    ['DTSTART;TZID=Pacific/Noumea:20261205T010000', 'DURATION:PT1H'],
    '2026-12-05',
    '2026-12-05',
    '2026-12-04T15:00:00Z',
  ],
  [
    'a zone that nobody knows',
    ['DTSTART;TZID=Mars/Olympus:20261205T203000', 'DURATION:PT1H'],
    '2026-12-05',
    '2026-12-05',
    '2026-12-05T20:30:00Z',
  ],
  [
    'a custom zone without its definition',
    ['DTSTART;TZID=tzone://Microsoft/Custom:20261205T203000', 'DURATION:PT1H'],
    '2026-12-05',
    '2026-12-05',
    '2026-12-05T20:30:00Z',
  ],
  [
    'each week, for ever',
    [`DTSTART;${PARIS}:20260103T080000`, `DTEND;${PARIS}:20260103T130000`, 'RRULE:FREQ=WEEKLY;BYDAY=SA'],
    '2026-11-21',
    '2026-11-21',
    null,
  ],
  [
    'each week, one being under way',
    [`DTSTART;${PARIS}:20260102T080000`, 'DURATION:PT8H', 'RRULE:FREQ=WEEKLY'],
    '2026-11-20',
    '2026-11-20',
    null,
  ],
  [
    'each week, today’s being over',
    [`DTSTART;${PARIS}:20260102T080000`, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'],
    '2026-11-27',
    '2026-11-27',
    null,
  ],
  [
    'today counts all day',
    ['DTSTART;VALUE=DATE:20260102', 'RRULE:FREQ=WEEKLY'],
    '2026-11-20',
    '2026-11-20',
    null,
  ],
  [
    'each day since 1990',
    [`DTSTART;${PARIS}:19900101T200000`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY'],
    '2026-11-20',
    '2026-11-20',
    null,
  ],
  [
    'first Sunday of a month',
    ['DTSTART;VALUE=DATE:20260104', 'RRULE:FREQ=MONTHLY;BYDAY=1SU'],
    '2026-12-06',
    '2026-12-06',
    null,
  ],
  ['each year', ['DTSTART;VALUE=DATE:20100714', 'RRULE:FREQ=YEARLY'], '2027-07-14', '2027-07-14', null],
  [
    'until a day, included',
    [`DTSTART;${PARIS}:20261101T100000`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20261123'],
    '2026-11-21',
    '2026-11-21',
    '2026-11-23T10:00:00Z',
  ],
  [
    'until an instant',
    [`DTSTART;${PARIS}:20261101T100000`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20261123T085959Z'],
    '2026-11-21',
    '2026-11-21',
    '2026-11-22T10:00:00Z',
  ],
  [
    'until a floating time',
    [`DTSTART;${PARIS}:20261101T100000`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20261123T100000'],
    '2026-11-21',
    '2026-11-21',
    '2026-11-23T10:00:00Z',
  ],
  [
    'days until midnight in UTC',
    ['DTSTART;VALUE=DATE:20261101', 'RRULE:FREQ=DAILY;UNTIL=20261122T230000Z'],
    '2026-11-20',
    '2026-11-20',
    '2026-11-23T23:00:00Z',
  ],
  [
    'so many times, not over',
    ['DTSTART;VALUE=DATE:20261116', 'RRULE:FREQ=DAILY;COUNT=10'],
    '2026-11-20',
    '2026-11-20',
    '2026-11-25T23:00:00Z',
  ],
  [
    'so many times, over',
    ['DTSTART;VALUE=DATE:20260105', 'RRULE:FREQ=DAILY;COUNT=3'],
    '2026-01-07',
    '2026-01-07',
    '2026-01-07T23:00:00Z',
  ],
  [
    'without some',
    [
      'DTSTART;VALUE=DATE:20261116',
      'RRULE:FREQ=DAILY;COUNT=10',
      'EXDATE;VALUE=DATE:20261120,20261121',
      'EXDATE;VALUE=DATE:20261125',
    ],
    '2026-11-22',
    '2026-11-22',
    '2026-11-24T23:00:00Z',
  ],
  [
    'without one, said in UTC',
    [
      `DTSTART;${PARIS}:20261121T100000`,
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=2',
      'EXDATE:20261121T090000Z',
    ],
    '2026-11-22',
    '2026-11-22',
    '2026-11-22T10:00:00Z',
  ],
  [
    'without a day',
    [
      `DTSTART;${PARIS}:20261121T100000`,
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=2',
      'EXDATE;VALUE=DATE:20261121',
    ],
    '2026-11-22',
    '2026-11-22',
    '2026-11-22T10:00:00Z',
  ],
  [
    'and once more',
    ['DTSTART;VALUE=DATE:20260105', 'RDATE;VALUE=DATE:20261224,20260106'],
    '2026-12-24',
    '2026-12-24',
    '2026-12-24T23:00:00Z',
  ],
  [
    'a period more',
    [`DTSTART;${PARIS}:20260105T100000`, 'DURATION:PT1H', `RDATE;${PARIS};VALUE=PERIOD:20261224T100000/PT2H`],
    '2026-12-24',
    '2026-12-24',
    '2026-12-24T10:00:00Z',
  ],
  [
    'every second',
    [`DTSTART;${PARIS}:20200101T100000`, 'RRULE:FREQ=SECONDLY'],
    '2026-11-20',
    '2026-11-20',
    null,
  ],
  [
    'a rule that never falls',
    [`DTSTART;${PARIS}:20270101T100000`, 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
    '2027-01-01',
    '2027-01-01',
    '2027-01-01T10:00:00Z',
  ],
  [
    'a rule that is none',
    [`DTSTART;${PARIS}:20270101T100000`, 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES'],
    '2027-01-01',
    '2027-01-01',
    '2027-01-01T10:00:00Z',
  ],
  [
    'in lower case, with spaces',
    ['dtstart;value=date:20260102', 'rrule:freq=weekly; byday=FR'],
    '2026-11-20',
    '2026-11-20',
    null,
  ],
]

for (const zone of ['UTC', 'Europe/Paris', 'Pacific/Kiritimati', 'America/Los_Angeles'])
  test(`times mean the same on a machine in ${zone}`, t => {
    const before = process.env.TZ
    process.env.TZ = zone
    t.after(() => {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    })
    for (const [what, lines, first, last, over] of TIMES) {
      const { date_debut, date_fin, ends_at } = only(calendar(event('UID:1', 'SUMMARY:x', ...lines)))
      const expected = over === null ? NEVER_OVER : new Date(over)
      assert.deepEqual(
        [date_debut, date_fin, ends_at?.toISOString()],
        [first, last, expected.toISOString()],
        what,
      )
    }
  })

test('all that an event may say, and nothing of people', () => {
  const text = calendar(
    'X-WR-CALNAME:Agenda\\, mairie',
    event(
      'UID:cm@ville.example',
      'DTSTAMP:20260105T080000Z',
      'CREATED:20260103T080000Z',
      'LAST-MODIFIED:20260104T080000Z',
      'SUMMARY:Conseil municipal\\; séance',
      ' \u00a0publique',
      'LOCATION:Salle\\, 1er étage\\nMairie',
      'ORGANIZER="mailto:secret@ville.example"',
      'DESCRIPTION:Ordre du jour :\\n- budget\\n- <b>voirie</b> & [x](javascript:alert(1))',
      'ORGANIZER;u1@secret.example:"mailto:secret@ville.example"',
      'URL:https://ville.example/cm',
      'ATTACH;FMTTYPE=application/pdf:https://ville.example/odj.pdf',
      'ATTACH;FMTTYPE=image/jpeg:https://ville.example/cm.jpg',
      'ORGANIZER;CN=Jean Secret:mailto:secret@ville.example',
      'ATTENDEE;CN="Anne; Secret:":mailto:anne.secret@ville.example',
      'ORGANIZER;secret@ville.example:"mailto:secret@ville.example"',
      'ATTENDEE="mailto:secret@ville.example"',
      'CONTACT:Secret 06 12 34 56 78',
      'COMMENT:secret',
      `DTSTART;${PARIS}:20270122T203000`,
      'BEGIN:VALARM\r\nTRIGGER:-PT15M\r\nDESCRIPTION:secret\r\nATTENDEE:mailto:secret@ville.example\r\nEND:VALARM',
    ),
  )
  const reading = read(text)
  assert.equal(reading.title, 'Agenda, mairie')
  assert.deepEqual(reading.items, [
    {
      external_id: 'cm@ville.example',
      title: 'Conseil municipal; séance publique',
      body: 'Ordre du jour : - budget - voirie & [x] (javascript:alert(1))',
      source_url: 'https://ville.example/cm',
      image_url: 'https://ville.example/cm.jpg',
      date_debut: '2027-01-22',
      date_fin: '2027-01-22',
      lieu: 'Salle, 1er étage Mairie',
      published_at: new Date('2026-01-04T08:00:00Z'),
      ends_at: new Date('2027-01-22T23:00:00Z'),
      cancelled: false,
      code_insee: null,
    },
  ])
  assert.doesNotMatch(JSON.stringify(reading), /secret/i)
})

test('texts: plain ones keep their lines, HTML beside them counts more', () => {
  const body = (...lines: string[]) => only(calendar(event('UID:1', 'DTSTART:20270101', ...lines))).body
  assert.equal(body('DESCRIPTION:Un\\nDeux\\n\\nTrois\\, quatre'), 'Un\nDeux\n\nTrois, quatre')
  assert.equal(
    body(
      'DESCRIPTION:Un',
      'X-ALT-DESC;FMTTYPE=text/html:<html><body><p>Un <b>gras</b></p><p>Deux</p></body></html>',
    ),
    'Un gras\n\nDeux',
  )
  assert.equal(body('DESCRIPTION:Un', 'X-ALT-DESC;FMTTYPE=text/html:<p> </p>'), 'Un')
})

test('moved, changed and cancelled occurrences', () => {
  const master = event(
    'UID:s',
    'SUMMARY:Permanence',
    'LOCATION:Mairie',
    `DTSTART;${PARIS}:20261106T100000`,
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=5',
  )
  const override = (id: string, ...lines: string[]) =>
    event('UID:s', `RECURRENCE-ID;${PARIS}:${id}`, ...lines)
  const told = (...overrides: string[]) => {
    const { date_debut, title, lieu, ends_at } = only(
      calendar(...overrides.slice(0, 1), master, ...overrides.slice(1)),
    )
    return [date_debut, title, lieu, ends_at?.toISOString().slice(0, 10)]
  }
  // 6, 13, 20 (over at eleven), 27 November, 4 December
  assert.deepEqual(told(), ['2026-11-27', 'Permanence', 'Mairie', '2026-12-04'])
  assert.deepEqual(
    told(
      override(
        '20261127T100000',
        'SUMMARY:Permanence (au gymnase)',
        'LOCATION:Gymnase',
        `DTSTART;${PARIS}:20261125T180000`,
        'DURATION:PT1H',
      ),
    ),
    ['2026-11-25', 'Permanence (au gymnase)', 'Gymnase', '2026-12-04'],
  )
  assert.deepEqual(told(override('20261127T100000', `DTSTART;${PARIS}:20261231T100000`, 'DURATION:PT1H')), [
    '2026-12-04',
    'Permanence',
    'Mairie',
    '2026-12-31',
  ])
  assert.deepEqual(
    told(override('20261127T100000', 'STATUS:CANCELLED', `DTSTART;${PARIS}:20261127T100000`)),
    ['2026-12-04', 'Permanence', 'Mairie', '2026-12-04'],
  )
  assert.deepEqual(
    told(
      override('20261127T100000', 'SEQUENCE:1', `DTSTART;${PARIS}:20261128T100000`, 'DURATION:PT1H'),
      override('20261127T100000', 'SEQUENCE:2', `DTSTART;${PARIS}:20261129T100000`, 'DURATION:PT1H'),
    ),
    ['2026-11-29', 'Permanence', 'Mairie', '2026-12-04'],
  )
})

test('a series of which every occurrence was taken out does not take place, and that is told', () => {
  const reading = read(
    calendar(event('UID:1', 'SUMMARY:x', 'DTSTART;VALUE=DATE:20261201', 'EXDATE;VALUE=DATE:20261201')),
  )
  assert.deepEqual([reading.items.length, reading.notes.length], [0, 1])
  assert.match(reading.notes[0]?.message ?? '', /Each of its occurrences was taken out/)
})

test('cancelled, private, without a time', () => {
  const reading = read(
    calendar(
      event('UID:1', 'SUMMARY:Annulé', 'DTSTART:20270101', 'STATUS:CANCELLED'),
      event('UID:2', 'SUMMARY:Privé', 'DTSTART:20270102', 'CLASS:PRIVATE'),
      event('UID:3', 'SUMMARY:Un jour', 'DTSTART:bientôt'),
      event('UID:4', 'SUMMARY:Jamais', 'DTSTART:20270230'),
      event('UID:5', 'SUMMARY:Sans date'),
      event('UID:6', 'DTSTART:20270103'),
      'BEGIN:VTODO\r\nUID:7\r\nSUMMARY:Tâche\r\nDTSTART:20270101\r\nEND:VTODO',
      'BEGIN:VFREEBUSY\r\nUID:8\r\nFREEBUSY:20270101T000000Z/PT1H\r\nEND:VFREEBUSY',
    ),
  )
  assert.deepEqual(
    reading.items.map(({ external_id, cancelled, title }) => [external_id, cancelled, title]),
    [
      ['1', true, 'Annulé'],
      ['6', false, null],
    ],
  )
  const notes = reading.notes.map(({ message, item }) => `${item}: ${message}`)
  for (const expected of [
    '2: A private',
    '3: Its beginning is no time: bientôt',
    '4: Its beginning is no time',
    '5: It has no beginning',
    'null: 2 tasks',
  ])
    assert.ok(
      notes.some(note => note.startsWith(expected)),
      `${expected} in ${notes}`,
    )
  assert.equal(
    only(calendar('METHOD:CANCEL', event('UID:1', 'SUMMARY:x', 'DTSTART:20270101'))).cancelled,
    true,
  )
})

test('several events under one identifier: newer versions replace, other beginnings are other events', () => {
  const ids = (...events: string[]) =>
    read(calendar(...events)).items.map(({ external_id, title }) => [external_id, title])
  const one = (title: string, start: string, sequence: number) =>
    event('UID:u', `SUMMARY:${title}`, `DTSTART:${start}`, `SEQUENCE:${sequence}`)
  assert.deepEqual(ids(one('vieux', '20270101', 1), one('neuf', '20270102', 2)), [['u', 'neuf']])
  assert.deepEqual(ids(one('neuf', '20270101', 2), one('vieux', '20270101', 1)), [['u', 'neuf']])
  assert.deepEqual(ids(one('a', '20270101', 0), one('b', '20270102', 0)), [
    ['u#20270101', 'a'],
    ['u#20270102', 'b'],
  ])
  const nameless = ids(event('SUMMARY:a', 'DTSTART:20270101'), event('SUMMARY:a', 'DTSTART:20270102'))
  assert.equal(new Set(nameless.map(([id]) => id)).size, 2)
  assert.match(nameless[0]?.[0] ?? '', /^hash:[0-9a-f]{64}$/)
})

test('what is next comes first, then what is over, the latest first', () => {
  const starts = ['20270201', '20250101', '20261201', '20260601']
  const reading = read(
    calendar(...starts.map(start => event(`UID:${start}`, 'SUMMARY:x', `DTSTART:${start}`))),
  )
  assert.deepEqual(
    reading.items.map(({ external_id }) => external_id),
    ['20261201', '20270201', '20260601', '20250101'],
  )
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
  const zone = (name: string) =>
    [
      'BEGIN:VTIMEZONE',
      `TZID:${name}`,
      observance('STANDARD', '-0400', '-0500', 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11'),
      observance('DAYLIGHT', '-0500', '-0400', 'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3'),
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
  assert.equal(over(zone('Chez nous'), at('DTSTART:20270105T120000')), '2027-01-05T18:00:00.000Z')
  assert.equal(
    over('X-WR-TIMEZONE:Indian/Reunion', at('DTSTART:20270105T120000')),
    '2027-01-05T09:00:00.000Z',
  )
  assert.equal(over('X-WR-TIMEZONE:Nulle/Part', at('DTSTART:20270105T120000')), '2027-01-05T12:00:00.000Z')
})

test('broken calendars: each event that can be read is read', () => {
  const titles = (text: string) => read(text).items.map(({ title }) => title)
  const good = event('UID:1', 'SUMMARY:Un', 'DTSTART:20270101')
  const cases: [string, string, string[]][] = [
    [
      'no end',
      `BEGIN:VCALENDAR\n${good}\nBEGIN:VEVENT\nUID:2\nSUMMARY:Deux\nDTSTART:20270102`,
      ['Un', 'Deux'],
    ],
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
  assert.match(reading.notes.map(({ message }) => message).join(), /has 100000 events/)
})

test('rules made to cost: the calendar ends all the same, and each event is there', () => {
  const hostile = [
    ...[
      'FREQ=DAILY;COUNT=1000000000',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    ],
    ...[
      'FREQ=YEARLY;INTERVAL=1000000',
      'FREQ=SECONDLY;COUNT=1000000000',
      'FREQ=MINUTELY;BYSETPOS=-1;BYHOUR=1',
    ],
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

test('the library prints nothing, also where it is at a loss', t => {
  const printed = t.mock.method(console, 'warn', () => {})
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
  assert.match(reading.notes[0]?.message ?? '', /time zone "Ailleurs" is unknown/)
  assert.equal(printed.mock.callCount(), 0)
})
