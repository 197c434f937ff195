import type { Static } from 'typebox'
import { Nullable, named, Obj, Text, Word } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import type { Language } from '../kernel/errors.ts'
import { SENTENCES } from './sentences.ts'

/** The messages of imports: stored as a code with its params, shown in the language of the reader. */

export type Code = keyof typeof SENTENCES
export type Param = string | number | readonly string[]
export type Params = Readonly<Record<string, Param>>
export interface Said {
  readonly code: Code
  readonly params: Params
}

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type NamesOf<C extends Code> = NamesIn<(typeof SENTENCES)[C][number]>

/** The compiler asks for each param that one of the two sentences names. */
export const say = <C extends Code>(
  code: C,
  ...[params]: [NamesOf<C>] extends [never] ? [] : [Params & Record<NamesOf<C>, Param>]
): Said => ({ code, params: params ?? {} })

/** The params of a sentence that ends in another one: `{because}`. */
export const because = ({ code, params }: Said) => ({ because: code, ...params })

/** A code that a later version wrote is told by its name. */
export function sentenceOf({ code, params }: Said, language: Language): string {
  const sentence = SENTENCES[code]?.[language === 'fr' ? 0 : 1] ?? code
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    if (name === 'because')
      return sentenceOf({ code: value as Code, params: { ...params, because: '' } }, language)
    const inWords = (one: Param) => TERMS[name]?.[String(one)]?.[language === 'fr' ? 0 : 1] ?? String(one)
    return (Array.isArray(value) ? value : [value]).map(inWords).join(', ')
  })
}

const KIND = {
  rss: ['un flux RSS', 'rss'],
  atom: ['un flux Atom', 'atom'],
  json_feed: ['un JSON Feed', 'json_feed'],
  ical: ['un calendrier (iCal)', 'ical'],
  openagenda: ['un agenda OpenAgenda', 'openagenda'],
} as const
/** Words of the API as people say them, by the param that holds them. */
const TERMS: Readonly<Record<string, Readonly<Record<string, readonly [fr: string, en: string]>>>> = {
  moderation_status: { published: ['publiée', 'published'], pending: ['à modérer', 'pending'] },
  fields: {
    title: ['titre', 'title'],
    body: ['texte', 'body'],
    source_url: ['lien', 'source_url'],
    image_url: ['image', 'image_url'],
    date_debut: ['date de début', 'date_debut'],
    date_fin: ['date de fin', 'date_fin'],
    lieu: ['lieu', 'lieu'],
  },
  found: KIND,
  asked: KIND,
}

////////////////////////////////////////////////////////////////////////////// on the wire

const codes = Object.keys(SENTENCES) as Code[]
const english = Object.fromEntries(codes.map(code => [code, SENTENCES[code][1]])) as Record<Code, string>
const extension = { 'x-extension': true } as const
const AnyCode = named('ImportCode', Word(codes, english))
const AnyParams = Type.Unsafe<Params>({
  type: 'object',
  description: 'The values that the sentence names',
  additionalProperties: { type: ['string', 'number', 'array'], items: { type: 'string' } },
})
const Message = named('ImportMessage', Obj({ code: AnyCode, params: AnyParams, message: Text(1000) }))
export type Message = Static<typeof Message>
export const MessageOrNull = Nullable(Message)
/** Beside the word that says why an item was left out. */
export const Detail = Type.Unsafe<Message | null>({ ...MessageOrNull, ...extension })

/** The fields of a line that is itself such a message. */
export const coded = {
  code: Type.Unsafe<Code>({ ...AnyCode, ...extension }),
  params: Type.Unsafe<Params>({ ...AnyParams, ...extension }),
}

export const messageOf = (one: Said, language: Language): Message => ({
  code: one.code,
  params: one.params,
  message: sentenceOf(one, language),
})
