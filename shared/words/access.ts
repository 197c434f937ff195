import type { Label, Word, Words } from './word.ts'

/** The roles of the back-office. `does` says what a role allows; `may` completes “you may …” in an invitation. */
export const ROLES = {
  admin: {
    fr: 'Administration',
    en: 'Administration',
    means: 'administrator: all areas; called `platform_admin` in the interface specification',
    does: {
      fr: 'Voit et change tout, et décide qui entre.',
      en: 'Sees and changes everything, and decides who has access.',
    },
    may: { fr: 'administrer tout le service', en: 'administer the whole service' },
  },
  operator_moderation: {
    fr: 'Modération',
    en: 'Moderation',
    means: 'moderates publications',
    does: {
      fr: 'Lit, publie, corrige et refuse les publications.',
      en: 'Reads, publishes, corrects and rejects publications.',
    },
    may: { fr: 'relire les publications', en: 'review publications' },
  },
  operator_claims: {
    fr: 'Demandes et acteurs',
    en: 'Claims and acteurs',
    means: 'manages acteurs and decides claims',
    does: {
      fr: 'Tient les fiches des acteurs et décide qui les gère.',
      en: 'Manages acteurs and decides who their members are.',
    },
    may: { fr: 'gérer les acteurs et les demandes', en: 'manage acteurs and claims' },
  },
  operator_support: {
    fr: 'Messages',
    en: 'Messages',
    means: 'answers support conversations',
    does: { fr: 'Répond aux personnes qui écrivent.', en: 'Answers people who write to us.' },
    may: { fr: 'répondre aux messages', en: 'answer messages' },
  },
  operator_communes: {
    fr: 'Communes et défibrillateurs',
    en: 'Communes and defibrillators',
    means: 'manages communes and defibrillators',
    does: {
      fr: 'Tient les communes, leurs élus, leurs collectes et les défibrillateurs.',
      en: 'Manages communes, their elected officials, waste collections and defibrillators.',
    },
    may: {
      fr: 'tenir à jour les communes et les défibrillateurs',
      en: 'keep communes and defibrillators up to date',
    },
  },
  operator_imports: {
    fr: 'Imports',
    en: 'Imports',
    means: 'manages import sources',
    does: {
      fr: 'Règle les agendas qui sont lus tout seuls.',
      en: 'Manages the calendars that are imported automatically.',
    },
    may: { fr: 'gérer les imports', en: 'manage imports' },
  },
} as const satisfies Readonly<Record<string, Word & { readonly does: Label; readonly may: Label }>>
export type Role = keyof typeof ROLES

interface AreaWords {
  readonly means: string
  /** The role that opens the area. Administrators may open every area, and all operators the dashboard. */
  readonly role: Role
}

/** The areas of the back-office. */
export const AREAS = {
  moderation: { role: 'operator_moderation', means: 'publications' },
  claims: { role: 'operator_claims', means: 'acteurs and claims' },
  support: { role: 'operator_support', means: 'conversations' },
  communes: { role: 'operator_communes', means: 'communes and defibrillators' },
  imports: { role: 'operator_imports', means: 'import sources' },
  dashboard: { role: 'operator_moderation', means: 'the figures of the day' },
  reserved: { role: 'admin', means: 'users, subscriptions, settings and the audit trail' },
} as const satisfies Readonly<Record<string, AreaWords>>
export type Area = keyof typeof AREAS

/** The roles of a member in an acteur. */
export const MEMBER_ROLES = {
  owner: { fr: 'Responsable', en: 'In charge', means: 'may do everything for the acteur' },
  editor: { fr: 'Rédacteur', en: 'Editor', means: 'may do what its `permissions` allow' },
} as const satisfies Words
export type MemberRole = keyof typeof MEMBER_ROLES

/** The permissions of an editor; an owner has both. */
export const MEMBER_PERMISSIONS = {
  manage_publications: {
    fr: 'Écrire, corriger et supprimer ses publications',
    en: 'Write, correct and delete its publications',
    means: 'may create, edit and delete the acteur’s publications',
  },
  publish_publications: {
    fr: 'Épingler, et publier sans relecture si l’acteur en a le droit',
    en: 'Pin, and publish without review if the acteur may',
    means: 'may pin publications, and publish without review if the acteur has `can_publish`',
  },
} as const satisfies Words
export type MemberPermission = keyof typeof MEMBER_PERMISSIONS

export const USER_STATUSES = {
  active: { fr: 'Compte ouvert', en: 'Account open', means: 'may sign in' },
  suspended: { fr: 'Suspendu', en: 'Suspended', means: 'may not sign in; sessions and tokens are refused' },
} as const satisfies Words
export type UserStatus = keyof typeof USER_STATUSES
