import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { write } from '../../kernel/routes/action.ts'
import { superseded } from '../mail/failed.ts'
import { findMessage, findOutbound, forgetMessageId, replaceMail } from './messages.ts'
import { lockOwnThread } from './queries.ts'
import { sendAnswer, toRequester } from './reply.ts'
import { Answered, Message } from './shapes.ts'

/** An answer that was not delivered: sent again, or closed. */

const ofMessage = Obj({ id: Id, messageId: Id })
type Which = { readonly id: string; readonly messageId: string }

async function lockFailed(tx: Tx, { id, messageId }: Which) {
  const thread = await lockOwnThread(tx, id)
  found(await findOutbound(tx, thread.id, messageId))
  const message = found(await findMessage(tx, messageId))
  if (message.delivery?.status !== 'failed') throw new Problem('not_failed')
  return { thread, message }
}

/** With a new Message-ID: a server that has seen the first mail would drop a copy. */
export const retry = write({
  summary: 'Send an undelivered answer again; it is mailed ten seconds later',
  params: ofMessage,
  reply: Answered,
  errors: ['not_failed', 'thread_merged'],
  async run(context) {
    const { tx, params, audit } = context
    const { thread, message } = await lockFailed(tx, params)
    await forgetMessageId(tx, message.id)
    const sent = await sendAnswer(context, thread, message.body)
    await superseded(tx, sql`select mail_id from support_messages where id = ${message.id}`)
    await replaceMail(tx, message.id, sent)
    audit.record({ id: thread.id, after: { message_id: message.id } })
    return { data: found(await findMessage(tx, message.id)), meta: { mail: toRequester(thread, sent) } }
  },
})

export const giveUp = write({
  summary: 'Dismiss an undelivered answer: its conversation no longer counts as failed',
  params: ofMessage,
  reply: Data(Message),
  errors: ['not_failed', 'thread_merged'],
  async run({ tx, params, audit }) {
    audit.considered()
    const { thread, message } = await lockFailed(tx, params)
    if (!message.delivery?.known) {
      await tx.run(sql`update support_messages set failure_known = true where id = ${message.id}`)
      await superseded(tx, sql`select mail_id from support_messages where id = ${message.id}`)
      audit.record({ id: thread.id, after: { message_id: message.id } })
    }
    return { data: found(await findMessage(tx, message.id)) }
  },
})
