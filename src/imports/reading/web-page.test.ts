import assert from 'node:assert/strict'
import { test } from 'node:test'
import { only, read, URL_OF_FEED } from '../../../test/fixtures/feeds.ts'
import { Unreadable } from './item.ts'

const page = (head: string, body = '') =>
  `<!DOCTYPE html><html lang="fr"><head><title>Ville</title>${head}</head><body>${body}</body></html>`
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const EVENT = {
  '@context': 'https://schema.org',
  '@type': ['Event', 'Festival'],
  '@id': 'https://ville.example/noel#event',
  url: 'https://ville.example/noel',
  name: 'Marché de No&euml;l',
  startDate: '2026-12-12T10:00:00+01:00',
  endDate: '2026-12-13T18:00:00+01:00',
  eventStatus: 'https://schema.org/EventScheduled',
  location: {
    '@type': 'Place',
    name: 'Place du Foirail',
    address: { streetAddress: 'Place du Foirail', postalCode: '48000', addressLocality: 'Mende' },
  },
  image: ['https://ville.example/a.jpg'],
  description: 'Artisans et vin chaud',
}

test('the events of a page are read from its JSON-LD, with hours and place', () => {
  const graph = { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebPage' }, EVENT] }
  for (const text of [
    page(jsonLd(EVENT)),
    page(`${jsonLd('x')}<script type="application/ld+json">{</script>`, jsonLd(graph)),
    JSON.stringify(EVENT),
  ]) {
    const { title, body, source_url, image_url, date_debut, heure_debut, date_fin, heure_fin, lieu } =
      only(text)
    assert.deepEqual(
      [title, body, source_url, image_url, date_debut, heure_debut, date_fin, heure_fin, lieu],
      [
        ...[
          'Marché de Noël',
          'Artisans et vin chaud',
          'https://ville.example/noel',
          'https://ville.example/a.jpg',
        ],
        ...['2026-12-12', '10:00', '2026-12-13', '18:00', 'Place du Foirail, 48000 Mende'],
      ],
    )
  }
  const days = only(
    page(jsonLd({ ...EVENT, startDate: '2026-12-12', endDate: '2026-12-13', eventStatus: 'EventCancelled' })),
  )
  assert.deepEqual([days.heure_debut, days.date_fin, days.cancelled], [null, '2026-12-13', true])
})

test('an event without a date is left out, and told', () => {
  const { items, notes } = read(page(jsonLd({ ...EVENT, startDate: 'bientôt' })))
  assert.deepEqual([items.length, notes.map(({ code }) => code)], [0, ['no_date', 'no_time']])
})

const REFUSED: Readonly<Record<string, readonly [code: string, text: string]>> = {
  'a home page': ['not_a_feed', page('')],
  'a home page that names its feed': [
    'is_page_with_feed',
    page(
      '<link rel="alternate" type="application/rss+xml" href="/comments/feed/"><link rel="alternate" type="application/rss+xml" href="/feed/">',
    ),
  ],
  'a sign-in page': ['is_sign_in_page', page('', '<form><input name="p" type="password"></form>')],
  'a PDF': ['is_pdf', '%PDF-1.7 …'],
  'a spreadsheet': ['is_spreadsheet', 'PK\u0003\u0004…'],
  'a CSV': ['is_csv', 'titre;date;lieu\nLoto;12/12/2026;Salle des fêtes\n'],
  prose: ['not_a_feed', 'Bonjour, voici le programme.\nÀ bientôt.'],
}
for (const [name, [code, text]] of Object.entries(REFUSED))
  test(`${name}: ${code}`, () => {
    assert.throws(
      () => read(text),
      (error: unknown) => error instanceof Unreadable && error.code === code,
    )
  })

test('a page names its feed by its whole address', () => {
  assert.throws(
    () => read(REFUSED['a home page that names its feed']?.[1] ?? ''),
    (error: unknown) =>
      error instanceof Unreadable && error.explanation.params.text === new URL('/feed/', URL_OF_FEED).href,
  )
})
