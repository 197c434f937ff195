// In one browser: layout.test.ts shows the page in both.
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'

test('two choices pressed at once are sent one after the other, and both stand', { skip }, async () => {
  const app = await startBackoffice()
  const look = await visit(app)
  const { page } = look
  await enter(look, await account(app, 'anne@example.org', 'operator_moderation'), '/compte')
  const alerts = page.getByRole('checkbox', { name: 'Me prévenir aussitôt' })
  await alerts.waitFor()
  const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const answered: string[] = []
  await page.route('**/me/digest', async route => {
    asked.resolve()
    await release.promise
    await route.continue()
  })
  page.on('response', response => {
    if (response.request().method() === 'PUT') answered.push(response.request().postData() ?? '')
  })
  await page.getByRole('radio', { name: 'Chaque lundi' }).click()
  await asked.promise
  await alerts.click()
  await page.getByRole('checkbox', { name: 'Me prévenir aussitôt', checked: true }).waitFor()
  release.resolve()
  await becomes(async () => answered, ['{"frequency":"weekly"}', '{"frequency":"weekly","alerts":true}'])
  await page.reload()
  await page.getByRole('radio', { name: 'Chaque lundi', checked: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Me prévenir aussitôt', checked: true }).waitFor()
})

test('of two choices pressed at once, the failure of the first stays when the second is kept', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const look = await visit(app)
  const { page } = look
  await enter(look, await account(app, 'lea@example.org', 'operator_moderation'), '/compte')
  const alerts = page.getByRole('checkbox', { name: 'Me prévenir aussitôt' })
  await alerts.waitFor()
  const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  await page.route('**/me/digest', async route => {
    if (!isFirst) return await route.continue()
    isFirst = false
    asked.resolve()
    await release.promise
    await route.abort('connectionreset')
  })
  await page.getByRole('radio', { name: 'Chaque lundi' }).click()
  await asked.promise
  await alerts.click()
  release.resolve()
  await page.getByRole('checkbox', { name: 'Me prévenir aussitôt', checked: true }).waitFor()
  await page.getByText('Le service ne répond pas').waitFor()
  await page.getByRole('radio', { name: 'Chaque lundi', checked: false }).waitFor()
})

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
