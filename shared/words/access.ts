import type { Label, Word, Words } from './word.ts'

/** The roles of the back-office. `does` says what a role allows; `may` completes “you may …” in an invitation. */
export const ROLES = {
  admin: {
    fr: 'Administration',
    en: 'Administration',
    means: 'everything; the interface calls it `platform_admin`',
    does: {
      fr: 'Voit et change tout, et décide qui entre.',
      en: 'Sees and changes everything, and decides who comes in.',
    },
    may: { fr: 'administrer tout le service', en: 'administer the whole service' },
  },
  operator_moderation: {
    fr: 'Modération',
    en: 'Moderation',
    means: 'publications',
    does: {
      fr: 'Lit, publie, corrige et refuse les publications.',
      en: 'Reads, publishes, corrects and rejects publications.',
    },
    may: { fr: 'relire les publications', en: 'review publications' },
  },
  operator_claims: {
    fr: 'Demandes et acteurs',
    en: 'Claims and acteurs',
    means: 'acteurs and claims',
    does: {
      fr: 'Tient les fiches des acteurs et décide qui les gère.',
      en: 'Looks after acteurs and decides who manages them.',
    },
    may: { fr: 'gérer les acteurs et les demandes', en: 'look after acteurs and requests' },
  },
  operator_support: {
    fr: 'Messages',
    en: 'Messages',
    means: 'conversations',
    does: { fr: 'Répond aux personnes qui écrivent.', en: 'Answers those who write.' },
    may: { fr: 'répondre aux messages', en: 'answer messages' },
  },
  operator_communes: {
    fr: 'Communes et défibrillateurs',
    en: 'Communes and defibrillators',
    means: 'communes and defibrillators',
    does: {
      fr: 'Tient les communes, leurs élus, leurs collectes et les défibrillateurs.',
      en: 'Looks after communes, their elected people, collections and defibrillators.',
    },
    may: {
      fr: 'tenir à jour les communes et les défibrillateurs',
      en: 'keep communes and defibrillators up to date',
    },
  },
  operator_imports: {
    fr: 'Imports',
    en: 'Imports',
    means: 'import sources',
    does: {
      fr: 'Règle les agendas qui sont lus tout seuls.',
      en: 'Looks after the calendars that are read by themselves.',
    },
    may: { fr: 'gérer les imports', en: 'look after imports' },
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
  dashboard: { role: 'operator_moderation', means: 'the numbers of the day' },
  reserved: { role: 'admin', means: 'users, subscriptions, settings and the audit trail' },
} as const satisfies Readonly<Record<string, AreaWords>>
export type Area = keyof typeof AREAS

/** The roles of a member in an acteur. */
export const MEMBER_ROLES = {
  owner: { fr: 'Responsable', en: 'In charge', means: 'may do everything for the acteur' },
  editor: { fr: 'Rédacteur', en: 'Editor', means: 'may do what `permissions` say' },
} as const satisfies Words
export type MemberRole = keyof typeof MEMBER_ROLES

/** The permissions of an editor; an owner has both. */
export const MEMBER_PERMISSIONS = {
  manage_publications: {
    fr: 'Écrire, corriger et supprimer ses publications',
    en: 'Write, correct and delete its publications',
    means: 'writes, edits and deletes its publications',
  },
  publish_publications: {
    fr: 'Épingler, et publier sans relecture si l’acteur en a le droit',
    en: 'Pin, and publish without review where the acteur may',
    means: 'pins, and publishes without review where the acteur may',
  },
} as const satisfies Words
export type MemberPermission = keyof typeof MEMBER_PERMISSIONS

export const USER_STATUSES = {
  active: { fr: 'Compte ouvert', en: 'Account open', means: 'lets them in' },
  suspended: { fr: 'Suspendu', en: 'Suspended', means: 'shuts them out: no session, no token' },
} as const satisfies Words
export type UserStatus = keyof typeof USER_STATUSES
