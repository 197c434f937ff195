import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { testConfig } from '../../../test/config.ts'
import { day } from '../../../test/days.ts'
import * as make from '../../../test/factories.ts'
import { pdf, picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { importWorld } from '../../../test/imports/world.ts'
import { fetchAndAttach } from '../../exchange/fetched-files.ts'
import { endOfAlert } from '../../publishing/publications/alerts.ts'
import { publicationPath } from '../addresses.ts'

/** What one Parvis publishes, another one imports from its feeds: nothing is lost that the format can carry. */

const PUBLIC = 'http://parvis.test'
const here = await startApp({ env: { PUBLIC_URL: PUBLIC } })
const town = await make.commune(here, { nom: 'Œuilly', slug: 'oeuilly' })
const hall = await make.mairie(here, town)
const admin = await here.user(['admin'])
await make.member(here, hall, admin)
await here.owner.query('update acteurs set can_publish = true where id = $1', [hall])
const there = await importWorld()
const { server } = there

const BODY = 'Le **texte**, en [deux](https://ville.example/) parties :\n\n- une\n- deux'
const events = {
  hours: {
    date_debut: day(20),
    heure_debut: '20:30',
    heure_fin: '23:00',
    lieu: 'Salle « Jean-Moulin » ; 1er',
  },
  open: { date_debut: day(21), heure_debut: '08:00' },
  days: { date_debut: day(22), date_fin: day(24) },
  night: { date_debut: day(25), date_fin: day(26), heure_debut: '21:00', heure_fin: '01:00' },
  series: { date_debut: day(27), dates: [day(34), day(41)], heure_debut: '09:00', heure_fin: '12:00' },
}
type Written = Readonly<Record<string, unknown>>
const ids: Record<string, string> = {}

async function publish(name: string, fields: Written): Promise<void> {
  const { status, body } = await here.as(admin, 'public').post('/publications', {
    acteur_id: hall,
    commune_id: town,
    title: `L’été, « à Œuilly » : ${name} 🎉`,
    body: BODY,
    ...fields,
  })
  assert.equal(status, 201, JSON.stringify(body))
  ids[name] = body.data.id
}
const { rows: types } = await here.owner.query('select slug, id from publication_types')
const typeId = (slug: string) => types.find(one => one.slug === slug).id
const image = (await sendFile(here, admin, hall, await picture())).body.data
const minutes = (await sendFile(here, admin, hall, pdf(), { 'x-file-name': 'Compte rendu.pdf' })).body.data
for (const [name, fields] of Object.entries(events))
  await publish(name, { ...fields, type_id: typeId('evenement') })
await publish('news', { images: [{ id: image.id, alt: 'La place' }], documents: [{ id: minutes.id }] })

let sources = 0
/** A source of the feed, at addresses of its own: what is already there would not be imported again. */
async function fedBy(path: string, fields: object = {}) {
  const at = `/${++sources}`
  const say = async (edit = (text: string) => text, from = here.url) => {
    const answer = await fetch(`${from}/place/oeuilly/${path}`)
    assert.equal(answer.status, 200, path)
    return server.serve(`${at}/${path}`, {
      body: edit((await answer.text()).replaceAll(PUBLIC, server.url + at)),
      type: answer.headers.get('content-type') ?? '',
    })
  }
  const acteur_id = await make.acteur(there.app, there.commune, { can_publish: true })
  const id = await there.source({ url: await say(), acteur_id, moderation: 'auto', ...fields })
  const run = async () => assert.equal((await there.run(id)).status, 'succeeded')
  return { id, at, say, run }
}
const published = async (name: string) => (await here.anyone.get(`/publications/${ids[name]}`)).body.data
const fields = [
  'title',
  'body',
  'date_debut',
  'heure_debut',
  'date_fin',
  'heure_fin',
  'dates',
  'lieu',
] as const
/** With the last day, which an import always writes, and without the no-break spaces of typography. */
const shown = (one: Written) =>
  Object.fromEntries(
    fields.map(field => {
      const value = field === 'date_fin' ? (one.date_fin ?? one.date_debut) : one[field]
      return [field, typeof value === 'string' ? value.replaceAll('\u00a0', ' ') : value]
    }),
  )

async function imported(source: string): Promise<ReadonlyMap<string, Written>> {
  const rows = await there.publications(source)
  const { body } = await there.app
    .as(await there.app.user(['admin']))
    .get('/admin/publications?per_page=100&sort=created_at_desc')
  const byId = new Map<string, Written>(body.data.map((one: { id: string }) => [one.id, one]))
  return new Map(rows.map(row => [row.external_id, byId.get(row.id) ?? assert.fail(row.id)]))
}
const idOf = (name: string) => `urn:uuid:${ids[name]}`

/** Carries the files over, and attaches them. */
async function withFiles(
  at: string,
  one: { documents: { url: string }[]; images: { url: string }[] },
): Promise<void> {
  for (const { url } of [...one.documents, ...one.images]) {
    const { pathname } = new URL(url)
    const answer = await fetch(here.url + pathname)
    assert.equal(answer.status, 200, url)
    server.serve(at + pathname, {
      body: Buffer.from(await answer.arrayBuffer()),
      type: answer.headers.get('content-type') ?? '',
    })
  }
  const config = testConfig({ IMPORT_ALLOW_PRIVATE: server.pair, DATA_DIR: there.app.dataDir })
  const { signal } = new AbortController()
  await fetchAndAttach({}, { ...there.context, config }, signal, crypto.randomUUID())
}

test('JSON Feed carries every field of events, and what is cancelled is announced', async () => {
  const { id, at, say, run } = await fedBy('agenda.json')
  await run()
  const found = await imported(id)
  assert.deepEqual([...found.keys()].sort(), Object.keys(events).map(idOf).sort())
  for (const name of Object.keys(events)) {
    const one = await published(name)
    const read = found.get(idOf(name)) ?? assert.fail(name)
    assert.deepEqual(shown(read), shown(one), name)
    assert.equal(read.source_url, `${server.url + at}/place/oeuilly${publicationPath(one)}`)
  }
  const cancel = async (annule: boolean) => {
    const { status } = await here.as(admin, 'public').patch(`/publications/${ids.hours}`, { annule })
    assert.equal(status, 200)
    // Another node: this one hands out a feed for ten seconds.
    await say(undefined, (await here.beside()).url)
    await run()
    return (await imported(id)).get(idOf('hours')) ?? assert.fail()
  }
  const cancelled = await cancel(true)
  assert.ok(cancelled.annule_le)
  assert.equal(cancelled.title, (await published('hours')).title)
  assert.equal((await cancel(false)).annule_le, null)
})

test('an item whose days are none is news, and further days that are none are left out', async () => {
  const { id, say, run } = await fedBy('agenda.json')
  await say(text => {
    const feed = JSON.parse(text)
    for (const item of feed.items)
      item._parvis =
        item.id === idOf('series')
          ? { ...item._parvis, dates: ['2027-02-30', 7, null], annule: 'oui' }
          : { debut: ['2027-01-01'] }
    return JSON.stringify(feed)
  })
  await run()
  const found = await there.publications(id)
  assert.equal(found.length, Object.keys(events).length)
  const series = found.find(({ external_id }) => external_id === idOf('series'))
  assert.deepEqual([series?.day, series?.dates, series?.annule_le], [day(27), [], null])
  assert.deepEqual(new Set(found.filter(one => one !== series).map(one => one.day)), new Set([null]))
})

for (const ending of ['json', 'atom', 'rss'])
  test(`news by ${ending}: title, text, address, picture and document`, async () => {
    const { id, at, run } = await fedBy(`actualites.${ending}`)
    await run()
    const news = await published('news')
    await withFiles(at, news)
    const read = (await imported(id)).get(idOf('news')) ?? assert.fail()
    // From HTML the importer takes over no emphasis.
    const body = ending === 'json' ? news.body : news.body.replaceAll('**', '')
    assert.deepEqual(shown(read), shown({ ...news, body }))
    assert.equal(read.source_url, `${server.url + at}/place/oeuilly${publicationPath(news)}`)
    // RSS has no name for an enclosure.
    const names = (read.documents as { name: string }[]).map(({ name }) => name)
    assert.deepEqual(names, [ending === 'rss' ? 'document.pdf' : 'Compte rendu.pdf'])
    assert.equal((read.images as unknown[]).length, 1)
  })

test('JSON Feed carries level and end of alerts; the end of a lifted one is when it was', async () => {
  const fin_le = new Date(Date.now() + 20 * 86_400_000).toISOString()
  const type_id = typeId('alerte')
  await publish('flood', { type_id, fin_le, niveau: 'danger' })
  await publish('endless', { type_id })
  const { id, say, run } = await fedBy('actualites/alerte.json', {
    type_id: (await there.app.owner.query(`select id from publication_types where slug = 'alerte'`)).rows[0]
      .id,
  })
  await run()
  const [flood, endless] = [await published('flood'), await published('endless')]
  const read = async (name: string) => (await imported(id)).get(idOf(name)) ?? assert.fail(name)
  const { type, en_vigueur, ...first } = await read('flood')
  assert.deepEqual([first.fin_le, first.niveau, en_vigueur], [flood.fin_le, 'danger', true])
  assert.equal((type as { slug: string }).slug, 'alerte')
  // Without an end it is in force until the second day after its publication there, not after it was imported here.
  const second = await read('endless')
  assert.deepEqual([second.niveau, second.en_vigueur], [null, true])
  assert.equal(new Date(String(second.fin_le)).getTime(), endOfAlert(endless, 'Europe/Paris')?.getTime())
  const { status } = await here.as(admin, 'public').patch(`/publications/${ids.flood}`, { leve: true })
  assert.equal(status, 200)
  await say(undefined, (await here.beside()).url)
  await run()
  const lifted = await read('flood')
  assert.deepEqual([lifted.fin_le, lifted.en_vigueur], [(await published('flood')).leve_le, false])

  // A source of another type brings no alerts.
  const news = await fedBy('actualites/alerte.json')
  await news.run()
  const other = (await imported(news.id)).get(idOf('endless'))
  assert.deepEqual([other?.fin_le, other?.niveau], [null, null])
})

test('iCalendar: days, hours and place; a date of a series is an event, an open end lasts two hours', async () => {
  const { id, run } = await fedBy('agenda.ics')
  await run()
  const found = await imported(id)
  for (const name of Object.keys(events)) {
    const one = await published(name)
    const read = shown(found.get(ids[name] ?? '') ?? assert.fail(name))
    assert.deepEqual(
      { ...read, body: undefined },
      {
        ...shown(one),
        body: undefined,
        dates: [],
        lieu: [one.lieu, 'Œuilly'].filter(Boolean).join(', '),
        heure_fin: name === 'open' ? '10:00' : one.heure_fin,
      },
      name,
    )
  }
  const further = [day(34), day(41)].map(date => found.get(`${ids.series}-${date.replaceAll('-', '')}`))
  assert.deepEqual(
    further.map(one => [one?.date_debut, one?.heure_debut]),
    [
      [day(34), '09:00'],
      [day(41), '09:00'],
    ],
  )
})
