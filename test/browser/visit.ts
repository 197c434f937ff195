import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type Built, builtBackoffice } from '../../src/backoffice/build.ts'
import { serveBackoffice } from '../../src/backoffice/serve.ts'
import { createLog } from '../../src/kernel/log.ts'
import { type AppOptions, startApp, type TestApp, testConfig } from '../app.ts'
import { atEnd } from '../at-end.ts'
import { findChromium } from './chromium.ts'

/** Somebody before a screen. What a page must never do (an error, a refused script, a foreign request) fails the test. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Zero violations of what can be checked by a program. */
  assertAccessible(where: string, within?: string): Promise<void>
  /** What went wrong so far that the page did not say. */
  readonly faults: readonly string[]
}

interface Look {
  readonly width?: number
  readonly dark?: boolean
  /** By a finger, beside the mouse. */
  readonly touch?: boolean
  readonly language?: 'fr-FR' | 'en-GB'
  /** Another place that this page may ask, because the operator named it. */
  readonly asks?: string
  readonly forcedColors?: boolean
  /** How much larger than usual the letters are that somebody has chosen in their browser. */
  readonly letters?: number
}

const chromiumHere = findChromium()
/** Where a machine must have a browser, as the one that decides about a change, these tests fail instead. */
const isRequired = process.env.PARVIS_BROWSER_TESTS === 'required'
/** `test('…', { skip }, …)`: one sentence where no browser can run. */
export const skip = typeof chromiumHere === 'string' && !isRequired ? chromiumHere : false

/** One for all files of the process, a context for each visit: starting it takes as long as a short walk. */
let browser: Browser | undefined
let folder: string | undefined
atEnd(async () => {
  await browser?.close()
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** In a folder of its own, with a short name since sockets lie there: one that is ended in haste leaves them behind. */
async function launched(how: Exclude<typeof chromiumHere, string>): Promise<Browser> {
  folder = mkdtempSync(join(tmpdir(), 'c'))
  return await chromium.launch({
    ...how,
    env: { ...(process.env as Record<string, string>), TMPDIR: folder },
  })
}

/** A service with the back-office as it is built, or as another build has it. */
export async function startBackoffice(
  options: AppOptions = {},
  building: Promise<Built> = builtBackoffice(),
): Promise<TestApp> {
  await building
  const { mapTiles, mediaUrl } = testConfig(options.env)
  return await startApp({
    ...options,
    // Its own address: a browser says where the page comes from.
    env: { PUBLIC_URL: '', ...options.env },
    backoffice: server => serveBackoffice(server, building, createLog('silent'), mapTiles, mediaUrl),
  })
}

export async function visit(app: Pick<TestApp, 'url'>, look: Look = {}): Promise<Visit> {
  if (typeof chromiumHere === 'string')
    throw new Error(`PARVIS_BROWSER_TESTS is required, but ${chromiumHere}.`)
  browser ??= await launched(chromiumHere)
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
  after(() => context.close())
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
      // Half a megabyte, and the same for every state of one page.
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
 * To another screen, as a link of the page leads there: what all of them are made of is loaded once, not for each. Not
 * where something that is still being answered may lead on by itself, nor to another part of the same screen.
 */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(`for (const title of document.querySelectorAll('h1')) title.dataset.left = ''
    history.pushState({}, '', ${JSON.stringify(address)})`)
  await page.locator('h1:not([data-left])').first().waitFor()
}

/** Every size is a share of what the page begins with: there is no other way to change it from here. */
const sizeOf = (letters: number) => (letters === 1 ? '' : `${106.25 * letters}%`)
const choosing = (letters: number) => `document.documentElement.style.fontSize = '${sizeOf(letters)}'`
const enlarged = (letters: number) => `addEventListener('DOMContentLoaded', () => { ${choosing(letters)} })`

/** Chosen anew while the page is open. */
export const chooseLetters = (page: Page, letters: number): Promise<unknown> =>
  page.evaluate(choosing(letters))

/** The browser itself writes a line for every answer that is a refusal; the page deals with those. */
const EXPECTED = /^Failed to load resource: the server responded with a status of (4\d\d|503)/
