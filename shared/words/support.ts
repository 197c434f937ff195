import type { Words } from './word.ts'

export const THREAD_STATUSES = {
  open: { fr: 'Ouverte', en: 'Open', means: 'still talked about' },
  closed: { fr: 'Fermée', en: 'Closed', means: 'done; it opens again when somebody writes' },
} as const satisfies Words

export const FLAGS = {
  red: { fr: 'Rouge', en: 'Red', means: 'a colour of the team’s own meaning' },
  orange: { fr: 'Orange', en: 'Orange', means: 'as above' },
  yellow: { fr: 'Jaune', en: 'Yellow', means: 'as above' },
  green: { fr: 'Vert', en: 'Green', means: 'as above' },
  blue: { fr: 'Bleu', en: 'Blue', means: 'as above' },
  purple: { fr: 'Violet', en: 'Purple', means: 'as above' },
} as const satisfies Words
