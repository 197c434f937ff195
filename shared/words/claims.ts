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

/** Why a town hall cannot prove itself, by a code to its official address or by its SIRET: a moderator decides. */
export const OFFICIAL_BLOCKS = {
  not_town_hall: {
    fr: 'La page de mairie qui existe ici n’est pas désignée par la commune comme la sienne.',
    en: 'The commune does not name the page of a town hall that exists here as its own.',
    means: 'no commune, or several, name the acteur',
  },
  managed: {
    fr: 'Quelqu’un tient déjà cette page.',
    en: 'Somebody manages this page already.',
    means: 'the acteur has an owner',
  },
  undone: {
    fr: 'Un accès donné sans l’équipe a été repris par elle pour cette page.',
    en: 'The team has taken back an access to this page that was given without it.',
    means: 'a grant by proof was undone',
  },
  unknown: {
    fr: 'L’annuaire de l’administration et les données de présence numérique ne donnent pas tous deux une adresse de courriel.',
    en: 'The directory of the State and the data on digital presence do not both give a mail address.',
    means: 'a register has no address',
  },
  no_siret: {
    fr: 'L’annuaire de l’administration et les données de présence numérique ne donnent pas tous deux le SIRET de la mairie.',
    en: 'The directory of the State and the data on digital presence do not both give the SIRET of the town hall.',
    means: 'a register has no SIRET',
  },
  several: {
    fr: 'Les annuaires de l’État ont plusieurs mairies pour cette commune, ou une seule pour plusieurs communes.',
    en: 'The directories of the State have several town halls for this commune, or one for several communes.',
    means: 'several town halls, or several communes',
  },
  stale: {
    fr: 'Les annuaires de l’État lus ici datent de plus de 45 jours.',
    en: 'The directories of the State that were read here are older than 45 days.',
    means: 'a register is older than 45 days',
  },
  merged: {
    fr: 'La commune a fusionné il y a moins d’un an : l’annuaire peut encore citer l’ancienne mairie.',
    en: 'The commune merged less than a year ago: the directory may still name the former town hall.',
    means: 'the commune merged this last year',
  },
  differs: {
    fr: 'Les deux annuaires de l’État ne donnent pas la même adresse de courriel ou le même SIRET.',
    en: 'The two directories of the State do not give the same mail address or SIRET.',
    means: 'the registers differ',
  },
  shared: {
    fr: 'L’adresse de courriel, ou son domaine, sert aussi à une autre commune ou à un autre service.',
    en: 'The mail address, or its domain, also serves another commune or service.',
    means: 'address or domain serve others too',
  },
  changed: {
    fr: 'L’adresse ou le SIRET a changé dans l’annuaire il y a moins de 30 jours.',
    en: 'The address or the SIRET changed in the directory less than 30 days ago.',
    means: 'address or SIRET changed within 30 days',
  },
} as const satisfies Words
export type OfficialBlock = keyof typeof OFFICIAL_BLOCKS

/** How the SIRET of a person’s session compares with that of the town hall. */
export const SIRET_SIGN_INS = {
  right: {
    fr: 'Le SIRET de votre identification est celui de la mairie.',
    en: 'The SIRET of your sign-in is that of the town hall.',
    means: 'the SIRET of the town hall',
  },
  none: {
    fr: 'Votre identification ne donne pas de SIRET.',
    en: 'Your sign-in gives no SIRET.',
    means: 'no SIRET that a provider vouches for',
  },
  stale: {
    fr: 'Votre identification date de plus d’un jour.',
    en: 'Your sign-in is older than a day.',
    means: 'older than a day: sign in again',
  },
  other: {
    fr: 'Le SIRET de votre identification est celui d’un autre établissement.',
    en: 'The SIRET of your sign-in is that of another establishment.',
    means: 'the SIRET of another establishment',
  },
} as const satisfies Words
export type SiretSignIn = keyof typeof SIRET_SIGN_INS

/** What granted a claim without a moderator. */
export const CLAIM_PROOFS = {
  official_code: {
    fr: 'Code envoyé à l’adresse officielle de la mairie',
    en: 'Code sent to the official address of the town hall',
  },
  official_siret: {
    fr: 'SIRET de la mairie, donné par l’identification',
    en: 'SIRET of the town hall, given by the sign-in',
  },
} as const
