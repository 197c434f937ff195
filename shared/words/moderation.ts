import type { Label, Word, Words } from './word.ts'

/** Why a publication is reported or rejected. `author` is the wording for its author, `reporter` that of the form of la place. */
export const MODERATION_REASONS = {
  spam: {
    fr: 'Publicité',
    en: 'Advertising',
    means: 'advertising, or posted repeatedly',
    author: { fr: 'publicité ou contenu indésirable', en: 'advertising or unwanted content' },
    reporter: 'C’est de la publicité',
  },
  inappropriate: {
    fr: 'Propos déplacés',
    en: 'Out of place',
    means: 'insulting, shocking, or not suitable for all ages',
    author: { fr: 'contenu inapproprié', en: 'inappropriate content' },
    reporter: 'C’est choquant ou insultant',
  },
  false_information: {
    fr: 'Information fausse',
    en: 'Untrue',
    means: 'the information is not true',
    author: { fr: 'information fausse ou trompeuse', en: 'false or misleading information' },
    reporter: 'L’information est fausse',
  },
  illegal: {
    fr: 'Contraire à la loi',
    en: 'Against the law',
    means: 'against the law',
    author: { fr: 'contenu contraire à la loi', en: 'unlawful content' },
    reporter: 'C’est contraire à la loi',
  },
  duplicate: {
    fr: 'Déjà publiée',
    en: 'Published already',
    means: 'the same content is published already',
    author: { fr: 'doublon d’une autre publication', en: 'duplicate of another publication' },
    reporter: 'C’est déjà publié ailleurs',
  },
  off_topic: {
    fr: 'Hors sujet',
    en: 'Off topic',
    means: 'not about local life',
    author: { fr: 'hors du sujet de la plateforme', en: 'off topic on this platform' },
    reporter: 'Ce n’est pas sa place ici',
  },
  other: {
    fr: 'Autre motif',
    en: 'Another reason',
    means: 'another reason, given in the text',
    author: { fr: 'autre motif', en: 'another reason' },
    reporter: 'Autre chose',
  },
} as const satisfies Readonly<Record<string, Word & { readonly author: Label; readonly reporter: string }>>
export type ReasonCode = keyof typeof MODERATION_REASONS

export const MODERATION_STATUSES = {
  pending: { fr: 'En attente', en: 'Waiting', means: 'waits for a decision; not visible' },
  changes_requested: {
    fr: 'Renvoyée',
    en: 'Sent back',
    means: 'sent back to its author with a comment; not visible, and `pending` again once it is resubmitted',
  },
  approved: {
    fr: 'Approuvée',
    en: 'Approved',
    means: 'accepted: visible from `publie_le` on, and not visible while `publie_le` is null',
  },
  published: {
    fr: 'Publiée',
    en: 'Published',
    means: 'accepted and published: `publie_le` is set once, and kept when it is hidden and shown again',
  },
  rejected: { fr: 'Refusée', en: 'Rejected', means: 'refused; its author is told the reason' },
} as const satisfies Words
export type ModerationStatus = keyof typeof MODERATION_STATUSES

/** Who decided last. */
export const DECIDERS = {
  member: { fr: 'Un membre', en: 'A member', means: 'a member of its acteur' },
  mairie: { fr: 'La mairie', en: 'The town hall', means: 'the town hall' },
  backoffice: {
    fr: 'Le back-office',
    en: 'The back-office',
    means: 'the back-office; members cannot change this decision',
  },
  import: { fr: 'Un import', en: 'An import', means: 'an import' },
} as const satisfies Words
export type Deciders = keyof typeof DECIDERS

/** How far an operation is. */
export const OPERATION_STATES = {
  queued: { fr: 'En attente', en: 'Waiting', means: 'waits for a job' },
  running: { fr: 'En cours', en: 'Running', means: 'a job is running it' },
  done: { fr: 'Terminée', en: 'Completed', means: 'completed' },
  stopped: {
    fr: 'Arrêtée',
    en: 'Stopped',
    means:
      'the user lost the right to go on: suspended, or no longer a moderator. What was done stays, and can be undone',
  },
  undoing: { fr: 'En cours d’annulation', en: 'Being undone', means: 'a job is undoing it' },
  undone: { fr: 'Annulée', en: 'Undone', means: 'was undone' },
} as const satisfies Words
export type OperationState = keyof typeof OPERATION_STATES
