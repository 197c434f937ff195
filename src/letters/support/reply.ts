import { randomUUID } from 'node:crypto'
import { Id, Obj } from '../../../shared/shapes.ts'
import { found } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { installationOf } from '../mail/addresses.ts'
import { HELD, queueMail, type Sender } from '../mail/outbox.ts'
import { leaving } from '../mail/shapes.ts'
import type { MailContent } from '../mail/templates/all.ts'
import { addOutbound, findMessage, messageIdsOf } from './messages.ts'
import { type LockedThread, lockOwnThread, setThread } from './queries.ts'
import { replyAddress } from './reply-address.ts'
import { Answered, Reply } from './shapes.ts'
import { refuseUnfilled } from './templates/variables.ts'

/** The answer and its mail are written in one transaction. */
export const reply = signedIn.write({
  summary: 'Answer by e-mail; `close` also closes (true) or opens (false) the conversation',
  params: Obj({ id: Id }),
  body: Reply,
  reply: Answered,
  versioned: true,
  errors: ['thread_merged'],
  async run(context) {
    const { tx, params, body, caller, audit, refuseStale } = context
    const thread = await lockOwnThread(tx, params.id)
    refuseStale(thread.version)
    refuseUnfilled(body.body)
    const sent = await sendAnswer(context, thread, body.body)
    const id = await addOutbound(tx, thread.id, { userId: caller.id, body: body.body, ...sent })
    const status = body.close === undefined ? thread.status : body.close ? 'closed' : 'open'
    // Answering marks the thread as read.
    await setThread(tx, thread.id, { ...thread, status, unread: false })
    // The audit trail records the answer without its text.
    audit.record({ id: thread.id, after: { message_id: id, ...(status !== thread.status && { status }) } })
    return { data: found(await findMessage(tx, id)), meta: { mail: toRequester(thread, sent) } }
  },
})

/**
 * Queues an answer as a mail of the thread, held for ten seconds. Questions about a claim use a template of their own, and
 * are held as long as decisions.
 */
export async function sendAnswer(
  sender: Sender,
  thread: LockedThread,
  body: string,
  contentOf: (answerable: boolean) => MailContent = answerable => ({
    template: 'support-reply',
    data: { subject: thread.proven ? thread.subject : null, body, answerable },
  }),
  held: number = HELD.reply,
): Promise<SentAnswer> {
  const known = await messageIdsOf(sender.tx, thread.id)
  const messageId = newMessageId(sender.config)
  const answerTo = replyAddress(sender.config, thread.reply_token)
  const mail = await queueMail(sender, {
    ...contentOf(answerTo !== undefined),
    to: { email: thread.requester.email },
    language: thread.language,
    messageId,
    inReplyTo: known.at(-1) ?? null,
    references: known,
    autoSubmitted: 'no',
    held,
    ...(answerTo !== undefined && { replyTo: answerTo }),
  })
  return { messageId, mailId: mail.id, leaves_at: mail.leaves_at }
}
interface SentAnswer {
  readonly messageId: string
  readonly mailId: string
  readonly leaves_at: string
}

/** Without a name: the reply is stored with its Idempotency-Key, and the screen knows the requester. */
export const toRequester = ({ requester }: LockedThread, { leaves_at }: SentAnswer) =>
  leaving([{ to: { as: 'requester', id: requester.user_id, nom: null }, leaves_at }])

/** Cannot be guessed: a server that names it in a bounce proves that it had the mail. */
const newMessageId = (config: Config) => `<${randomUUID()}@${installationOf(config).domain}>`
