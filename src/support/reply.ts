import { randomUUID } from 'node:crypto'
import { signedIn } from '../access/visitors.ts'
import type { Config } from '../kernel/config.ts'
import { found } from '../kernel/errors.ts'
import { Id, Obj } from '../kernel/routes/shapes.ts'
import { installationOf } from '../mail/addresses.ts'
import { HELD, sendMail } from '../mail/outbox.ts'
import { leaving } from '../mail/shapes.ts'
import { addOutbound, findMessage, lockThread, messageIdsOf, setThread } from './queries.ts'
import { replyAddress } from './reply-address.ts'
import { Answered, Reply } from './shapes.ts'

/** The answer and its mail are written in one transaction. */
export const reply = signedIn.write({
  summary: 'Answer by e-mail; with `close`, the thread is closed (or opened) as well',
  params: Obj({ id: Id }),
  body: Reply,
  reply: Answered,
  async run(context) {
    const { tx, config, params, body, caller, audit } = context
    const thread = found(await lockThread(tx, params.id))
    const known = await messageIdsOf(tx, thread.id)
    const messageId = newMessageId(config)
    const answerTo = replyAddress(config, thread.reply_token)
    const mail = await sendMail(context, {
      template: 'support-reply',
      data: { subject: thread.subject, body: body.body, answerable: answerTo !== undefined },
      to: thread.requester,
      language: thread.language,
      messageId,
      inReplyTo: known.at(-1) ?? null,
      references: known,
      autoSubmitted: 'no',
      held: HELD.reply,
      ...(answerTo !== undefined && { replyTo: answerTo }),
    })
    const id = await addOutbound(tx, thread.id, {
      userId: caller.id,
      body: body.body,
      messageId,
      mailId: mail.id,
    })
    const status = body.close === undefined ? thread.status : body.close ? 'closed' : 'open'
    // Answering marks the thread as read.
    await setThread(tx, thread.id, { status, unread: false, flag: thread.flag })
    // The trail says that it was answered, not with which words.
    audit.record({ id: thread.id, after: { message_id: id, ...(status !== thread.status && { status }) } })
    // Without a name: an answer is remembered by its Idempotency-Key, and the screen knows whom it is about.
    const to = { as: 'requester', id: thread.requester.user_id, nom: null } as const
    return {
      data: found(await findMessage(tx, id)),
      meta: { mail: leaving([{ to, leaves_at: mail.leaves_at }]) },
    }
  },
})

/** Cannot be guessed: a server that names it in a bounce proves that it had the mail. */
const newMessageId = (config: Config) => `<${randomUUID()}@${installationOf(config).domain}>`
