// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { openWorld } from '../../test/every-screen.ts'

test('a day without a year is one that has been, where publications are looked for', { skip }, async () => {
  const { app, moderator } = await openWorld()
  const look = await visit(app)
  const { page } = look
  await enter(look, moderator, '/moderation')
  await page.getByRole('button', { name: /^Filtrer/ }).click()
  await page.getByLabel('Proposées depuis le').fill('31/12')
  await page.getByRole('dialog').getByRole('button', { name: 'Filtrer' }).click()
  await page.waitForURL(/du=\d{4}-12-31/)
  const [, from = ''] = /du=(\d{4}-12-31)/.exec(page.url()) ?? []
  assert.ok(from <= new Date().toISOString().slice(0, 10), from)
  await page.getByText('Vide-greniers de la Saint-Michel, annonce numéro 1').first().waitFor()
})
