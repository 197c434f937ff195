import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { createLog } from '../../src/kernel/telemetry/log.ts'
import { type Built, builtBackoffice } from '../../src/operation/backoffice/build.ts'
import { settingsOf } from '../../src/operation/backoffice/page.ts'
import { serveBackoffice } from '../../src/operation/backoffice/serve.ts'
import { type AppOptions, startApp, type TestApp, testConfig } from '../app.ts'
import { atEnd } from '../at-end.ts'
import { eventually } from '../eventually.ts'
import { findChromium } from './chromium.ts'
import { answerLate } from './late-answers.ts'

/** A user in a browser. Errors, blocked scripts and foreign requests of the page fail the test. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Checks accessibility; any violation fails. */
  assertAccessible(where: string, within?: string): Promise<void>
  /** Errors so far that the page did not show. */
  readonly faults: readonly string[]
}

interface Look {
  readonly width?: number
  readonly dark?: boolean
  /** Emulates a touch screen. */
  readonly touch?: boolean
  readonly language?: 'fr-FR' | 'en-GB'
  /** Another origin that the operator allowed the page to request. */
  readonly asks?: string
  readonly forcedColors?: boolean
  /** The factor of the browser's font size. */
  readonly letters?: number
}

const chromiumHere = findChromium()
/** On CI, these tests fail instead of being skipped without a browser. */
const isRequired = process.env.PARVIS_BROWSER_TESTS === 'required'
/** For `test('…', { skip }, …)`: a message if no browser can run. */
export const skip = typeof chromiumHere === 'string' && !isRequired ? chromiumHere : false

/** One browser per process and one context per visit: starting a browser takes as long as a short test. */
let open: { readonly name: string | undefined; readonly browser: Browser } | undefined
let folder: string | undefined
atEnd(async () => {
  await open?.browser.close()
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Another one when the file is for another one than the last of this process (`together.mjs`). */
async function browserOfFile(): Promise<Browser> {
  const name = process.env.PARVIS_TEST_BROWSER
  if (open && open.name === name) return open.browser
  const how = [findChromium(), chromiumHere].find(found => typeof found !== 'string')
  if (!how) throw new Error(`PARVIS_BROWSER_TESTS is required, but ${chromiumHere}.`)
  await open?.browser.close()
  open = { name, browser: await launched(how) }
  return open.browser
}

/** A folder with a short name, since it contains sockets; a killed browser leaves them behind. */
async function launched(how: Exclude<typeof chromiumHere, string>): Promise<Browser> {
  folder ??= mkdtempSync(join(tmpdir(), 'c'))
  return await chromium.launch({
    ...how,
    env: { ...(process.env as Record<string, string>), TMPDIR: folder },
  })
}

/** A service with the built back-office, or another build of it. */
export async function startBackoffice(
  options: AppOptions = {},
  building: Promise<Built> = builtBackoffice(),
): Promise<TestApp> {
  await building
  const config = testConfig(options.env)
  return await startApp({
    ...options,
    // The service's own address, because browsers send it as Origin.
    env: { PUBLIC_URL: '', ...options.env },
    backoffice: server =>
      serveBackoffice(server, building, createLog('silent'), settingsOf(config), config.mediaUrl),
  })
}

export async function visit(app: Pick<TestApp, 'url'>, look: Look = {}): Promise<Visit> {
  const browser = await browserOfFile()
  const width = look.width ?? 1280
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width, height: width < 720 ? 844 : 800 },
    colorScheme: look.dark ? 'dark' : 'light',
    locale: look.language ?? 'fr-FR',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    ...(look.touch && { hasTouch: true }),
    ...(look.forcedColors && { forcedColors: 'active' as const }),
  })
  // As long as `eventually`: the page, the service and the test may each stand still for a while.
  context.setDefaultTimeout(60_000)
  after(() => context.close())
  await answerLate(context)
  const faults: string[] = []
  context.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== app.url && origin !== look.asks) faults.push(`asked ${origin}`)
  })
  if (look.letters) await context.addInitScript(enlarged(look.letters))
  const page = await context.newPage()
  page.on('pageerror', error => faults.push(`threw ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(`wrote ${message.text()}`)
  })
  return {
    page,
    context,
    faults,
    async assertAccessible(where, within = 'html') {
      // Half a megabyte, the same for every state of a page.
      if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
      const { violations } = await page.evaluate(
        place =>
          (globalThis as unknown as { axe: typeof axe }).axe.run(place, { resultTypes: ['violations'] }),
        within,
      )
      const told = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      )
      assert.deepEqual(told, [], where)
    },
  }
}

/**
 * Until the returned function is called, no page of a visit hears what colleagues do: the code that follows them waits. For tests
 * of what a page does that does not know yet; it hears news from a few seconds after each load, or any time on a slow machine.
 */
export async function withoutNews({ context }: Pick<Visit, 'context'>): Promise<() => void> {
  const names = [...(await builtBackoffice()).keys()]
  const code = names.find(name => name.includes('/follow-')) ?? assert.fail('kit/live/follow.ts is a file')
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  await context.route(`**/${code}`, async route => {
    await isOver
    // The page may have been left.
    await route.continue().catch(() => {})
  })
  return resolve
}

/** Until another screen is shown: the address changes at once, and the old screen stays until the new one is loaded. */
export async function leaving(page: Page, go: () => Promise<unknown>): Promise<void> {
  await page.evaluate(`for (const title of document.querySelectorAll('h1')) title.dataset.left = ''`)
  await go()
  await page.locator('h1:not([data-left])').first().waitFor()
}

/**
 * Navigates like a link of the page, so that shared code is loaded once. Not while a pending answer may navigate, and
 * not within the same screen.
 */
export const follow = (page: Page, address: string): Promise<void> =>
  leaving(page, () => page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`))

/**
 * Waits until the typeface is there and a frame was shown: after a new size, colour or text, the parts that look at the window
 * change with the next frame, and what is measured before is of neither state.
 */
export const frameShown = (page: Page): Promise<unknown> =>
  page.evaluate(
    'document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))',
  )

/** Presses the keys of a shortcut until it has had its effect: right after signing in the page may not know it yet. */
export const pressUntil = (
  { keyboard }: Page,
  keys: readonly string[],
  seen: (wait: { timeout: number }) => Promise<unknown>,
): Promise<true> =>
  eventually(
    async () => {
      for (const key of keys) await keyboard.press(key)
      return await seen({ timeout: 2_000 }).then(
        () => true as const,
        () => false as const,
      )
    },
    `${keys.join(' ')} has its effect`,
  )

/** All sizes are relative to the root font size, which is changed here. */
const sizeOf = (letters: number) => (letters === 1 ? '' : `${106.25 * letters}%`)
const choosing = (letters: number) => `document.documentElement.style.fontSize = '${sizeOf(letters)}'`
const enlarged = (letters: number) => `addEventListener('DOMContentLoaded', () => { ${choosing(letters)} })`

/** Changed while the page is open. */
export const chooseLetters = (page: Page, letters: number): Promise<unknown> =>
  page.evaluate(choosing(letters))

/** Ignores the browser's console line for each error status, which the page handles. */
const EXPECTED = /^Failed to load resource: the server responded with a status of (4\d\d|503)/
