import type { Words } from './word.ts'

/** What a list of watched words looks for. */
export const WATCHED_KINDS = {
  words: {
    fr: 'Des mots ou expressions',
    en: 'Words or phrases',
    means: 'the words of `words`, whatever their accents and case; `*` stands for any letters of a word',
  },
  phones: { fr: 'Des numéros de téléphone', en: 'Phone numbers', means: 'phone numbers' },
  new_hosts: {
    fr: 'Des liens vers un site jamais vu',
    en: 'Links to a site never seen',
    means: 'links to a host that no accepted publication had linked to by the day before',
  },
} as const satisfies Words
export type WatchedKind = keyof typeof WATCHED_KINDS
