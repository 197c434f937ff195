import type { Area } from '../../../shared/words/access.ts'

/** The kinds of items of the back-office, each with its area and its name in a territory. */
export const ITEM_KINDS = {
  publication: ['moderation', 'publications'],
  acteur: ['claims', 'acteurs'],
  claim: ['claims', 'claims'],
  thread: ['support', 'threads'],
  commune: ['communes', 'communes'],
  defibrillateur: ['communes', 'defibrillateurs'],
  import_source: ['imports', 'import_sources'],
  user: ['reserved', 'users'],
  subscription: ['reserved', 'subscriptions'],
} as const satisfies Record<string, readonly [Area, string]>
export type ItemKind = keyof typeof ITEM_KINDS
