import type { Database } from '../../../kernel/db/database.ts'
import type { Door } from '../../../kernel/fetch/fetch.ts'
import { FetchRefused } from '../../../kernel/fetch/fetch.ts'
import type { Config } from '../../../kernel/settings/config.ts'
import type { Secrets } from '../../../kernel/settings/secrets.ts'
import { describeError, type Log } from '../../../kernel/telemetry/log.ts'
import { explain, explainRefusal, type ImportExplanation } from '../explanations.ts'
import type { LockedSource } from '../queries.ts'
import { type Reading, type SeenColumns, Unreadable } from '../reading/item.ts'
import { readWithLimits } from '../reading/read-with-limits.ts'
import { type Validators, zoneOfSource } from './queries.ts'
import { mayAskConditionally } from './timing.ts'

/** Fetches and reads a source; a failure says why, without secrets. */

export interface Failure {
  readonly error: ImportExplanation
  /** Gone for good (410): no retry. */
  readonly gone: boolean
  /** Seconds that the server asked to wait. */
  readonly retryAfter: number | null
  /** Present for a CSV file whose columns an operator has to choose. */
  readonly columns?: SeenColumns | undefined
}
export type Answer = { readonly key: string | null } & (
  | { readonly reading: Reading }
  | { readonly notModified: true }
  | { readonly failure: Failure }
)

interface Services {
  readonly config: Pick<Config, 'importAllowPrivate'>
  readonly db: Pick<Database, 'pool'>
  readonly door: Pick<Door, 'allowing'>
  readonly secrets: Secrets
  readonly log: Log
}

/** `whole`: without a conditional request. Throws when this side gave up the fetch: then the source is not to blame. */
export async function askSource(
  { config, db, door, secrets, log }: Services,
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
      failure: failure(explain('key_not_opened')),
    }
  }
  const known = !whole && mayAskConditionally(source.read_kind, source.read_at, now)
  const zone = await zoneOfSource(db.pool, source)
  try {
    const reading = await readWithLimits(
      door.allowing(config.importAllowPrivate),
      {
        url: source.url,
        kind: source.kind,
        api_key: key,
        columns: source.columns,
        etag: known ? source.etag : null,
        last_modified: known ? source.last_modified : null,
        max_items: source.max_items,
        in_request: whole,
        zone,
      },
      now,
      signal,
    )
    return reading === 'not_modified' ? { key, notModified: true } : { key, reading }
  } catch (error) {
    const refusal = error instanceof FetchRefused ? explainRefusal(error) : undefined
    if (error instanceof FetchRefused && refusal)
      return {
        key,
        failure: { error: refusal, gone: error.status === GONE, retryAfter: error.retryAfter },
      }
    if (error instanceof Unreadable)
      return { key, failure: { ...failure(error.explanation), columns: error.columns } }
    if (signal.aborted || error instanceof FetchRefused) throw error
    log.error({ source: source.id, error: describeError(error) }, 'a source could not be read')
    return { key, failure: failure(explain('reading_broke')) }
  }
}

export const failure = (error: ImportExplanation): Failure => ({ error, gone: false, retryAfter: null })

const GONE = 410
