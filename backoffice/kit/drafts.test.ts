// In one browser: what is stored is about localStorage, which all browsers have alike.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { account, enter } from '../../test/browser/people.ts'
import { skip, startBackoffice, type Visit, visit } from '../../test/browser/visit.ts'
import { becomes } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import { signInAt } from '../../test/sign-in.ts'

/** Unsent input after each end of a session. */

const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter(name => name.startsWith('parvis.draft.')).length)

async function typing(): Promise<{
  look: Visit
  note: string
  email: string
  app: Awaited<ReturnType<typeof startBackoffice>>
}> {
  const app = await startBackoffice()
  const acteur = await make.acteur(app, await make.commune(app))
  const email = await account(app, 'maelle@example.org', 'admin')
  const look = await visit(app)
  await enter(look, email)
  const note = `/acteurs/${acteur}`
  await type(look.page, note)
  return { look, note, email, app }
}
async function type(page: Page, note: string): Promise<void> {
  await page.goto(note)
  await page.getByRole('button', { name: 'Écrire une note' }).click()
  await page.getByLabel('Votre note pour l’équipe').fill('Rappeler Mme Petit au 06 12 34 56 78.')
  await becomes(() => kept(page), 1)
}
const signOut = async (page: Page) => {
  await page.goto('/compte')
  await page.getByRole('button', { name: 'Se déconnecter', exact: true }).click()
  await page.locator('input[name=email]').waitFor()
}

test('a sign-out in another tab removes unsent input, and what is typed below the dialog is not stored again', {
  skip,
}, async () => {
  const { look, note } = await typing()
  const { page } = look
  const other = await look.context.newPage()
  await signOut(other)
  await page.getByText('Votre session a pris fin').waitFor()
  await becomes(() => kept(page), 0)
  // A form that is still on the screen goes on with its own copy.
  await page.getByLabel('Votre note pour l’équipe').evaluate((field: HTMLTextAreaElement) => {
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
    set?.call(field, 'Encore une phrase.')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  assert.equal(await kept(page), 0)
  assert.ok(note)
})

test('a session that had ended is left where another person chooses a password: its unsent input goes', {
  skip,
}, async () => {
  const { look, app } = await typing()
  const { page } = look
  const auth = signInAt(app)
  const other = await account(app, 'karim@example.org')
  await auth.post('/request-password-reset', { email: other })
  const { token } = (await auth.get(await auth.linkTo(other))).body
  await app.owner.query('delete from auth_sessions')
  // The end of the session alone keeps what was typed.
  await page.goto('/compte')
  await page.locator('input[name=email]').waitFor()
  assert.equal(await kept(page), 1)
  const tab = await look.context.newPage()
  await tab.goto(`/mot-de-passe?token=${token}`)
  await tab.getByText(`Pour ${other}.`).waitFor()
  await tab.locator('input[name=password]').fill('un nouveau mot de passe solide')
  await tab.locator('button[type=submit]').click()
  await tab.waitForURL(/nouveau=1/)
  // The address is known, so only the password is typed.
  assert.equal(await tab.locator('input[name=email]').inputValue(), other)
  // The first tab hears of it from the second.
  await becomes(() => kept(page), 0)
})
