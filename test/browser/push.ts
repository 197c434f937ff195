import type { BrowserContext } from 'playwright-core'
import { pushBrowser } from '../fixtures/push-service.ts'

/** Stands in for the push service of a browser, which cannot be reached from here: the rest of the browser is real. */
export function standInForPush(context: BrowserContext, endpoint: string): Promise<unknown> {
  const subscription = JSON.stringify({ endpoint, keys: pushBrowser().keys })
  // In all tabs, as in a real browser.
  return context.addInitScript(`
    const made = {
      endpoint: '${endpoint}',
      toJSON: () => (${subscription}),
      unsubscribe: async () => localStorage.removeItem('subscribed'),
    }
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('subscribed', 'yes')
      return made
    }
    PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed') ? made : null)`)
}
