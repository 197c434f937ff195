import type { TSchema } from 'typebox'
import { named, Obj, Text } from '../../../shared/shapes.ts'
import type { Language } from './errors.ts'

/** French, then English; `{name}` stands for the param of that name. */
export type BilingualText = readonly [fr: string, en: string]
/** The texts of one feature, by code: with `Record<Code, …>` a code without its text does not compile. */
export type Catalogue<Code extends string = string> = Readonly<Record<Code, BilingualText>>

export type Param = string | number | readonly string[]
export type Params = Readonly<Record<string, Param>>

/** Why something ended as it did: stored as a code with params, shown in the reader's language. */
export interface Explanation<Code extends string = string> {
  readonly code: Code
  readonly params: Params
}

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** Makes the explanations of a catalogue. The compiler asks for each param that one of the two texts names. */
export const explainer =
  <Texts extends Catalogue>() =>
  <C extends keyof Texts & string>(
    code: C,
    ...[params]: [NamesIn<Texts[C][number]>] extends [never]
      ? []
      : [Params & Readonly<Record<NamesIn<Texts[C][number]>, Param>>]
  ): Explanation<C> => ({ code, params: params ?? {} })

/** A param that is missing keeps its name in braces, as the API page shows it. */
export const fillIn = (
  [fr, en]: BilingualText,
  params: Params,
  language: Language,
  show: (name: string, value: Param) => string = (_, value) => String(value),
) =>
  (language === 'fr' ? fr : en).replaceAll(/\{(\w+)\}/g, (braces, name: string) => {
    const value = params[name]
    return value === undefined ? braces : show(name, value)
  })

export const englishOf = <Code extends string>(texts: Catalogue<Code>) =>
  Object.fromEntries(Object.entries<BilingualText>(texts).map(([code, [, en]]) => [code, en])) as Record<
    Code,
    string
  >

/** An explanation on the wire: with its message in the language of the request. */
export const explanationShape = <Code extends TSchema, Values extends TSchema>(
  name: string,
  code: Code,
  params: Values,
) => named(name, Obj({ code, params, message: Text(1000) }))
