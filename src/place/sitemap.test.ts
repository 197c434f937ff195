import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { day } from '../../test/days.ts'
import * as make from '../../test/factories.ts'
import { robotsOf } from '../exchange/imports/reading/site/robots.ts'
import { publicationPath } from './addresses.ts'

const app = await startApp()
const town = await make.commune(app, { nom: 'Œuilly', slug: 'oeuilly' })
const quiet = await make.commune(app, { nom: 'Calme', slug: 'calme' })
const club = await make.acteur(app, town, { slug: 'club', nom: 'Club', type: 'commerce', telephone: '01 23' })
const event = await make.publication(app, club, town, {
  title: 'Fête',
  type: 'evenement',
  date_debut: day(9),
  heure_debut: '20:30',
  lieu: 'Salle',
})
const news = await make.publication(app, club, town, { title: 'Nouvelle' })
await make.publication(app, club, town, { title: 'Une autre' })
await make.publication(app, club, quiet, { title: 'Seule' })
await make.publication(app, club, quiet, { title: 'Cachée', moderation_status: 'pending', valide: false })
await make.publication(app, club, quiet, { title: 'Cachée aussi', valide: false })
const get = async (path: string) => await (await fetch(app.url + path)).text()
const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname)

test('the index names the communes that have three things to read, and their maps lead to pages that are there', async () => {
  assert.deepEqual(locations(await get('/place/sitemap.xml')), [
    '/place/oeuilly/sitemap.xml',
    '/place/-/sitemap.xml',
  ])
  const pages = locations(await get('/place/oeuilly/sitemap.xml'))
  assert.ok(pages.includes(`/place/oeuilly${publicationPath({ id: event, title: 'Fête' })}`))
  assert.ok(pages.includes('/place/oeuilly/annuaire/club'))
  for (const page of pages) {
    const answer = await fetch(app.url + page, { redirect: 'manual' })
    assert.equal(answer.status, 200, page)
    assert.doesNotMatch(await answer.text(), /<meta name="robots"/, page)
  }
  assert.match(await get('/place/calme'), /<meta name="robots" content="noindex,follow"/)
})

test('robots may read the pages and pictures, and nothing else', async () => {
  const robots = robotsOf(await get('/robots.txt'), 'Googlebot')
  const allowed = (path: string) => robots.allows(new URL(path, 'https://parvis.example'))
  for (const path of ['/place', '/place/oeuilly/agenda', '/media/a/480.webp', '/p/x'])
    assert.ok(allowed(path), path)
  for (const path of [
    '/',
    '/moderation',
    '/api/v1/communes',
    '/place/oeuilly/recherche?q=a',
    '/place/oeuilly/p/a/signaler',
  ])
    assert.ok(!allowed(path), path)
})

test('pages carry what search engines and messengers read', async () => {
  const dataOf = (page: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}')
  const page = await get(`/place/oeuilly${publicationPath({ id: event, title: 'Fête' })}`)
  const data = dataOf(page)
  assert.deepEqual(
    [data['@type'], data.name, data.eventStatus, data.location.name, data.organizer.name, data['@id']],
    ['Event', 'Fête', 'https://schema.org/EventScheduled', 'Salle', 'Club', `urn:uuid:${event}`],
  )
  assert.match(data.startDate, new RegExp(`^${day(9)}T20:30:00[+]0[12]:00$`))
  assert.match(page, /<meta property="og:title" content="Fête – Œuilly">/)
  assert.equal(
    dataOf(await get(`/place/oeuilly${publicationPath({ id: news, title: 'Nouvelle' })}`))['@type'],
    'NewsArticle',
  )
  assert.equal(dataOf(await get('/place/oeuilly/annuaire/club'))['@type'], 'Store')
  assert.equal(dataOf(await get('/place/oeuilly/mairie'))['@type'], 'GovernmentOffice')
  assert.equal(dataOf(await get('/place/oeuilly'))['@type'], 'WebSite')
})
