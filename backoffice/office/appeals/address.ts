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
export type Kind = keyof typeof KINDS

export function appealsAddress(search: Record<string, unknown>) {
  const read = readingAddress(search)
  return withoutBlanks({
    onglet: read.keyOf(STATUS, 'onglet'),
    sorte: read.keyOf(KINDS, 'sorte'),
    page: read.page(),
    item: read.id('item'),
  })
}
export type AppealsAddress = ReturnType<typeof appealsAddress>

export const queryOf = ({
  onglet = 'attente',
  sorte,
  page,
}: AppealsAddress): Query<'GET /api/v1/admin/appeals'> => ({
  status: STATUS[onglet],
  ...(sorte && { kind: KINDS[sorte] }),
  ...(page && { page }),
  per_page: PER_PAGE,
})
