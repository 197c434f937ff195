// Begun first: it takes long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { enter } from '../../test/browser/people.ts'
import { chooseLetters, follow, pressUntil, skip, type Visit, visit } from '../../test/browser/visit.ts'
import { becomes } from '../../test/eventually.ts'
import { PASSWORD } from '../../test/sign-in.ts'
import { openWorld } from './every-screen.ts'
import { controlsOf, lostInForcedColours, misplaced, tallPage } from './measures.ts'

/** Every screen on small screens, with large letters, in forced colours and for screen readers. */

/** With a claim and an appeal, which are longer than the window. */
async function openDesks() {
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
const world = skip ? undefined : openDesks()
const opened = async () => (await world) ?? assert.fail('there is a browser')

/** Not the search form of a list. */
const FORM = 'main form:not(search *)'

/** The screens before signing in, then those of a moderator, then dialogs. */
async function walk(look: Visit, email: string, see: (where: string) => Promise<void>): Promise<void> {
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
    await pressUntil(page, ['g', letter], wait => page.waitForURL(`**${path}`, wait))
    await page.locator(row).first().waitFor()
    await see(path)
    await page.locator(row).first().press('Enter')
    await page.locator(opened).first().waitFor()
    await see(`${path}, one of them`)
  }
  for (const part of await page.locator('nav[aria-label] a[href^="/reglages?"]').all()) {
    await part.click()
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

const sidewaysOf = (what: string) =>
  `${what}: no scrolling sideways, nothing cut off, nothing over something else`

/** Small screens: one walk, measured at both widths. */
const SMALL = [
  ['320 px wide', 320, 1],
  ['390 px wide with letters of twice the size', 390, 2],
] as const

async function onSmallScreens() {
  const { app, moderator } = await opened()
  const look = await visit(app, { width: 390 })
  const found = new Map<string, string[]>(SMALL.map(([what]) => [what, []]))
  await walk(look, moderator, async where => {
    for (const [what, width, letters] of SMALL) {
      await look.page.setViewportSize({ width, height: 844 })
      await chooseLetters(look.page, letters)
      for (const fault of await misplaced(look.page)) found.get(what)?.push(`${where}: ${fault}`)
    }
  })
  return { found, faults: look.faults }
}
let small: ReturnType<typeof onSmallScreens> | undefined
const seenOnSmallScreens = () => (small ??= onSmallScreens())

for (const [what] of SMALL)
  test(sidewaysOf(what), { skip }, async () => {
    const { found, faults } = await seenOnSmallScreens()
    assert.deepEqual([...(found.get(what) ?? []), ...faults], [])
  })

/** A desktop: one walk in French, each screen with large letters, in forced colours and as a screen reader hears it. */
async function atDesktop() {
  const { app, moderator } = await opened()
  const look = await visit(app, { letters: 2 })
  const { page } = look
  const [large, tall, lost]: [string[], string[], string[]] = [[], [], []]
  const heard = new Map<string, readonly string[]>()
  await walk(look, moderator, async where => {
    for (const fault of await misplaced(page)) large.push(`${where}: ${fault}`)
    await chooseLetters(page, 1)
    tall.push(...(await tallPage(page)).map(fault => `${where}: ${fault}`))
    heard.set(where, await controlsOf(page))
    await page.emulateMedia({ forcedColors: 'active' })
    await look.assertAccessible(where).catch(error => lost.push(error.message))
    for (const fault of await lostInForcedColours(page)) lost.push(`${where}: ${fault}`)
    await page.emulateMedia({ forcedColors: 'none' })
    await chooseLetters(page, 2)
  })
  const language = await page.locator('html').getAttribute('lang')
  return { large, tall, lost, heard, language, faults: look.faults }
}
let desktop: ReturnType<typeof atDesktop> | undefined
const seenAtDesktop = () => (desktop ??= atDesktop())

test(sidewaysOf('a desktop with letters of twice the size'), { skip }, async () => {
  const { large, faults } = await seenAtDesktop()
  assert.deepEqual([...large, ...faults], [])
})

test('at 1280 × 800 the lists and panes of a screen scroll, never the page', { skip }, async () =>
  assert.deepEqual((await seenAtDesktop()).tall, []),
)

test(
  'in forced colours: contrast, names, and a border where only a background marked an element',
  {
    skip,
  },
  async () => assert.deepEqual((await seenAtDesktop()).lost, []),
)

function assertNamed(heard: ReadonlyMap<string, readonly string[]>, language: 'fr-FR' | 'en-GB'): void {
  for (const [where, controls] of heard) {
    assert.ok(controls.length > 0, where)
    for (const control of controls) assert.match(control, / "./, `${where}: a ${control} without a name`)
  }
  assert.deepEqual(heard.get('/connexion'), SIGN_IN[language])
  const account = heard.get('/compte') ?? []
  const [first = '', last = ''] = [ACCOUNT[language].at(0), ACCOUNT[language].at(-1)]
  assert.deepEqual(account.slice(account.indexOf(first), account.indexOf(last) + 1), ACCOUNT[language])
}

test('every control has a name in both languages, and no French is left on English screens', {
  skip,
}, async () => {
  const desk = await seenAtDesktop()
  assertNamed(desk.heard, 'fr-FR')
  assert.equal(desk.language, 'fr')
  const { app, moderator } = await opened()
  const look = await visit(app, { language: 'en-GB' })
  const heard = new Map<string, readonly string[]>()
  const french: string[] = []
  await walk(look, moderator, async where => {
    heard.set(where, await controlsOf(look.page))
    // User texts are not translated: publications stay French.
    if (!/messages|moderation|contestations|item|rejection|search|commune|import/.test(where))
      french.push(...(await accented(look.page)).map(word => `${where}: ${word}`))
  })
  assertNamed(heard, 'en-GB')
  await becomes(() => look.page.locator('html').getAttribute('lang'), 'en')
  assert.deepEqual([...desk.faults, ...french, ...look.faults], [])
})

/** The texts of the language, and the names that people gave. */
const NAMES =
  /Français|Les Amis du marché|Saint-Benoît-sur-Loire|Actualité|Événement|Délibération|La Réunion/g
async function accented(page: Page): Promise<readonly string[]> {
  const said = await page.locator('body').innerText()
  return said.replaceAll(NAMES, '').match(/\S*[àâçéèêëîïôùûœ]\S*/gi) ?? []
}

const SIGN_IN = {
  'fr-FR': [
    'textbox "Adresse électronique"',
    'textbox "Mot de passe"',
    'button "Afficher"',
    'checkbox "Rester connecté sur cet appareil"',
    'button "Se connecter"',
    'link "Mot de passe oublié ?"',
    'link "S’inscrire"',
    'button "English"',
  ],
  'en-GB': [
    'textbox "E-mail address"',
    'textbox "Password"',
    'button "Show"',
    'checkbox "Stay signed in on this device"',
    'button "Sign in"',
    'link "Forgot your password?"',
    'link "Sign up"',
    'button "Français"',
  ],
}

/** Excludes the list of devices, whose number changes. */
const ACCOUNT = {
  'fr-FR': [
    'textbox "Nom et prénom"',
    'button "Enregistrer"',
    'button "Se déconnecter"',
    'button "Se déconnecter partout"',
    'radio "Jamais"',
    'radio "Chaque matin"',
    'radio "Chaque lundi"',
    'checkbox "Me prévenir aussitôt Un courriel quand plusieurs personnes signalent une publication, ou quand une alerte attend une décision. Six par heure au plus : le suivant résume les autres."',
    'switch "M’avertir dans cet onglet Une notification quand du travail arrive et que cet onglet, ouvert, n’est pas à l’écran. Elle dit combien, sans nommer personne."',
    'radio "Comme l’appareil"',
    'radio "Clair"',
    'radio "Sombre"',
    'radio "Français"',
    'radio "English"',
    'switch "Lignes serrées Plus de publications à l’écran."',
    'switch "Raccourcis d’une seule lettre À éteindre si vous dictez à voix haute."',
    'textbox "Mot de passe actuel"',
    'button "Afficher"',
    'textbox "Nouveau mot de passe"',
    'button "Afficher"',
    'checkbox "Fermer mes sessions sur les autres appareils"',
    'button "Changer le mot de passe"',
    'button "Activer"',
  ],
  'en-GB': [
    'textbox "Full name"',
    'button "Save"',
    'button "Sign out"',
    'button "Sign out everywhere"',
    'radio "Never"',
    'radio "Every morning"',
    'radio "Every Monday"',
    'checkbox "Tell me at once A mail when several people report a publication, or when an alert waits for a decision. Six an hour at most: the next one sums up the others."',
    'switch "Notify me in this tab A notification when work arrives while this tab is open and not on screen. It says how much, and names nobody."',
    'radio "As the device"',
    'radio "Light"',
    'radio "Dark"',
    'radio "Français"',
    'radio "English"',
    'switch "Dense rows More publications on the screen."',
    'switch "Single-letter shortcuts Switch them off if you speak to your computer."',
    'textbox "Current password"',
    'button "Show"',
    'textbox "New password"',
    'button "Show"',
    'checkbox "End my sessions on other devices"',
    'button "Change the password"',
    'button "Turn on"',
  ],
}
