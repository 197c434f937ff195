import type { Static, TSchema } from 'typebox'
import { namesOf } from '../../../shared/fields/field.ts'
import {
  about,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  Text,
  Timestamp,
  Word,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { Publication } from '../../publishing/publications/shapes.ts'
import { PublicationType } from '../../publishing/publications/types.ts'
import { Acteur } from '../../territory/acteurs/shapes.ts'
import { Commune } from '../../territory/communes/shapes.ts'
import { CHANGE_KINDS, type ChangeKind, LISTS, RECORDS, type RecordKind } from './kinds.ts'

const Kind = named('ChangeKind', Word<ChangeKind>(CHANGE_KINDS, { ...RECORDS, ...LISTS }))
const what = {
  id: about('The id of the record; of the commune, for a list of one', Id),
  at: about('When the change was published', Timestamp),
}
const stored = Word(['upsert'], { upsert: 'the record is new or different: store it' })

const upsertOf = <Kind extends RecordKind, Shape extends TSchema>(name: string, kind: Kind, shape: Shape) =>
  named(
    `${name}Upsert`,
    Obj({
      kind: Word([kind], { [kind]: RECORDS[kind] as string } as Readonly<Record<Kind, string>>),
      ...what,
      change: stored,
      ...({ [kind]: shape } as Record<Kind, Shape>),
    }),
  )

/** A union, so that `kind` and `change` tell programs which record is there. */
export const PublicChange = named(
  'PublicChange',
  Type.Union([
    upsertOf('Type', 'type', PublicationType),
    upsertOf('Commune', 'commune', Commune),
    upsertOf('Acteur', 'acteur', Acteur),
    upsertOf('Publication', 'publication', Publication),
    named('ListUpsert', Obj({ kind: Word(namesOf(LISTS), LISTS), ...what, change: stored })),
    named(
      'Deletion',
      Obj({
        kind: Kind,
        ...what,
        change: Word(['delete'], {
          delete: 'it is not public any more, or not for this app: remove it, if it is known',
        }),
      }),
    ),
  ]),
)
export type PublicChange = Static<typeof PublicChange>

export const ChangesQuery = Obj({
  after: Optional(
    about(
      '`meta.next` of the previous answer, or `now` for what comes from now on. Without it a mirror begins: all public records come first',
      Text(400),
    ),
  ),
  per_page: Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Changes in an answer, 100 by default; it may have fewer',
    }),
  ),
  kinds: Optional(about(`Only these kinds, separated by commas: ${CHANGE_KINDS.join(', ')}`, Text(100))),
  commune_id: Optional(about('Only what concerns this commune, and the types', Id)),
})

export const PublicChanges = named(
  'PublicChangePage',
  Obj({
    data: List(PublicChange),
    meta: Obj({
      next: about('The `after` of the next request; store it with the records', Nullable(Type.String())),
      has_more: about('Whether more is known to follow: ask again at once, else in a minute', Type.Boolean()),
    }),
  }),
)
