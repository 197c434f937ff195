/**
 * Takes the pictures of the README from a service with `npm run -s parvis -- demo`:
 * `PASSWORD=… node launch.mjs test/browser/pictures.ts http://127.0.0.1:3000`.
 */
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from './chromium.ts'

const FOLDER = join(import.meta.dirname, '../../docs/screenshots')
const [url = 'http://127.0.0.1:3000'] = process.argv.slice(2)

async function signIn(browser: Browser, email: string, width: number, height: number): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: width < 600 ? 2 : 1,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
  })
  await page.goto(url)
  await page.locator('input[type=email]').fill(`${email}@example.org`)
  await page.locator('input[type=password]').fill(process.env.PASSWORD ?? '')
  await page.keyboard.press('Enter')
  await page.locator('nav').first().waitFor({ state: 'attached' })
  return page
}

async function take(page: Page, address: string, name: string, fill?: () => Promise<void>) {
  await page.goto(url + address, { waitUntil: 'networkidle' })
  await fill?.()
  await page.mouse.move(0, 0)
  await page.waitForTimeout(1_500)
  await page.screenshot({ path: join(FOLDER, `${name}.png`) })
}

const how = findChromium()
if (typeof how === 'string') throw new Error(how)
const browser = await chromium.launch(how)
const moderator = await signIn(browser, 'moderation', 1280, 800)
await take(moderator, '/moderation', 'moderation')
const clerk = await signIn(browser, 'secretariat', 1280, 1000)
await take(clerk, '/espace/ecrire', 'write', async () => {
  await clerk.getByText('Événement', { exact: true }).first().click()
  await clerk.getByLabel('Titre').fill('Vœux du maire')
  await clerk
    .getByLabel('Texte')
    .fill('La commune vous invite aux vœux du maire, suivis du verre de l’amitié.\n\nEntrée libre.')
  await clerk.getByLabel(/^Premier jour/).fill('9 janvier')
  await clerk.getByLabel(/^Heure de début/).fill('18 h 30')
  await clerk.getByLabel(/^Lieu/).fill('Salle des fêtes')
})
const resident = await browser.newPage({
  viewport: { width: 1280, height: 860 },
  locale: 'fr-FR',
  timezoneId: 'Europe/Paris',
})
const front = '/place/sainte-oeuvre-sur-loire'
// The first visit may not wait for the font.
await resident.goto(url + front, { waitUntil: 'networkidle' })
await take(resident, front, 'place')
await browser.close()
