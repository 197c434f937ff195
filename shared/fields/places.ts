import { about, Nullable, named, Text, WordOf } from '../shapes.ts'
import { Type } from '../type.ts'
import { TEINTES } from '../words/places.ts'
import type { Erased, Field } from './field.ts'

interface PlaceField extends Field {
  readonly erased: Erased
}

/** How the pages of a commune look. The coat of arms is sent, stored and shown in three shapes: see media/attached.ts. */
export const PLACE_FIELDS = {
  teinte: {
    fr: 'Couleur de la place',
    en: 'Colour of the place',
    schema: named('Teinte', WordOf(TEINTES)),
    traced: 'value',
    erased: 'never',
  },
  mot: {
    fr: 'Présentation de la commune',
    en: 'Introduction of the commune',
    schema: about('A sentence or two about the commune', Nullable(Text(300))),
    traced: 'change',
    erased: 'contacts',
  },
  ouverte: {
    fr: 'Place ouverte',
    en: 'Open to residents',
    schema: about('False closes the pages and feeds for residents', Type.Boolean()),
    traced: 'value',
    erased: 'never',
  },
} as const satisfies Readonly<Record<string, PlaceField>>
