import type { Config } from '../../kernel/settings/config.ts'

/** Where the payment provider answers, and what each request to it has in common. */

/** The API version that `payload.ts` reads; by default the provider uses the account's version. */
const API_VERSION = '2026-10-28.endive'

export const providerUrl = ({ apiBase }: Config['stripe'], path: string): URL =>
  new URL(`/v1/${path}`, apiBase ?? 'https://api.stripe.com')

export const requestOf = (apiKey: string, timeoutMs: number) => ({
  headers: { authorization: `Bearer ${apiKey}`, 'stripe-version': API_VERSION },
  // The key goes to the configured host only.
  redirect: 'manual' as const,
  signal: AbortSignal.timeout(timeoutMs),
})
