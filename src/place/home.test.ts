import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { day } from '../../test/days.ts'
import * as make from '../../test/factories.ts'
import { Holds } from './holds.ts'
import { hasEnded } from './home.ts'

const app = await startApp()
const office = app.as(await app.user(['admin']))
const get = async (path: string) => {
  const answer = await fetch(app.url + path, { redirect: 'manual' })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

test('a commune without publications shows what registers say, with a word to its town hall', async () => {
  const town = await make.commune(app, { nom: 'Val-d’Œil', slug: 'val-d-oeil' })
  await app.owner.query(
    `insert into commune_infos (commune_id, adresse, telephone, horaires, site_web)
     values ($1, '1 rue Haute', '02 38 00 99 99', 'Mo-Fr 09:00-12:00', 'https://www.val-d-oeil.fr/')`,
    [town],
  )
  const { text } = await get('/place/val-d-oeil')
  assert.match(text, /<h2>Rien n’est encore publié à Val-d’Œil<\/h2>/)
  assert.match(text, /1 rue Haute.*02 38 00 99 99.*Lundi au vendredi/s)
  assert.match(
    text,
    /Vous êtes la mairie\s\?.*href="http:\/\/parvis\.test\/inscription\?commune=[\w-]+">Commencer/s,
  )
  assert.match(text, /registres publics/)
  assert.match(text, /<a href="https:\/\/www\.val-d-oeil\.fr\/">www\.val-d-oeil\.fr<\/a>/)
  assert.doesNotMatch(text, /La semaine à imprimer|Flux d’actualités/)
  // Only what leads to something is offered: no defibrillator, no councillor and no acteur is known.
  const tiles = (page: string) =>
    [...page.matchAll(/<span>([^<]+)<small>([^<]+)<\/small>/g)].map(([, name, what]) => `${name}: ${what}`)
  assert.deepEqual(tiles(text), ['Mairie: Horaires, contacts'])
  // Nor does its page of the town hall have this section.
  assert.doesNotMatch(text, />Collectes</)
  assert.match(text, /<meta name="robots" content="noindex,follow">/)

  await make.commune(app, { slug: 'nue' })
  assert.doesNotMatch((await get('/place/nue')).text, /Pratique|registres publics/)
  const equipped = await make.commune(app, { slug: 'equipee' })
  await app.owner.query('insert into commune_defibrillateurs (commune_id, overrides) values ($1, $2)', [
    equipped,
    { nom: 'Salle des fêtes' },
  ])
  assert.deepEqual(tiles((await get('/place/equipee')).text), ['Défibrillateurs: Où les trouver'])
})

test('a town hall that an owner keeps is not asked to begin, and what it wrote is not a register’s', async () => {
  const town = await make.commune(app, { slug: 'tenue' })
  const mairie = await make.mairie(app, town)
  await app.owner.query(`update acteurs set telephone = '02 38 00 11 22' where id = $1`, [mairie])
  await make.member(app, mairie, await app.user())
  const { text } = await get('/place/tenue')
  assert.match(text, /En attendant, voici comment la joindre\..*02 38 00 11 22/s)
  assert.doesNotMatch(text, /registres publics|Commencer/)
})

test('a commune with an event alone shows it across the page, without an empty column', async () => {
  const town = await make.commune(app, { slug: 'peu' })
  await make.publication(app, null, town, { title: 'La fête', type: 'evenement', date_debut: day(3) })
  const { text } = await get('/place/peu')
  assert.match(text, /<div class="front nonews">.*La fête/s)
  assert.doesNotMatch(text, /Rien n’est encore publié/)
})

test('of today the front page says the hour; a collection has no blank before its comma', async () => {
  const town = await make.commune(app, { slug: 'ce-jour' })
  await app.owner.query(
    `insert into collectes (commune_id, type, jours, frequence, ordre, heure_debut)
       values ($1, 'verre', '{1,2,3,4,5,6,7}', 'hebdomadaire', 1, '06:00')`,
    [town],
  )
  const alert = {
    type: 'alerte',
    niveau: 'danger',
    publie_le: new Date(),
    fin_le: new Date(Date.now() + 5e8),
  }
  await make.publication(app, null, town, { title: 'Crue', ...alert })
  const text = (await get('/place/ce-jour')).text.replaceAll('\u00a0', ' ')
  assert.match(text, /<a href="[^"]*#collectes">Verre(?: demain)?, dès 6 h<\/a>/)
  assert.match(text, /#collectes">.*<span>Collectes</)
  assert.match(text, /Depuis (aujourd’hui à \d+ h|[a-z]+ \d)/)
  const list = (await get('/place/ce-jour/actualites')).text.replaceAll('\u00a0', ' ')
  assert.match(list, /<time [^>]*>(aujourd’hui à \d+ h|\d)/)
})

test('the news are dated by their publication; an event is in the agenda, by its own day', async () => {
  const town = await make.commune(app, { slug: 'nouvelles' })
  const event = { type: 'evenement', date_debut: '2099-06-06', publie_le: '2025-03-02T10:00:00Z' }
  await make.publication(app, null, town, { title: 'La foire', ...event })
  await make.publication(app, null, town, { title: 'Un avis', publie_le: '2025-03-01T10:00:00Z' })
  const undated = { title: 'Sans jour', date_debut: null, publie_le: '2025-03-03T10:00:00Z' }
  await make.publication(app, null, town, { ...event, ...undated })
  const daysOn = async (path: string) =>
    [...(await get(`/place/nouvelles${path}`)).text.matchAll(/\u00a0· ([^·<]*)<time datetime="([^"]*)/g)].map(
      ([, words = '', of = '']) => words + of,
    )
  for (const page of ['/actualites', '/actualites/cadre'])
    assert.deepEqual(await daysOn(page), ['2025-03-03', '2025-03-01'], page)
  const announced = await daysOn('/actualites/evenement')
  assert.deepEqual(announced, ['2025-03-03', 'en ligne depuis le 2025-03-02'])
  const { text } = await get('/place/nouvelles/actualites')
  assert.match(text, /href="[^"]*\/agenda"[^>]*>Événements</)
  assert.match(text, /href="[^"]*\/actes"[^>]*>Actes officiels</)
})

test('old links of a merged commune lead to its successor, whose pages say since when', async () => {
  const here = await make.commune(app, { nom: 'Sainte-Œuvre', slug: 'sainte-oeuvre' })
  const fields = { nom: 'Port-au-Loup', slug: 'port-au-loup', successor_id: here }
  const merged = await make.commune(app, fields)
  await app.owner.query(
    `insert into commune_slugs (slug, commune_id) values ('port', $1), ('sainte-oeuvre-sur-loire', $2)`,
    [merged, here],
  )
  const leads: Record<string, string> = {
    '/place/port-au-loup': '/place/sainte-oeuvre?de=port-au-loup',
    '/place/port/agenda': '/place/sainte-oeuvre/agenda?de=port',
    '/place/port-au-loup/annuaire?q=a': '/place/sainte-oeuvre/annuaire?q=a&de=port-au-loup',
    '/place/port-au-loup/agenda.ics': '/place/sainte-oeuvre/agenda.ics',
    '/place/sainte-oeuvre-sur-loire': '/place/sainte-oeuvre',
    '/place/sainte-oeuvre?de=ailleurs': '/place/sainte-oeuvre',
    '/place/sainte-oeuvre/annuaire?de=x&q=a': '/place/sainte-oeuvre/annuaire?q=a',
  }
  for (const [from, to] of Object.entries(leads)) {
    const { status, location } = await get(from)
    assert.deepEqual([status, location], [301, to], from)
  }
  const said = async () =>
    /<p class="state ok">(.*?)<\/p>/.exec((await get('/place/sainte-oeuvre?de=port-au-loup')).text)?.[1]
  assert.equal(
    await said(),
    'Port-au-Loup et Sainte-Œuvre ne font plus qu’une commune. Vous êtes sur sa page.',
  )
  assert.equal(
    (await office.patch(`/admin/communes/${here}/merger`, { merged_le: '2025-01-01' })).status,
    404,
  )
  const told = await office.patch(`/admin/communes/${merged}/merger`, { merged_le: '2025-01-01' })
  assert.deepEqual(told.body.data, { merged_le: '2025-01-01' })
  assert.match((await said()) ?? '', /une commune depuis le 1<sup>er<\/sup>.janvier 2025\. Vous/)
  assert.equal((await office.get(`/admin/communes/${merged}`)).body.data.merged_le, '2025-01-01')
  const { text } = await get('/place/sainte-oeuvre/agenda?de=port')
  assert.match(text, /ne font plus qu’une commune/)
  assert.match(text, /<link rel="canonical" href="[^"]*\/place\/sainte-oeuvre\/agenda">/)
  assert.doesNotMatch((await get('/place/sainte-oeuvre')).text, /ne font plus/)
})

test('an event of today has ended from its last hour on, unless it goes on another day', () => {
  const fuseau = 'Europe/Paris'
  const ended = (at: string, of: object) => {
    const now = new Date(`2026-11-28T${at}:00+01:00`)
    const holds = new Holds(fuseau, now)
    const event = {
      date_debut: '2026-11-28',
      date_fin: null,
      dates: [],
      heure_debut: '08:00',
      heure_fin: '12:30',
      ...of,
    }
    const isEnded = hasEnded({ holds, fuseau, now }, event as Parameters<typeof hasEnded>[1])
    return [isEnded, holds.of('').holdsMs / 60_000]
  }
  // The page holds until the end of the event, then until the end of the day.
  assert.deepEqual(ended('12:00', {}), [false, 30])
  assert.deepEqual(ended('12:30', {}), [true, 690])
  assert.deepEqual(ended('20:00', { heure_fin: null }), [false, 240])
  assert.deepEqual(ended('20:00', { heure_debut: '19:00', heure_fin: '02:00' }), [false, 240])
  assert.deepEqual(ended('20:00', { date_fin: '2026-11-29' }), [false, 240])
})
