import type { Word } from './word.ts'

interface MailWords extends Word {
  /** The mail holds a link that opens an account: its text is deleted once it was sent, so it cannot be sent again. */
  readonly confidential: boolean
}

/** The mails of the service, named like their templates. */
export const MAIL_KINDS = {
  'verify-email': {
    fr: 'Confirmation d’une adresse',
    en: 'Confirming an address',
    means: 'a link that confirms an address',
    confidential: true,
  },
  'reset-password': {
    fr: 'Nouveau mot de passe',
    en: 'New password',
    means: 'a link to a new password',
    confidential: true,
  },
  invitation: {
    fr: 'Invitation',
    en: 'Invitation',
    means: 'a link that lets somebody in',
    confidential: true,
  },
  'account-exists': {
    fr: 'Compte déjà ouvert',
    en: 'Account already open',
    means: 'who signs up has an account already',
    confidential: false,
  },
  'password-changed': {
    fr: 'Mot de passe changé',
    en: 'Password changed',
    means: 'the password was changed',
    confidential: false,
  },
  'second-factor-changed': {
    fr: 'Second facteur changé',
    en: 'Second factor changed',
    means: 'the second factor was switched on or off',
    confidential: false,
  },
  'publication-rejected': {
    fr: 'Publication refusée',
    en: 'Publication rejected',
    means: 'a publication was rejected, and why',
    confidential: false,
  },
  'report-outcome': {
    fr: 'Suite d’un signalement',
    en: 'Outcome of a report',
    means: 'what became of a report',
    confidential: false,
  },
  'publication-corrected': {
    fr: 'Publication corrigée',
    en: 'Publication corrected',
    means: 'a publication was corrected',
    confidential: false,
  },
  'decision-withdrawn': {
    fr: 'Décision reprise',
    en: 'Decision taken back',
    means: 'a decision was taken back',
    confidential: false,
  },
  'claim-received': {
    fr: 'Demande reçue',
    en: 'Claim received',
    means: 'a claim has come in, to its claimant',
    confidential: false,
  },
  'claim-made': {
    fr: 'Demande signalée à la fiche',
    en: 'Claim told to the acteur',
    means: 'a claim has come in, to the owners of the acteur',
    confidential: false,
  },
  'claim-question': {
    fr: 'Question sur une demande',
    en: 'Question about a claim',
    means: 'something is asked about a claim',
    confidential: false,
  },
  'claim-closed': {
    fr: 'Suite d’une demande',
    en: 'Outcome of a claim',
    means: 'what became of a claim',
    confidential: false,
  },
  'confirm-address': {
    fr: 'Confirmation d’une nouvelle adresse',
    en: 'Confirming a new address',
    means: 'a link that confirms a new address',
    confidential: true,
  },
  'address-changed': {
    fr: 'Adresse changée',
    en: 'Address changed',
    means: 'another address was asked for, or taken',
    confidential: false,
  },
  'account-closed': {
    fr: 'Compte fermé',
    en: 'Account closed',
    means: 'an account was closed by its owner',
    confidential: false,
  },
  'member-rights': {
    fr: 'Droits dans une équipe',
    en: 'Rights in a team',
    means: 'what somebody may do for an acteur',
    confidential: false,
  },
  'member-removed': {
    fr: 'Sortie d’une équipe',
    en: 'Out of a team',
    means: 'somebody is in the team of an acteur no more',
    confidential: false,
  },
  'support-reply': {
    fr: 'Réponse à un message',
    en: 'Answer to a message',
    means: 'an answer of the support: looked after in its conversation',
    confidential: false,
  },
} as const satisfies Readonly<Record<string, MailWords>>
export type MailKind = keyof typeof MAIL_KINDS
