import type { OfferedFilter } from './filter-bar.tsx'
import { t, WHOSE_NAMES } from './team-texts.ts'
import type { Whose } from './whose.ts'

interface TeamAddress {
  readonly suivi?: Whose | undefined
  readonly retard?: 'oui' | undefined
}

/** The filters that desks share: who has the item, and whether it is late. */
export const teamFilters = ({ suivi, retard }: TeamAddress): readonly OfferedFilter<TeamAddress>[] => [
  {
    label: t.whose,
    value: suivi && WHOSE_NAMES[suivi],
    keys: ['suivi'],
    options: Object.entries(WHOSE_NAMES),
  },
  { label: t.lateOnly, value: retard && t.late, keys: ['retard'], options: [['oui', t.late]] },
]
