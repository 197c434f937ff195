import type { Static } from 'typebox'
import { Id, List, Nullable, named, Obj, Text, Timestamp, Word } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'

/** Those who are told, by what they are to the matter. A name is told, never an address. */
export const ADDRESSEES = ['author', 'owner', 'reporter', 'claimant', 'requester'] as const
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

/** As many as one reads. */
const SHOWN = 50

/** What a decision writes to people: to whom, and when it leaves; undone before, it does not. Null: to nobody. */
const Leaving = named(
  'LeavingMail',
  Obj({
    to: List(Addressee, SHOWN),
    count: Type.Integer({ minimum: 1 }),
    leaves_at: Timestamp,
  }),
)
export type Leaving = Static<typeof Leaving>
/** Beside the record that a decision answers. */
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
