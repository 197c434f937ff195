// In one browser: it counts what the service sends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../test/browser/people.ts'
import { skip, type Visit, visit } from '../../test/browser/visit.ts'
import { openWorld } from './every-screen.ts'

/** The requests of a first visit of the desk with a session, until the page is quiet. */
async function requestsOf({ page, context }: Visit) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const urls = new Map<string, string>()
  const done: { readonly url: string; readonly bytes: number }[] = []
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => void urls.set(requestId, request.url))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    done.push({ url: new URL(urls.get(requestId) ?? '').pathname, bytes: encodedDataLength }),
  )
  await page.goto('/moderation')
  await page.locator('#item-title').waitFor()
  await page.waitForLoadState('networkidle')
  return done
}

test('the first load of the desk: 25 requests and 250 kB at most', { skip }, async t => {
  const { app, moderator } = await openWorld()
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
