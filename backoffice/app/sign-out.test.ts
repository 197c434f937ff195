// In one browser: what is remembered is the page's own; the sign-in page is shown in both by layout.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../test/browser/visit.ts'

test('the sign-in page says that the session is closed, until somebody signs in', { skip }, async () => {
  const app = await startBackoffice()
  const email = 'lucie@example.org'
  await account(app, email, 'admin')
  const look = await visit(app)
  const { page } = look
  const closed = page.getByText('Votre session est fermée.')
  await page.goto('/')
  await page.locator('input[name=email]').waitFor()
  assert.equal(await closed.count(), 0, 'nobody was signed in')
  await enter(look, email, '/compte')
  await page.getByRole('button', { name: 'Se déconnecter', exact: true }).click()
  await closed.waitFor()
  await look.assertAccessible('the sign-in page after a sign-out')
  await page.reload()
  await closed.waitFor()
  await enter(look, email, '/compte')
  await page.context().clearCookies()
  await page.goto('/compte')
  await page.locator('input[name=email]').waitFor()
  assert.equal(await closed.count(), 0, 'it ended by itself')
  assert.deepEqual(look.faults, [])
})

test('after a sign-out, Back does not show the page that was left, which browsers keep in memory', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const email = 'ines@example.org'
  await account(app, email, 'admin')
  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/compte')
  const out = page.getByRole('button', { name: 'Se déconnecter', exact: true })
  await out.waitFor()
  // A start page that does not come leaves the page as it is, as it comes back from the memory of a browser.
  const isStart = (url: URL) => url.pathname === '/'
  await page.route(isStart, route => route.fulfill({ status: 204 }))
  const asked = page.waitForRequest(request => isStart(new URL(request.url())))
  await out.click()
  await asked
  await page.getByText('Votre session a pris fin').waitFor()
  assert.equal((await page.getByText(email).count()) > 0, true, 'the page is still there')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.getByText('Votre session est fermée.').waitFor()
  assert.equal(new URL(page.url()).pathname, '/compte')
  assert.equal(await page.getByText(email).count(), 0)
  assert.deepEqual(look.faults, [])
})
