import type { Word, Words } from './word.ts'

interface MailWords extends Word {
  /** The mail holds a link that opens an account: its text is deleted once it was sent, so it cannot be sent again. */
  readonly confidential: boolean
  /** To people who left nothing but an address: recipient and text are deleted once it was sent, or has failed. */
  readonly forgotten?: true
}

/** The mails of the service, named like their templates. */
export const MAIL_KINDS = {
  'verify-email': {
    fr: 'Confirmation d’une adresse',
    en: 'Confirming an address',
    means: 'a link that verifies an e-mail address',
    confidential: true,
  },
  'reset-password': {
    fr: 'Nouveau mot de passe',
    en: 'New password',
    means: 'a link to choose a new password',
    confidential: true,
  },
  invitation: {
    fr: 'Invitation',
    en: 'Invitation',
    means: 'an invitation with a link to open an account',
    confidential: true,
  },
  'account-exists': {
    fr: 'Compte déjà ouvert',
    en: 'Account already open',
    means: 'tells a person who signs up that they already have an account',
    confidential: false,
  },
  'password-changed': {
    fr: 'Mot de passe changé',
    en: 'Password changed',
    means: 'notice that the password was changed',
    confidential: false,
  },
  'second-factor-changed': {
    fr: 'Second facteur changé',
    en: 'Second factor changed',
    means: 'notice that the second factor was turned on or off',
    confidential: false,
  },
  'passkey-changed': {
    fr: 'Clé d’accès changée',
    en: 'Passkey changed',
    means: 'notice that a passkey was added or removed',
    confidential: false,
  },
  'publication-rejected': {
    fr: 'Publication refusée',
    en: 'Publication rejected',
    means: 'tells the author that a publication was rejected, with the reason',
    confidential: false,
  },
  'changes-requested': {
    fr: 'Publication renvoyée',
    en: 'Publication sent back',
    means: 'tells the author what to change in a publication that was sent back',
    confidential: false,
  },
  'report-outcome': {
    fr: 'Suite d’un signalement',
    en: 'Outcome of a report',
    means: 'tells the reporter the outcome of a report',
    confidential: false,
  },
  'publication-corrected': {
    fr: 'Publication corrigée',
    en: 'Publication corrected',
    means: 'tells the author that a publication was corrected',
    confidential: false,
  },
  'decision-withdrawn': {
    fr: 'Décision reprise',
    en: 'Decision undone',
    means: 'tells the author that a decision was undone',
    confidential: false,
  },
  'claim-received': {
    fr: 'Demande reçue',
    en: 'Claim received',
    means: 'tells the claimant that a claim was received',
    confidential: false,
  },
  'claim-made': {
    fr: 'Demande signalée à la fiche',
    en: 'Claim reported to the acteur',
    means: 'tells the owners of an acteur that it was claimed',
    confidential: false,
  },
  'claim-letter': {
    fr: 'Lettre avec un code',
    en: 'Letter with a code',
    means: 'tells the claimant where to enter the code of a letter',
    confidential: false,
  },
  'official-code': {
    fr: 'Code à l’adresse officielle',
    en: 'Code to the official address',
    means: 'a code by which a town hall proves itself',
    confidential: true,
  },
  'claim-question': {
    fr: 'Question sur une demande',
    en: 'Question about a claim',
    means: 'asks the claimant a question',
    confidential: false,
  },
  'claim-closed': {
    fr: 'Suite d’une demande',
    en: 'Outcome of a claim',
    means: 'tells the claimant the outcome of a claim',
    confidential: false,
  },
  'confirm-address': {
    fr: 'Confirmation d’une nouvelle adresse',
    en: 'Confirming a new address',
    means: 'a link that confirms a new e-mail address',
    confidential: true,
  },
  'address-changed': {
    fr: 'Adresse changée',
    en: 'Address changed',
    means: 'notice that a new address was requested, or confirmed',
    confidential: false,
  },
  'account-closed': {
    fr: 'Compte fermé',
    en: 'Account closed',
    means: 'confirms that the user closed the account',
    confidential: false,
  },
  'member-rights': {
    fr: 'Droits dans une équipe',
    en: 'Rights in a team',
    means: 'tells a member their permissions for an acteur',
    confidential: false,
  },
  'webhook-disabled': {
    fr: 'Envoi à un programme arrêté',
    en: 'Webhook disabled',
    means: 'tells the person who made a webhook endpoint that it gets nothing any more',
    confidential: false,
  },
  'files-removed': {
    fr: 'Fichiers retirés pour raison légale',
    en: 'Files removed for legal reasons',
    means: 'tells administrators that a colleague removed pictures or documents for legal reasons',
    confidential: false,
  },
  'member-removed': {
    fr: 'Sortie d’une équipe',
    en: 'Out of a team',
    means: 'tells a person that they are no longer a member of an acteur',
    confidential: false,
  },
  'appeal-outcome': {
    fr: 'Réponse à une contestation',
    en: 'Outcome of an appeal',
    means: 'tells whoever contested a decision the outcome and its reasons',
    confidential: false,
  },
  'support-reply': {
    fr: 'Réponse à un message',
    en: 'Answer to a message',
    means: 'an answer of the support; managed in its conversation',
    confidential: false,
  },
  'note-mention': {
    fr: 'Mention dans une note',
    en: 'Mention in a note',
    means: 'tells a colleague that a note mentions them; the note itself is not in it',
    confidential: false,
  },
  'draft-ready': {
    fr: 'Brouillon d’un courriel',
    en: 'Draft of a mail',
    means: 'tells a member that their mail to an acteur has become a draft, with the link to it',
    confidential: false,
  },
  'mail-refused': {
    fr: 'Courriel à un acteur refusé',
    en: 'Mail to an acteur refused',
    means: 'tells a member why their mail to an acteur has not become a draft',
    confidential: false,
  },
  alert: {
    fr: 'Alerte à l’équipe',
    en: 'Alert to the team',
    means: 'tells a moderator of a publication that several people reported, or of an alert that waits',
    confidential: false,
  },
  digest: {
    fr: 'Résumé de ce qui attend',
    en: 'Digest of what waits',
    means: 'the daily or weekly digest of what waits in the recipient’s areas',
    confidential: false,
  },
  'publications-online': {
    fr: 'Publications en ligne',
    en: 'Publications online',
    means: 'tells an author which of their publications were accepted and went online, once a day at most',
    confidential: false,
  },
  'week-confirmation': {
    fr: 'Confirmation pour « La semaine »',
    en: 'Confirming the weekly mail',
    means: 'a link that confirms an address for the weekly mail of a commune',
    confidential: true,
    forgotten: true,
  },
  week: {
    fr: 'La semaine d’une commune',
    en: 'Weekly mail of a commune',
    means: 'the week of a commune, for residents who asked for it',
    confidential: true,
    forgotten: true,
  },
} as const satisfies Readonly<Record<string, MailWords>>
export type MailKind = keyof typeof MAIL_KINDS
const kinds: Readonly<Record<string, MailWords>> = MAIL_KINDS
export const FORGOTTEN_MAILS: readonly string[] = Object.keys(kinds).filter(kind => kinds[kind]?.forgotten)

/** How often a user of the back-office gets a digest. */
export const DIGEST_FREQUENCIES = {
  none: { fr: 'Jamais', en: 'Never', means: 'no digest' },
  daily: { fr: 'Chaque matin', en: 'Every morning', means: 'a mail each day after 7 a.m. in Paris' },
  weekly: { fr: 'Chaque lundi', en: 'Every Monday', means: 'a mail on Monday after 7 a.m. in Paris' },
} as const satisfies Words
export type DigestFrequency = keyof typeof DIGEST_FREQUENCIES

/** Why the desk gets a mail at once. */
export const ALERT_CAUSES = {
  reports: { fr: 'Signalements', en: 'Reports', means: 'several people reported a publication' },
  alerte: { fr: 'Alerte', en: 'Alert', means: 'a publication of the type `alerte` waits for a decision' },
} as const satisfies Words
export type AlertCause = keyof typeof ALERT_CAUSES

/** The states of a mail. The labels are worded for answers and questions of the support. */
export const MAIL_STATUSES = {
  queued: { fr: 'En cours d’envoi', en: 'Being sent', means: 'waits to be sent' },
  sent: { fr: 'Envoyée', en: 'Sent', means: 'accepted by a mail server' },
  failed: { fr: 'Non reçue', en: 'Not received', means: 'bounced, or not accepted by any mail server' },
  cancelled: { fr: 'Annulée, non envoyée', en: 'Cancelled, not sent', means: 'cancelled before it was sent' },
} as const satisfies Words
export type MailStatus = keyof typeof MAIL_STATUSES
