// In one browser: what a screen does with an answer is about the page; layout.test.ts and states.test.ts show the screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../test/browser/people.ts'
import { follow, pressUntil, skip, visit } from '../../test/browser/visit.ts'
import { openWorld } from './every-screen.ts'
import { BEFORE_SIGNING_IN, FORMS, sendRefused } from './forms.ts'

/** Screens show counts, failures, search results and refusals of the service. */

const world = skip ? undefined : openWorld()
const opened = async () => (await world) ?? assert.fail('there is a browser')

const failing = (request_id: string) => ({
  status: 500,
  json: { error: 'internal', message: 'Le service a échoué.', request_id, details: [] },
})

test('home counts waiting claims and messages; a failure shows its reference and is retried', {
  skip,
}, async () => {
  const { app, treater } = await opened()
  const look = await visit(app)
  const { page } = look
  const COUNTS = '**/api/v1/admin/counts'
  await page.route(COUNTS, route =>
    route.fulfill({ json: { data: { claims: { pending: 2 }, support: { awaiting: 1 } } } }),
  )
  await enter(look, treater)
  await page.getByText('2 demandes attendent').waitFor()
  await page.getByText('1 message attend une réponse').waitFor()
  await page.unroute(COUNTS)
  await page.route(COUNTS, route => route.fulfill(failing('r-counts')))
  await page.reload()
  await page.getByRole('alert').getByText('Référence à donner\u00a0: r-counts').waitFor()
  await look.assertAccessible('a failure')
  await page.unroute(COUNTS)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByText('Rien n’attend.').waitFor()

  await page.route('**/api/v1/me', route => route.fulfill(failing('r-me')))
  await page.reload()
  await page.getByText('Référence à donner\u00a0: r-me').waitFor()
  await look.assertAccessible('nothing but a failure')
})

test('the search sends one request per word, and says when nothing is found', { skip }, async () => {
  const { app, moderator } = await opened()
  const look = await visit(app)
  const { page } = look
  await enter(look, moderator)
  let asked = 0
  page.on('request', request => {
    if (request.url().includes('/admin/search?')) asked += 1
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await pressUntil(page, ['Control+k'], wait => page.getByRole('dialog').waitFor(wait))
  await page.keyboard.type('grenier')
  await page.getByText('Recherche…').waitFor()
  assert.equal(asked, 0)
  await page.keyboard.press('Enter')
  await page.clock.resume()
  await page.getByRole('dialog').getByRole('link').first().waitFor()
  assert.equal(asked, 1)
  await page.getByRole('dialog').getByRole('searchbox').fill('zzzz')
  await page.getByText('Rien ne correspond.').waitFor()
  await look.assertAccessible('nothing found')
  await page.getByRole('dialog').getByRole('searchbox').fill('grenier')
  await page.getByRole('dialog').getByRole('link').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/moderation\?item=/)
  assert.deepEqual(look.faults, [])
})

test('a refused form focuses the first wrong field with its error, or shows why it failed', {
  skip,
}, async () => {
  const { app, moderator } = await opened()
  const look = await visit(app)
  await sendRefused(look.page, BEFORE_SIGNING_IN, (page, at) => page.goto(at))
  await look.page.unrouteAll()
  await enter(look, moderator)
  await sendRefused(look.page, FORMS, follow)
})
