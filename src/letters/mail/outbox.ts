import { randomUUID } from 'node:crypto'
import { MAIL_KINDS } from '../../../shared/words/mail.ts'
import { retention } from '../../foundation/retention.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import type { Language } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { withoutLinks } from '../../kernel/texts/plain-names.ts'
import { hasAccess } from '../../people/users/expected.ts'
import { installationOf, isMessageId, oneAddress, oneLine } from './addresses.ts'
import { type MailContent, render } from './templates/all.ts'

/** How long the mail about a decision or reply is held, in seconds. */
export const HELD = { decision: 60, reply: 10 } as const
/** Values of the header Auto-Submitted. */
export const AUTO_SUBMITTED = ['auto-generated', 'auto-replied'] as const
export type AutoSubmitted = (typeof AUTO_SUBMITTED)[number]

/** The part of an action's context that queueing a mail needs. */
export interface Sender {
  readonly tx: Tx
  readonly config: Config
  enqueue(job: string, data: object, after?: number): Promise<void>
}

export type Mail = MailContent & {
  /** Only an address: the name is looked up by it. */
  readonly to: { readonly email: string }
  /** The name that an administrator has typed: for whoever has no proven one yet. */
  readonly greeted?: string | null
  readonly language: Language
  readonly replyTo?: string
  /** The message it answers, and those before it; texts that are no Message-ID are left out. */
  readonly inReplyTo?: string | null
  readonly references?: readonly string[]
  /** For callers that must know it beforehand. */
  readonly messageId?: string
  /** `no` when a person wrote it. */
  readonly autoSubmitted?: AutoSubmitted | 'no'
  /** Not sent after that. Otherwise retried for two days, and no longer than its link is valid. */
  readonly until?: Date
  /** Seconds until it is sent; none by default. */
  readonly held?: number
  /** Stops such mails by one POST (RFC 8058). */
  readonly unsubscribeUrl?: string
}

export interface Queued {
  readonly id: string
  readonly leaves_at: string
}

export const SEND_JOB = 'mail.send'
const TWO_DAYS = 2 * 24 * 60
const minutesOfUse = ({ data }: MailContent) =>
  'minutes' in data ? Math.min(TWO_DAYS, Math.floor(data.minutes)) : TWO_DAYS
/** The first and the last ones are kept, as mail programs do: header lines have a limit. */
const REFERENCES_KEPT = 20

/**
 * Queues a mail. It is sent once the transaction has committed, `held` seconds later, and never if it rolls back. A
 * recipient that is not exactly one address is refused with 422.
 */
export async function queueMail({ tx, config, enqueue }: Sender, mail: Mail): Promise<Queued> {
  const installation = installationOf(config)
  const email = oneAddress(mail.to.email, 'email')
  const name = (await provenName(tx, email)) || plainName(mail.greeted)
  const replyTo = mail.replyTo === undefined ? null : oneAddress(mail.replyTo, 'reply_to')
  const messageId = mail.messageId ?? `<${randomUUID()}@${installation.domain}>`
  if (!isMessageId(messageId)) throw new Error('A Message-ID looks like <something@domain>.')

  const parent = mail.inReplyTo && isMessageId(mail.inReplyTo) ? mail.inReplyTo : null
  const ancestors = [
    ...new Set([...(mail.references ?? []).filter(isMessageId), ...(parent ? [parent] : [])]),
  ]
  const references =
    ancestors.length > REFERENCES_KEPT
      ? [...ancestors.slice(0, 1), ...ancestors.slice(1 - REFERENCES_KEPT)]
      : ancestors
  const automatic = mail.autoSubmitted ?? 'auto-generated'
  const { subject, text, html } = render(mail, mail.language, installation, name)

  const held = config.mailsAtOnce ? 0 : (mail.held ?? 0)
  const row = await tx.one<Queued>(sql`
    insert into mails (message_id, in_reply_to, reference_ids, thread, template, language, auto_submitted,
      recipient_email, recipient_name, reply_to, unsubscribe_url, subject, text, html, confidential, next_try_at, give_up_at)
    values (${messageId}, ${parent}, ${references}, ${references[0] ?? messageId}, ${mail.template},
      ${mail.language}, ${automatic === 'no' ? null : automatic}, ${email}, ${name || null}, ${replyTo},
      ${mail.unsubscribeUrl ?? null}, ${subject}, ${text}, ${html}, ${MAIL_KINDS[mail.template].confidential},
      now() + ${held}::int * interval '1 second',
      coalesce(${mail.until?.toISOString() ?? null}::timestamptz, now() + ${minutesOfUse(mail)}::int * interval '1 minute'))
    returning id, next_try_at as leaves_at`)
  if (!row) throw new Error('A mail that was inserted has no id.')
  await enqueue(SEND_JOB, { mail: row.id }, held === 0 ? undefined : held)
  return row
}

/**
 * The name of the user with this verified address. Otherwise the mail names nobody: a stranger may have typed name and
 * address.
 */
export async function provenName(db: Db, email: string): Promise<string> {
  const user = await db.one<{ nom: string | null }>(
    sql`select u.nom from users u where u.email = lower(${email}) and ${hasAccess}`,
  )
  return plainName(user?.nom)
}

const plainName = (nom: string | null | undefined) => oneLine(withoutLinks(nom ?? ''), 100)

/**
 * Removes recipient and text of old mails; that they were sent stays. No mail is retried for more than a few days.
 */
export const forgetOldMails = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update mails set recipient_email = null, recipient_name = null, reply_to = null, unsubscribe_url = null,
      subject = null, text = null, html = null, error = null,
      in_reply_to = null, reference_ids = '{}', thread = message_id
    where recipient_email is not null and status <> 'queued' and ${olderThan(retention.mails.kept, sql`created_at`)}`)

/** Removes the references to the messages that these mails answer; `ids` selects the mails. */
export const takeOutOfThreads = (tx: Tx, ids: Sql) =>
  tx.run(sql`
      update mails set in_reply_to = null, reference_ids = '{}', thread = message_id
      where id in (${ids})`)
