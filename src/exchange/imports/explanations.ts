import type { Static } from 'typebox'
import { each } from '../../../shared/fields/field.ts'
import { WRITTEN } from '../../../shared/fields/publications.ts'
import { Nullable, named, Word } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { FEED_KINDS } from '../../../shared/words/imports.ts'
import { MODERATION_STATUSES } from '../../../shared/words/moderation.ts'
import { inSentence, type Label } from '../../../shared/words/word.ts'
import type { FetchRefused } from '../../kernel/fetch/refused.ts'
import type { Language } from '../../kernel/refusals/errors.ts'
import {
  type BilingualText,
  type Explanation,
  englishOf,
  explainer,
  explanationShape,
  fillIn,
  type Param,
  type Params,
} from '../../kernel/refusals/explanations.ts'
import { TEXTS } from './explanation-texts.ts'

export type ImportCode = keyof typeof TEXTS
export type ImportExplanation = Explanation<ImportCode>
export const explain = explainer<typeof TEXTS>()

/** Why a fetch failed: 403 is what firewalls answer to programs. Undefined when this side gave it up. */
export const explainRefusal = ({ status, explanation }: FetchRefused): ImportExplanation | undefined =>
  explanation?.code === 'bad_status' && status === 403 ? explain('refuses_programs', { status }) : explanation

/** The params of an explanation that contains another one: `{because}`. */
export const because = ({ code, params }: ImportExplanation) => ({ because: code, ...params })

/** A code that a later version stored is shown by its name. */
export function textOf({ code, params }: ImportExplanation, language: Language): string {
  const text: BilingualText | undefined = TEXTS[code]
  return text === undefined
    ? code
    : fillIn(text, params, language, (name, value) => {
        if (name === 'because')
          return textOf({ code: value as ImportCode, params: { ...params, because: '' } }, language)
        const shown = (one: Param) => {
          const label = TERMS[name]?.[String(one)]
          return label ? inSentence(label[language]) : String(one)
        }
        return (Array.isArray(value) ? value : [value]).map(shown).join(', ')
      })
}

type Terms = Readonly<Record<string, Label>>
const articles: Terms = each(FEED_KINDS, 'article')
/** Labels of API words, by the param that holds them. */
const TERMS: Readonly<Record<string, Terms>> = {
  moderation_status: MODERATION_STATUSES,
  fields: WRITTEN,
  found: articles,
  asked: articles,
}

////////////////////////////////////////////////////////////////////////////// on the wire

const extension = { 'x-extension': true } as const
const AnyCode = named('ImportCode', Word(Object.keys(TEXTS) as ImportCode[], englishOf(TEXTS)))
const AnyParams = Type.Unsafe<Params>({
  type: 'object',
  description: 'The values in the sentence',
  additionalProperties: { type: ['string', 'number', 'array'], items: { type: 'string' } },
})
export const ShownExplanation = explanationShape('ImportExplanation', AnyCode, AnyParams)
export type ShownExplanation = Static<typeof ShownExplanation>
export const ExplanationOrNull = Nullable(ShownExplanation)
/** Beside the word that says why an item was left out. */
export const Detail = Type.Unsafe<ShownExplanation | null>({ ...ExplanationOrNull, ...extension })

/** The fields of a log line that is itself an explanation. */
export const explanationFields = {
  code: Type.Unsafe<ImportCode>({ ...AnyCode, ...extension }),
  params: Type.Unsafe<Params>({ ...AnyParams, ...extension }),
}

export const shownExplanation = (
  { code, params }: ImportExplanation,
  language: Language,
): ShownExplanation => ({ code, params, message: textOf({ code, params }, language) })
