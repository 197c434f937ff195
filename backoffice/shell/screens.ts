import type { IconName } from '../ui/icon.tsx'
import { texts } from '../words/language.ts'

/** TABLE 4: every screen, who may see it, and where it stands in the navigation. */

export type Area = 'moderation' | 'claims' | 'support' | 'communes' | 'imports' | 'dashboard' | 'reserved'
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
  fr: { home: 'Accueil', moderation: 'Modération', account: 'Mon compte' },
  en: { home: 'Home', moderation: 'Moderation', account: 'My account' },
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
  account: { path: '/compte', group: 'own', letter: 'C', icon: 'person', name: names.account },
} as const satisfies Readonly<Record<string, Screen>>

export const GROUPS: Readonly<Record<Exclude<Group, 'top' | 'own'>, string>> = texts({
  fr: { waiting: 'À traiter', places: 'Territoire', administration: 'Administration' },
  en: { waiting: 'To deal with', places: 'Places', administration: 'Administration' },
})

/** An entry that one may not use is absent. */
export const visibleTo = (areas: readonly string[]): readonly Screen[] =>
  Object.values<Screen>(screens).filter(({ area }) => area === undefined || areas.includes(area))
