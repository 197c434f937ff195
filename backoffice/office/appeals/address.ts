import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { Query } from '../../kit/api/send.ts'
import { PER_PAGE } from '../../kit/desk/per-page.ts'

const STATUS = {
  attente: 'pending',
  maintenues: 'upheld',
  revues: 'overturned',
  closes: 'closed',
} as const
export type Tab = keyof typeof STATUS

const KINDS = { publications: 'publication', signalements: 'report', demandes: 'claim' } as const

export function appealsAddress(search: Record<string, unknown>) {
  const read = readingAddress(search)
  return withoutBlanks({
    onglet: read.keyOf(STATUS, 'onglet'),
    q: read.text('q')?.slice(0, 100),
    sorte: read.keyOf(KINDS, 'sorte'),
    page: read.page(),
    item: read.id('item'),
  })
}
export type AppealsAddress = ReturnType<typeof appealsAddress>

/** The filters of the address, without the page. */
export const filterOf = ({ onglet = 'attente', q, sorte }: AppealsAddress) => ({
  status: STATUS[onglet],
  ...(q && { q }),
  ...(sorte && { kind: KINDS[sorte] }),
})

export const queryOf = (address: AppealsAddress): Query<'GET /api/v1/admin/appeals'> => ({
  ...filterOf(address),
  ...(address.page && { page: address.page }),
  per_page: PER_PAGE,
})
