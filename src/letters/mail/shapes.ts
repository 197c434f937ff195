import type { Static } from 'typebox'
import { Id, List, Nullable, named, Obj, Text, Timestamp, Word, WordOf } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { MAIL_STATUSES } from '../../../shared/words/mail.ts'

export const MailStatus = named('MailStatus', WordOf(MAIL_STATUSES))

/** Recipients by their role in the matter. Replies name them, without addresses. */
const ADDRESSEES = ['author', 'owner', 'reporter', 'claimant', 'requester'] as const
const Addressee = named(
  'Addressee',
  Obj({
    as: Word(ADDRESSEES, {
      author: 'wrote the publication',
      owner: 'is an owner of the acteur',
      reporter: 'reported it',
      claimant: 'asked to take over the acteur',
      requester: 'wrote to the support',
    }),
    id: Nullable(Id),
    nom: Nullable(Text(200)),
  }),
)
export type Addressee = Static<typeof Addressee>

/** The most recipients in a reply. */
const SHOWN = 50

/**
 * The mails about a decision: the recipients, and when they are sent unless the decision is undone before. Null: none.
 */
const Leaving = named(
  'LeavingMail',
  Obj({
    to: List(Addressee, SHOWN),
    count: Type.Integer({ minimum: 1 }),
    leaves_at: Timestamp,
  }),
)
export type Leaving = Static<typeof Leaving>
/** In the reply to a decision, beside the record. */
export const telling = { mail: Type.Unsafe<Leaving | null>({ ...Nullable(Leaving), 'x-extension': true }) }
export const Telling = named('Telling', Obj(telling))

export function leaving(
  sent: readonly { readonly to: Addressee; readonly leaves_at: string }[],
): Leaving | null {
  const [first] = sent
  if (!first) return null
  return {
    to: sent.slice(0, SHOWN).map(({ to }) => to),
    count: sent.length,
    leaves_at: first.leaves_at,
  }
}
