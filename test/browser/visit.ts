import assert from 'node:assert/strict'
import { after } from 'node:test'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { builtBackoffice } from '../../src/backoffice/build.ts'
import { serveBackoffice } from '../../src/backoffice/serve.ts'
import { createLog } from '../../src/kernel/log.ts'
import { type AppOptions, startApp, type TestApp } from '../app.ts'
import { findChromium } from './chromium.ts'

/** Somebody before a screen. What a page must never do (an error, a refused script, a foreign request) fails the test. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Zero violations of what can be checked by a program. */
  assertAccessible(where: string): Promise<void>
  /** What went wrong so far that the page did not say. */
  readonly faults: readonly string[]
}

interface Look {
  readonly width?: number
  readonly dark?: boolean
  readonly language?: 'fr-FR' | 'en-GB'
  readonly forcedColors?: boolean
}

export const why = await findChromium()
/** `test('…', { skip }, …)`: one sentence where no browser can run. */
export const skip = typeof why === 'string' ? why : false

let browser: Browser | undefined
after(async () => await browser?.close())

/** A service with the back-office as it is built. */
export async function startBackoffice(options: AppOptions = {}): Promise<TestApp> {
  const building = builtBackoffice()
  await building
  return await startApp({
    ...options,
    // Its own address: a browser says where the page comes from.
    env: { PUBLIC_URL: '', ...options.env },
    backoffice: server => serveBackoffice(server, building, createLog('silent')),
  })
}

export async function visit(app: Pick<TestApp, 'url'>, look: Look = {}): Promise<Visit> {
  if (typeof why === 'string') throw new Error(why)
  browser ??= await chromium.launch(why)
  const width = look.width ?? 1280
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width, height: width < 720 ? 844 : 800 },
    colorScheme: look.dark ? 'dark' : 'light',
    locale: look.language ?? 'fr-FR',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    ...(look.forcedColors && { forcedColors: 'active' as const }),
  })
  after(() => context.close())
  const faults: string[] = []
  context.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== app.url) faults.push(`asked ${origin}`)
  })
  const page = await context.newPage()
  page.on('pageerror', error => faults.push(`threw ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(`wrote ${message.text()}`)
  })
  return {
    page,
    context,
    faults,
    async assertAccessible(where) {
      await page.evaluate(axe.source)
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: typeof axe }).axe.run(),
      )
      const told = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      )
      assert.deepEqual(told, [], where)
    },
  }
}

/** The browser itself writes a line for every answer that is a refusal; the page deals with those. */
const EXPECTED = /^Failed to load resource: the server responded with a status of (4\d\d|503)/
