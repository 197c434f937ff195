import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SourceToRead } from '../item.ts'
import { readDocument } from '../read-document.ts'
import { planFor } from './pages.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

const EVENT = {
  uid: 48_516_406,
  slug: 'la-brocante',
  title: { en: 'Flea market', fr: 'La brocante' },
  description: { fr: 'Quarante brocanteurs sous la halle.' },
  longDescription: {
    fr: 'Des **meubles**, du linge. Voir [le plan](https://ville.example/plan) et [ceci](javascript:x).\n\n<script>x</script>',
  },
  conditions: { fr: 'Entrée libre' },
  age: { min: 3, max: 10 },
  timezone: 'Europe/Paris',
  timings: [
    { begin: '2026-11-07T07:00:00+01:00', end: '2026-11-07T12:30:00+01:00' },
    { begin: '2026-11-28T07:00:00.000+01:00', end: '2026-11-28T12:30:00.000+01:00' },
    { begin: '2026-12-05T07:00:00+01:00', end: '2026-12-05T12:30:00+01:00' },
  ],
  location: {
    name: 'Halle du marché',
    address: '1 place du Foirail',
    city: 'Albi',
    postalCode: '81000',
    insee: '81004',
    email: 'secret@ville.example',
    phone: 'secret',
  },
  image: { base: 'https://cdn.example/main/', filename: 'abc.jpg', variants: [{ filename: 'full.jpg' }] },
  registration: [
    { type: 'link', value: 'https://ville.example/inscription' },
    { type: 'email', value: 'secret@ville.example' },
    { type: 'phone', value: '06 secret' },
  ],
  member: { name: 'Jean Secret', email: 'secret@ville.example' },
  contributor: { name: 'secret' },
  originAgenda: { uid: 1, slug: 'albi', title: 'Albi', contact: 'secret' },
  status: 1,
  state: 2,
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
}

const read = (document: unknown) =>
  readDocument({ text: JSON.stringify(document), url: 'https://ville.example/a.json', kind: 'auto' }, NOW)
const only = (changed: object) => {
  const { items, notes } = read({ events: [{ ...EVENT, ...changed }] })
  assert.equal(items.length, 1, JSON.stringify(notes))
  assert.ok(items[0])
  return items[0]
}

test('all that an event says, and nothing of people', () => {
  const reading = read({ total: 1, events: [EVENT] })
  assert.deepEqual([reading.kind, reading.title, reading.notes], ['openagenda', 'Albi', []])
  assert.deepEqual(reading.items, [
    {
      external_id: '48516406',
      title: 'La brocante',
      body: 'Quarante brocanteurs sous la halle.\n\nDes **meubles**, du linge. Voir [le plan](https://ville.example/plan) et [ceci] (javascript:x).\n\n&lt;script>x&lt;/script>\n\nConditions : Entrée libre\n\nInscription : https://ville.example/inscription',
      source_url: 'https://openagenda.com/albi/events/la-brocante',
      image_url: 'https://cdn.example/main/abc.jpg',
      date_debut: '2026-11-28',
      date_fin: '2026-11-28',
      heure_debut: '07:00',
      heure_fin: '12:30',
      dates: ['2026-12-05'],
      lieu: 'Halle du marché, 1 place du Foirail, 81000 Albi',
      public: 'enfants',
      gratuit: true,
      published_at: new Date('2026-11-01T08:00:00Z'),
      ends_at: new Date('2026-12-05T11:30:00Z'),
      cancelled: false,
      code_insee: '81004',
      documents: [],
      pictures: [],
    },
  ])
  assert.doesNotMatch(JSON.stringify(reading), /secret/i)
})

test('the same from one event, a list of events, an event within', () => {
  for (const document of [EVENT, [EVENT], { event: EVENT }, { events: [EVENT], total: 1, after: null }])
    assert.deepEqual(
      read(document).items.map(({ external_id }) => external_id),
      ['48516406'],
    )
})

test('states and statuses', () => {
  assert.equal(only({ status: 6 }).cancelled, true)
  assert.match(only({ status: 4 }).body, /^Cet événement est reporté\./)
  assert.match(only({ status: 5 }).body, /^Complet\./)
  for (const changed of [{ state: 1 }, { state: 0 }, { state: -1 }, { draft: 1 }, { private: 1 }]) {
    const { items, notes } = read({ events: [{ ...EVENT, ...changed }] })
    assert.deepEqual([items.length, notes.map(({ item }) => item)], [0, ['48516406']])
  }
})

test('times: days that follow each other are one stretch; only what is told is known', () => {
  const timing = (day: string, from = '10:00', to = '18:00') => ({
    begin: `${day}T${from}:00+01:00`,
    end: `${day}T${to}:00+01:00`,
  })
  const dates = (changed: object) => {
    const { date_debut, date_fin, ends_at } = only(changed)
    return [date_debut, date_fin, ends_at?.toISOString() ?? null]
  }
  assert.deepEqual(
    dates({ timings: ['2026-11-19', '2026-11-20', '2026-11-21', '2026-12-24'].map(day => timing(day)) }),
    ['2026-11-19', '2026-11-21', '2026-12-24T17:00:00.000Z'],
  )
  assert.deepEqual(dates({ timings: [timing('2026-11-28', '20:00', '23:59'), timing('2026-11-27')] }), [
    '2026-11-27',
    '2026-11-28',
    '2026-11-28T22:59:00.000Z',
  ])
  assert.deepEqual(dates({ timings: [timing('2026-11-01')] }), [
    '2026-11-01',
    '2026-11-01',
    '2026-11-01T17:00:00.000Z',
  ])
  assert.deepEqual(
    dates({ timings: undefined, nextTiming: timing('2026-11-29'), lastTiming: timing('2026-12-13') }),
    ['2026-11-29', '2026-11-29', '2026-12-13T17:00:00.000Z'],
  )
  assert.deepEqual(
    dates({
      timings: [{ begin: '2026-12-01T23:00:00Z', end: '2026-12-02T02:00:00Z' }],
      timezone: 'Indian/Reunion',
    }),
    ['2026-12-02', '2026-12-02', '2026-12-02T02:00:00.000Z'],
  )
  assert.deepEqual(dates({ timings: [{ begin: 'bientôt' }] }), [null, null, null])
})

test('dates after the shown ones are further days; the timings of one day are one', () => {
  const timing = (day: string, from: string, to: string) => ({
    begin: `${day}T${from}:00+01:00`,
    end: `${day}T${to}:00+01:00`,
  })
  const day = (name: string) => [timing(name, '10:00', '12:00'), timing(name, '14:00', '18:00')]
  const said = (timings: object[]) => {
    const { date_debut, heure_debut, heure_fin, dates } = only({ timings })
    return [date_debut, heure_debut, heure_fin, dates]
  }
  assert.deepEqual(said(['2026-11-24', '2026-12-01', '2026-12-08'].flatMap(day)), [
    '2026-11-24',
    '10:00',
    '18:00',
    ['2026-12-01', '2026-12-08'],
  ])
  assert.deepEqual(said([...day('2026-11-24'), timing('2026-12-01', '10:00', '12:00')]), [
    '2026-11-24',
    null,
    null,
    ['2026-12-01'],
  ])
})

test('what is not of its kind is not there: nothing throws', () => {
  const odd = [null, 1, 'x', [], {}, [[]], true, { fr: null }, { fr: {} }, -1, 'é'.repeat(5000)]
  for (const key of Object.keys(EVENT))
    for (const value of odd) read({ events: [{ ...EVENT, [key]: value }, value] })
  assert.equal(
    only({
      title: 'Une langue',
      description: undefined,
      longDescription: '',
      conditions: null,
      registration: [],
    }).title,
    'Une langue',
  )
  assert.equal(only({ title: { de: 'Deutsch' } }).title, 'Deutsch')
  assert.equal(only({ location: null, attendanceMode: 2 }).lieu, 'En ligne')
  assert.equal(only({ location: { insee: '2a004', name: 'x' } }).code_insee, '2A004')
  assert.equal(only({ location: { insee: 'abc' } }).code_insee, null)
  assert.equal(
    only({
      longDescription: { fr: '<p>Un <b>texte</b></p><p>en HTML</p>' },
      description: null,
      conditions: null,
      registration: null,
    }).body,
    'Un texte\n\nen HTML',
  )
})

const source = (url: string, more: Partial<SourceToRead> = {}): SourceToRead => ({
  url,
  kind: 'auto',
  api_key: null,
  etag: null,
  last_modified: null,
  ...more,
})
const planned = (url: string, more: Partial<SourceToRead> = {}) =>
  decodeURIComponent(planFor(source(url, more))?.first.href ?? 'none')

test('addresses that a clerk may copy', () => {
  const upcoming = '?relative[]=current&relative[]=upcoming&detailed=1&size=300'
  const api = `https://api.openagenda.com/v2/agendas/123/events${upcoming}`
  assert.equal(planned('https://api.openagenda.com/v2/agendas/123/events'), api)
  assert.equal(planned('https://api.openagenda.com/v2/agendas/123/'), api)
  for (const page of [
    '/agendas/123',
    '/fr/agendas/123/events',
    '/agendas/123/events.json',
    '/agendas/123/events.v2.json',
    '/fr/agendas/123/contribute',
  ]) {
    assert.equal(planned(`https://openagenda.com${page}`, { api_key: 'k' }), api)
    assert.equal(
      planned(`https://openagenda.com${page}`),
      `https://openagenda.com/agendas/123/events.v2.json${upcoming}`,
    )
  }
  assert.equal(
    planned(
      'https://api.openagenda.com/v2/agendas/123/events?city[]=Albi&size=5&detailed=0&after[]=9&relative[]=passed',
    ),
    'https://api.openagenda.com/v2/agendas/123/events?city[]=Albi&relative[]=passed&detailed=1&size=300',
  )
  assert.equal(planned('https://ville.example/v2/agendas/123/events'), 'none')
  assert.equal(
    planned('https://ville.example/v2/agendas/123/events', { kind: 'openagenda' }),
    `https://ville.example/v2/agendas/123/events${upcoming}`,
  )
  assert.equal(planned('https://openagenda.com/agendas/123', { kind: 'rss' }), 'none')
  assert.throws(() => planned('https://openagenda.com/fr/ville-d-albi'), { code: 'agenda_without_number' })
})
