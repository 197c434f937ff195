// In one browser: layout.test.ts shows the search in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../test/browser/people.ts'
import { follow, skip, visit } from '../../test/browser/visit.ts'
import { becomes } from '../../test/eventually.ts'
import { openWorld } from '../test/every-screen.ts'

/** The search of everything: its way in on every screen, the state of what it finds, and corrected words. */

const WIDTHS = [
  { width: 1280, name: /^Tout chercher/ },
  { width: 390, name: 'Chercher' },
]

const world = skip ? undefined : openWorld()
const opened = async () => (await world) ?? assert.fail('there is a browser')

test('at 1280 and at 390 pixels each screen has a button that opens the search', { skip }, async () => {
  const { app, moderator } = await opened()
  const look = await visit(app)
  const { page } = look
  await enter(look, moderator, '/communes')
  for (const path of ['/', '/moderation', '/messages', '/acteurs', '/journal', '/reglages', '/compte']) {
    await follow(page, path)
    await page.locator('h1').waitFor()
    for (const { width, name } of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const button = page.getByRole('button', { name })
      await button.click()
      const field = page.getByRole('dialog').getByRole('searchbox')
      await field.waitFor()
      await becomes(() => field.evaluate(one => one === document.activeElement), true, `${path} at ${width}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await becomes(() => button.evaluate(one => one === document.activeElement), true, `${path} at ${width}`)
    }
  }
  assert.deepEqual(look.faults, [])
})

test('a result says its state in French, and unknown words are corrected', { skip }, async () => {
  const { app, moderator } = await opened()
  await app.owner.query(
    `update publications set moderation_status = 'approved', valide = true, publie_le = now() + interval '30 days'
     where id = (select min(id::text)::uuid from publications where title like 'Vide-greniers%')`,
  )
  const look = await visit(app)
  const { page } = look
  await enter(look, moderator, '/')
  await page.getByRole('button', { name: /^Tout chercher/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('vide greniers')
  await dialog.getByText('Programmée').first().waitFor()
  assert.equal(await dialog.getByText('approved').count(), 0)
  await look.assertAccessible('found, with states')
  await dialog.getByRole('searchbox').fill('vide gerniers')
  await dialog.getByText('Voici ce qui correspond à « vide greniers ».').waitFor()
  await dialog.getByRole('link').first().click()
  await page.waitForURL(/moderation\?item=/)
  assert.deepEqual(look.faults, [])
})
