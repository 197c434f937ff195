import type { Label, Words } from './word.ts'

/** Where else to turn; only for people whom a decision goes against. */
export const OTHER_REMEDIES: Label = {
  fr: 'Vous gardez le droit de saisir un médiateur, un organisme de règlement des litiges ou le juge.',
  en: 'You keep the right to turn to an ombudsman, a dispute settlement body or a court.',
}

/** What an appeal contests. */
export const APPEAL_KINDS = {
  publication: { fr: 'Publication', en: 'Publication', means: 'its author contests a refusal' },
  report: { fr: 'Signalement', en: 'Report', means: 'the reporter contests the outcome of a report' },
  claim: { fr: 'Demande', en: 'Claim', means: 'the claimant contests the refusal of a claim' },
} as const satisfies Words
export type AppealKind = keyof typeof APPEAL_KINDS

export const APPEAL_STATUSES = {
  pending: { fr: 'En attente', en: 'Waiting', means: 'waits for a decision of the back-office' },
  upheld: { fr: 'Maintenue', en: 'Upheld', means: 'the decision was upheld' },
  overturned: { fr: 'Revue', en: 'Overturned', means: 'the decision was overturned' },
  closed: {
    fr: 'Sans objet',
    en: 'Closed',
    means: 'the decision was undone or replaced meanwhile, or the person was erased',
  },
} as const satisfies Words
export type AppealStatus = keyof typeof APPEAL_STATUSES

/** The contested decisions. */
export const CONTESTED = {
  rejected: { fr: 'Refusée', en: 'Rejected', means: 'the publication or claim was rejected' },
  hidden: { fr: 'Cachée', en: 'Hidden', means: 'the publication was hidden from the public' },
  kept: { fr: 'Laissée en ligne', en: 'Kept', means: 'the reported publication was kept' },
  removed: { fr: 'Retirée', en: 'Removed', means: 'the reported publication was removed' },
} as const satisfies Words
export type Contested = keyof typeof CONTESTED
