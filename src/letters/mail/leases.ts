import { FORGOTTEN_MAILS } from '../../../shared/words/mail.ts'
import { clockIsCredible } from '../../kernel/db/clock.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import type { AutoSubmitted } from './outbox.ts'

/**
 * The lease of a mail, which lets one job send it, and the outcome. The states of `mails.status`:
 *
 *   (none) → queued: queueMail, with its job, in the transaction of what it is about
 *   queued → queued: takeLease, by a job: attempts + 1
 *   queued → queued: postpone, deferred by the server: lease released, next job after 1, 2, 4 … s, half an hour at most
 *   queued → queued: waitsUntil, an earlier mail of its thread is still queued, or another job has the lease
 *   queued → sent:   markSent, the server has taken it
 *   queued → failed: markFailed, the server refuses this mail, or it has expired
 *   queued → failed: postpone, the next attempt would come too late
 *   queued → failed: erase, the recipient is erased
 *   queued → cancelled: takeBack, its decision is undone, and no job has the lease
 *   queued → failed: markReturned, it bounced although its sending was never recorded
 *   sent → failed:   markReturned, it bounced
 *   failed → queued: sendAgain, an operator sends it again, under a new Message-ID
 *
 * Lease: `claimed_by` (the id of the job) until `claimed_until`. Fence: `attempts`; a worker with an older number changes
 * nothing. Crash: the queue gives the same job to another worker, which has the lease already and goes on at once;
 * killed between the server's answer and markSent, the mail is sent twice with one Message-ID. Retry: postpone, for the
 * mail; the queue's own, for a database that is away. Lost job: resumeOverdueMails, every five minutes.
 * End: `sent`, `cancelled`, or `failed` with `given_up_at`.
 */

export interface LeasedMail {
  readonly id: string
  readonly message_id: string
  readonly in_reply_to: string | null
  readonly reference_ids: readonly string[]
  readonly template: string
  readonly auto_submitted: AutoSubmitted | null
  readonly recipient_email: string
  readonly recipient_name: string | null
  readonly reply_to: string | null
  readonly unsubscribe_url: string | null
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly attempts: number
  /** What the server said at the last attempt. */
  readonly error: string | null
  readonly created_at: string
  readonly expired: boolean
  readonly clock_credible: boolean
}

/** Longer than one sending may take (`mailer.ts`): a worker whose lease has expired has given up. */
export const LEASE_SECONDS = 690

/**
 * Takes the lease for one job. Another job waits until it expires; the same job goes on at once, since the queue gives
 * it to another worker only after missing heartbeats. The attempt number is the fence: a worker with an older number
 * changes nothing.
 */
export const takeLease = (db: Db, id: string, job: string): Promise<LeasedMail | undefined> =>
  db.one<LeasedMail>(sql`
    update mails set attempts = attempts + 1, claimed_by = ${job},
      claimed_until = now() + ${LEASE_SECONDS}::int * interval '1 second'
    where id = ${id} and status = 'queued'
      and (claimed_by is null or claimed_by = ${job} or claimed_until < now())
      and not exists (select from mails earlier
        where earlier.thread = mails.thread and earlier.place < mails.place and earlier.status = 'queued')
    returning id, message_id, in_reply_to, reference_ids, template, auto_submitted, recipient_email, recipient_name,
      reply_to, unsubscribe_url, subject, text, html, attempts, error, created_at, give_up_at < now() as expired,
      ${clockIsCredible} as clock_credible`)

/**
 * Seconds to wait if the lease was not taken: for the first mail of its thread, or for another job's lease to expire.
 * Undefined: nothing to do.
 */
export async function secondsToWait(db: Db, id: string): Promise<number | undefined> {
  const row = await db.one<{ seconds: number }>(sql`
    select least(3600, greatest(1, ceil(extract(epoch from
      coalesce(first.next_try_at, mails.claimed_until, now()) - now())) + 1))::int as seconds
    from mails left join lateral (
      select next_try_at from mails earlier
      where earlier.thread = mails.thread and earlier.place < mails.place and earlier.status = 'queued'
      order by place limit 1) first on true
    where mails.id = ${id} and status = 'queued'`)
  return row?.seconds
}

/** A mail that opens an account loses its text once it is sent or has failed; a mail to a subscriber also its recipient. */
const isForgotten = sql`template = any(${FORGOTTEN_MAILS})`
const forgotten = (when: Sql): Sql => sql`
  text = case when ${when} and confidential then null else text end,
  html = case when ${when} and confidential then null else html end,
  recipient_email = case when ${when} and ${isForgotten} then null else recipient_email end,
  recipient_name = case when ${when} and ${isForgotten} then null else recipient_name end,
  unsubscribe_url = case when ${when} and ${isForgotten} then null else unsubscribe_url end`
const WORDS = forgotten(sql`true`)

const settle = (db: Db, mail: LeasedMail, job: string, changes: Sql) =>
  db
    .run(sql`
      update mails set ${changes}, claimed_by = null, claimed_until = null
      where id = ${mail.id} and status = 'queued' and claimed_by = ${job} and attempts = ${mail.attempts}`)
    .then(rows => rows === 1)

export const markSent = (db: Db, mail: LeasedMail, job: string) =>
  settle(db, mail, job, sql`status = 'sent', sent_at = now(), error = null, ${WORDS}`)

export const markFailed = (db: Db, mail: LeasedMail, job: string, error: string) =>
  settle(db, mail, job, sql`status = 'failed', error = ${error}, ${WORDS}`)

/** False if the next attempt would be too late: the mail has failed. Undefined: another worker has it. */
export const postpone = (tx: Tx, mail: LeasedMail, job: string, error: string, seconds: number) =>
  tx
    .one<{ queued: boolean }>(sql`
      update mails set error = ${error}, claimed_by = null, claimed_until = null,
        next_try_at = now() + ${seconds}::int * interval '1 second',
        status = case when late.it then 'failed' else status end,
        ${forgotten(sql`late.it`)}
      from (select give_up_at < now() + ${seconds}::int * interval '1 second' and ${clockIsCredible} as it
            from mails where id = ${mail.id}) late
      where id = ${mail.id} and status = 'queued' and claimed_by = ${job} and attempts = ${mail.attempts}
      returning status = 'queued' as queued`)
    .then(row => row?.queued)

/**
 * A bounce: the mail has failed, once, with the server's words. Of several Message-IDs the last mail is meant, since
 * the others are what it answered. A mail that is still queued was accepted after all, and is not sent again.
 */
export const markReturned = (
  tx: Tx,
  messageIds: readonly string[],
  words: string,
): Promise<{ id: string; template: string; message_id: string } | undefined> =>
  tx.one(sql`
    update mails set status = 'failed', bounced_at = now(), claimed_by = null, claimed_until = null, ${WORDS},
      -- What is forgotten stays so.
      error = case when recipient_email is null then null else ${words} end
    where id = (select id from mails where message_id = any(${[...messageIds]}::text[]) order by place desc limit 1)
      and status <> 'failed'
    returning id, template, message_id`)

/** Mails whose job was lost (retries used up, a table restored without it). */
export const takeOverdue = (tx: Tx): Promise<{ id: string }[]> =>
  tx.all(sql`
    update mails set next_try_at = now()
    where id in (select id from mails
      where status = 'queued' and next_try_at < now() - interval '5 minutes'
        and (claimed_until is null or claimed_until < now())
      order by place limit 500 for update skip locked)
    returning id`)

/** Moves `next_try_at`, so that `takeOverdue` does not take the waiting mail for lost. */
export const waitsUntil = (tx: Tx, id: string, seconds: number) =>
  tx.run(sql`update mails set next_try_at = now() + ${seconds}::int * interval '1 second'
    where id = ${id} and status = 'queued'`)
