import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { Query } from '../../kit/api/send.ts'

export const TABS = ['tous', 'equipe', 'attendus', 'suspendus'] as const
export type Tab = (typeof TABS)[number]
export const ORDERS = ['recents', 'nom', 'vus'] as const
export type Order = (typeof ORDERS)[number]

/** The address is the view. */
export interface UsersAddress {
  readonly onglet?: Tab | undefined
  readonly q?: string | undefined
  readonly tri?: Order | undefined
  readonly acteur?: string | undefined
  readonly page?: number | undefined
}

export function usersAddress(search: Record<string, unknown>): UsersAddress {
  const read = readingAddress(search)
  return withoutBlanks<UsersAddress>({
    onglet: read.oneOf(TABS, 'onglet'),
    q: read.text('q'),
    tri: read.oneOf(ORDERS, 'tri'),
    acteur: read.id('acteur'),
    page: read.page(),
  })
}

const BY_TAB = {
  tous: {},
  equipe: { team: true },
  attendus: { expected: true },
  suspendus: { status: 'suspended' },
} as const satisfies Record<Tab, object>
const BY_ORDER = { recents: 'created_at_desc', nom: 'nom_asc', vus: 'last_seen_desc' } as const

export const PER_PAGE = 20

/** All that is shown on every page of this view. */
export const filterOf = ({ onglet = 'tous', q, tri = 'recents', acteur }: UsersAddress) => ({
  ...BY_TAB[onglet],
  ...(q && { q }),
  ...(acteur && { acteur_id: acteur }),
  sort: BY_ORDER[tri],
})

export const queryOf = (address: UsersAddress): Query<'GET /api/v1/admin/users'> => ({
  ...filterOf(address),
  ...(address.page && { page: address.page }),
  per_page: PER_PAGE,
})
