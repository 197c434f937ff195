import type { Static } from 'typebox'
import { about, named, Obj, Text } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import type { Language } from './errors.ts'

/** What a job says of how it went: kept as a code with its figures, and told in the language of whoever reads it. */

/** Each with its French and English; `{gone}` stands where the figure of that name goes. */
export type Catalogue = Readonly<Record<string, readonly [fr: string, en: string]>>

export interface Said<Code extends string = string> {
  readonly code: Code
  readonly params: Readonly<Record<string, string | number>>
}

export const inWords = (
  texts: readonly [fr: string, en: string],
  params: Said['params'],
  language: Language,
) => texts[language === 'fr' ? 0 : 1].replaceAll(/\{(\w+)\}/g, (_, name: string) => `${params[name] ?? ''}`)

export const Saying = named(
  'Saying',
  Obj({
    code: about('For programs: the same in both languages', Text(50)),
    params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'The figures that stand in the message',
    }),
    message: about('For people, in the language of the request', Type.String()),
  }),
)
export type Saying = Static<typeof Saying>
