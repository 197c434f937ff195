import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { Query } from '../../kit/api/send.ts'

export function journalAddress(search: Record<string, unknown>) {
  const read = readingAddress(search)
  return withoutBlanks({
    q: read.text('q'),
    action: read.text('action'),
    sorte: read.text('sorte'),
    element: read.text('element'),
    qui: read.id('qui'),
    requete: read.text('requete'),
    du: read.day('du'),
    au: read.day('au'),
    page: read.page(),
    ligne: Number(read.text('ligne')) || undefined,
  })
}
export type JournalAddress = ReturnType<typeof journalAddress>

/** The filters of the address, without the page. */
export const filterOf = ({ q, action, sorte, element, qui, requete, du, au }: JournalAddress) => ({
  ...(q && { q }),
  ...(action && { action }),
  ...(sorte && { entity: sorte }),
  ...(element && { entity_id: element }),
  ...(qui && { user_id: qui }),
  ...(requete && { request_id: requete }),
  ...(du && { from: du }),
  ...(au && { to: au }),
})

export const queryOf = (address: JournalAddress): Query<'GET /api/v1/admin/audit'> => ({
  ...filterOf(address),
  ...(address.page && { page: address.page }),
  per_page: 30,
})
