import type { Area } from '../kit/area.ts'
import type { IconName } from '../kit/ui/icon.tsx'
import { texts } from '../kit/words/language.ts'

/** TABLE 4: every screen, who may see it, and where it stands in the navigation. */

export type Group = 'top' | 'waiting' | 'places' | 'administration' | 'own'

export interface Screen {
  readonly path: string
  /** What the person must be let into; absent: whoever is signed in. */
  readonly area?: Area
  readonly group: Group
  /** After `G`. */
  readonly letter: string
  readonly icon: IconName
  readonly name: string
}

const names = texts({
  fr: {
    home: 'Accueil',
    moderation: 'Modération',
    claims: 'Demandes',
    acteurs: 'Acteurs',
    messages: 'Messages',
    audit: 'Journal',
    communes: 'Communes',
    users: 'Utilisateurs',
    imports: 'Imports',
    defibrillateurs: 'Défibrillateurs',
    payments: 'Abonnements',
    settings: 'Réglages',
    account: 'Mon compte',
  },
  en: {
    home: 'Home',
    moderation: 'Moderation',
    claims: 'Claims',
    acteurs: 'Acteurs',
    messages: 'Messages',
    audit: 'Audit trail',
    communes: 'Communes',
    users: 'Users',
    imports: 'Imports',
    defibrillateurs: 'Defibrillators',
    payments: 'Subscriptions',
    settings: 'Settings',
    account: 'My account',
  },
})

export const screens = {
  home: { path: '/', area: 'dashboard', group: 'top', letter: 'A', icon: 'home', name: names.home },
  moderation: {
    path: '/moderation',
    area: 'moderation',
    group: 'waiting',
    letter: 'M',
    icon: 'inbox',
    name: names.moderation,
  },
  claims: {
    path: '/demandes',
    area: 'claims',
    group: 'waiting',
    letter: 'D',
    icon: 'hand',
    name: names.claims,
  },
  messages: {
    path: '/messages',
    area: 'support',
    group: 'waiting',
    letter: 'S',
    icon: 'mail',
    name: names.messages,
  },
  audit: {
    path: '/journal',
    area: 'reserved',
    group: 'administration',
    letter: 'J',
    icon: 'book',
    name: names.audit,
  },
  acteurs: {
    path: '/acteurs',
    area: 'claims',
    group: 'places',
    letter: 'T',
    icon: 'person',
    name: names.acteurs,
  },
  communes: {
    path: '/communes',
    area: 'communes',
    group: 'places',
    letter: 'V',
    icon: 'town',
    name: names.communes,
  },
  users: {
    path: '/utilisateurs',
    area: 'reserved',
    group: 'administration',
    letter: 'U',
    icon: 'people',
    name: names.users,
  },
  imports: {
    path: '/imports',
    area: 'imports',
    group: 'places',
    letter: 'I',
    icon: 'feed',
    name: names.imports,
  },
  defibrillateurs: {
    path: '/defibrillateurs',
    area: 'communes',
    group: 'places',
    letter: 'E',
    icon: 'heart',
    name: names.defibrillateurs,
  },
  payments: {
    path: '/abonnements',
    area: 'reserved',
    group: 'administration',
    letter: 'B',
    icon: 'card',
    name: names.payments,
  },
  settings: {
    path: '/reglages',
    area: 'reserved',
    group: 'administration',
    letter: 'R',
    icon: 'wheel',
    name: names.settings,
  },
  account: { path: '/compte', group: 'own', letter: 'C', icon: 'person', name: names.account },
} as const satisfies Readonly<Record<string, Screen>>

export const GROUPS: Readonly<Record<Exclude<Group, 'top' | 'own'>, string>> = texts({
  fr: { waiting: 'À traiter', places: 'Territoire', administration: 'Administration' },
  en: { waiting: 'To deal with', places: 'Places', administration: 'Administration' },
})

/** What lets somebody into an area: told to whoever comes without it. */
export const ROLE_FOR = {
  moderation: 'operator_moderation',
  claims: 'operator_claims',
  support: 'operator_support',
  communes: 'operator_communes',
  imports: 'operator_imports',
  dashboard: 'operator_moderation',
  reserved: 'admin',
} as const satisfies Readonly<Record<Area, string>>

/** Whose address it is, also below it: `/acteurs/…`. */
export const screenAt = (pathname: string): Screen | undefined =>
  Object.values<Screen>(screens).find(
    ({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)),
  )

/** An entry that one may not use is absent. */
export const visibleTo = (areas: readonly string[]): readonly Screen[] =>
  Object.values<Screen>(screens).filter(({ area }) => area === undefined || areas.includes(area))
