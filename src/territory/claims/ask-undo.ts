import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { sql } from '../../kernel/db/db.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { takeBack } from '../../letters/mail/take-back.ts'
import { findOutbound, forgetMessageId, recount } from '../../letters/support/messages.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { findClaim, lockAsked } from './queries.ts'
import { Claim } from './shapes.ts'

export const undoQuestion = signedIn.write({
  summary: 'Take back the last question about a claim until its mail leaves; afterwards 409 `already_sent`',
  description:
    'It stays in the conversation, marked as not sent. The claim keeps the time that the question gave it.',
  params: Obj({ id: Id }),
  reply: Data(Claim),
  errors: ['already_sent'],
  async run({ tx, params, audit }) {
    const claim = found(await lockAsked(tx, params.id))
    const question = claim.thread_id === null ? undefined : await findOutbound(tx, claim.thread_id)
    if (!question) throw new Problem('not_found')
    const [mail] = await takeBack(tx, [question.mail_id])
    if (!mail?.cancelled || mail.told) throw new Problem('already_sent')
    await forgetMessageId(tx, question.id)
    await recount(tx, sql`select ${claim.thread_id}::uuid`)
    audit.record({ id: claim.id, after: { message_id: question.id, cancelled: true } })
    return { data: found(await findClaim(tx, claim.id)) }
  },
})
