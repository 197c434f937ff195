import type { Static } from 'typebox'
import { ActeurType } from '../../../shared/fields/acteurs.ts'
import { Id, List, named, Obj, Text, WordOf } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { AREAS } from '../../../shared/words/access.ts'
import { CommuneInBrief } from '../access/in-brief.ts'
import { MemberPermission, MemberRole, type Person, person } from '../users/shapes.ts'

/** The signed-in user, with what the first page shows of each acteur. */

const MyMembership = named(
  'MyMembership',
  Obj({
    acteur_id: Id,
    nom: Text(200),
    role: MemberRole,
    permissions: List(MemberPermission),
    type: { ...ActeurType, 'x-extension': true },
    publishes_at_once: Type.Boolean({
      description:
        'True if the user’s publications for this acteur are visible at once, false if they are reviewed first',
      'x-extension': true,
    }),
    communes: Type.Unsafe<Static<typeof CommuneInBrief>[]>({
      ...List(CommuneInBrief),
      description: 'The communes that it may publish for: its own first, then its zone by name',
      'x-extension': true,
    }),
  }),
)

/** The row as read; whether publications appear without review is computed from two rights. */
export type Myself = Omit<Person, 'acteurs'> & {
  readonly acteurs: readonly (Omit<Static<typeof MyMembership>, 'publishes_at_once'> & {
    readonly can_publish: boolean
  })[]
}

/** The rights of the user, so that a client shows only allowed actions. */
export const Me = named(
  'Me',
  Obj({
    ...person,
    acteurs: List(MyMembership),
    areas: List(WordOf(AREAS)),
    mairies: List(Obj({ acteur_id: Id, commune_id: Id, nom: Text(200) })),
  }),
)
export type Me = Static<typeof Me>
