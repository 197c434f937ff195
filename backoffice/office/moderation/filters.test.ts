// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import { openWorld } from '../../test/every-screen.ts'

test('in filters, a day without a year is in the past, and text that is no day is refused at its field', {
  skip,
}, async () => {
  const { app, moderator } = await openWorld()
  const look = await visit(app)
  const { page } = look
  await enter(look, moderator, '/moderation')
  await page.getByRole('button', { name: /^Filtrer/ }).click()
  const from = page.getByLabel('Proposées depuis le')
  await from.fill('le trente')
  await page.keyboard.press('Enter')
  await page.getByText('Ce n’est pas une date.').waitFor()
  await becomes(() => from.evaluate(field => field === document.activeElement), true)
  await look.assertAccessible('a day that is not understood')
  await from.fill('31/12')
  await page.getByRole('dialog').getByRole('button', { name: 'Filtrer' }).click()
  await page.waitForURL(/du=\d{4}-12-31/)
  const [, day = ''] = /du=(\d{4}-12-31)/.exec(page.url()) ?? []
  assert.ok(day <= new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' }), day)
  await page.getByText('Vide-greniers de la Saint-Michel, annonce numéro 1').first().waitFor()
})
