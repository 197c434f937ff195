import type { Api } from '../kit/api/contract.ts'
import { nouns } from '../kit/words/texts.ts'
import type { Screen } from './screen.ts'
import { screens } from './screens.ts'

type Kind = keyof Api['GET /api/v1/admin/search']['reply']['data']

/** The kinds that `Ctrl K` finds, each with the screen that shows it. A kind without a screen is left out. */
export const KINDS = {
  // People first: a name is typed for them, not for the ten texts that hold it.
  users: { name: nouns.users, screen: screens.users },
  acteurs: { name: screens.acteurs.name, screen: screens.acteurs },
  claims: { name: screens.claims.name, screen: screens.claims },
  publications: { name: nouns.publications, screen: screens.moderation },
  threads: { name: nouns.messages, screen: screens.messages },
  communes: { name: nouns.communes, screen: screens.communes },
  import_sources: { name: nouns.imports, screen: screens.imports },
  subscriptions: { name: nouns.subscriptions, screen: screens.payments },
} satisfies Partial<Record<Kind, unknown>>

export type FoundKind = keyof typeof KINDS
export const FOUND = Object.keys(KINDS) as readonly FoundKind[]

/** Whether the search finds what this screen shows. */
export const isFound = ({ path }: Screen): boolean => FOUND.some(kind => KINDS[kind].screen.path === path)
