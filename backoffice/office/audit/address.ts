import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { Query } from '../../kit/api/send.ts'

/** The address is the view: what is looked for, the filters, the page and the open line. */
export interface JournalAddress {
  readonly q?: string | undefined
  readonly action?: string | undefined
  /** What it was done to: `publication`, and which one. */
  readonly sorte?: string | undefined
  readonly element?: string | undefined
  readonly qui?: string | undefined
  readonly requete?: string | undefined
  readonly du?: string | undefined
  readonly au?: string | undefined
  readonly page?: number | undefined
  readonly ligne?: number | undefined
}

export function journalAddress(search: Record<string, unknown>): JournalAddress {
  const read = readingAddress(search)
  return withoutBlanks<JournalAddress>({
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

export const PER_PAGE = 30

/** All that is shown on every page of this view. */
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
  per_page: PER_PAGE,
})

export const NO_FILTERS = {
  q: undefined,
  action: undefined,
  sorte: undefined,
  element: undefined,
  qui: undefined,
  requete: undefined,
  du: undefined,
  au: undefined,
  page: undefined,
  ligne: undefined,
} as const

export const filtersIn = ({ action, sorte, element, qui, requete, du, au }: JournalAddress): number =>
  [action, sorte ?? element, qui, requete, du ?? au].filter(Boolean).length
