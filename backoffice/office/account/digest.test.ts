// In one browser: layout.test.ts shows the page in both.
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'

test('a digest and alerts are chosen in “Mon compte”, and the choice is kept', { skip }, async () => {
  const app = await startBackoffice()
  const look = await visit(app)
  const { page } = look
  await enter(look, await account(app, 'anne@example.org', 'operator_moderation'), '/compte')
  const daily = page.getByRole('radio', { name: 'Chaque matin' })
  await page.getByRole('radio', { name: 'Jamais', checked: true }).waitFor()
  await daily.click()
  await page.getByText('C’est enregistré.').waitFor()
  const alerts = page.getByRole('checkbox', { name: 'Me prévenir aussitôt' })
  await page.getByRole('checkbox', { name: 'Me prévenir aussitôt', checked: true }).waitFor()
  const saved = page.waitForResponse(response => response.request().method() === 'PUT')
  await alerts.click()
  await saved
  await page.reload()
  await page.getByRole('radio', { name: 'Chaque matin', checked: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Me prévenir aussitôt', checked: false }).waitFor()
  await look.assertAccessible('the account with a digest')
})
