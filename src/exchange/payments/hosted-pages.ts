import { Problem } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Log } from '../../kernel/telemetry/log.ts'
import { providerUrl, requestOf } from './provider-api.ts'

/**
 * Pages of the provider on which people pay, see their invoices, and end their subscription: no card is ever entered
 * here.
 */

const TIMEOUT_MS = 8_000
const ATTEMPTS = 2
/** Two owners who open the payment at the same time get the same page: one of them pays, once. */
const SAME_PAGE_MS = 10 * 60_000

interface Opening {
  readonly acteurId: string
  /** The customer of the last subscription. */
  readonly customer: string | null
  readonly back: string
  readonly now: Date
}

export function openHostedPage(
  services: Services,
  page: 'checkout' | 'portal',
  { acteurId, customer, back, now }: Opening,
): Promise<string> {
  const { price = '' } = services.config.stripe
  const payer: Record<string, string> = customer === null ? {} : { customer }
  if (page === 'portal')
    return open(services, 'billing_portal/sessions', {
      fields: { ...payer, return_url: back, locale: 'fr' },
    })
  return open(services, 'checkout/sessions', {
    fields: {
      ...payer,
      mode: 'subscription',
      'line_items[0][price]': price,
      'line_items[0][quantity]': '1',
      client_reference_id: acteurId,
      // Copied to invoices; the webhook finds the acteur by it.
      'subscription_data[metadata][acteur_id]': acteurId,
      success_url: back,
      cancel_url: back,
      locale: 'fr',
    },
    once: ['parvis', acteurId, price, customer, Math.floor(now.getTime() / SAME_PAGE_MS)].join('-'),
  })
}

interface Services {
  readonly config: Config
  readonly log: Log
}

async function open(
  { config: { stripe }, log }: Services,
  path: string,
  { fields, once }: { readonly fields: Record<string, string>; readonly once?: string },
): Promise<string> {
  if (stripe.apiKey === undefined) throw new Problem('not_found')
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(stripe.apiKey)
    if (answer.page !== undefined) return answer.page
    if (attempt < ATTEMPTS && (answer.status === undefined || answer.status >= 500)) continue
    log.warn({ path, status: answer.status, error: answer.error }, 'the payment provider opened no page')
    throw new Problem('provider_unavailable')
  }

  async function ask(apiKey: string) {
    const { headers, ...request } = requestOf(apiKey, TIMEOUT_MS)
    try {
      const response = await fetch(providerUrl(stripe, path), {
        ...request,
        method: 'POST',
        headers: once === undefined ? headers : { ...headers, 'idempotency-key': once },
        body: new URLSearchParams(fields),
      })
      const { url } = (await response.json()) as { readonly url?: unknown }
      const page = response.ok && typeof url === 'string' && url.startsWith('https://') ? url : undefined
      return { page, status: response.status }
    } catch (error) {
      return { error: (error as Error).name }
    }
  }
}
