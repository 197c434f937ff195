import { createHash } from 'node:crypto'
import { type Db, type Sql, sql, type Tx } from '../db/db.ts'
import { KERNEL_KEEPS, olderThan } from '../records/retention.ts'
import { invalid, Problem } from '../refusals/errors.ts'

/** The stored first answer. */
export interface RememberedAnswer {
  readonly status: number
  readonly body: string
}

export interface Request {
  /** Keys of different callers are independent. */
  readonly caller: string
  readonly key: string
  readonly hash: Buffer
}

export function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw invalid(
    'Idempotency-Key',
    '1 à 255 caractères ASCII visibles, sans espace',
    '1 to 255 visible ASCII characters, no space',
  )
}

export const requestHash = (method: string, path: string, body: unknown): Buffer =>
  createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(body ?? null)}`)
    .digest()

/**
 * Runs in the request's transaction, so that the answer is stored only if its work commits. A second request is refused
 * at once while the first one runs.
 *
 * The stored row is locked, which is a write: with synchronous replication the repeat is acknowledged only after a
 * standby has the first one's work, even if the first was cut off while waiting for it.
 */
export async function recall(tx: Tx, request: Request): Promise<RememberedAnswer | undefined> {
  const lock = await tx.one<{ taken: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`${request.caller}\n${request.key}`}, 0)) as taken`)
  if (!lock?.taken) throw new Problem('request_in_progress', { headers: { 'retry-after': '1' } })
  const kept = await tx.one<RememberedAnswer & { same: boolean }>(sql`
    select status, body, request_hash = ${request.hash} as same from idempotency_keys
    where caller = ${request.caller} and key = ${request.key} and created_at > now() - ${KERNEL_KEEPS.answers}::interval
    for no key update`)
  if (kept && !kept.same) throw new Problem('idempotency_key_reused')
  return kept
}

export const remembering = (request: Request, answer: RememberedAnswer) =>
  sql`
    insert into idempotency_keys (caller, key, request_hash, status, body)
    values (${request.caller}, ${request.key}, ${request.hash}, ${answer.status}, ${answer.body})
    on conflict (caller, key) do update
      set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = now()`

export const forgetOldAnswers = (db: Db) =>
  db.run(sql`delete from idempotency_keys where ${olderThan(KERNEL_KEEPS.answers, sql`created_at`)}`)

/** Deletes answers given to this caller, and answers matching the pattern. A repeat within a day then runs again. */
export const forgetAnswersHolding = (tx: Tx, caller: string | undefined, pattern: string) =>
  tx.run(sql`
      delete from idempotency_keys where caller = ${caller ?? null} or body ~* ${pattern}`)

/** Deletes answers that mention one of these ids; `ids` selects a column `id`. */
export const forgetAnswersAbout = (tx: Tx, ids: Sql) =>
  tx.run(sql`
      delete from idempotency_keys k using (${ids}) answers where strpos(k.body, answers.id::text) > 0`)
