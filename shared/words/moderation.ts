import type { Label, Word, Words } from './word.ts'

/** Why a publication is reported or rejected. `author` is the wording for its author. */
export const MODERATION_REASONS = {
  spam: {
    fr: 'Publicité',
    en: 'Advertising',
    means: 'advertising, or the same over and over',
    author: { fr: 'publicité ou contenu indésirable', en: 'advertising or unwanted content' },
  },
  inappropriate: {
    fr: 'Propos déplacés',
    en: 'Out of place',
    means: 'insulting, shocking, or not for everybody',
    author: { fr: 'contenu inapproprié', en: 'inappropriate content' },
  },
  false_information: {
    fr: 'Information fausse',
    en: 'Untrue',
    means: 'what it says is not true',
    author: { fr: 'information fausse ou trompeuse', en: 'false or misleading information' },
  },
  illegal: {
    fr: 'Contraire à la loi',
    en: 'Against the law',
    means: 'against the law',
    author: { fr: 'contenu contraire à la loi', en: 'unlawful content' },
  },
  duplicate: {
    fr: 'Déjà publiée',
    en: 'Published already',
    means: 'it is there already',
    author: { fr: 'doublon d’une autre publication', en: 'duplicate of another publication' },
  },
  off_topic: {
    fr: 'Hors sujet',
    en: 'Off topic',
    means: 'nothing to do with the place',
    author: { fr: 'hors du sujet de la plateforme', en: 'off topic on this platform' },
  },
  other: {
    fr: 'Autre motif',
    en: 'Another reason',
    means: 'something else, which the text says',
    author: { fr: 'autre motif', en: 'another reason' },
  },
} as const satisfies Readonly<Record<string, Word & { readonly author: Label }>>
export type ReasonCode = keyof typeof MODERATION_REASONS

export const MODERATION_STATUSES = {
  pending: { fr: 'En attente', en: 'Waiting', means: 'waits for a decision; nobody sees it' },
  approved: {
    fr: 'Approuvée',
    en: 'Approved',
    means: 'let through: visible once `publie_le` has come, and nowhere while that is null',
  },
  published: {
    fr: 'Publiée',
    en: 'Published',
    means: 'let through and visible from the first time on that it was: `publie_le` is set once',
  },
  rejected: { fr: 'Refusée', en: 'Rejected', means: 'refused; its author is told why' },
} as const satisfies Words
export type ModerationStatus = keyof typeof MODERATION_STATUSES

/** Who decided last. */
export const DECIDERS = {
  member: { fr: 'Un membre', en: 'A member', means: 'its own acteur decided last' },
  mairie: { fr: 'La mairie', en: 'The town hall', means: 'the town hall decided last' },
  backoffice: {
    fr: 'Le back-office',
    en: 'The back-office',
    means: 'the back-office decided last: no member changes it',
  },
  import: { fr: 'Un import', en: 'An import', means: 'an import brought it in' },
} as const satisfies Words
export type Deciders = keyof typeof DECIDERS
