import { sql, type Tx } from '../kernel/db/db.ts'
import type { Language } from '../kernel/errors.ts'
import { superseded } from './failed.ts'

/** What was decided is undone before everybody has been told. */

export interface TakenBack {
  readonly id: string
  readonly message_id: string
  readonly language: Language
  /** Null once it is erased or forgotten. */
  readonly recipient_email: string | null
  readonly recipient_name: string | null
  /** It is not sent any more. */
  readonly cancelled: boolean
  /** A server has it, or may have it. */
  readonly told: boolean
  /** Seconds until it would have left. */
  readonly seconds: number
}

/**
 * Cancels what still waits. The rows are locked first: a job that wants to claim one waits until this transaction is
 * over, and finds it cancelled; one that has claimed it already is about to send it. Where a try has failed, the server
 * may have taken the mail before its answer was lost: it is not tried again, and counts as told. Taken back again, it
 * is as it was the first time.
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
