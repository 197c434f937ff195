import assert from 'node:assert/strict'
import type { Page, Request } from 'playwright-core'
import type { Visit } from '../../test/browser/visit.ts'
import { eventually } from '../../test/eventually.ts'

/** Measures the longest task of the main thread, by the browser's own timing. */

const WATCH = `
  globalThis.longestTask = 0
  const note = entries => { for (const { duration } of entries) longestTask = Math.max(longestTask, duration) }
  globalThis.taskObserver = new PerformanceObserver(list => note(list.getEntries()))
  taskObserver.observe({ type: 'longtask' })
  globalThis.readLongestTask = () => {
    note(taskObserver.takeRecords())
    const longest = longestTask
    longestTask = 0
    return longest
  }`

/** Call it before the first page. */
export const watchTasks = ({ context }: Visit) => context.addInitScript(WATCH)

/**
 * Counts the pending API requests of a page; those that began before the call are not counted, nor is the stream of news,
 * which stays open.
 */
export function countRequests({ page }: Visit): () => number {
  const pending = new Set<Request>()
  page.on('request', request => {
    if (!request.url().endsWith('/admin/live')) pending.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', request => void pending.delete(request))
  return () => pending.size
}

/** Waits until no request is pending and a frame was shown. */
export async function settled(page: Page, underWay: () => number): Promise<void> {
  let quiet = 0
  await eventually(async () => {
    const awaited = await page.evaluate(
      `new Promise(done => requestAnimationFrame(() => done(document.querySelectorAll('[aria-busy=true]').length)))`,
    )
    quiet = underWay() === 0 && awaited === 0 ? quiet + 1 : 0
    return quiet >= 2
  }, 'the page has everything')
}

/**
 * The longest task of `act`, until no request is pending and a frame was shown; 0 where none took 50 ms. A busy machine makes a task
 * longer but not its CPU time: no task counts for more than the CPU time of all.
 */
export async function measureTasks(
  { context, page }: Visit,
  underWay: () => number,
): Promise<(act: () => Promise<unknown>) => Promise<number>> {
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const work = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const { value } = metrics.find(({ name }) => name === 'TaskDuration') ?? assert.fail('it is measured')
    return 1_000 * value
  }
  return async act => {
    await page.evaluate('readLongestTask()')
    const before = await work()
    await act()
    await settled(page, underWay)
    const longest = await page.evaluate<number>(
      'new Promise(done => requestAnimationFrame(() => setTimeout(() => done(readLongestTask()))))',
    )
    return longest === 0 ? 0 : Math.min(longest, (await work()) - before)
  }
}
