import type { Static } from 'typebox'
import { Id, Nullable, named, Obj, Optional, Text, Word } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { AREAS, type Area } from '../access/permissions.ts'

/** The areas that have lists; the home page has none. */
export const VIEWED = AREAS.filter((area): area is Exclude<Area, 'dashboard'> => area !== 'dashboard')

const fields = {
  area: Word(VIEWED, {
    moderation: 'publications',
    claims: 'acteurs and claims',
    support: 'conversations',
    communes: 'communes and defibrillators',
    imports: 'import sources',
    reserved: 'users, subscriptions, the trail, settings',
  }),
  nom: Text(80),
  address: Type.String({
    pattern: '^/[a-z][^\\s\\\\]*$',
    maxLength: 1000,
    description: 'Path and filters of the page: `/moderation?onglet=signalees`',
  }),
}

export const NewView = named(
  'NewView',
  Obj({
    ...fields,
    shared: Optional({ ...Type.Boolean(), description: 'Colleagues of the area see it too' }),
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
    by: { ...Obj({ id: Id, nom: Nullable(Text(200)) }), description: 'Who saved it' },
  }),
)
export type View = Static<typeof View>
