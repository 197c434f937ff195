// In one browser: it counts what the service sends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../test/browser/people.ts'
import { skip, type Visit, visit } from '../../test/browser/visit.ts'
import * as make from '../../test/factories.ts'
import { PER_PAGE } from '../kit/desk/per-page.ts'
import { openWorld } from './every-screen.ts'

/**
 * The requests of a first visit of the desk with a session, until the page is quiet. On a slow machine it has begun to follow the
 * news by then: the requests after that code are no part of the first load.
 */
async function requestsOf({ page, context }: Visit) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const urls = new Map<string, string>()
  const done: { readonly url: string; readonly bytes: number }[] = []
  let followsNews = false
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!followsNews) urls.set(requestId, request.url)
    followsNews ||= request.url.includes('/assets/follow-')
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url) done.push({ url: new URL(url).pathname, bytes: encodedDataLength })
  })
  await page.goto('/moderation')
  await page.locator('#item-title').waitFor()
  assert.equal(await page.locator('main ol > li').count(), PER_PAGE)
  await page.waitForLoadState('networkidle')
  return done
}

/** Words that compress as those of people do. */
const WORDS =
  'marché salle réunion samedi inscription mairie atelier gratuit parking concert enfants association place buvette rendez-vous départ randonnée école travaux collecte bibliothèque repas anciens théâtre'.split(
    ' ',
  )
const text = (seed: number, words: number) =>
  Array.from({ length: words }, (_, at) => WORDS[(seed * 7 + at * at * 3 + at * seed) % WORDS.length]).join(
    ' ',
  )

test('the first load of the desk with a whole page: 25 requests and 250 kB at most', { skip }, async t => {
  const { app, moderator } = await openWorld()
  const commune = await make.commune(app)
  const acteurs = await make.several(5, at =>
    make.acteur(app, commune, { nom: `Association ${text(at, 3)}` }),
  )
  await make.several(PER_PAGE, at =>
    make.publication(app, acteurs[at % 5] ?? '', commune, {
      title: text(at + 1, 6),
      body: text(at + 2, 45),
      lieu: text(at + 3, 3),
      moderation_status: 'pending',
      valide: false,
      publie_le: null,
    }),
  )
  const before = await visit(app)
  await enter(before, moderator, '/compte')
  const look = await visit(app)
  await look.context.addCookies((await before.context.storageState()).cookies)
  const requests = await requestsOf(look)
  const sum = requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  const told = requests.map(({ url, bytes }) => `${url} ${bytes}`).join('\n')
  t.diagnostic(`${requests.length} requests, ${sum.toFixed(1)} kB`)
  assert.ok(requests.length > 10, told)
  assert.ok(requests.length <= 25, told)
  assert.ok(sum <= 250, told)
  assert.deepEqual(look.faults, [])
})
