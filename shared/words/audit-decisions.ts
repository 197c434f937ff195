import type { Words } from './word.ts'

/** The outcomes that the audit trail is filtered by. A file of its own: the address of the journal is in the first load. */
export const AUDIT_DECISIONS = {
  approved: {
    fr: 'Publiée ou acceptée',
    en: 'Published or approved',
    means: 'publications approved, claims approved',
  },
  rejected: { fr: 'Refusée', en: 'Rejected', means: 'publications or claims rejected' },
  changes_requested: {
    fr: 'Renvoyée à son auteur',
    en: 'Sent back to its author',
    means: 'publications sent back',
  },
  pending: { fr: 'Remise en attente', en: 'Put back to wait', means: 'publications to be decided again' },
  kept: {
    fr: 'Laissée en ligne malgré un signalement',
    en: 'Kept online after a report',
    means: 'reports that changed nothing',
  },
  undone: { fr: 'Annulée', en: 'Undone', means: 'decisions that were undone' },
  upheld: {
    fr: 'Maintenue après contestation',
    en: 'Upheld after an appeal',
    means: 'appeals that changed nothing',
  },
  overturned: {
    fr: 'Revue après contestation',
    en: 'Overturned after an appeal',
    means: 'appeals that overturned a decision',
  },
} as const satisfies Words
export type AuditDecision = keyof typeof AUDIT_DECISIONS
