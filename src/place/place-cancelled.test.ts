import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { startApp } from '../../test/app.ts'
import { day } from '../../test/days.ts'
import * as make from '../../test/factories.ts'
import { publicationPath } from './addresses.ts'

/** A cancelled event stays on every page and in every feed, which say so. */

const app = await startApp()
const town = await make.commune(app, { nom: 'Œuilly', slug: 'oeuilly' })
const club = await make.acteur(app, town, { slug: 'club' })
const [president, office] = [await app.user(), app.as(await app.user(['admin']))]
await make.member(app, club, president)
const soon = day(2)
const title = 'Randonnée'
const id = await make.publication(app, club, town, { title, type: 'evenement', date_debut: soon })
const MOTIF = 'Les chemins <b>sont</b> inondés.'
const path = publicationPath({ id, title })

const get = async (page: string) => {
  const answer = await fetch(`${app.url}/place/oeuilly${page}`)
  assert.equal(answer.status, 200, page)
  return (await answer.text()).replaceAll('\u00a0', ' ')
}
const sequenceOf = (text: string) =>
  new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent') ?? undefined).sequence

test('lists strike out the title, the page and the sheets say “Annulé”, feeds and calendars announce it', async () => {
  const before = sequenceOf(await get(`${path}.ics`))
  const { status } = await app
    .as(president, 'public')
    .patch(`/publications/${id}`, { annule: true, annule_motif: MOTIF })
  assert.equal(status, 200)
  const struck = new RegExp(
    `class="(?:ev|story|lead) off"[^]*?<strong class="tag bad">Annulé</strong> <a href="/place/oeuilly${path}">(?:<mark>)?${title}`,
  )
  for (const page of ['', '/agenda', '/actualites/evenement', '/annuaire/club', '/recherche?q=randonnée'])
    assert.match(await get(page), struck, page)
  const page = await get(path)
  assert.match(page, /<p class="state bad"><strong>Annulé<\/strong> Cet événement n’aura pas lieu\./)
  assert.match(page, /Les chemins &lt;b&gt;sont&lt;\/b&gt; inondés\./)
  assert.match(page, /<title>Annulé\s: Randonnée – Œuilly<\/title>/)
  assert.match(page, /"eventStatus":"https:\/\/schema.org\/EventCancelled"/)
  assert.doesNotMatch(page, /Ajouter à mon agenda/)
  assert.match(await get(`${path}/affiche`), /<p class="off">Annulé<span/)
  assert.match(await get('/semaine'), /Annulé\s: Randonnée/)
  for (const feed of ['/actualites.atom', '/actualites.rss', '/actualites.json', '/agenda.json'])
    assert.match(await get(feed), /Annulé\s: Randonnée/, feed)
  assert.equal(JSON.parse(await get('/agenda.json')).items[0]._parvis.annule, true)
  const calendar = await get('/agenda.ics')
  assert.match(calendar, /STATUS:CANCELLED\r\nSUMMARY:Annulé\s: Randonnée/)
  assert.ok(sequenceOf(calendar) > before)

  // Moderators may put it on again.
  await office.patch(`/publications/${id}`, { annule: false })
  const other = publicationPath({ id, title: 'autre' })
  assert.match(await get(`${other}.ics`), /STATUS:CONFIRMED\r\nSUMMARY:Randonnée/)
})
