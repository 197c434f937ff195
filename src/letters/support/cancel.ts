import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { sql } from '../../kernel/db/db.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { write } from '../../kernel/routes/action.ts'
import { takeBack } from '../mail/take-back.ts'
import { findMessage, findOutbound, forgetMessageId, recount } from './messages.ts'
import { lockThread } from './queries.ts'
import { Message } from './shapes.ts'

/** Cancels an answer whose mail has not left; it stays in the thread, marked as not sent. */
export const cancel = write({
  summary: 'Cancel an answer that was not sent yet; otherwise 409 `already_sent`',
  params: Obj({ id: Id, messageId: Id }),
  reply: Data(Message),
  errors: ['already_sent'],
  async run({ tx, params, audit }) {
    const thread = found(await lockThread(tx, params.id))
    const { mail_id } = found(await findOutbound(tx, thread.id, params.messageId))
    audit.considered()
    const before = found(await findMessage(tx, params.messageId))
    if (before.delivery?.status !== 'cancelled') {
      const [mail] = await takeBack(tx, [mail_id])
      if (!mail?.cancelled || mail.told) throw new Problem('already_sent')
      await forgetMessageId(tx, params.messageId)
      await recount(tx, sql`select ${thread.id}::uuid`)
      audit.record({ id: thread.id, after: { message_id: params.messageId, cancelled: true } })
    }
    return { data: found(await findMessage(tx, params.messageId)) }
  },
})
