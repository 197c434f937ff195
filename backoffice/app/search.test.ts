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
      // One key closes it, where a browser would first empty the field, or only that.
      await field.fill('m')
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

test('the search acts on what is open, goes to a setting, and finds a person first', { skip }, async () => {
  const { app, moderator } = await opened()
  const look = await visit(app)
  const { page } = look
  await enter(look, moderator, '/moderation')
  const title = page.locator('#item-title')
  await title.waitFor()
  const about = await title.innerText()
  const search = async (typed: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('searchbox').fill(typed)
  }
  const dialog = page.getByRole('dialog')
  await search('refuser')
  await dialog.getByRole('heading', { name: `Sur « ${about} »` }).waitFor()
  await dialog.getByRole('button', { name: /^Refuser/ }).waitFor()
  const nothing = dialog.getByText('Rien ne correspond.')
  await nothing.waitFor({ state: 'attached' })
  assert.equal(await nothing.isVisible(), false)
  await dialog.getByRole('searchbox').fill('corbeille')
  await dialog.getByRole('button', { name: 'Mettre à la corbeille Suppr' }).waitFor()
  await dialog.getByRole('searchbox').fill('xxxx xxxx')
  await becomes(() => nothing.isVisible(), true)
  await dialog.getByRole('searchbox').fill('refuser')
  await dialog.getByRole('button', { name: /^Refuser/ }).waitFor()
  await look.assertAccessible('the search with an action')
  await page.keyboard.press('Enter')
  // The dialog of the action, about the same publication.
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await becomes(() => title.innerText(), about)

  await search('cles')
  await dialog.getByRole('button', { name: /Clés d’API/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/reglages\?onglet=cles/)

  await search(moderator.slice(0, 6))
  const headings = dialog.getByRole('heading', { level: 3 })
  await dialog.getByRole('link').first().waitFor()
  await becomes(() => headings.first().innerText(), 'Utilisateurs', 'people come first')
  await dialog.getByRole('link').first().click()
  await page.waitForURL(/utilisateurs\//)
  // An empty search lists the records that were opened last.
  await page.keyboard.press('Control+k')
  await dialog.getByRole('heading', { name: 'Ouverts récemment' }).waitFor()
  assert.deepEqual(look.faults, [])
})
