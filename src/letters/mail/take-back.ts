import { sql, type Tx } from '../../kernel/db/db.ts'
import type { Language } from '../../kernel/refusals/errors.ts'
import { superseded } from './failed.ts'

/** Cancelling mails whose decision was undone. */

export interface TakenBack {
  readonly id: string
  readonly message_id: string
  readonly language: Language
  /** Null once it is erased or forgotten. */
  readonly recipient_email: string | null
  readonly recipient_name: string | null
  /** It will not be sent. */
  readonly cancelled: boolean
  /** A server has it, or may have it. */
  readonly told: boolean
  /** Seconds until it would have been sent. */
  readonly seconds: number
}

/**
 * Cancels queued mails. The rows are locked first: a job that wants to claim one waits for this transaction and finds
 * it cancelled. A mail with a failed attempt may have reached the server, so it is not tried again and counts as told.
 * Repeating the call gives the same result.
 */
export async function takeBack(tx: Tx, ids: readonly string[]): Promise<TakenBack[]> {
  await tx.run(sql`select from mails where id = any(${[...ids]}::uuid[]) order by id for update`)
  await tx.run(sql`
    update mails set status = 'cancelled'
    where id = any(${[...ids]}::uuid[]) and status = 'queued' and claimed_by is null`)
  await superseded(tx, sql`select unnest(${[...ids]}::uuid[])`)
  return await tx.all<TakenBack>(sql`
    select id, message_id, language, recipient_email, recipient_name, status = 'cancelled' as cancelled,
           status = 'sent' or (status in ('queued', 'cancelled') and attempts > 0) as told,
           greatest(0, ceil(extract(epoch from next_try_at - now())))::int as seconds
    from mails where id = any(${[...ids]}::uuid[]) order by id`)
}
