import { type ImportExplanation, textOf } from '../../src/exchange/imports/explanations.ts'

/** The displayed text. */
export const inEnglish = (one: ImportExplanation): string => textOf(one, 'en')
/** The text of the first note of a reading; empty without notes. */
export const firstNote = ({ notes }: { readonly notes: readonly ImportExplanation[] }): string =>
  notes[0] ? inEnglish(notes[0]) : ''
