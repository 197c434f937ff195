import type { Words } from './word.ts'

export const THREAD_STATUSES = {
  open: { fr: 'Ouverte', en: 'Open', means: 'not finished' },
  closed: { fr: 'Fermée', en: 'Closed', means: 'finished; a new message of the requester opens it again' },
} as const satisfies Words

/** The value is the colour of the dot, the label says what it means. */
export const FLAGS = {
  red: { fr: 'Urgent', en: 'Urgent', means: 'urgent' },
  orange: { fr: 'À suivre', en: 'To follow up', means: 'to follow up' },
  yellow: { fr: 'En attente d’un tiers', en: 'Waiting for a third party', means: 'waits for a third party' },
  green: { fr: 'Idée à garder', en: 'Idea to keep', means: 'an idea to keep' },
  blue: { fr: 'À voir en équipe', en: 'For the team to discuss', means: 'for the team to discuss' },
  purple: { fr: 'Problème technique', en: 'Technical problem', means: 'a technical problem' },
} as const satisfies Words
