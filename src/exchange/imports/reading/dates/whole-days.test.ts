import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendar, event } from '../../../../../test/fixtures/calendars.ts'
import { item, NOW, rss } from '../../../../../test/fixtures/feeds.ts'
import { readDocument } from '../read-document.ts'
import { shownHours } from './whole-days.ts'

const json = JSON.stringify

/** The fourth of December, whole, as each format and program writes it. */
const WHOLE: Readonly<Record<string, string>> = {
  'JSON-LD of The Events Calendar': `<!DOCTYPE html><html><body><script type="application/ld+json">${json({
    '@type': 'Event',
    name: 'Loto',
    startDate: '2026-12-04T00:00:00+01:00',
    endDate: '2026-12-04T23:59:59+01:00',
  })}</script></body></html>`,
  RSS: rss(
    item(
      '<guid>1</guid><title>Loto</title><ev:startdate>2026-12-04T00:00:00</ev:startdate><ev:enddate>2026-12-04T23:59:59</ev:enddate>',
    ),
  ),
  CSV: 'Titre;Date de début;Heure de début;Heure de fin\r\nLoto;04/12/2026;00:00;23:59\r\n',
  OpenAgenda: json({
    events: [
      {
        uid: 1,
        title: { fr: 'Loto' },
        timings: [{ begin: '2026-12-04T00:00:00+01:00', end: '2026-12-04T23:59:59+01:00' }],
      },
    ],
  }),
  'OpenAgenda, until midnight': json({
    events: [
      {
        uid: 1,
        title: { fr: 'Loto' },
        timings: [{ begin: '2026-12-04T00:00:00+01:00', end: '2026-12-05T00:00:00+01:00' }],
      },
    ],
  }),
  DATAtourisme: json({
    '@graph': [
      {
        '@id': 'https://ville.example/1',
        'rdfs:label': { fr: ['Loto'] },
        hasDescription: [{ 'dc:description': { fr: ['x'] } }],
        takesPlaceAt: [
          { startDate: '2026-12-04', endDate: '2026-12-04', startTime: '00:00:00', endTime: '23:59:00' },
        ],
      },
    ],
  }),
  'Outlook, local midnights': calendar(
    event(
      'UID:1',
      'SUMMARY:Loto',
      'DTSTART;TZID=Romance Standard Time:20261204T000000',
      'DTEND;TZID=Romance Standard Time:20261205T000000',
    ),
  ),
  'Exchange, midnights in UTC': calendar(
    event('UID:1', 'SUMMARY:Loto', 'DTSTART:20261203T230000Z', 'DTEND:20261204T230000Z'),
  ),
  'Exchange, marked': calendar(
    event(
      'UID:1',
      'SUMMARY:Loto',
      'DTSTART:20261204T000000Z',
      'DTEND:20261205T000000Z',
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    ),
  ),
  'iCalendar, to the last second': calendar(
    event('UID:1', 'SUMMARY:Loto', 'DTSTART:20261204T000000', 'DTEND:20261204T235959'),
  ),
}

for (const [what, text] of Object.entries(WHOLE))
  test(`a whole day has no hours: ${what}`, () => {
    const [found] = readDocument({ text, url: 'https://ville.example/', kind: 'auto' }, NOW).items
    assert.deepEqual(
      [found?.date_debut, found?.date_fin, found?.heure_debut, found?.heure_fin],
      ['2026-12-04', '2026-12-04', null, null],
    )
  })

test('hours that are not those of a whole day stay, apart from an end at midnight', () => {
  for (const [first, last, ...expected] of [
    ['00:00', '02:00', '00:00', '02:00'],
    ['20:00', '23:59', '20:00', '23:59'],
    ['20:00', '00:00', '20:00', null],
    ['20:00', null, '20:00', null],
    [null, null, null, null],
  ] as const)
    assert.deepEqual(Object.values(shownHours(first, last)), expected)
})
