import type { Words } from './word.ts'

export const CLAIM_STATUSES = {
  pending: { fr: 'En attente', en: 'Waiting', means: 'waits for a decision of the back-office' },
  approved: { fr: 'Acceptée', en: 'Approved', means: 'the claimant is a member of the acteur' },
  rejected: { fr: 'Refusée', en: 'Rejected', means: 'refused; the claimant was notified' },
  expired: { fr: 'Expirée', en: 'Expired', means: 'lapsed, because it was not decided in time' },
} as const satisfies Words
export type ClaimStatus = keyof typeof CLAIM_STATUSES

export const EXCHANGES = {
  awaiting: {
    fr: 'Précisions demandées',
    en: 'Asked for more',
    means: 'the claimant was asked for more information and has not answered yet',
  },
  answered: { fr: 'A répondu', en: 'Has answered', means: 'the claimant has answered since' },
} as const satisfies Words

/** The numbers of an acteur that are known apart from its claim. */
export const CALLED_NUMBERS = {
  register: {
    fr: 'Numéro de la mairie selon l’annuaire',
    en: 'Number of the town hall, by the directory',
    means: 'the number of the town hall in the national directory; for town halls only',
  },
  page: { fr: 'Numéro de la fiche', en: 'Number of the page', means: 'the number of the acteur' },
} as const satisfies Words
export type CalledNumber = keyof typeof CALLED_NUMBERS

export const CALL_OUTCOMES = {
  confirmed: {
    fr: 'A confirmé',
    en: 'Confirmed',
    means: 'the acteur confirmed that the claimant speaks for it',
  },
  denied: { fr: 'N’a pas confirmé', en: 'Did not confirm', means: 'the acteur did not confirm it' },
  unanswered: { fr: 'Personne n’a répondu', en: 'Nobody answered', means: 'nobody answered' },
} as const satisfies Words
export type CallOutcome = keyof typeof CALL_OUTCOMES

/** Compares the claimant's contacts and message with the acteur's own. */
export const MARKS = {
  same: { fr: 'Le même', en: 'The same', means: 'the claimant gives the value of the acteur' },
  differs: { fr: 'Différent', en: 'Different', means: 'the claimant gives another value than the acteur’s' },
  unknown: {
    fr: 'Rien à comparer',
    en: 'Nothing to compare',
    means: 'the acteur or the claimant gives none',
  },
} as const satisfies Words

export const EMAIL_MARKS = {
  same_address: {
    fr: 'La même adresse',
    en: 'The same address',
    means: 'the claimant’s address is that of the acteur',
  },
  same_domain: {
    fr: 'Le même domaine',
    en: 'The same domain',
    means: 'the claimant’s address has the domain of the acteur’s address or web site',
  },
  public_domain: {
    fr: 'Adresse grand public : ne prouve rien',
    en: 'Public mail provider: proves nothing',
    means: 'the claimant’s address is from a public mail provider, so it proves nothing',
  },
  differs: { ...MARKS.differs, means: 'the claimant’s address has another domain' },
  unknown: {
    ...MARKS.unknown,
    means: 'the domain of the acteur is unknown, or the claimant gave no address',
  },
} as const satisfies Words

export const SIRET_MARKS = {
  ...MARKS,
  same_company: {
    fr: 'La même entreprise',
    en: 'The same company',
    means: 'the message names the SIREN of the acteur, or another SIRET of the same company',
  },
} as const satisfies Words
