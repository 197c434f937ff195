import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendar, event, only, PARIS, read } from '../../../../../test/fixtures/calendars.ts'
import { firstNote } from '../../../../../test/imports/notes.ts'

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
  assert.match(firstNote(reading), /Each of its occurrences was taken out/)
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

test('a change of this and all later occurrences is told to change one alone', () => {
  const change = (range: string) =>
    read(
      calendar(
        event('UID:1', 'SUMMARY:x', 'DTSTART:20261127T200000', 'RRULE:FREQ=WEEKLY'),
        event('UID:1', 'SUMMARY:x', `RECURRENCE-ID${range}:20261204T200000`, 'DTSTART:20261205T180000'),
      ),
    ).notes.map(({ code }) => code)
  assert.ok(change(';RANGE=THISANDFUTURE').includes('later_dates_not_changed'))
  assert.ok(!change('').includes('later_dates_not_changed'))
})

test('a rule for exceptions is told to be ignored', () => {
  const text = calendar(
    event('UID:1', 'SUMMARY:x', 'DTSTART;VALUE=DATE:20261127', 'RRULE:FREQ=WEEKLY', 'EXRULE:FREQ=MONTHLY'),
  )
  assert.deepEqual(
    read(text).notes.map(({ code }) => code),
    ['exrule_ignored'],
  )
})
