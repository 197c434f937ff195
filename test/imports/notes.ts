import { type Said, sentenceOf } from '../../src/imports/said.ts'

/** What somebody reads of it. */
export const inEnglish = (one: Said): string => sentenceOf(one, 'en')
/** Of the first note of a reading; empty without one. */
export const firstNote = ({ notes }: { readonly notes: readonly Said[] }): string =>
  notes[0] ? inEnglish(notes[0]) : ''
