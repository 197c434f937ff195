import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { type EventFields, keptOfObject } from './payload.ts'
import { providerUrl, requestOf } from './provider-api.ts'

/** A subscription at the provider, and the provider's time of the answer. */
export interface ProviderSubscription {
  readonly name: string
  readonly at: number
  readonly kept: EventFields
}

const PER_PAGE = 100
const TIMEOUT_MS = 30_000
const MOST_RETRIES = 3
const MOST_RATE_LIMITED = 6

interface ProviderResponse {
  /** Undefined when the connection failed or timed out. */
  readonly status: number | undefined
  readonly retryAfter: number
  readonly date: number
  readonly text: string
  readonly error?: string
}

/** All subscriptions including ended ones, page by page. */
export async function* askProvider({ stripe }: Config): AsyncGenerator<ProviderSubscription> {
  const { apiKey } = stripe
  if (apiKey === undefined)
    throw new Refusal('STRIPE_API_KEY is not set: give a restricted key that may read subscriptions.')
  const url = providerUrl(stripe, `subscriptions?status=all&limit=${PER_PAGE}`)
  for (let after: string | undefined; ; url.searchParams.set('starting_after', after)) {
    const began = performance.now()
    const { text, date } = await askWithRetries(url, apiKey)
    const { data, has_more } = pageOf(text)
    const at = Math.floor(((date || Date.now()) - (performance.now() - began)) / 1000) - 1
    for (const one of data) yield { name: one.id, at, kept: keptOfObject({ ...one }) }
    if (!has_more) return
    const last = data.at(-1)?.id
    if (last === undefined || last === after)
      throw new Refusal('The payment provider’s pages do not end: nothing more is compared.')
    after = last
  }
}

function pageOf(text: string): { data: readonly { readonly id: string }[]; has_more: boolean } {
  try {
    const page = JSON.parse(text)
    if (Array.isArray(page?.data)) return page
  } catch {}
  throw unexpected('no list of subscriptions')
}

/** Retries network errors, conflicts and server errors, and waits as the provider asks when rate limited. */
async function askWithRetries(url: URL, apiKey: string): Promise<ProviderResponse> {
  let failures = 0
  let limited = 0
  for (;;) {
    const answer = await ask(url, apiKey)
    const { status = 599, retryAfter } = answer
    if (status === 200) return answer
    if (status === 429 && ++limited <= MOST_RATE_LIMITED)
      await sleep(Math.min(Number.isFinite(retryAfter) ? retryAfter : 2 ** (limited - 1), 60) * 1_000)
    else if ((status === 409 || status >= 500) && ++failures <= MOST_RETRIES)
      await sleep(250 * 2 ** failures * (1 - Math.random() / 2))
    else throw refusalOf(answer)
  }
}

async function ask(url: URL, apiKey: string): Promise<ProviderResponse> {
  try {
    const response = await fetch(url, requestOf(apiKey, TIMEOUT_MS))
    const { status, headers } = response
    const date = Date.parse(headers.get('date') ?? '')
    const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
    return { status, retryAfter, date, text: await response.text() }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string; message?: string } }
    return {
      status: undefined,
      retryAfter: Number.NaN,
      date: Number.NaN,
      text: '',
      error: cause?.code ?? cause?.message ?? name,
    }
  }
}

function refusalOf({ status, error }: ProviderResponse): Refusal {
  if (status === 401)
    return new Refusal(
      'The payment provider refuses STRIPE_API_KEY: it is wrong, expired or of another mode.',
    )
  if (status === 403)
    return new Refusal('STRIPE_API_KEY may not read subscriptions: give it that right at the provider.')
  return unexpected(`${status ?? error}`)
}

const unexpected = (what: string) =>
  new Refusal(`The payment provider does not answer as it should (${what}): try again later.`)
