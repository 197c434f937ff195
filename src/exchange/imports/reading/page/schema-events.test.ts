import assert from 'node:assert/strict'
import { test } from 'node:test'
import { only, read } from '../../../../../test/fixtures/feeds.ts'
import type { FeedItem } from '../item.ts'

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
const one = (fields: object) => only(page(jsonLd({ ...EVENT, ...fields })))
const many = (...events: object[]) => read(page(jsonLd(events)))
const when = ({ date_debut, heure_debut, date_fin, heure_fin }: FeedItem) =>
  [date_debut, heure_debut, date_fin, heure_fin].map(each => each ?? '-').join(' ')

test('for whom an event is and whether it is free is read where a page says it', () => {
  const said = (fields: object) => {
    const { public: audience, gratuit } = one(fields)
    return [audience, gratuit]
  }
  assert.deepEqual(said({}), [null, null])
  assert.deepEqual(said({ isAccessibleForFree: true, typicalAgeRange: '3-10' }), ['enfants', true])
  assert.deepEqual(said({ isAccessibleForFree: 'https://schema.org/False' }), [null, false])
  assert.deepEqual(said({ offers: { '@type': 'Offer', price: '0', priceCurrency: 'EUR' } }), [null, true])
  assert.deepEqual(said({ offers: [{ price: 0 }, { price: '12.50' }] }), [null, false])
  const parents = { '@type': 'PeopleAudience', audienceType: 'En famille' }
  assert.deepEqual(said({ audience: parents, offers: { url: 'https://ville.example' } }), ['familles', null])
  assert.deepEqual(said({ audience: [{ suggestedMinAge: 18 }] }), ['adultes', null])
})

test('the events of a page are read from its JSON-LD, with hours and place', () => {
  const graph = { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebPage' }, EVENT] }
  for (const text of [
    page(jsonLd(EVENT)),
    page(`${jsonLd('x')}<script type="application/ld+json">{</script>`, jsonLd(graph)),
    `<?xml version="1.0"?>\n${page(jsonLd([[EVENT]]))}`,
    page(
      jsonLd({ '@type': 'WebPage', mainEntity: { '@type': 'ItemList', itemListElement: [{ item: EVENT }] } }),
    ),
    page(jsonLd({ '@type': 'schema:Place', event: [{ ...EVENT, '@type': 'http://schema.org/MusicEvent' }] })),
    JSON.stringify(EVENT),
  ]) {
    const found = only(text)
    const { title, body, source_url, image_url, lieu } = found
    assert.deepEqual(
      [title, body, source_url, image_url, when(found), lieu],
      [
        'Marché de Noël',
        'Artisans et vin chaud',
        'https://ville.example/noel',
        'https://ville.example/a.jpg',
        '2026-12-12 10:00 2026-12-13 18:00',
        'Place du Foirail, 48000 Mende',
      ],
      text,
    )
  }
  assert.equal(read(page(jsonLd(EVENT))).kind, 'page')
  assert.equal(read(JSON.stringify(EVENT)).kind, 'json_events')
})

test('an event without a date is left out, and told; a script that is no JSON too', () => {
  const { items, notes } = read(page(jsonLd({ ...EVENT, startDate: 'bientôt' })))
  assert.deepEqual([items.length, notes.map(({ code }) => code)], [0, ['no_date', 'no_time']])
  const broken = read(page(`${jsonLd(EVENT)}<script type="application/ld+json">{"name":</script>`))
  assert.deepEqual([broken.items.length, broken.notes.map(({ code }) => code)], [1, ['json_ld_broken']])
})

const TIMES: readonly (readonly [start: unknown, end: unknown, expected: string])[] = [
  ['2026-12-12', '2026-12-13', '2026-12-12 - 2026-12-13 -'],
  ['2026-12-12', undefined, '2026-12-12 - 2026-12-12 -'],
  ['2026-12-12T20:30', undefined, '2026-12-12 20:30 2026-12-12 -'],
  ['2026-12-12 20:30:00', '2026-12-12 23:00:00', '2026-12-12 20:30 2026-12-12 23:00'],
  ['2026-12-12T19:30:00Z', '2026-12-12T23:00:00Z', '2026-12-12 20:30 2026-12-12 -'],
  ['2026-12-12T00:00:00+01:00', '2026-12-13T00:00:00+01:00', '2026-12-12 - 2026-12-12 -'],
  [{ '@type': 'Date', '@value': '2026-12-12T20:30:00+01:00' }, null, '2026-12-12 20:30 2026-12-12 -'],
  [['2026-12-12T20:30:00+0100'], '2026-12-11', '2026-12-12 20:30 2026-12-12 -'],
]
for (const [startDate, endDate, expected] of TIMES)
  test(`from ${JSON.stringify(startDate)} to ${JSON.stringify(endDate)}`, () => {
    assert.equal(when(one({ startDate, endDate })), expected)
  })
test('day and hour apart', () => {
  const hours = { startDate: '2026-12-12', startTime: '9:30', endDate: '2026-12-12', endTime: 'T12:00:00' }
  assert.equal(when(one(hours)), '2026-12-12 09:30 2026-12-12 12:00')
})

const PLACES: readonly (readonly [location: unknown, lieu: string | null])[] = [
  ['Salle des f&ecirc;tes', 'Salle des fêtes'],
  [
    { '@type': 'Place', name: 'Stade', address: '3 rue du Stade, 48000 Mende' },
    'Stade, 3 rue du Stade, 48000 Mende',
  ],
  [{ '@type': 'Place', address: { addressLocality: 'Mende' } }, 'Mende'],
  [{ '@type': 'Place', name: 'Mende', address: [{ addressLocality: 'Mende' }] }, 'Mende'],
  [
    [
      { '@type': 'VirtualLocation', url: 'https://visio.example/1' },
      { '@type': 'Place', name: 'Mairie' },
    ],
    'Mairie',
  ],
  [{ '@type': 'VirtualLocation', url: 'https://visio.example/1' }, 'En ligne'],
  [{ '@id': '#salle' }, 'Salle Urbain V'],
  [{ '@id': '#unknown' }, null],
  [[], null],
]
for (const [location, lieu] of PLACES)
  test(`a place: ${JSON.stringify(location)}`, () => {
    const hall = { '@type': 'Place', '@id': '#salle', name: 'Salle Urbain V' }
    const { items } = read(page(jsonLd({ '@graph': [{ ...EVENT, location }, hall] })))
    assert.deepEqual(
      items.map(each => each.lieu),
      [lieu],
    )
  })

test('an event online says where', () => {
  const found = one({ location: { '@type': 'VirtualLocation', url: 'https://visio.example/1' } })
  assert.equal(found.body, 'Artisans et vin chaud\n\nEn ligne : https://visio.example/1')
})

test('cancelled, postponed and moved online, in all spellings', () => {
  for (const eventStatus of [
    'EventCancelled',
    'http://schema.org/EventCancelled',
    { '@id': 'https://schema.org/EventCancelled' },
    'cancelled',
    'Canceled',
  ])
    assert.ok(one({ eventStatus }).cancelled, JSON.stringify(eventStatus))
  const postponed = one({ eventStatus: 'https://schema.org/EventPostponed' })
  assert.deepEqual(
    [postponed.cancelled, postponed.body.split('\n')[0]],
    [false, 'Cet événement est reporté.'],
  )
  assert.match(one({ eventStatus: 'EventMovedOnline' }).body, /^Cet événement se tient en ligne\./)
})

test('pictures as address, as node, in lists, by reference, relative', () => {
  for (const [image, expected] of [
    ['https://ville.example/b.jpg', 'https://ville.example/b.jpg'],
    [{ '@type': 'ImageObject', url: '/b.jpg' }, 'https://ville.example/b.jpg'],
    [
      { '@type': 'ImageObject', contentUrl: 'https://ville.example/b.jpg', url: '' },
      'https://ville.example/b.jpg',
    ],
    [[{ '@type': 'ImageObject', url: ['https://ville.example/b.jpg'] }], 'https://ville.example/b.jpg'],
    [false, null],
  ] as const)
    assert.equal(one({ image }).image_url, expected, JSON.stringify(image))
})

test('HTML in a description becomes Markdown', () => {
  const { body } = one({ description: '<p>Le <b>vin</b>&nbsp;:</p><ul><li>chaud</li></ul>' })
  assert.equal(body, 'Le vin\u00a0:\n\n- chaud')
})

test('the escapes of The Events Calendar are taken off, and no other backslash', () => {
  for (const [description, body] of [
    ['&lt;p&gt;Entrée libre&lt;/p&gt;\\n', 'Entrée libre'],
    ["&lt;p&gt;L\\'école&lt;/p&gt;\\n&lt;p&gt;&quot;Bal&quot;&lt;/p&gt;\\n", 'L\'école\n\n"Bal"'],
    ["L\\'école", "L'école"],
    ['Dans C:\\nouveau', 'Dans C:\\nouveau'],
    ["Dans C:\\temp, l\\'école", "Dans C:\\temp, l\\\\'école"],
    ['Prix &lt; 5 €', 'Prix < 5 €'],
  ])
    assert.equal(one({ description }).body, body, description)
  const { title, lieu } = one({
    name: "Fête de l\\'école",
    location: { '@type': 'Place', name: "Salle de l\\'étang" },
  })
  assert.deepEqual([title, lieu], ["Fête de l'école", "Salle de l'étang"])
})

test('the French text of several languages', () => {
  const name = [
    { '@language': 'en', '@value': 'Market' },
    { '@language': 'fr', '@value': 'Marché' },
  ]
  assert.equal(one({ name }).title, 'Marché')
})

test('events of one address and name are one event with several dates, of which the next one is shown', () => {
  const session = (day: string) => ({
    ...EVENT,
    startDate: `${day}T14:00:00+01:00`,
    endDate: `${day}T17:00:00+01:00`,
  })
  const { items, notes } = many(session('2026-11-07'), session('2027-01-09'), session('2026-12-05'))
  assert.deepEqual(items.map(when), ['2026-12-05 14:00 2026-12-05 17:00'])
  assert.deepEqual(items[0]?.ends_at, new Date('2027-01-09T16:00:00Z'))
  assert.deepEqual(notes, [])
})

test('events of one address and different names are told apart, and those of a blank node by their page', () => {
  const events = [
    { ...EVENT, '@id': '_:b0', name: 'Loto' },
    { ...EVENT, '@id': '_:b1', name: 'Bal' },
  ]
  const { items, notes } = many(...events)
  assert.equal(new Set(items.map(each => each.external_id)).size, 2)
  assert.deepEqual(notes, [])
  assert.deepEqual(
    many(...events.toReversed())
      .items.map(each => each.external_id)
      .sort(),
    items.map(each => each.external_id).sort(),
  )
})

test('the events within an event are events too', () => {
  const concert = {
    '@type': 'MusicEvent',
    name: 'Concert',
    url: '/concert',
    startDate: '2026-12-12T20:00:00+01:00',
  }
  const { items } = many({ ...EVENT, subEvent: [concert, { '@type': 'Event', '@id': '#x' }] })
  assert.deepEqual(
    items.map(({ title, source_url }) => [title, source_url]),
    [
      ['Marché de Noël', 'https://ville.example/noel'],
      ['Concert', 'https://ville.example/concert'],
    ],
  )
})

const WEEKLY = {
  '@type': 'Schedule',
  startDate: '2026-09-01',
  endDate: '2027-06-30',
  startTime: '18:00:00',
  endTime: '19:30',
  repeatFrequency: 'P1W',
  byDay: 'https://schema.org/Wednesday',
  scheduleTimezone: 'Europe/Paris',
}
const SCHEDULES: Readonly<Record<string, readonly [schedule: unknown, expected: string]>> = {
  'every Wednesday': [WEEKLY, '2026-11-25 18:00 2026-11-25 19:30'],
  'but for one': [{ ...WEEKLY, exceptDate: ['2026-11-25'] }, '2026-12-02 18:00 2026-12-02 19:30'],
  'of two days': [{ ...WEEKLY, byDay: ['Mo', 'SU'] }, '2026-11-22 18:00 2026-11-22 19:30'],
  'on the first Saturday of a month': [
    { ...WEEKLY, repeatFrequency: 'P1M', byDay: '1SA' },
    '2026-12-05 18:00 2026-12-05 19:30',
  ],
  'from a day that is none of them': [
    { ...WEEKLY, startDate: '2026-11-22', repeatFrequency: 'P1M', byDay: '-1SA' },
    '2026-11-28 18:00 2026-11-28 19:30',
  ],
  'in a word': [
    { ...WEEKLY, repeatFrequency: 'Monthly', byDay: undefined },
    '2026-12-01 18:00 2026-12-01 19:30',
  ],
  'over midnight': [{ ...WEEKLY, startTime: '22:00', endTime: '01:00' }, '2026-11-25 22:00 2026-11-26 01:00'],
  'a length for an end': [
    { ...WEEKLY, endTime: undefined, duration: 'PT45M' },
    '2026-11-25 18:00 2026-11-25 18:45',
  ],
  'of two schedules the next': [
    [
      { ...WEEKLY, byDay: 'Friday' },
      { ...WEEKLY, byDay: 'Saturday' },
    ],
    '2026-11-20 18:00 2026-11-20 19:30',
  ],
  'so many times': [{ ...WEEKLY, endDate: undefined, repeatCount: 3 }, '2026-09-16 18:00 2026-09-16 19:30'],
}
for (const [name, [eventSchedule, expected]] of Object.entries(SCHEDULES))
  test(`a schedule: ${name}`, () => {
    assert.equal(when(one({ eventSchedule, startDate: undefined, endDate: undefined })), expected)
  })

test('several schedules are one series: all of their days, and no hours where they differ', () => {
  const fridays = { ...WEEKLY, endDate: '2026-12-05', byDay: 'Friday' }
  const saturdays = { ...fridays, byDay: 'Saturday' }
  const over = { ...fridays, startDate: '2026-09-01', endDate: '2026-10-01' }
  const series = (...eventSchedule: object[]) => {
    const { date_debut, heure_debut, dates, ends_at } = one({ eventSchedule, startDate: undefined })
    return [date_debut, heure_debut, dates.join(' '), ends_at?.toISOString()]
  }
  const days = '2026-11-21 2026-11-27 2026-11-28 2026-12-04 2026-12-05'
  const end = '2026-12-05T18:30:00.000Z'
  assert.deepEqual(series(fridays, over, saturdays), ['2026-11-20', '18:00', days, end])
  assert.deepEqual(series(saturdays, fridays), ['2026-11-20', '18:00', days, end])
  const { items, notes } = many({
    ...EVENT,
    eventSchedule: [fridays, { ...saturdays, startTime: '10:00', endTime: '11:00' }],
  })
  assert.deepEqual([items[0]?.heure_debut, items[0]?.dates.join(' ')], [null, days])
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['hours_differ'],
  )
})

test('a thousand nested lists, and a node that refers to itself, end', () => {
  const self = {
    '@type': 'Event',
    '@id': '#a',
    name: 'Fête',
    startDate: '2026-12-12',
    location: { '@id': '#a' },
  }
  assert.equal(many(self).items.length, 1)
  const deep = `${'['.repeat(1000)}${JSON.stringify(EVENT)}${']'.repeat(1000)}`
  assert.throws(() => read(page(`<script type="application/ld+json">${deep}</script>`)), {
    code: 'not_a_feed',
  })
})
