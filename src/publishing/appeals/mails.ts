import { readsAnswers } from '../../letters/mail/addresses.ts'
import { HELD, queueMail, type Sender } from '../../letters/mail/outbox.ts'
import { type Leaving, leaving } from '../../letters/mail/shapes.ts'
import type { Locked } from './queries.ts'
import type { AppealDecision } from './shapes.ts'

/** Tells whoever contested a decision the outcome and its reasons. Held for a minute, in which it can be undone. */
export async function mailOutcome(
  context: Sender & { readonly caller: { readonly id: string } },
  { kind, decision, decided_by, email, user_id, nom, language }: Locked,
  { status, answer }: AppealDecision,
): Promise<{ readonly id: string; readonly mail: Leaving | null } | undefined> {
  if (!email) return undefined
  const { id, leaves_at } = await queueMail(context, {
    template: 'appeal-outcome',
    to: { email },
    language,
    held: HELD.decision,
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
  const mail = leaving([
    {
      to: {
        as: kind === 'claim' ? 'claimant' : kind === 'report' ? 'reporter' : 'author',
        id: user_id,
        nom: null,
      },
      leaves_at,
    },
  ])
  return { id, mail }
}
