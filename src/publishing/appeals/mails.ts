import { readsAnswers } from '../../letters/mail/addresses.ts'
import { queueMail, type Sender } from '../../letters/mail/outbox.ts'
import { type Leaving, leaving } from '../../letters/mail/shapes.ts'
import type { Locked } from './queries.ts'
import type { AppealDecision } from './shapes.ts'

/** Tells whoever contested a decision the outcome and its reasons. Not held: it cannot be undone. */
export async function mailOutcome(
  context: Sender & { readonly caller: { readonly id: string } },
  { kind, decision, decided_by, email, user_id, nom, language }: Locked,
  { status, answer }: AppealDecision,
): Promise<Leaving | null> {
  if (!email) return null
  const { leaves_at } = await queueMail(context, {
    template: 'appeal-outcome',
    to: { email },
    language,
    data: {
      titles: [nom],
      kind,
      decision,
      outcome: status,
      answer,
      sameDecider: decided_by === context.caller.id,
      answerable: readsAnswers(context.config),
    },
  })
  return leaving([
    {
      to: {
        as: kind === 'claim' ? 'claimant' : kind === 'report' ? 'reporter' : 'author',
        id: user_id,
        nom: null,
      },
      leaves_at,
    },
  ])
}
