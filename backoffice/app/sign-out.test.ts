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
