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
} from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { MAIL_KINDS } from '../../shared/words/mail.ts'
import type { Trail } from '../kernel/audit.ts'
import { found, type Language, Problem } from '../kernel/errors.ts'
import { englishOf } from '../kernel/explanations.ts'
import { Paged, paged, pageOf, pageQuery } from '../kernel/lists/paging.ts'
import { read, write } from '../kernel/routes/action.ts'
import { installationOf } from './addresses.ts'
import * as failed from './failed.ts'
import { MAIL_STATUSES, SEND_JOB } from './outbox.ts'
import { isOurs, REASONS, type Reason, reasonInWords, reasonOf } from './reasons.ts'

/** Undelivered mails: listed with recipient and reason, sent again or dismissed. */

/** The most mails per request; the mail server takes two at a time. */
const AT_ONCE = 500
const Kind = about('What it tells of, as its template is called', Text(100))
const codes = Object.keys(REASONS) as Reason[]

const FailedMail = named(
  'FailedMail',
  Obj({
    id: Id,
    template: Kind,
    recipient: Obj({ email: Email, nom: Nullable(Text(200)) }),
    subject: Nullable(Text(300)),
    because: Obj({ code: Word(codes, englishOf(REASONS)), message: Text(300) }),
    error: about('As the server said it, without addresses', Nullable(Text(500))),
    attempts: Type.Integer({ minimum: 0 }),
    created_at: about('When it was decided', Timestamp),
    returned_at: about('When it came back, if it had left', Nullable(Timestamp)),
    thread_id: about('The conversation that it belongs to: it is sent again from there', Nullable(Id)),
    can_retry: about('False for what holds a link that opens an account: the link is gone', Type.Boolean()),
  }),
)
const FailedMailKind = named(
  'FailedMailKind',
  Obj({
    template: Kind,
    failed: Type.Integer({ minimum: 1 }),
    can_retry: about('How many of them can be sent again', Type.Integer({ minimum: 0 })),
  }),
)
const Fate = named(
  'MailFate',
  Obj({
    id: Id,
    template: Kind,
    status: Word(MAIL_STATUSES, {
      queued: 'it leaves now',
      sent: 'a server has it',
      failed: 'it did not arrive',
      cancelled: 'it was taken back',
    }),
    given_up_at: Nullable(Timestamp),
  }),
)
const MailKind = named('MailKind', WordOf(MAIL_KINDS))
const OfKind = named('FailedMailsOfKind', Obj({ template: MailKind }), {
  template: 'publication-rejected',
})
const Done = Data(
  Obj({
    done: about(`How many: ${AT_ONCE} at most`, Type.Integer({ minimum: 0 })),
    left: about('How many of the kind are still waiting for it', Type.Integer({ minimum: 0 })),
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
    'Failed mails, newest first, until retried or dismissed; answers of the support are in their conversations',
  query: Obj({ ...pageQuery, template: Optional(about('Those of one kind', MailKind)) }),
  reply: Paged(FailedMail),
  errors: ['page_too_deep'],
  async run({ db, query, language }) {
    const page = pageOf(query, failed.NEWEST)
    const conditions = failed.narrow(query.template)
    const rows = failed.listFailed(db, conditions, page)
    return await paged(page, rows, failed.countFailed(db, conditions), mail => shown(mail, language))
  },
})

export const kinds = read({
  summary: 'How many mails of each kind did not arrive, and how many of those can be sent again',
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
  summary:
    'Send a mail again that did not arrive, now and for two days; one that has not failed is left as it is',
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
  summary: 'Send all mails of one kind again that did not arrive, the oldest first',
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
  summary: 'Dismiss a failed mail; repeating changes nothing',
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
  summary: 'Dismiss all failed mails of one kind, the oldest first',
  body: OfKind,
  reply: Done,
  async run({ tx, body: { template }, audit }) {
    const left = await failed.giveUp(tx, { template, most: AT_ONCE })
    trace(audit, left)
    return { data: { done: left.length, left: await failed.countFailed(tx, failed.narrow(template)) } }
  },
})
