import type { Static } from 'typebox'
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
} from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { Acteur } from '../acteurs/shapes.ts'
import { Commune } from '../communes/shapes.ts'
import { Publication } from '../publications/shapes.ts'
import { PublicationType } from '../publications/types.ts'
import { CHANGE_KINDS, type ChangeKind, LISTS, RECORDS } from './kinds.ts'

const Kind = named('ChangeKind', Word<ChangeKind>(CHANGE_KINDS, { ...RECORDS, ...LISTS }))

export const PublicChange = named(
  'PublicChange',
  Obj({
    kind: Kind,
    id: about('The id of the record; of the commune, for a list of one', Id),
    change: Word(['upsert', 'delete'], {
      upsert: 'the record is new or different: store it',
      delete: 'it is not public any more, or not for this app: remove it, if it is known',
    }),
    at: about('When the change was published', Timestamp),
    publication: Optional(Publication),
    acteur: Optional(Acteur),
    commune: Optional(Commune),
    type: Optional(PublicationType),
  }),
)
export type PublicChange = Static<typeof PublicChange>

export const ChangesQuery = Obj({
  after: Optional(
    about(
      '`meta.next` of the previous answer. Without it a mirror begins: all public records come first',
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
  kinds: Optional(
    about('Only these kinds, separated by commas', {
      ...Text(100),
      pattern: `^(${CHANGE_KINDS.join('|')})(,(${CHANGE_KINDS.join('|')}))*$`,
    }),
  ),
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
