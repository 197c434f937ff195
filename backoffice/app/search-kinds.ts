import type { Api } from '../kit/api/contract.ts'
import { texts } from '../kit/words/language.ts'
import { screens } from './screens.ts'

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

/** The kinds that `Ctrl K` finds, each with the screen that shows it. A kind without a screen is left out. */
export const KINDS = {
  acteurs: { name: screens.acteurs.name, screen: screens.acteurs },
  claims: { name: screens.claims.name, screen: screens.claims },
  publications: { name: names.publications, screen: screens.moderation },
  threads: { name: names.threads, screen: screens.messages },
  communes: { name: names.communes, screen: screens.communes },
  users: { name: names.users, screen: screens.users },
  import_sources: { name: names.import_sources, screen: screens.imports },
  subscriptions: { name: names.subscriptions, screen: screens.payments },
} satisfies Partial<Record<Kind, unknown>>

export const FOUND = Object.keys(KINDS) as readonly (keyof typeof KINDS)[]
