import type { Static } from 'typebox'
import {
  about,
  Data,
  Email,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  Text,
  Timestamp,
  Word,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { MAIL_KINDS } from '../../../shared/words/mail.ts'
import { sql } from '../../kernel/db/db.ts'
import { readPage } from '../../kernel/lists/orders.ts'
import { Paged, pageOf, pageQuery } from '../../kernel/lists/paging.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { found, type Language, Problem } from '../../kernel/refusals/errors.ts'
import { englishOf } from '../../kernel/refusals/explanations.ts'
import { read, write } from '../../kernel/routes/action.ts'
import { installationOf } from './addresses.ts'
import * as failed from './failed.ts'
import { SEND_JOB } from './outbox.ts'
import { isOurs, REASONS, type Reason, reasonInWords, reasonOf } from './reasons.ts'
import { MailStatus } from './shapes.ts'

/** Undelivered mails: listed with recipient and reason, sent again or dismissed. */

/** The most mails per request; the mail server takes two at a time. */
const AT_ONCE = 500
const Kind = about('The kind of mail, named like its template', Text(100))
const codes = Object.keys(REASONS) as Reason[]

const FailedMail = named(
  'FailedMail',
  Obj({
    id: Id,
    template: Kind,
    recipient: Obj({ email: Email, nom: Nullable(Text(200)) }),
    subject: Nullable(Text(300)),
    because: Obj({ code: Word(codes, englishOf(REASONS)), message: Text(300) }),
    error: about('The reply of the mail server, without addresses', Nullable(Text(500))),
    attempts: Type.Integer({ minimum: 0 }),
    created_at: about('When the mail was queued', Timestamp),
    next_try_at: about('When it is tried again; null if it is not', Nullable(Timestamp)),
    returned_at: about('When it bounced; null if it was never accepted', Nullable(Timestamp)),
    thread_id: about('The conversation of an answer; it is sent again from there', Nullable(Id)),
    can_retry: about('False if it held a sign-in link, because such links are not stored', Type.Boolean()),
  }),
)
const FailedMailKind = named(
  'FailedMailKind',
  Obj({
    template: Kind,
    failed: Type.Integer({ minimum: 1 }),
    can_retry: about('The number of them that can be sent again', Type.Integer({ minimum: 0 })),
  }),
)
const Fate = named(
  'MailFate',
  Obj({
    id: Id,
    template: Kind,
    status: MailStatus,
    given_up_at: Nullable(Timestamp),
  }),
)
const MailKind = named('MailKind', WordOf(MAIL_KINDS))
const OfKind = named('FailedMailsOfKind', Obj({ template: MailKind }), {
  template: 'publication-rejected',
})
const Done = Data(
  Obj({
    done: about(`The number of mails processed, ${AT_ONCE} at most`, Type.Integer({ minimum: 0 })),
    left: about('The number of mails of this kind that are left', Type.Integer({ minimum: 0 })),
  }),
)

const shown = (mail: failed.FailedMail, language: Language): Static<typeof FailedMail> => {
  const { recipient_email: email, recipient_name: nom, can_leave: can_retry, ...rest } = mail
  const code = reasonOf(mail.error, mail.returned_at !== null)
  return {
    ...rest,
    can_retry,
    error: isOurs(mail.error) ? null : mail.error,
    recipient: { email, nom },
    because: { code, message: reasonInWords(code, language) },
  }
}

export const list = read({
  summary:
    'Undelivered mails, newest first: those that are tried again, and those that failed, until sent again or dismissed; answers of the support are sent again from their conversations',
  query: Obj({ ...pageQuery, template: Optional(about('Only mails of this kind', MailKind)) }),
  reply: Paged(FailedMail),
  errors: ['page_too_deep'],
  async run({ db, query, language }) {
    const conditions = failed.unsent(query.template)
    return await readPage(
      db,
      pageOf(query, failed.NEWEST),
      { columns: failed.UNSENT_COLUMNS, from: sql`mails m`, conditions },
      (mail: failed.FailedMail) => shown(mail, language),
    )
  },
})

export const kinds = read({
  summary: 'Counts of undelivered mails by kind, and how many of them can be sent again',
  reply: Data(List(FailedMailKind)),
  run: async ({ db }) => ({
    data: (await failed.kindsOfFailed(db)).map(({ can_leave, ...kind }) => ({
      ...kind,
      can_retry: can_leave,
    })),
  }),
})

/** The audit trail records which mail and which template, never the recipient. */
const trace = (audit: Trail, mails: readonly failed.Fate[]) => {
  audit.considered()
  for (const { id, template } of mails) audit.record({ id, after: { template } })
}

export const retry = write({
  summary: 'Send an undelivered mail again, with retries for two days; without effect on other mails',
  params: Obj({ id: Id }),
  reply: Data(Fate),
  errors: ['not_retriable'],
  async run({ tx, params, audit, config, enqueue }) {
    const again = await failed.sendAgain(tx, params, installationOf(config).domain)
    trace(audit, again)
    for (const { id } of again) await enqueue(SEND_JOB, { mail: id })
    const fate = found(await failed.fateOf(tx, params.id))
    if (fate.status === 'failed') throw new Problem('not_retriable')
    return { data: fate }
  },
})

export const retryKind = write({
  summary: 'Send all undelivered mails of one kind again, oldest first',
  body: OfKind,
  reply: Done,
  async run({ tx, body: { template }, audit, config, enqueue }) {
    const again = await failed.sendAgain(tx, { template, most: AT_ONCE }, installationOf(config).domain)
    trace(audit, again)
    for (const { id } of again) await enqueue(SEND_JOB, { mail: id })
    const kind = (await failed.kindsOfFailed(tx)).find(one => one.template === template)
    return { data: { done: again.length, left: kind?.can_leave ?? 0 } }
  },
})

export const giveUp = write({
  summary: 'Dismiss an undelivered mail; repeating has no effect',
  params: Obj({ id: Id }),
  reply: Data(Fate),
  errors: ['not_failed'],
  async run({ tx, params, audit }) {
    trace(audit, await failed.giveUp(tx, params))
    const fate = found(await failed.fateOf(tx, params.id))
    if (fate.status !== 'failed') throw new Problem('not_failed')
    return { data: fate }
  },
})

export const giveUpKind = write({
  summary: 'Dismiss all undelivered mails of one kind, oldest first',
  body: OfKind,
  reply: Done,
  async run({ tx, body: { template }, audit }) {
    const left = await failed.giveUp(tx, { template, most: AT_ONCE })
    trace(audit, left)
    return { data: { done: left.length, left: await failed.countFailed(tx, failed.conditionsOf(template)) } }
  },
})
