import type { Label } from '../../../shared/words/word.ts'
import { french } from './typography.ts'

/** The language that the server gave the page. Choosing another in “Mon compte” reloads the page. */
type Language = 'fr' | 'en'
export const language: Language =
  typeof document !== 'undefined' && document.documentElement.lang === 'en' ? 'en' : 'fr'

/** A catalogue: texts, functions that build texts, and groups of both. */
interface Texts {
  // biome-ignore lint/suspicious/noExplicitAny: each text has parameters of its own
  readonly [key: string]: string | ((...parts: any[]) => string) | Texts
}

/** The label of a field of `shared/fields`, or of a value of `shared/words`. */
export const labelOf = (named: Label): string => (language === 'en' ? named.en : french(named.fr))

/** A catalogue in both languages. A text missing in one does not compile. */
export function texts<T extends Texts>(both: { readonly fr: T; readonly en: Same<T> }): T {
  return language === 'en' ? (both.en as unknown as T) : typeset(both.fr)
}

type Same<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...parts: infer P) => string
      ? (...parts: P) => string
      : Same<T[K]>
}

/** Typesets the French texts, which the sources write with plain spaces and apostrophes. */
export function typeset<T extends Texts>(group: T): T {
  const entries = Object.entries(group).map(([key, text]) => {
    if (typeof text === 'string') return [key, french(text)]
    if (typeof text === 'function') return [key, (...parts: unknown[]) => french(text(...parts))]
    return [key, typeset(text)]
  })
  return Object.fromEntries(entries) as T
}
