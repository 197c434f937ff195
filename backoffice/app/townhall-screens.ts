import type { MyMembership } from '../kit/api/contract.ts'
import type { IconName } from '../kit/ui/icon.tsx'
import { isForAnybody } from '../townhall/address.ts'
import { t } from './townhall-texts.ts'

/** The screens of the house of those who publish, as `screens.ts` has those of the office. */

export interface Entry {
  readonly to:
    | '/espace/publications'
    | '/espace/commune'
    | '/espace/fiche'
    | '/espace/equipe'
    | '/espace/aide'
  readonly icon: IconName
  readonly name: string
  /** For town halls alone. */
  readonly mairie?: true
}

export const ENTRIES: readonly Entry[] = [
  { to: '/espace/publications', icon: 'pen', name: t.entries.publications },
  { to: '/espace/commune', icon: 'town', name: t.entries.commune, mairie: true },
  { to: '/espace/fiche', icon: 'card', name: t.entries.fiche },
  { to: '/espace/equipe', icon: 'people', name: t.entries.equipe },
  { to: '/espace/aide', icon: 'book', name: t.entries.aide },
]

export const entriesFor = (acteur: MyMembership | undefined): readonly Entry[] =>
  acteur
    ? ENTRIES.filter(({ mairie }) => !mairie || acteur.type === 'mairie')
    : ENTRIES.filter(({ to }) => isForAnybody(to))
