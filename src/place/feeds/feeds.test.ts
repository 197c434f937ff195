import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import ical from 'node-ical'
import RssParser from 'rss-parser'
import { shortId } from '../../../shared/short-id.ts'
import { startApp } from '../../../test/app.ts'
import { day } from '../../../test/days.ts'
import * as make from '../../../test/factories.ts'
import { readDocument } from '../../exchange/imports/reading/read-document.ts'
import { publicationPath } from '../addresses.ts'

/** Feeds and calendars, read again by our own importer and by other programs. */

const app = await startApp()
const town = await make.commune(app, { nom: 'Œuilly', slug: 'oeuilly' })
const hall = await make.mairie(app, town)
const club = await make.acteur(app, town, { nom: 'Club "des" aînés', slug: 'club-des-aines' })
const HOSTILE = `L’été ; la fête, « à l’Œuilly » \\ <b>&amp;</b> "x" 🎉`
/** The importer takes a title with elements for HTML. */
const FETE = `L’été ; la fête, « à l’Œuilly » \\ "x" 🎉`
const EVENTS = {
  hours: { date_debut: day(20), heure_debut: '20:30', heure_fin: '23:00', lieu: 'Salle, rue du Port ; 1er' },
  open: { date_debut: day(21), heure_debut: '08:00' },
  days: { date_debut: day(22), date_fin: day(24) },
  series: { date_debut: day(25), dates: [day(32), day(39)], heure_debut: '09:00', heure_fin: '12:00' },
}
const ids: Record<string, string> = {}
for (const [name, fields] of Object.entries(EVENTS))
  ids[name] = await make.publication(app, club, town, {
    type: 'evenement',
    title: `${FETE} ${name}`,
    body: `**Bonjour**\n\n- un\n- deux, ${'é'.repeat(90)}`,
    ...fields,
    ...('dates' in fields && { dates: `{${fields.dates.join(',')}}` }),
  })
ids.news = await make.publication(app, hall, town, { title: HOSTILE, body: 'Le **texte**.' })
ids.alert = await make.publication(app, hall, town, { title: 'Crue', type: 'alerte' })
await make.publication(app, hall, town, { title: 'Cachée', moderation_status: 'pending', valide: false })
await app.owner.query(
  `insert into collectes (commune_id, type, zone, jours, frequence, ordre) values
     ($1, 'verre', 'Bourg', '{1}', 'hebdomadaire', 1), ($1, 'ordures_menageres', 'Hameaux', '{2}', 'hebdomadaire', 2)`,
  [town],
)

const BASE = '/place/oeuilly'
const read = async (path: string) => {
  const answer = await fetch(app.url + BASE + path)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const rss = new RssParser()
const byUid = (text: string) =>
  new Map(
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(one => {
      const event = new ICAL.Event(one)
      return [event.uid, event]
    }),
  )

test('Atom, RSS and JSON Feed say the same to other readers, with ids that outlive titles', async () => {
  const titles = [...Object.keys(EVENTS).map(name => `${FETE} ${name}`), HOSTILE, 'Crue'].sort()
  for (const ending of ['atom', 'rss']) {
    const { status, headers, text } = await read(`/actualites.${ending}`)
    assert.equal(status, 200, ending)
    assert.match(headers.get('content-type') ?? '', new RegExp(`^application/${ending}\\+xml`))
    const feed = await rss.parseString(text)
    assert.deepEqual(feed.items.map(({ title }) => title?.replaceAll('\u00a0', ' ')).sort(), titles, ending)
    assert.equal(feed.title, 'Œuilly : Actualités')
    const one = feed.items.find(item => item.title?.endsWith('series'))
    assert.match(one?.link ?? '', new RegExp(`/place/oeuilly/p/.*-${shortId(ids.series ?? '')}$`))
    assert.match(String(one?.guid ?? one?.id), new RegExp(`^urn:uuid:${ids.series}$`))
  }
  const feed = JSON.parse((await read('/actualites.json')).text)
  assert.deepEqual(
    feed.items.map((one: { title: string }) => one.title.replaceAll('\u00a0', ' ')).sort(),
    titles,
  )
  const news = feed.items.find((one: { id: string }) => one.id === `urn:uuid:${ids.news}`)
  assert.equal(news.content_html, '<p>Le <strong>texte</strong>.</p>')
  const alerts = await rss.parseString((await read('/alertes.atom')).text)
  assert.deepEqual(
    alerts.items.map(({ title }) => title),
    ['Crue'],
  )
  const found = await rss.parseString((await read('/recherche.atom?q=crue')).text)
  assert.deepEqual(
    found.items.map(({ title }) => title),
    ['Crue'],
  )
  const own = await rss.parseString((await read('/annuaire/club-des-aines.atom')).text)
  assert.equal(own.items.length, Object.keys(EVENTS).length)
})

test('the calendar has each date with its hours, for two other programs', async () => {
  const { text, headers } = await read('/agenda.ics')
  assert.match(headers.get('content-type') ?? '', /^text\/calendar/)
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  assert.doesNotMatch(text, /[^\r]\n/)
  const events = byUid(text)
  const [hours = '', open = '', days = '', series = ''] = ['hours', 'open', 'days', 'series'].map(
    name => ids[name],
  )
  const further = [32, 39].map(ahead => `${series}-${day(ahead).replaceAll('-', '')}`)
  assert.deepEqual([...events.keys()].sort(), [hours, open, days, series, ...further].sort())
  const local = (time: ICAL.Time) =>
    time.toJSDate().toLocaleString('sv-SE', { timeZone: 'Europe/Paris' }).slice(0, 16)
  const timesOf = (uid: string) =>
    [events.get(uid)?.startDate, events.get(uid)?.endDate].map(time => time && local(time))
  assert.deepEqual(timesOf(hours), [`${day(20)} 20:30`, `${day(20)} 23:00`])
  assert.deepEqual(timesOf(open), [`${day(21)} 08:00`, `${day(21)} 10:00`])
  assert.deepEqual(timesOf(further[1] ?? ''), [`${day(39)} 09:00`, `${day(39)} 12:00`])
  const whole = events.get(days)
  assert.deepEqual(
    [whole?.startDate.isDate, whole?.startDate.toString(), whole?.endDate.toString()],
    [true, day(22), day(25)],
  )
  assert.equal(events.get(hours)?.summary.replaceAll('\u00a0', ' '), `${FETE} hours`)
  assert.equal(events.get(hours)?.location.replaceAll('\u00a0', ' '), 'Salle, rue du Port ; 1er, Œuilly')
  assert.match(events.get(hours)?.description ?? '', /^Bonjour\n\nun\ndeux, é{90}\n\nhttp.*\/p\/\w{26}$/)
  const other = Object.values(ical.sync.parseICS(text)).filter(one => one?.type === 'VEVENT')
  assert.equal(other.length, 6)
  assert.equal(byUid((await read(`${publicationPath({ id: hours, title: 'x' })}.ics`)).text).size, 1)
})

test('one day of a series has a calendar of its own, with the id that it has among all days', async () => {
  const path = publicationPath({ id: ids.series ?? '', title: 'x' })
  const uidsOf = async (on: string) => [...byUid((await read(`${path}/${on}.ics`)).text).keys()]
  assert.deepEqual(await uidsOf(day(25)), [ids.series])
  assert.deepEqual(await uidsOf(day(39)), [`${ids.series}-${day(39).replaceAll('-', '')}`])
  assert.equal((await read(`${path}/${day(40)}.ics`)).status, 404)
  assert.equal((await read(`${path}/${day(39)}/x.ics`)).status, 404)
  const page = (await read(path)).text
  for (const on of [day(25), day(32), day(39)]) assert.match(page, new RegExp(`/${on}\\.ics">Ajouter`))
})

test('long texts are cut in the calendar, which leads to the whole; the JSON agenda has the next fifty', async () => {
  const place = await make.commune(app, { slug: 'longue' })
  for (let at = 0; at < 60; at++)
    await make.publication(app, null, place, {
      type: 'evenement',
      date_debut: day(at < 5 ? -3 : at),
      title: `n° ${at}`,
      body: 'a b '.repeat(5_000),
    })
  const get = async (end: string) => await (await fetch(`${app.url}/place/longue/agenda.${end}`)).text()
  const events = [...byUid(await get('ics')).values()]
  assert.equal(events.length, 60)
  for (const { description } of events) assert.ok(description.length < 1_200, `${description.length} letters`)
  const { items } = JSON.parse(await get('json'))
  assert.deepEqual([items.length, items[0].title], [50, 'n° 5'])
})

test('a change keeps the UID and raises the sequence; without one the answer is the same to the byte', async () => {
  const [before, again] = [await read('/agenda.ics'), await read('/agenda.ics')]
  assert.equal(before.headers.get('etag'), again.headers.get('etag'))
  const id = ids.open ?? ''
  await app.owner.query('update publications set title = $2 where id = $1', [id, 'Autre titre'])
  // The one in the memory is ten seconds old at most; that of the publication was not asked for yet.
  const after = byUid((await read(`${publicationPath({ id, title: 'x' })}.ics`)).text).get(id)
  assert.equal(after?.summary, 'Autre titre')
  assert.ok((after?.sequence ?? 0) > (byUid(before.text).get(id)?.sequence ?? 0))
})

test('what is exported is imported with all of its fields', async () => {
  const kinds = {
    '/agenda.ics': 'ical',
    '/actualites.json': 'json_feed',
    '/actualites.atom': 'atom',
    '/actualites.rss': 'rss',
  } as const
  for (const [path, kind] of Object.entries(kinds)) {
    const { text } = await read(path)
    const { items } = readDocument({ text, url: `${app.url}${BASE}${path}`, kind }, new Date())
    const plain = (value: string | null | undefined) => value?.replaceAll('\u00a0', ' ')
    const item = items.find(one => plain(one.title) === `${FETE} hours`)
    assert.ok(item, path)
    assert.match(item.body, /un[\s\S]*deux, é{90}/, path)
    if (kind !== 'ical') continue
    const { date_debut, heure_debut, heure_fin, lieu } = item
    assert.deepEqual(
      { date_debut, heure_debut, heure_fin, lieu: plain(lieu) },
      { ...EVENTS.hours, lieu: `${EVENTS.hours.lieu}, Œuilly` },
    )
    const days = items.find(one => plain(one.title) === `${FETE} days`)
    assert.deepEqual([days?.date_debut, days?.date_fin], [day(22), day(24)])
  }
})

test('collections stand in the calendar the evening before, by zone', async () => {
  const all = byUid((await read('/collectes.ics')).text)
  const one = [...byUid((await read('/collectes.ics?zone=Bourg')).text).values()]
  // Some weekdays occur once more in the 120 days.
  assert.ok(one.length >= 16 && Math.abs(all.size - 2 * one.length) <= 1, `${one.length} of ${all.size}`)
  for (const event of one) {
    assert.equal(event.summary, 'Sortez le bac : verre')
    const time = event.startDate.toJSDate().toLocaleString('fr-FR', {
      timeZone: 'Europe/Paris',
      weekday: 'long',
      hour: '2-digit',
    })
    assert.match(time, /^dimanche,? (?:à )?19/)
  }
})

test('feeds of what is not there are not found', async () => {
  for (const path of [
    '.atom',
    '/rien.atom',
    '/agenda.rss',
    '/agenda/2026-12.ics',
    '/annuaire.ics',
    '/annuaire/personne.ics',
    '/p/x.ics',
    '/recherche.atom',
    '/collectes/x.ics',
    '/actualites/a/b.atom',
  ])
    assert.equal((await read(path)).status, 404, path)
})
