import assert from 'node:assert/strict'
import { test } from 'node:test'
import { item, rss } from '../../../../test/fixtures/feeds.ts'
import { readDocument } from './read-document.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

const page = (event: object) =>
  `<!DOCTYPE html><html><body><script type="application/ld+json">${JSON.stringify(event)}</script></body></html>`
const ev = (start: string) =>
  rss(item(`<guid>1</guid><title>Loto</title><ev:startdate>${start}</ev:startdate>`))

/** An event that starts at this moment, in each format that has moments. */
const FORMATS: Readonly<Record<string, (start: string) => string>> = {
  'JSON-LD': start => page({ '@type': 'Event', name: 'Loto', startDate: start }),
  'JSON-LD, a series': start =>
    page([
      { '@type': 'Event', name: 'Loto', url: 'https://ville.example/loto', startDate: start },
      { '@type': 'Event', name: 'Loto', url: 'https://ville.example/loto', startDate: '2026-10-01T20:00' },
    ]),
  'JSON-LD, a schedule': start =>
    page({ '@type': 'Event', name: 'Loto', eventSchedule: { startDate: start } }),
  RSS: ev,
  CSV: start => `Titre;Date de début;Lieu\r\nLoto;${start};Salle\r\nBal;2027-02-01;Salle\r\n`,
  'records of a portal': start =>
    JSON.stringify({ total_count: 1, results: [{ titre: 'Loto', date_debut: start, lieu: 'Salle' }] }),
  'OpenAgenda at a portal': start =>
    JSON.stringify({
      total_count: 1,
      results: [
        {
          uid: '1',
          title_fr: 'Loto',
          firstdate_begin: start,
          lastdate_end: start,
          timings: JSON.stringify([{ begin: start, end: start }]),
        },
      ],
    }),
  OpenAgenda: start =>
    JSON.stringify({ events: [{ uid: 1, title: { fr: 'Loto' }, timings: [{ begin: start, end: start }] }] }),
  'Google’s API': start =>
    JSON.stringify({
      kind: 'calendar#events',
      items: [{ id: '1', summary: 'Loto', start: { dateTime: start }, end: { dateTime: start } }],
    }),
}

/** The commune's zone, what is written, the day and hour that are shown. */
const MOMENTS = [
  ['Europe/Paris', '2026-12-05T20:00:00+01:00', '2026-12-05', '20:00'],
  ['Europe/Paris', '2026-12-05T19:00:00Z', '2026-12-05', '20:00'],
  // Some plugins write one offset all year.
  ['Europe/Paris', '2026-12-05T20:00:00+02:00', '2026-12-05', '20:00'],
  ['America/Guadeloupe', '2026-12-05T20:00:00-04:00', '2026-12-05', '20:00'],
  ['America/Guadeloupe', '2026-12-06T00:00:00+00:00', '2026-12-05', '20:00'],
  ['Indian/Reunion', '2026-12-05T20:00:00+04:00', '2026-12-05', '20:00'],
  ['Indian/Reunion', '2026-12-05T21:30:00Z', '2026-12-06', '01:30'],
  ['Pacific/Noumea', '2026-12-05T08:00:00+11:00', '2026-12-05', '08:00'],
  ['Pacific/Noumea', '2026-12-04T21:00:00Z', '2026-12-05', '08:00'],
  ['America/Miquelon', '2026-12-05T20:00:00-03:00', '2026-12-05', '20:00'],
  ['America/Miquelon', '2026-12-05T23:00:00Z', '2026-12-05', '20:00'],
  // The zone of a commune is not needed to read an offset.
  ['Europe/Paris', '2026-12-05T20:00:00-04:00', '2026-12-05', '20:00'],
] as const

for (const [format, document] of Object.entries(FORMATS))
  test(`an offset means day and hour as written, UTC those of the commune: ${format}`, () => {
    for (const [zone, start, day, hour] of MOMENTS) {
      const text = document(start)
      const { items, notes } = readDocument({ text, url: 'https://ville.example/', kind: 'auto', zone }, NOW)
      const found = items.find(({ title }) => title === 'Loto')
      assert.deepEqual(
        [found?.date_debut, found?.heure_debut],
        [day, hour],
        `${zone}: ${start} ${JSON.stringify(notes)}`,
      )
    }
  })

test('an event overseas is over at its own hour, and a day at its own midnight', () => {
  const over = (start: string, zone: string) =>
    readDocument({ text: ev(start), url: 'https://ville.example/', kind: 'auto', zone }, NOW).items[0]
      ?.ends_at
  const cases = [
    ['2026-12-05T20:00:00-04:00', 'America/Guadeloupe', '2026-12-06T00:00:00Z'],
    ['2026-12-05T20:00:00', 'Indian/Reunion', '2026-12-05T16:00:00Z'],
    ['2026-12-05', 'Indian/Reunion', '2026-12-05T20:00:00Z'],
    ['2026-12-05', 'Europe/Paris', '2026-12-05T23:00:00Z'],
  ] as const
  for (const [start, zone, expected] of cases)
    assert.equal(over(start, zone)?.getTime(), Date.parse(expected), `${start} ${zone}`)
})

test('a calendar in UTC without its own zone, and its whole days, are those of the commune', () => {
  const calendar = (...lines: string[]) =>
    ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:x', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join(
      '\r\n',
    )
  const read = (...lines: string[]) => {
    const source = { url: 'https://ville.example/a.ics', kind: 'auto', zone: 'Indian/Reunion' } as const
    const [found] = readDocument({ text: calendar(...lines), ...source }, NOW).items
    return [found?.date_debut, found?.heure_debut, found?.ends_at?.toISOString()]
  }
  assert.deepEqual(read('DTSTART:20261205T213000Z', 'DURATION:PT1H'), [
    '2026-12-06',
    '01:30',
    '2026-12-05T22:30:00.000Z',
  ])
  assert.deepEqual(read('DTSTART:20261205T200000', 'DURATION:PT1H'), [
    '2026-12-05',
    '20:00',
    '2026-12-05T17:00:00.000Z',
  ])
  assert.deepEqual(read('DTSTART;VALUE=DATE:20261205'), ['2026-12-05', null, '2026-12-05T20:00:00.000Z'])
})
