import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'

/** The milliseconds of `PARVIS_TEST_LATE`. */
const LATE_MS = Number(process.env.PARVIS_TEST_LATE ?? 0)
/** The API, and what la place fetches. Not the stream, which never ends, nor files, whose bytes Playwright does not pass on. */
const ANSWERED = /\/api\/v1\/(?!admin\/live|uploads)|\/place\/-\/abonner|\/agenda\.json/

/** With `PARVIS_TEST_LATE=700` the answers to the requests of a page come 700 ms late, as on a slow line. */
export async function answerLate(context: BrowserContext): Promise<void> {
  if (!LATE_MS) return
  let isOffline = false
  const setOffline = context.setOffline.bind(context)
  context.setOffline = async offline => {
    isOffline = offline
    await setOffline(offline)
  }
  await context.route(ANSWERED, async route => {
    // A request of this route would leave all the same.
    if (isOffline) return await route.abort('internetdisconnected')
    try {
      const response = await route.fetch({ maxRedirects: 0, timeout: 0 })
      await sleep(LATE_MS)
      await route.fulfill({ response })
    } catch {
      // The service was stopped, or the page was left.
      await route.abort().catch(() => {})
    }
  })
}
