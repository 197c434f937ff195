/**
 * The moderators' desk in a browser, on the demo town: time to the first row, and from a key to the next publication,
 * on this machine and four times slower. `node launch.mjs bench/backoffice.ts [--publications 400]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ofOneAfternoon, play } from '../src/demo/demo.ts'
import { agendaFrom, serveAgenda } from '../src/demo/outside.ts'
import { todayAt } from '../src/demo/play.ts'
import { jobs } from '../src/jobs.ts'
import { queuesOf } from '../src/kernel/jobs/jobs.ts'
import { migrate } from '../src/kernel/migrations/migrate.ts'
import { openEmbedded } from '../src/kernel/postgres/open.ts'
import { readConfig } from '../src/kernel/settings/config.ts'
import { createLog } from '../src/kernel/telemetry/log.ts'
import { type Built, builtBackoffice } from '../src/operation/backoffice/build.ts'
import { serveBackoffice } from '../src/operation/backoffice/serve.ts'
import { openService } from '../src/service.ts'
import { ensureFirstAdmin } from '../src/sign-in/first-admin.ts'
import { findChromium } from '../test/browser/chromium.ts'

const { values } = parseArgs({ options: { publications: { type: 'string', default: '400' } } })
const EMAIL = 'bench@example.org'
const PASSWORD = 'the password of the bench, long enough'
const SLOWDOWNS = [1, 4]
const VISITS = 5
/** More than three pages of the list: some keys are pressed while the next page is fetched. */
const KEYS = 100

/** Time from the key to the frame with the next title, measured in the browser. */
const IN_THE_PAGE = `(async () => {
  const title = () => document.getElementById('item-title')?.textContent
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  const pause = () => new Promise(resolve => setTimeout(resolve, 150))
  const taken = []
  for (let number = 0; number < ${KEYS}; number++) {
    await pause()
    const before = title()
    const began = performance.now()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
    while (title() === before && performance.now() - began < 1000) await frame()
    // A neighbour with the same title, as duplicates have, cannot be timed.
    if (title() !== before) taken.push(performance.now() - began)
  }
  return taken
})()`

const dataDir = mkdtempSync(join(tmpdir(), 'parvis-bench-page-'))
const cluster = await openEmbedded({ dataDir, as: 'command', durable: false })
try {
  const how = await findChromium()
  if (typeof how === 'string') throw new Error(how)
  const began = performance.now()
  const building = builtBackoffice()
  const built = await building
  process.stdout.write(`built, or found built, in ${Math.round(performance.now() - began)} ms\n`)
  process.stdout.write(
    `first load ${kilobytes(built, isFirst)}, everything ${kilobytes(built, () => true)}\n\n`,
  )

  await migrate(cluster.connection, queuesOf(jobs))
  await using agenda = await serveAgenda(agendaFrom(todayAt(new Date())))
  const secret = 'the secret of the bench, which is long enough'
  const env = {
    PORT: '0',
    PUBLIC_URL: '',
    DATABASE_URL: 'postgres://localhost/x',
    PARVIS_SECRET: secret,
    PROCESS: 'web',
    RATE_LIMIT_SCALE: '0',
    PARVIS_ADMIN_EMAIL: EMAIL,
    PARVIS_ADMIN_PASSWORD: PASSWORD,
    IMPORT_ALLOW_PRIVATE: agenda.pair,
  }
  const config = readConfig(env)
  const log = createLog('silent')
  const service = await openService({
    config,
    log,
    secret,
    connection: cluster.connection,
    jobs: {},
    backoffice: server => serveBackoffice(server, building, log),
  })
  const url = await service.listen()
  await ensureFirstAdmin(service.db, config, false)
  const stage = { service, url, config: ofOneAfternoon(config, agenda), agenda, password: PASSWORD }
  await play(stage, { publications: Number(values.publications) })
  const browser = await chromium.launch(how)
  await measure(browser, url)
  await browser.close()
  await service.stop()
} finally {
  await cluster.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

function kilobytes(built: Built, counts: (name: string) => boolean): string {
  const bytes = [...built.values()]
    .filter(({ name }) => counts(name))
    .reduce((sum, { bytes, brotli }) => sum + (brotli ?? bytes).length, 0)
  return `${Math.round(bytes / 1024)} kB compressed`
}

/** The files that `index.html` references, and the font of its styles. */
function isFirst(name: string): boolean {
  return /^index\.html$|index-|format-|latin-wght.*\.woff2$/.test(name)
}

async function measure(browser: Browser, url: string): Promise<void> {
  process.stdout.write(
    `| slowdown | first row ms | key to the next item ms, p50 | p95 | worst | timed of ${KEYS} |\n|---:|---:|---:|---:|---:|---:|\n`,
  )
  for (const slowdown of SLOWDOWNS) {
    const rows: number[] = []
    let keys: readonly number[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      const context = await browser.newContext({ baseURL: url, locale: 'fr-FR', reducedMotion: 'reduce' })
      const page = await context.newPage()
      await signIn(page)
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })
      rows.push(await firstRow(page))
      if (visit === VISITS - 1) keys = await page.evaluate<number[]>(IN_THE_PAGE)
      await context.close()
    }
    const cells = [
      `${slowdown} ×`,
      at(0.5, rows),
      at(0.5, keys),
      at(0.95, keys),
      at(1, keys),
      keys.length,
    ].map(cell => (typeof cell === 'number' ? cell.toFixed(0) : cell))
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/compte')
  await page.getByLabel('Adresse électronique').fill(EMAIL)
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Second facteur' }).waitFor()
}

/** Time from navigation to the first painted row, with an empty cache. */
async function firstRow(page: Page): Promise<number> {
  await page.goto('/moderation', { waitUntil: 'commit' })
  await page.locator('ol li').first().waitFor()
  return await page.evaluate(() => performance.now())
}

/** The value below which this part of the numbers lies. */
function at(part: number, numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
}
