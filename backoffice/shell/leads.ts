import { linkOptions } from '@tanstack/react-router'
import type { Api } from '../api/contract.ts'
import { texts } from '../words/language.ts'
import { screens } from './screens.ts'

/** What `Ctrl K` finds, kind by kind, and the screen that shows it. A kind without a screen is not shown. */

type Kind = keyof Api['GET /api/v1/admin/search']['reply']['data']

const names = texts({
  fr: {
    publications: 'Publications',
    threads: 'Messages',
    communes: 'Communes',
    users: 'Utilisateurs',
    import_sources: 'Imports',
    subscriptions: 'Abonnements',
  },
  en: {
    publications: 'Publications',
    threads: 'Messages',
    communes: 'Communes',
    users: 'Users',
    import_sources: 'Imports',
    subscriptions: 'Subscriptions',
  },
})

export const LEADS = {
  acteurs: {
    name: screens.acteurs.name,
    screen: screens.acteurs,
    to: (id: string) => linkOptions({ to: '/acteurs/$id', params: { id } }),
  },
  claims: {
    name: screens.claims.name,
    screen: screens.claims,
    to: (id: string) => linkOptions({ to: '/demandes', search: { item: id } }),
  },
  publications: {
    name: names.publications,
    screen: screens.moderation,
    to: (id: string) => linkOptions({ to: '/moderation', search: { item: id } }),
  },
  threads: {
    name: names.threads,
    screen: screens.messages,
    to: (id: string) => linkOptions({ to: '/messages', search: { item: id } }),
  },
  communes: {
    name: names.communes,
    screen: screens.communes,
    to: (id: string) => linkOptions({ to: '/communes/$id', params: { id } }),
  },
  users: {
    name: names.users,
    screen: screens.users,
    to: (id: string) => linkOptions({ to: '/utilisateurs/$id', params: { id } }),
  },
  import_sources: {
    name: names.import_sources,
    screen: screens.imports,
    to: (id: string) => linkOptions({ to: '/imports/$id', params: { id } }),
  },
  subscriptions: {
    name: names.subscriptions,
    screen: screens.payments,
    to: (id: string) => linkOptions({ to: '/abonnements/$id', params: { id } }),
  },
} as const satisfies Partial<Record<Kind, unknown>>

export const LED = Object.keys(LEADS) as readonly (keyof typeof LEADS)[]
