import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { Config } from '../kernel/config.ts'
import { Refusal } from '../kernel/refusal.ts'
import { type Kept, keptOfObject } from './payload.ts'

/** A subscription as the provider has it, and when it said so, by its own clock. */
export interface Asked {
  readonly name: string
  readonly at: number
  readonly kept: Kept
}

const PER_PAGE = 100
const MOST_WAITS = 6

/** All subscriptions, ended ones too, through the provider's library: loaded only here, for a rare command. */
export async function* askProvider({ stripe: { apiKey, apiBase } }: Config): AsyncGenerator<Asked> {
  if (apiKey === undefined)
    throw new Refusal('STRIPE_API_KEY is not set: give a restricted key that may read subscriptions.')
  const { default: Library } = await import('stripe')
  const base = apiBase === undefined ? undefined : new URL(apiBase)
  const client = new Library(apiKey, {
    maxNetworkRetries: 3,
    timeout: 30_000,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  })
  let after: string | undefined
  do {
    const began = performance.now()
    const page = await patiently(Library, () =>
      client.subscriptions.list({
        status: 'all',
        limit: PER_PAGE,
        ...(after !== undefined && { starting_after: after }),
      }),
    )
    const answered = Date.parse(page.lastResponse.headers.date ?? '') || Date.now()
    const at = Math.floor((answered - (performance.now() - began)) / 1000) - 1
    for (const one of page.data) yield { name: one.id, at, kept: keptOfObject({ ...one }) }
    const last = page.data.at(-1)?.id
    if (page.has_more && (last === undefined || last === after))
      throw new Refusal('The payment provider’s pages do not end: nothing more is compared.')
    after = page.has_more ? last : undefined
  } while (after !== undefined)
}

/** The library retries network errors; "too many requests" it leaves to its caller. */
async function patiently<T>(library: typeof Stripe, ask: () => Promise<T>): Promise<T> {
  for (let wait = 1; ; wait++) {
    try {
      return await ask()
    } catch (error) {
      const limited = error instanceof library.errors.StripeRateLimitError
      if (!limited || wait > MOST_WAITS) throw inWords(library, error)
      const told = Number((error as { headers?: Record<string, string> }).headers?.['retry-after'])
      await sleep(Math.min(Number.isFinite(told) ? told : 2 ** (wait - 1), 60) * 1_000)
    }
  }
}

function inWords({ errors }: typeof Stripe, error: unknown): unknown {
  if (error instanceof errors.StripeAuthenticationError)
    return new Refusal(
      'The payment provider refuses STRIPE_API_KEY: it is wrong, expired or of another mode.',
    )
  if (error instanceof errors.StripePermissionError)
    return new Refusal('STRIPE_API_KEY may not read subscriptions: give it that right at the provider.')
  if (error instanceof errors.StripeError)
    return new Refusal(
      `The payment provider does not answer as it should (${[error.type, error.statusCode].filter(Boolean).join(' ')}): try again later.`,
    )
  return error
}
