import type { MailKind, MailStatus } from '../../../shared/words/mail.ts'
import { countRows, type Db, type Sql, sql, type Tx, where } from '../../kernel/db/db.ts'
import { newestFirst } from '../../kernel/lists/orders.ts'

/** Mails that were not delivered: listed until an operator sends them again or closes them. */

/** How long a repeated mail is tried. */
const TRIED = sql`interval '2 days'`
/** Those of threads are handled there, next to the conversation. */
const IN_CONVERSATIONS: MailKind = 'support-reply'

/** A forgotten or erased mail cannot be sent and is not listed. */
const waits = (m: Sql): Sql =>
  sql`${m}.status = 'failed' and ${m}.given_up_at is null and ${m}.recipient_email is not null
    and ${m}.template <> ${IN_CONVERSATIONS}`
/** The server has not taken it so far, and it is tried again. */
const isRetried = (m: Sql): Sql =>
  sql`${m}.status = 'queued' and ${m}.error is not null and ${m}.recipient_email is not null
    and ${m}.template <> ${IN_CONVERSATIONS}`
const itsThread = sql`(
  select coalesce(t.merged_into, t.id) from support_messages s join support_threads t on t.id = s.thread_id
  where s.mail_id = m.id limit 1)`
/** The link of a mail that opens an account is gone; a mail of a thread is sent again from there. */
const canLeave = sql`(m.status = 'failed' and not m.confidential and m.text is not null and m.subject is not null and ${itsThread} is null)`

export interface FailedMail {
  readonly id: string
  readonly template: string
  readonly recipient_email: string
  readonly recipient_name: string | null
  readonly subject: string | null
  readonly error: string | null
  readonly attempts: number
  readonly created_at: string
  readonly next_try_at: string | null
  readonly returned_at: string | null
  readonly thread_id: string | null
  readonly can_leave: boolean
}

export const NEWEST = newestFirst(sql`m.id`)

export const conditionsOf = (template: string | undefined): Sql[] => [
  waits(sql`m`),
  ...(template === undefined ? [] : [sql`m.template = ${template}`]),
]

/** Those that failed and those that are tried again. */
export const unsent = (template: string | undefined): Sql[] => [
  sql`((${waits(sql`m`)}) or (${isRetried(sql`m`)}))`,
  ...(template === undefined ? [] : [sql`m.template = ${template}`]),
]

export const UNSENT_COLUMNS = sql`
  m.id, m.template, m.recipient_email, m.recipient_name, m.subject, m.error, m.attempts, m.created_at,
  case when m.status = 'queued' then m.next_try_at end as next_try_at,
  m.bounced_at as returned_at, ${itsThread} as thread_id, ${canLeave} as can_leave`

export const countFailed = (db: Db, conditions: readonly Sql[] = conditionsOf(undefined)): Promise<number> =>
  countRows(db, sql`mails m ${where(conditions)}`)

interface Retried {
  readonly n: number
  /** Minutes since the first of them was queued. */
  readonly minutes: number
  /** Whether another mail has left since. */
  readonly others_leave: boolean
}

/** The mails that are tried again, answers of conversations among them. */
export const retriedMails = (db: Db): Promise<Retried | undefined> =>
  db.one<Retried>(sql`
    select n, floor(extract(epoch from now() - first) / 60)::int as minutes,
      exists (select from mails where status = 'sent' and sent_at > first) as others_leave
    from (select count(*)::int as n, min(created_at) as first from mails
      where status = 'queued' and error is not null and recipient_email is not null) retried
    where n > 0`)

interface FailedKind {
  readonly template: string
  readonly failed: number
  readonly can_leave: number
}

export const kindsOfFailed = (db: Db) =>
  db.all<FailedKind>(sql`
    select m.template, count(*)::int as failed, (count(*) filter (where ${canLeave}))::int as can_leave
    from mails m where ${waits(sql`m`)} group by 1 order by 2 desc, 1`)

export interface Fate {
  readonly id: string
  readonly template: string
  readonly status: MailStatus
  readonly given_up_at: string | null
}
const FATE = sql`m.id, m.template, m.status, m.given_up_at`

export const fateOf = (db: Db, id: string) =>
  db.one<Fate>(sql`select ${FATE} from mails m where m.id = ${id}`)

/** One of them, or some of a kind, oldest first. */
type Which = { readonly id: string } | { readonly template: string; readonly most: number }

/** Locked in order, so that of two identical requests the second finds no failed mail. */
const chosen = (which: Which, alsoTrue: Sql): Sql => sql`
  select m.id from mails m
  where ${waits(sql`m`)} and ${alsoTrue}
    and ${'id' in which ? sql`m.id = ${which.id}` : sql`m.template = ${which.template}`}
  order by m.id limit ${'id' in which ? 1 : which.most} for update of m`

/**
 * Due at once and tried for two days, with a new Message-ID: a server that has seen the first mail would drop a copy.
 * The attempts go on counting, since they are the fence. The caller queues a job for each.
 */
export const sendAgain = (tx: Tx, which: Which, domain: string) =>
  tx.all<Fate>(sql`
    update mails m set status = 'queued', message_id = '<' || gen_random_uuid() || '@' || ${domain}::text || '>',
      error = null, sent_at = null, bounced_at = null, claimed_by = null, claimed_until = null,
      next_try_at = now(), give_up_at = now() + ${TRIED}
    where m.id in (${chosen(which, canLeave)}) returning ${FATE}`)

export const giveUp = (tx: Tx, which: Which) =>
  tx.all<Fate>(sql`
    update mails m set given_up_at = now() where m.id in (${chosen(which, sql`true`)}) returning ${FATE}`)

/** Closes failed mails whose content is outdated or was sent in another mail. */
export const superseded = (tx: Tx, ids: Sql) =>
  tx.run(sql`
    update mails set given_up_at = now() where id in (${ids}) and status = 'failed' and given_up_at is null`)
