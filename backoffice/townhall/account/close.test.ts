// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { PASSWORD, signInAt } from '../../../test/sign-in.ts'
import { openTown } from '../../test/town-hall.ts'

const service = skip ? undefined : openTown()
const opened = async () => (await service) ?? assert.fail('there is a browser')

const LIST = '**/api/v1/me/closing'
/** By keyboard: what loads above the button moves it, and a click that began on it would end beside it. */
const open = (page: Page) => page.getByRole('button', { name: 'Fermer mon compte' }).press('Enter')
const keep = async (page: Page) => {
  await page.getByRole('dialog').getByRole('button', { name: 'Garder mon compte' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Holds the list back. Answers when it was asked for, and what lets it come. */
async function holdList(page: Page) {
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(LIST, async route => {
    asked.resolve()
    await late.promise
    await route.continue().catch(() => {})
  })
  return { asked: asked.promise, comes: () => late.resolve() }
}
async function press(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Fermer mon compte' }).click()
}

test('an account whose closing is asked for before the list has come is closed once it comes', {
  skip,
}, async () => {
  const { app, clerk } = await opened()
  const look = await visit(app)
  const { page } = look
  await enter(look, clerk, '/espace/moi')
  const { asked, comes } = await holdList(page)
  await open(page)
  await asked
  await press(page)
  comes()
  await page.locator('input[name=email]').waitFor()
  await becomes(async () => (await signInAt(app).mailsTo(clerk)).at(-1)?.template, 'account-closed')
  assert.deepEqual(look.faults, [])
})

test('an account stays open where its owner leaves the dialog before the list has come', {
  skip,
}, async () => {
  const { app, commune, secretary } = await opened()
  const { rows } = await app.owner.query('select id from users where email = $1', [secretary])
  await make.member(app, await make.acteur(app, commune, { nom: 'Boulangerie' }), rows[0])
  const look = await visit(app)
  const { page } = look
  await enter(look, secretary, '/espace/moi')
  const closings: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/auth/close-account')) closings.push(request.url())
  })
  await open(page)
  await page.getByText('Vous êtes la seule personne responsable de Boulangerie').waitFor()
  await page.getByLabel('Fermer quand même').check()
  // Asked for anew when the button is pressed. Given up, the query answers what it had before.
  const { asked, comes } = await holdList(page)
  await press(page)
  await asked
  await keep(page)
  comes()
  await page.unroute(LIST)
  await page.reload()
  await page.getByRole('button', { name: 'Fermer mon compte' }).waitFor()
  assert.deepEqual(closings, [])
  assert.deepEqual(look.faults, [])
})
