import type { Door } from '../../kernel/fetch/fetch.ts'
import { FetchRefused } from '../../kernel/fetch/fetch.ts'
import { describeError, type Log } from '../../kernel/log.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { LockedSource } from '../queries.ts'
import { type Reading, Unreadable } from '../reading/item.ts'
import { readWithLimits } from '../reading/read-with-limits.ts'
import { type Said, say } from '../said.ts'
import type { Validators } from './queries.ts'
import { mayAskConditionally } from './timing.ts'

/** Fetches and reads a source; a failure says why, without secrets. */

export interface Failure {
  readonly error: Said
  /** Gone for good (410): no retry. */
  readonly gone: boolean
  /** Seconds that the server asked to wait. */
  readonly retryAfter: number | null
}
export type Answer = { readonly key: string | null } & (
  | { readonly reading: Reading }
  | { readonly notModified: true }
  | { readonly failure: Failure }
)

interface Services {
  readonly door: Door
  readonly secrets: Secrets
  readonly log: Log
}

/** `whole`: without a conditional request. Throws when this side gave up the fetch: then the source is not to blame. */
export async function askSource(
  { door, secrets, log }: Services,
  source: LockedSource & Validators,
  now: Date,
  { whole, signal }: { whole: boolean; signal: AbortSignal },
): Promise<Answer> {
  let key: string | null = null
  try {
    key = source.api_key === null ? null : secrets.open(source.api_key)
  } catch {
    return {
      key,
      failure: failure(say('key_not_opened')),
    }
  }
  const known = !whole && mayAskConditionally(source.read_kind, source.read_at, now)
  try {
    const reading = await readWithLimits(
      door,
      {
        url: source.url,
        kind: source.kind,
        api_key: key,
        etag: known ? source.etag : null,
        last_modified: known ? source.last_modified : null,
      },
      now,
      signal,
    )
    return reading === 'not_modified' ? { key, notModified: true } : { key, reading }
  } catch (error) {
    if (error instanceof FetchRefused && error.code !== 'aborted') return { key, failure: refusal(error) }
    if (error instanceof Unreadable) return { key, failure: failure(error.said) }
    if (signal.aborted || error instanceof FetchRefused) throw error
    log.error({ source: source.id, error: describeError(error) }, 'a source could not be read')
    return { key, failure: failure(say('reading_broke')) }
  }
}

export const failure = (error: Said): Failure => ({ error, gone: false, retryAfter: null })

const GONE = 410

function refusal({ code, status, retryAfter, forbidden }: FetchRefused): Failure {
  return { error: whyOf(code, status, forbidden), gone: status === GONE, retryAfter }
}

/** Of forbidden addresses one sentence says nothing of what may be behind them. */
function whyOf(code: FetchRefused['code'], status: number | null, forbidden: boolean): Said {
  if (code === 'bad_status') return say(code, { status: status ?? '?' })
  return say(forbidden ? 'forbidden_address' : (code as FetchFailed))
}
type FetchFailed =
  | 'too_many_redirects'
  | 'timeout'
  | 'too_large'
  | 'headers_too_large'
  | 'bad_encoding'
  | 'network'
