import { Id, Obj } from '../../../shared/shapes.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { shortened } from '../../kernel/texts/texts.ts'
import { helpPage, signUpPage } from '../../letters/mail/links.ts'
import { HELD } from '../../letters/mail/outbox.ts'
import { leaving } from '../../letters/mail/shapes.ts'
import { addOutbound } from '../../letters/support/messages.ts'
import { lockOwnThread, openThread, setThread } from '../../letters/support/queries.ts'
import { sendAnswer } from '../../letters/support/reply.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { findClaim, linkThread, lockAsked } from './queries.ts'
import { AskedClaim, Question } from './shapes.ts'

/** The least number of days that a claimant has to answer. */
const DAYS_TO_ANSWER = 14

export const ask = signedIn.write({
  summary: 'Ask the claimant a question by mail, before the claim is decided',
  description:
    'Questions and answers form one conversation, shown by `GET /admin/claims/{id}`. A claim that would lapse earlier than two weeks from now is extended to then. Until the mail is sent, a minute later, `POST /admin/claims/{id}/ask/undo` takes it back.',
  params: Obj({ id: Id }),
  body: Question,
  reply: AskedClaim,
  errors: ['claim_already_decided', 'claimant_unknown', 'thread_merged'],
  async run(context) {
    const { tx, params, body, caller, audit, config } = context
    const claim = found(await lockAsked(tx, params.id))
    if (claim.status !== 'pending') throw new Problem('claim_already_decided')
    const { email, nom, user_id, language } = claim.claimant
    if (email === null) throw new Problem('claimant_unknown')
    const subject = language === 'fr' ? `Demande : ${claim.acteur}` : `Request: ${claim.acteur}`
    const threadId =
      claim.thread_id ??
      (await openThread(tx, {
        subject: shortened(subject, 200),
        nom,
        email,
        userId: user_id,
        language,
        communeId: claim.commune_id,
      }))
    const thread = await lockOwnThread(tx, threadId)
    const { leaves_at, ...sent } = await sendAnswer(
      context,
      thread,
      body.message,
      answerable => ({
        template: 'claim-question',
        data: {
          acteur: claim.acteur,
          words: body.message,
          answerable,
          help: user_id === null ? signUpPage(config, email) : helpPage(config),
        },
      }),
      HELD.decision,
    )
    await addOutbound(tx, thread.id, { userId: caller.id, body: body.message, ...sent })
    await setThread(tx, thread.id, { ...thread, status: 'open', unread: false })
    await linkThread(tx, claim.id, threadId, DAYS_TO_ANSWER)
    // The audit trail records the question without its text.
    audit.record({ id: claim.id, after: { thread_id: threadId } })
    const to = { as: 'claimant', id: user_id, nom: null } as const
    return { data: found(await findClaim(tx, claim.id)), meta: { mail: leaving([{ to, leaves_at }]) } }
  },
})
