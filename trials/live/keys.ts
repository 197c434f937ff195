import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { shareOf } from '../../bench/asking.ts'
import type { Database } from '../../src/kernel/db/database.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { findChromium } from '../../test/browser/chromium.ts'
import { pendingOnes } from './streams.ts'

/** One moderator at the keyboard of a real browser: P again and again, and how soon the next item is painted. */

interface How {
  readonly presses: number
  /** Between the paint of an item and the next key. */
  readonly paceMs: number
  readonly email: string
  readonly password: string
}

const TIMEOUT_MS = 5_000
const SENT_WITHIN_MS = 60_000

/** From the event of the key to the frame that shows another item. */
const MEASURE = `
  window.painted = []
  addEventListener('keydown', ({ key, timeStamp }) => {
    if (key !== 'p') return
    const before = document.querySelector('#item-title').textContent
    const frame = new MessageChannel()
    frame.port1.onmessage = () => painted.push(performance.now() - timeStamp)
    const seen = new MutationObserver(look)
    function look() {
      if (document.querySelector('#item-title')?.textContent === before) return
      seen.disconnect()
      requestAnimationFrame(() => frame.port2.postMessage(0))
    }
    seen.observe(document.body, { subtree: true, childList: true, characterData: true })
  }, true)`

export async function walkByKeys(
  db: Database,
  url: string,
  commune: string,
  { presses, paceMs, email, password }: How,
): Promise<number> {
  const ids = await pendingOnes(db, commune, presses + 30)
  const how = findChromium()
  if (typeof how === 'string') throw new Error(how)
  await using browser = await chromium.launch(how)
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 800 } })
  await page.goto('/moderation')
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.locator('#item-title').waitFor()
  await page.evaluate(MEASURE)
  await sleep(3_000)
  let unanswered = 0
  for (let at = 1; at <= presses; at++) {
    await page.keyboard.press('p')
    const until = performance.now() + TIMEOUT_MS
    while (Number(await page.evaluate('painted.length')) < at - unanswered) {
      if (performance.now() > until) unanswered += 1
      await sleep(10)
    }
    await sleep(paceMs)
  }
  const painted = (await page.evaluate('painted')) as number[]
  const lastAt = performance.now()
  let published = 0
  // The page sends one decision after the other.
  while (published < presses && performance.now() - lastAt < SENT_WITHIN_MS) {
    await sleep(100)
    const [row] = await db.pool.all<{ count: number }>(sql`
      select count(*)::int as count from publications
      where id = any(${ids}) and moderation_status = 'published'`)
    published = row?.count ?? 0
  }
  const sentMs = performance.now() - lastAt
  const at = (share: number) => shareOf(painted, share).toFixed(0)
  process.stdout.write(`| keys | pause ms | next item painted: p50, p95, worst ms | published | without effect |
|---:|---:|---:|---:|---:|
| ${presses} | ${paceMs} | ${at(0.5)}, ${at(0.95)}, ${at(1)} | ${published}, ${sentMs.toFixed(0)} ms after the last key | ${unanswered} |

In their order: ${painted.map(one => one.toFixed(0)).join(' ')}
`)
  return published === presses && unanswered === 0 ? 0 : 1
}
