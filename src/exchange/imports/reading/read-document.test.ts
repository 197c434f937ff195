import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf } from '../../../../shared/fields/field.ts'
import type { FeedKind } from '../../../../shared/words/imports.ts'
import { readDocument } from './read-document.ts'

const event = { name: 'Loto', startDate: '2026-12-12T14:00:00+01:00', url: 'https://ville.example/loto' }

/** The same event as each kind of source says it: a kind without a document does not compile. */
const DOCUMENTS: Readonly<Record<FeedKind, string>> = {
  rss: '<rss version="2.0"><channel><title>A</title><item><title>Loto</title><guid>1</guid></item></channel></rss>',
  atom: '<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>1</id><title>Loto</title></entry></feed>',
  json_feed: JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    items: [{ id: '1', title: 'Loto' }],
  }),
  wordpress: JSON.stringify([
    {
      id: 1,
      link: 'https://ville.example/loto',
      title: { rendered: 'Loto' },
      date_gmt: '2026-11-17T08:30:00',
    },
  ]),
  ical: 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Loto\nDTSTART:20261212T140000\nEND:VEVENT\nEND:VCALENDAR',
  csv: 'titre;date;lieu\nLoto;12/12/2026;Salle des fêtes\n',
  openagenda: JSON.stringify({
    events: [{ uid: 1, title: { fr: 'Loto' }, timings: [{ begin: '2026-12-12T14:00:00+01:00' }] }],
  }),
  json_events: JSON.stringify([{ '@context': 'https://schema.org', '@type': 'Event', ...event }]),
  page: `<!doctype html><html><body><script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Event', ...event })}</script></body></html>`,
}

test('each kind of source is found by its content alone', () => {
  for (const kind of namesOf(DOCUMENTS)) {
    const found = readDocument(
      { text: DOCUMENTS[kind], url: 'https://ville.example/a', kind: 'auto' },
      new Date('2026-11-20T12:00:00Z'),
    )
    assert.deepEqual([found.kind, found.items.map(({ title }) => title)], [kind, ['Loto']])
  }
})
