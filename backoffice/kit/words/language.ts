import type { Label } from '../../../shared/words/word.ts'
import { french } from './typography.ts'

/** The language that the server gave the page. Another one is chosen in “Mon compte”, and the page is loaded anew. */
export type Language = 'fr' | 'en'
export const language: Language =
  typeof document !== 'undefined' && document.documentElement.lang === 'en' ? 'en' : 'fr'

/** A sentence, one that is made of something, or a group of them. */
export interface Texts {
  // biome-ignore lint/suspicious/noExplicitAny: what a sentence is made of is its own
  readonly [key: string]: string | ((...parts: any[]) => string) | Texts
}

/** The label of a field of `shared/fields`, or of a value of `shared/words`. */
export const labelOf = (named: Label): string => (language === 'en' ? named.en : french(named.fr))

/** The same sentences in both languages: one that is missing in either does not compile. */
export function texts<T extends Texts>(both: { readonly fr: T; readonly en: Same<T> }): T {
  return language === 'en' ? (both.en as unknown as T) : typeset(both.fr)
}

export type Same<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...parts: infer P) => string
      ? (...parts: P) => string
      : Same<T[K]>
}

/** French is written with ordinary spaces and apostrophes in the sources, and typeset here, once. */
export function typeset<T extends Texts>(group: T): T {
  const entries = Object.entries(group).map(([key, text]) => {
    if (typeof text === 'string') return [key, french(text)]
    if (typeof text === 'function') return [key, (...parts: unknown[]) => french(text(...parts))]
    return [key, typeset(text)]
  })
  return Object.fromEntries(entries) as T
}
