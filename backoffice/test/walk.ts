import { enter } from '../../test/browser/people.ts'
import { follow, leaving, pressUntil, type Visit } from '../../test/browser/visit.ts'
import { becomes } from '../../test/eventually.ts'
import { PASSWORD } from '../../test/sign-in.ts'
import { openWorld } from './every-screen.ts'

/** With a claim and an appeal, which are longer than the window. */
export async function openDesks() {
  const world = await openWorld()
  const { app, acteur } = world
  await app.anyone.post('/claims', {
    acteur_id: acteur,
    message: `Bonjour,\n${'je tiens le stand.\n'.repeat(40)}`,
    nom: 'Jean-Baptiste de la Tour-du-Pin',
    email: 'jean-baptiste@example.org',
  })
  await app.owner.query(
    `insert into appeals (kind, publication_id, decision, decided_at, language, message)
     select 'publication', id, 'rejected', now(), 'fr', repeat(E'Relisez.\\n', 40) from publications limit 1`,
  )
  return world
}
/** Not the search form of a list. */
const FORM = 'main form:not(search *)'

/** The screens before signing in, then those of a moderator, then dialogs. */
export async function walk(look: Visit, email: string, see: (where: string) => Promise<void>): Promise<void> {
  const { page } = look
  for (const path of ['/connexion', '/inscription', '/mot-de-passe', '/mot-de-passe?token=x']) {
    await page.goto(path)
    await page.locator('h1').waitFor()
    // The link to sign up comes once the service has said that one may.
    if (path === '/connexion') await page.locator('a[href*="/inscription"]').waitFor()
    await see(path)
  }
  await enter(look, email)
  await page.locator('main ul a').first().waitFor()
  await see('/')
  await follow(page, '/compte')
  await page.locator('main ul li').first().waitFor()
  await see('/compte')
  await page.getByRole('button', { name: /^(Activer|Turn on)$/ }).click()
  await page.getByRole('dialog').locator('input').fill(PASSWORD)
  await see('the password, once more')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('img').waitFor()
  await see('the square to scan')
  await follow(page, '/nulle-part')
  await see('nowhere')
  await follow(page, '/messages')
  await page.locator('main ol a').first().waitFor()
  await see('/messages')
  await page.locator('main ol a').first().click()
  await page.locator('article article').first().waitFor()
  await page.keyboard.press('r')
  await page.locator('textarea').waitFor()
  await see('/messages: an answer')
  await follow(page, '/moderation')
  await page.locator('main ol a').first().waitFor()
  await see('/moderation')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await see('search')
  await page.keyboard.press('Escape')
  await page.locator('main search button').click()
  await page.getByRole('combobox', { name: /^Commune/ }).waitFor()
  await see('filters of the moderation')
  await page.keyboard.press('Escape')
  await page.locator('main ol a').first().click()
  await page.locator('#item-title').waitFor()
  await see('an item')
  await page.getByRole('button', { name: /^(Autres|More) actions$/ }).click()
  await see('the menu of an item')
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await page.getByRole('dialog').waitFor()
  await see('the rejection')
  await follow(page, '/communes?q=saint')
  await page.locator('main table a').first().waitFor()
  await see('/communes')
  await page.locator('main table a').first().click()
  await page.locator(FORM).waitFor()
  await see('a commune')
  await follow(page, '/defibrillateurs?vue=carte')
  await page.getByRole('group', { name: /^(Carte|Map)/ }).waitFor()
  await see('the map of /defibrillateurs, with nothing on it')
  await follow(page, '/imports')
  await page.locator('main table a').first().waitFor()
  await see('/imports')
  await page.locator('main table a').first().click()
  await page.locator(FORM).waitFor()
  await see('the settings of an import')
  await page.getByRole('link', { name: /^(Lectures|Readings)$/ }).click()
  await page.locator('main table a').first().click()
  await page.locator('main h4').waitFor()
  await see('a reading of an import')
  await follow(page, '/transparence')
  await page.locator('main table').first().waitFor()
  await see('/transparence')
  await follow(page, '/imports/nouvelle')
  await page.getByRole('combobox', { name: /^Commune/ }).waitFor()
  await see('/imports/nouvelle')
  for (const [letter, path, row, opened] of TABLES) {
    await page.locator('h1').focus()
    await leaving(page, () => pressUntil(page, ['g', letter], wait => page.waitForURL(`**${path}`, wait)))
    await page.locator(row).first().waitFor()
    await see(path)
    await page.locator(row).first().press('Enter')
    await page.locator(opened).first().waitFor()
    await see(`${path}, one of them`)
  }
  for (const part of await page.locator('nav[aria-label] a[href^="/reglages?"]').all()) {
    await part.press('Enter')
    await becomes(() => part.getAttribute('aria-current'), 'page')
    await page.locator('main h2').first().waitFor()
    await see(`/reglages: ${await part.textContent()}`)
  }
}

/** A list, its rows, and an open item: what the list itself does not have, and what comes after the address. */
const TABLES = [
  ['j', '/journal', 'main summary', 'details[open] h3'],
  ['u', '/utilisateurs', 'main table a', 'main [role=switch]'],
  ['b', '/abonnements', 'main table a', 'main dl'],
  ['t', '/acteurs', 'main table a', FORM],
  ['d', '/demandes', 'main ol a', '#item-title'],
  ['n', '/contestations', 'main ol a', '#item-title'],
  ['r', '/reglages', 'main li button[aria-label^=Ren]', 'main li form'],
] as const
