import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { Query } from '../../kit/api/send.ts'

/** The address is the view: tab, search, page and the open claim. */
export const TABS = ['attente', 'acceptees', 'refusees', 'expirees'] as const
export type Tab = (typeof TABS)[number]

export interface ClaimsAddress {
  readonly onglet?: Tab | undefined
  readonly q?: string | undefined
  readonly acteur?: string | undefined
  readonly page?: number | undefined
  readonly item?: string | undefined
}

export function claimsAddress(search: Record<string, unknown>): ClaimsAddress {
  const read = readingAddress(search)
  return withoutBlanks({
    onglet: read.oneOf(TABS, 'onglet'),
    q: read.text('q')?.slice(0, 100),
    acteur: read.id('acteur'),
    page: read.page(),
    item: read.id('item'),
  })
}

export const PER_PAGE = 20

const STATUS = {
  attente: 'pending',
  acceptees: 'approved',
  refusees: 'rejected',
  expirees: 'expired',
} as const satisfies Record<Tab, string>

/** What waits by what lapses first; what is decided, the newest first. */
export const queryOf = ({
  onglet = 'attente',
  q,
  acteur,
  page,
}: ClaimsAddress): Query<'GET /api/v1/admin/claims'> => ({
  status: STATUS[onglet],
  sort: onglet === 'attente' ? 'expires_at_asc' : 'created_at_desc',
  ...(q && { q }),
  ...(acteur && { acteur_id: acteur }),
  ...(page && { page }),
  per_page: PER_PAGE,
})
