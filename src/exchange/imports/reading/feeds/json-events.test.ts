import assert from 'node:assert/strict'
import { test } from 'node:test'
import { only, read } from '../../../../../test/fixtures/feeds.ts'

const SHOWN = [
  'title',
  'body',
  'source_url',
  'image_url',
  'date_debut',
  'heure_debut',
  'date_fin',
  'heure_fin',
  'lieu',
] as const
const shown = (text: string) => {
  const item = only(text)
  return SHOWN.map(field => item[field])
}

const tribe = (fields: object) =>
  JSON.stringify({
    events: [
      {
        id: 812,
        global_id: 'ville.example?id=812',
        status: 'publish',
        url: 'https://ville.example/evenement/loto/',
        title: 'Loto de l&rsquo;amicale',
        description: '<p>Ouverture &agrave; 13 h.</p>',
        image: { url: 'https://ville.example/loto.jpg' },
        all_day: false,
        start_date: '2026-12-12 14:00:00',
        end_date: '2026-12-12 18:30:00',
        timezone: 'Europe/Paris',
        venue: { venue: 'Salle des f&ecirc;tes', address: 'Place du Foirail', zip: '48000', city: 'Mende' },
        ...fields,
      },
    ],
    rest_url: 'https://ville.example/wp-json/tribe/events/v1/events/',
    total: 1,
  })

test('The Events Calendar: its cost', () => {
  const costs = { Gratuit: true, Free: true, '5€ – 8€': false, '': null, 'Au chapeau': null }
  for (const [cost, gratuit] of Object.entries(costs))
    assert.equal(only(tribe({ cost })).gratuit, gratuit, cost)
})

test('The Events Calendar: date, hours, place and link, and no entities', () => {
  assert.deepEqual(shown(tribe({})), [
    'Loto de l’amicale',
    'Ouverture à 13 h.',
    'https://ville.example/evenement/loto/',
    'https://ville.example/loto.jpg',
    '2026-12-12',
    '14:00',
    '2026-12-12',
    '18:30',
    'Salle des fêtes, Place du Foirail, 48000 Mende',
  ])
  const days = only(
    tribe({ all_day: true, start_date: '2026-12-12 00:00:00', end_date: '2026-12-13 23:59:59', venue: [] }),
  )
  assert.deepEqual(
    [days.date_debut, days.heure_debut, days.date_fin, days.heure_fin, days.lieu],
    ['2026-12-12', null, '2026-12-13', null, null],
  )
  assert.equal(only(tribe({ event_status: 'canceled' })).cancelled, true)
  assert.equal(read(tribe({ status: 'draft' })).items.length, 0)
})

const google = (fields: object) =>
  JSON.stringify({
    kind: 'calendar#events',
    summary: 'Agenda de la mairie',
    timeZone: 'Europe/Paris',
    items: [
      {
        kind: 'calendar#event',
        id: 'abc',
        iCalUID: 'abc@google.com',
        status: 'confirmed',
        htmlLink: 'https://www.google.com/calendar/event?eid=abc',
        summary: 'Conseil municipal',
        description: 'Ordre du jour :<br>budget',
        location: 'Mairie',
        start: { dateTime: '2026-12-10T20:30:00+01:00' },
        end: { dateTime: '2026-12-10T22:30:00+01:00' },
        creator: { email: 'agent@ville.example' },
        ...fields,
      },
    ],
  })

test('Google Calendar: date, hours, place and link, and nothing of people', () => {
  assert.equal(read(google({})).title, 'Agenda de la mairie')
  assert.deepEqual(shown(google({})), [
    'Conseil municipal',
    'Ordre du jour :\nbudget',
    'https://www.google.com/calendar/event?eid=abc',
    null,
    '2026-12-10',
    '20:30',
    '2026-12-10',
    '22:30',
    'Mairie',
  ])
  assert.doesNotMatch(JSON.stringify(read(google({}))), /agent@/)
  const days = only(google({ start: { date: '2026-12-12' }, end: { date: '2026-12-14' } }))
  assert.deepEqual(
    [days.date_debut, days.heure_debut, days.date_fin, days.heure_fin],
    ['2026-12-12', null, '2026-12-13', null],
  )
  assert.equal(read(google({ visibility: 'private' })).items.length, 0)
})

test('agendas of OpenAgenda and JSON Feeds stay what they are', () => {
  const agenda = {
    events: [{ uid: 1, title: { fr: 'Fête' }, timings: [{ begin: '2026-12-12T10:00:00+01:00' }] }],
  }
  assert.equal(read(JSON.stringify(agenda)).kind, 'openagenda')
  assert.equal(read(tribe({})).kind, 'json_events')
  assert.equal(read(google({})).kind, 'json_events')
  assert.equal(read('{"items":[{"id":"1","title":"t"}]}').kind, 'json_feed')
})

test('of a hundred thousand events, the first ones are read', () => {
  const events = Array.from({ length: 100_000 }, (_, id) => ({
    id,
    title: 'a',
    start_date: '2026-12-12 10:00:00',
  }))
  const { items, notes } = read(JSON.stringify({ events }))
  assert.equal(items.length, 2_000)
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['too_many_events'],
  )
})

test('events with one identifier and one title are one series with its dates', () => {
  const each = (day: string, fields = {}) => ({
    iCalUID: 'yoga@ville.example',
    summary: 'Yoga',
    start: { dateTime: `${day}T18:00:00+01:00` },
    end: { dateTime: `${day}T19:00:00+01:00` },
    ...fields,
  })
  const google = (items: object[]) => JSON.stringify({ kind: 'calendar#events', summary: 'Agenda', items })
  const [series, ...others] = read(
    google(['2027-01-18', '2027-01-04', '2027-01-11'].map(day => each(day))),
  ).items
  assert.deepEqual(
    [series?.date_debut, series?.heure_debut, series?.dates, series?.ends_at?.toISOString(), others.length],
    ['2027-01-04', '18:00', ['2027-01-11', '2027-01-18'], '2027-01-18T18:00:00.000Z', 0],
  )
  const apart = read(google([each('2027-01-04'), each('2027-01-11', { summary: 'Danse' })]))
  assert.deepEqual([apart.items.length, apart.items[0]?.dates], [1, []])
})
