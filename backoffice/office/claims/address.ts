import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { Query } from '../../kit/api/send.ts'
import { PER_PAGE } from '../../kit/desk/per-page.ts'
import { WHOSE, YES } from '../../kit/desk/whose.ts'

const STATUS = {
  attente: 'pending',
  acceptees: 'approved',
  refusees: 'rejected',
  expirees: 'expired',
} as const
export type Tab = keyof typeof STATUS

export function claimsAddress(search: Record<string, unknown>) {
  const read = readingAddress(search)
  return withoutBlanks({
    onglet: read.keyOf(STATUS, 'onglet'),
    q: read.text('q')?.slice(0, 100),
    acteur: read.id('acteur'),
    suivi: read.keyOf(WHOSE, 'suivi'),
    retard: read.keyOf(YES, 'retard'),
    code: read.keyOf(YES, 'code'),
    page: read.page(),
    item: read.id('item'),
  })
}
export type ClaimsAddress = ReturnType<typeof claimsAddress>

/** The filters of the address, without the page. */
export const filterOf = ({ onglet = 'attente', q, acteur, suivi, retard, code }: ClaimsAddress) => ({
  status: STATUS[onglet],
  ...(q && { q }),
  ...(acteur && { acteur_id: acteur }),
  ...(suivi && { assigned_to: WHOSE[suivi] }),
  ...(retard && { late: true }),
  ...(code && { by_code: true }),
})

/** Pending claims by expiry date, decided ones the newest first. */
export const queryOf = (address: ClaimsAddress): Query<'GET /api/v1/admin/claims'> => ({
  ...filterOf(address),
  sort: (address.onglet ?? 'attente') === 'attente' ? 'expires_at_asc' : 'created_at_desc',
  ...(address.page && { page: address.page }),
  per_page: PER_PAGE,
})
