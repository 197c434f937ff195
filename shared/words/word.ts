/** The name of a value in French and English. */
export interface Label {
  readonly fr: string
  readonly en: string
}

/** A value of an enumeration: its label, and what it means on the API page. */
export interface Word extends Label {
  readonly means: string
}

/** What a value means, for whoever chooses it in a form. */
export interface Told {
  readonly told: Label
}

/** An enumeration. Request and reply shapes, database checks, labels and filters are derived from it. */
export type Words = Readonly<Record<string, Word>>

/** Lower-cases a label for use inside a sentence: `Hors sujet` becomes `hors sujet`; `JSON Feed` stays. */
export const inSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
