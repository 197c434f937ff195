import { type Db, type Sql, sql, type Tx } from '../kernel/db/db.ts'
import type { AutoSubmitted } from './outbox.ts'

/**
 * Who may send a mail now, and what becomes of it. The states of `mails.status`:
 *
 *   (none) → queued: sendMail, with its job, in the transaction that it tells of
 *   queued → queued: claim, by a job: attempts + 1, the lease is taken
 *   queued → queued: postpone, not taken now: lease given back, the next job after 1, 2, 4 … s, half an hour at most
 *   queued → queued: waitsUntil, an earlier mail of its thread is still queued, or another job has the lease
 *   queued → sent:   markSent, the server has taken it
 *   queued → failed: markFailed, the server refuses this mail, or it is too old to be of use
 *   queued → failed: postpone, the next attempt would come too late
 *   queued → failed: erase, the recipient is erased
 *   queued → failed: markReturned, it came back although it was never noted as sent
 *   sent → failed:   markReturned, it came back
 *
 * Lease: `claimed_by` (the id of the job) until `claimed_until`. Fence: `attempts`; who comes back with an older number
 * changes nothing. Crash: the queue gives the same job to another worker, which has the lease already and goes on at
 * once; killed between the server's answer and markSent, the mail is sent twice under one Message-ID. Retry: postpone,
 * for the mail; the queue's own, for a database that is away. A job that is lost: resumeOverdueMails, every five minutes.
 * End: `sent` or `failed`.
 */

export interface ClaimedMail {
  readonly id: string
  readonly message_id: string
  readonly in_reply_to: string | null
  readonly reference_ids: readonly string[]
  readonly template: string
  readonly auto_submitted: AutoSubmitted | null
  readonly recipient_email: string
  readonly recipient_name: string | null
  readonly reply_to: string | null
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly attempts: number
  /** What was said at the last try. */
  readonly error: string | null
  readonly created_at: string
  readonly expired: boolean
}

/** Longer than a sending may take: whoever still holds it then has given up on it. */
export const CLAIM_SECONDS = 75

/**
 * Taken by one job. Another job waits until the claim has run out; the same one, which the queue gives to another
 * worker only when the first has been silent, goes on at once. The number of the attempt is the fence: who comes back
 * with an older one changes nothing.
 */
export const claim = (db: Db, id: string, job: string): Promise<ClaimedMail | undefined> =>
  db.one<ClaimedMail>(sql`
    update mails set attempts = attempts + 1, claimed_by = ${job},
      claimed_until = now() + ${CLAIM_SECONDS}::int * interval '1 second'
    where id = ${id} and status = 'queued'
      and (claimed_by is null or claimed_by = ${job} or claimed_until < now())
      and not exists (select from mails earlier
        where earlier.thread = mails.thread and earlier.place < mails.place and earlier.status = 'queued')
    returning id, message_id, in_reply_to, reference_ids, template, auto_submitted, recipient_email, recipient_name,
      reply_to, subject, text, html, attempts, error, created_at, give_up_at < now() as expired`)

/**
 * Why it could not be claimed, as seconds to wait: for the first of its thread (which is tried at a known time, or
 * being sent right now), or for another job's claim on itself to run out. Undefined: there is nothing to do.
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

/** The words of a mail that opens an account are gone with its sending. */
const WORDS = sql`text = case when confidential then null else text end,
  html = case when confidential then null else html end`

const settle = (db: Db, mail: ClaimedMail, job: string, changes: Sql) =>
  db
    .run(sql`
      update mails set ${changes}, claimed_by = null, claimed_until = null
      where id = ${mail.id} and status = 'queued' and claimed_by = ${job} and attempts = ${mail.attempts}`)
    .then(rows => rows === 1)

export const markSent = (db: Db, mail: ClaimedMail, job: string) =>
  settle(db, mail, job, sql`status = 'sent', sent_at = now(), error = null, ${WORDS}`)

export const markFailed = (db: Db, mail: ClaimedMail, job: string, error: string) =>
  settle(db, mail, job, sql`status = 'failed', error = ${error}, ${WORDS}`)

/** False when the next try would come too late to be of use: then it has failed. */
export const postpone = (tx: Tx, mail: ClaimedMail, job: string, error: string, seconds: number) =>
  tx
    .one<{ queued: boolean }>(sql`
      update mails set error = ${error}, claimed_by = null, claimed_until = null,
        next_try_at = now() + ${seconds}::int * interval '1 second',
        status = case when late.it then 'failed' else status end,
        text = case when late.it and confidential then null else text end,
        html = case when late.it and confidential then null else html end
      from (select give_up_at < now() + ${seconds}::int * interval '1 second' as it
            from mails where id = ${mail.id}) late
      where id = ${mail.id} and status = 'queued' and claimed_by = ${job} and attempts = ${mail.attempts}
      returning status = 'queued' as queued`)
    .then(row => row?.queued)

/**
 * A server gives it back: it has failed, with the server's words, once. Of the mails it names the last one, for the
 * others are what that one answered. One that still waits was taken all the same, and is not sent again.
 */
export const markReturned = (
  tx: Tx,
  messageIds: readonly string[],
  words: string,
): Promise<{ id: string; template: string } | undefined> =>
  tx.one(sql`
    update mails set status = 'failed', bounced_at = now(), claimed_by = null, claimed_until = null, ${WORDS},
      -- What is forgotten stays so.
      error = case when recipient_email is null then null else ${words} end
    where id = (select id from mails where message_id = any(${[...messageIds]}::text[]) order by place desc limit 1)
      and status <> 'failed'
    returning id, template`)

/** Those whose job was lost, with its database or in a restore: none may wait for ever. */
export const takeOverdue = (tx: Tx): Promise<{ id: string }[]> =>
  tx.all(sql`
    update mails set next_try_at = now()
    where id in (select id from mails
      where status = 'queued' and next_try_at < now() - interval '5 minutes'
        and (claimed_until is null or claimed_until < now())
      order by place limit 500 for update skip locked)
    returning id`)

/** So that nobody takes it for lost while it waits its turn. */
export const waitsUntil = (tx: Tx, id: string, seconds: number) =>
  tx.run(sql`update mails set next_try_at = now() + ${seconds}::int * interval '1 second'
    where id = ${id} and status = 'queued'`)
