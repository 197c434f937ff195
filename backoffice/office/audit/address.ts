import { AUDIT_DECISIONS } from '../../../shared/words/audit-decisions.ts'
import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { Query } from '../../kit/api/send.ts'

export function journalAddress(search: Record<string, unknown>) {
  const read = readingAddress(search)
  return withoutBlanks({
    q: read.text('q'),
    action: read.text('action'),
    decision: read.keyOf(AUDIT_DECISIONS, 'decision'),
    sorte: read.text('sorte'),
    element: read.text('element'),
    qui: read.id('qui'),
    cle: read.id('cle'),
    requete: read.text('requete'),
    du: read.day('du'),
    au: read.day('au'),
    page: read.page(),
    ligne: Number(read.text('ligne')) || undefined,
  })
}
export type JournalAddress = ReturnType<typeof journalAddress>

/** The filters of the address, without the page. */
export const filterOf = ({
  q,
  action,
  decision,
  sorte,
  element,
  qui,
  cle,
  requete,
  du,
  au,
}: JournalAddress) => ({
  ...(q && { q }),
  ...(action && { action }),
  ...(decision && { decision }),
  ...(sorte && { entity: sorte }),
  ...(element && { entity_id: element }),
  ...(qui && { user_id: qui }),
  ...(cle && { key_id: cle }),
  ...(requete && { request_id: requete }),
  ...(du && { from: du }),
  ...(au && { to: au }),
})

export const queryOf = (address: JournalAddress): Query<'GET /api/v1/admin/audit'> => ({
  ...filterOf(address),
  ...(address.page && { page: address.page }),
  per_page: 30,
})
