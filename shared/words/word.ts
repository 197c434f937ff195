/** What a value is called, in both languages. */
export interface Label {
  readonly fr: string
  readonly en: string
}

/** A value of an enumeration: its label, and what it means on the API page. */
export interface Word extends Label {
  readonly means: string
}

/** An enumeration: the requests, the checks of the database, the labels and the filters are made from it. */
export type Words = Readonly<Record<string, Word>>

/** A label inside a sentence: `Hors sujet` becomes `hors sujet`; `JSON Feed` stays. */
export const inSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
