import type { Words } from './word.ts'

export const THREAD_STATUSES = {
  open: { fr: 'Ouverte', en: 'Open', means: 'not finished' },
  closed: { fr: 'Fermée', en: 'Closed', means: 'finished; a new message of the requester opens it again' },
} as const satisfies Words

export const FLAGS = {
  red: { fr: 'Rouge', en: 'Red', means: 'red; the team decides what each colour means' },
  orange: { fr: 'Orange', en: 'Orange', means: 'orange' },
  yellow: { fr: 'Jaune', en: 'Yellow', means: 'yellow' },
  green: { fr: 'Vert', en: 'Green', means: 'green' },
  blue: { fr: 'Bleu', en: 'Blue', means: 'blue' },
  purple: { fr: 'Violet', en: 'Purple', means: 'purple' },
} as const satisfies Words
