import { type ImportExplanation, textOf } from '../../src/imports/explanations.ts'

/** What somebody reads of it. */
export const inEnglish = (one: ImportExplanation): string => textOf(one, 'en')
/** Of the first note of a reading; empty without one. */
export const firstNote = ({ notes }: { readonly notes: readonly ImportExplanation[] }): string =>
  notes[0] ? inEnglish(notes[0]) : ''
