import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { account, enter } from '../../test/browser/people.ts'
import { follow, pressUntil, skip, visit } from '../../test/browser/visit.ts'
import { becomes, eventually } from '../../test/eventually.ts'
import { PASSWORD, totp } from '../../test/sign-in.ts'
import { openWorld } from './every-screen.ts'
import { focusNow } from './measures.ts'

/** Screens without a mouse, a permission, a connection or any content. */

const world = skip ? undefined : openWorld()
const opened = async () => (await world) ?? assert.fail('there is a browser')

/** Presses Tab until the wanted element has the focus, or the page begins again. Checks that the focus is always visible. */
async function tabTo(page: Page, wanted?: RegExp): Promise<readonly string[]> {
  const passed: string[] = []
  for (let press = 0; press < 120; press += 1) {
    await page.keyboard.press('Tab')
    const { name, seen } = await focusNow(page)
    assert.ok(seen, `${name} has the focus, and nothing shows it`)
    if (name === '' || (wanted?.test(name) ?? name === passed[0])) return passed
    passed.push(name)
  }
  return assert.fail(`the focus does not come to ${wanted ?? 'the end'}: ${passed.join(', ')}`)
}

test('from the sign-in to the account page by keyboard alone, and the focus is always visible', {
  skip,
}, async () => {
  const { app, moderator } = await opened()
  const { page, faults } = await visit(app)
  await page.goto('/connexion')
  await eventually(
    async () => (await focusNow(page)).name.includes('Adresse'),
    'the first field has the focus',
  )
  await page.keyboard.type(moderator)
  await tabTo(page, /Mot de passe/)
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /publications attendent/ }).waitFor()

  const way = await tabTo(page, /publications attendent/)
  assert.match(way[0] ?? '', /Aller au contenu/)
  await page.keyboard.press('Enter')
  await page.locator('main ol a').first().waitFor()
  await eventually(
    async () => /^h1 “Modération”|^h2/.test((await focusNow(page)).name),
    'the screen’s name is read',
  )
  await eventually(async () => (await tabTo(page)).length > 10, 'a way through the desk')

  // In capitals, as the help shows it.
  const own = page.getByRole('heading', { level: 1, name: 'Mon compte' })
  await pressUntil(page, ['Shift+KeyG', 'Shift+KeyC'], wait => own.waitFor(wait))
  await page.getByText('(cet appareil)').waitFor()
  const controls = [
    'Nom et prénom',
    'Comme l’appareil',
    'Lignes serrées',
    'Changer le mot de passe',
    'Activer',
  ]
  // A part that arrives while the page is walked through may take the focus from what it replaces.
  await eventually(
    async () => {
      const all = await tabTo(page)
      return controls.every(control => all.some(name => name.includes(control)))
    },
    `${controls.join(', ')} are reached`,
  )
  assert.deepEqual(faults, [])
})

test('a forbidden screen names the role it needs; an unknown address says so', {
  skip,
}, async () => {
  const { app, treater, member } = await opened()
  const look = await visit(app)
  const { page } = look
  await enter(look, treater, '/moderation?onglet=signalees')
  await page.getByRole('heading', { level: 1, name: 'Cette partie ne vous est pas ouverte.' }).waitFor()
  await page.getByText('le rôle «\u00a0Modération\u00a0»').waitFor()
  await becomes(() => page.getByRole('navigation').getByText('Modération').count(), 0)
  await becomes(() => page.title(), /pas ouverte/)
  await look.assertAccessible('no right')
  await page.getByRole('link', { name: 'Aller à l’accueil' }).click()
  await page.getByText('Rien n’attend.').waitFor()
  await look.assertAccessible('nothing to do')
  await page.goto('/nulle-part')
  await page.getByRole('heading', { level: 1, name: 'Cette page n’existe pas.' }).waitFor()
  await look.assertAccessible('nowhere')
  assert.deepEqual(look.faults, [])

  const other = await visit(app, { width: 390, dark: true })
  await enter(other, member)
  await other.page.getByRole('heading', { name: 'Il lui manque une page.' }).waitFor()
  await other.assertAccessible('no right at all')
  await follow(other.page, '/compte')
  await other.page.getByRole('heading', { name: 'Mon compte' }).waitFor()
  assert.deepEqual(other.faults, [])
})

test('a screen that fails to load can be retried; a missing connection is shown while it lasts', {
  skip,
}, async () => {
  const { app, moderator } = await opened()
  const look = await visit(app)
  const { page, context } = look
  await enter(look, moderator)
  await context.setOffline(true)
  await page.getByText('Pas de connexion.').first().waitFor()
  await look.assertAccessible('no connection')
  await context.setOffline(false)
  await page.getByText('Pas de connexion.').first().waitFor({ state: 'detached' })

  await page.route('**/assets/account-*.js', route => route.abort())
  await page.getByRole('navigation').getByRole('button').last().click()
  await page.getByRole('link', { name: 'Mon compte' }).click()
  await page.getByText('La page ne peut pas s’afficher.').first().waitFor()
  await look.assertAccessible('a screen that did not come')
  await page.unroute('**/assets/account-*.js')
  await page.getByRole('button', { name: 'Recharger la page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mon compte' }).waitFor()
})

test('the theme (light, dark, or that of the device) applies at once and survives a reload', {
  skip,
}, async () => {
  const { app, moderator } = await opened()
  const look = await visit(app, { dark: true })
  const { page } = look
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const [light, dark] = ['rgb(245, 243, 238)', 'rgb(18, 22, 28)']
  await enter(look, moderator, '/compte')
  await becomes(ground, dark)
  await page.getByRole('radio', { name: 'Clair' }).check()
  await becomes(ground, light)
  await page.reload()
  await page.getByRole('radio', { name: 'Clair' }).waitFor()
  await becomes(ground, light)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('radio', { name: 'Sombre' }).check()
  await becomes(ground, dark)
  await page.getByRole('radio', { name: 'Comme l’appareil' }).check()
  await becomes(ground, light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await becomes(ground, dark)
  assert.deepEqual(look.faults, [])
})

test('backup codes are copied as they are shown', { skip }, async () => {
  const { app } = await opened()
  const look = await visit(app)
  const { page, context } = look
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(look, await account(app, 'paul@example.org'), '/compte')
  await page.getByRole('button', { name: 'Activer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mot de passe actuel').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.getByRole('img').waitFor()
  const key = /cette clé\s*:\s*((?:[A-Z2-7]{1,4}\s?)+)/.exec(await dialog.innerText())?.[1] ?? ''
  const secret = key.replaceAll(/\s/g, '')
  await dialog.getByLabel('Code à six chiffres').fill(totp(`otpauth://totp/Parvis?secret=${secret}`))
  await page.keyboard.press('Enter')
  await dialog.getByRole('listitem').first().waitFor()
  const shown = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'Copier les codes' }).click()
  await dialog.getByText('Les codes sont copiés.').waitFor()
  await becomes(() => page.evaluate(() => navigator.clipboard.readText()), shown.join('\n'))
  await look.assertAccessible('the codes to keep')
  assert.deepEqual(look.faults, [])
})
