import type { Words } from './word.ts'

export const CLAIM_STATUSES = {
  pending: { fr: 'En attente', en: 'Waiting', means: 'nobody has decided' },
  approved: { fr: 'Acceptée', en: 'Approved', means: 'the claimant is a member of the acteur' },
  rejected: { fr: 'Refusée', en: 'Rejected', means: 'refused; the claimant was told' },
  expired: { fr: 'Expirée', en: 'Expired', means: 'nobody decided in time' },
} as const satisfies Words
export type ClaimStatus = keyof typeof CLAIM_STATUSES

export const EXCHANGES = {
  awaiting: {
    fr: 'Précisions demandées',
    en: 'Asked for more',
    means: 'the claimant was asked for more, and has not answered',
  },
  answered: { fr: 'A répondu', en: 'Has answered', means: 'they have written since' },
} as const satisfies Words
