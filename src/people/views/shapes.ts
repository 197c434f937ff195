import type { Static } from 'typebox'
import { namesOf } from '../../../shared/fields/field.ts'
import { Formed, Id, Nullable, named, Obj, Optional, Text, WordOf } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { AREAS } from '../../../shared/words/access.ts'

/** The areas that have lists; the home page has none. */
const { dashboard: _, ...withLists } = AREAS
export const VIEWED = namesOf(withLists)

const fields = {
  area: WordOf(withLists),
  nom: Text(80),
  address: Formed(
    '^/[a-z][^\\s\\\\]*$',
    ['attend l’adresse d’un écran : /moderation', 'takes the address of a screen: /moderation'],
    { maxLength: 1000, description: 'Path and query of the screen: `/moderation?onglet=signalees`' },
  ),
}

export const NewView = named(
  'NewView',
  Obj({
    ...fields,
    shared: Optional({ ...Type.Boolean(), description: 'Also shows the view to colleagues of the area' }),
  }),
  { area: 'moderation', nom: 'Signalées de Rennes', address: '/moderation?onglet=signalees', shared: true },
)
export type NewView = Static<typeof NewView>

export const View = named(
  'View',
  Obj({
    id: Id,
    ...fields,
    shared: Type.Boolean(),
    by: { ...Obj({ id: Id, nom: Nullable(Text(254)) }), description: 'The user who saved it' },
  }),
)
export type View = Static<typeof View>
