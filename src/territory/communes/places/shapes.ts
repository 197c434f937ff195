import type { Static } from 'typebox'
import { each, repliesOf } from '../../../../shared/fields/field.ts'
import { PLACE_FIELDS } from '../../../../shared/fields/places.ts'
import { about, Id, Nullable, named, Obj, Patch, Slug, Version } from '../../../../shared/shapes.ts'
import { Type } from '../../../../shared/type.ts'
import { Image } from '../../../media/shapes.ts'

export const CommunePlace = named(
  'CommunePlace',
  Obj({
    commune_id: Id,
    slug: about('The pages are at `/place/{slug}`', Slug),
    ...repliesOf(PLACE_FIELDS),
    blason: about('The coat of arms or logo; pages show its square part', Nullable(Image)),
    abonnes: about(
      'Residents who get the weekly mail; null for one to four',
      Nullable(Type.Integer({ minimum: 0 })),
    ),
    appareils: about(
      'Telephones and computers that show its alerts; null for one to four',
      Nullable(Type.Integer({ minimum: 0 })),
    ),
    version: Version,
  }),
)
export type CommunePlace = Static<typeof CommunePlace>

export const PlaceChanges = named(
  'CommunePlaceChanges',
  Patch({
    ...each(PLACE_FIELDS, 'schema'),
    blason: about('An upload of the acteur that is the town hall', Nullable(Obj({ id: Id }))),
  }),
  { teinte: 'sapin', mot: 'Une commune de bord de Loire, entre vignes et forêt.' },
)
export type PlaceChanges = Static<typeof PlaceChanges>
