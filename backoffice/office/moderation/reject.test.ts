// In one browser: what is stored is about localStorage, which all browsers have alike.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { openDesk } from '../../test/moderation-desk.ts'

test('a refusal that is not sent is there again with its reason and its words, until it is sent', {
  skip,
}, async () => {
  const { app, email, waiting } = await openDesk()
  const [first] = [await waiting('Soldes'), await waiting('Vide-greniers')]
  const look = await visit(app)
  const { page } = look
  await enter(look, email, `/moderation?item=${first}`)
  const dialog = page.getByRole('dialog')
  const words = dialog.getByLabel('Message à l’auteur')
  const again = async () => {
    await page.goto(`${app.url}/moderation?item=${first}`)
    await page.locator('#item-title').getByText('Soldes').waitFor()
    await page.getByRole('button', { name: /^Refuser…/ }).click()
    await words.waitFor()
  }
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter(name => /refusal \d*[\da-f]/.test(name)))
  await again()
  await dialog.getByLabel('Hors sujet').check()
  await words.fill('Ce n’est pas dans la commune.')
  const moderate = '**/moderate'
  await page.route(moderate, route => route.abort())
  await dialog.getByRole('button', { name: 'Refuser', exact: true }).click()
  await page.getByText('1 action n’a pas abouti.').waitFor()

  await again()
  await becomes(() => dialog.getByLabel('Hors sujet').isChecked(), true)
  await becomes(() => words.inputValue(), 'Ce n’est pas dans la commune.')
  await look.assertAccessible('the refusal, once more')

  // Sent from the list of what failed, it is stored no longer.
  await dialog.getByRole('button', { name: 'Refuser', exact: true }).click()
  await page.getByText('1 action n’a pas abouti.').waitFor()
  assert.equal((await stored()).length, 1)
  await page.unroute(moderate)
  await page.getByRole('button', { name: 'Réessayer', exact: true }).click()
  await page.getByText('« Soldes » est refusée.').waitFor()
  await eventually(async () => (await stored()).length === 0, 'nothing is stored')
})
