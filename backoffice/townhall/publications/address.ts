import { readingAddress, withoutBlanks } from '../../kit/address.ts'

/** The list's state, search and order, in the address. */

export const STATES = ['en_ligne', 'en_attente', 'programmees', 'refusees', 'retirees'] as const
export type OwnState = (typeof STATES)[number]
export const TABS = [...STATES, 'brouillons'] as const
export type Tab = (typeof TABS)[number]
export const SORTS = ['created_at_desc', 'created_at_asc', 'date_debut_desc', 'title_asc'] as const
export type Sort = (typeof SORTS)[number]

export interface OwnAddress {
  readonly etat?: Tab | undefined
  readonly q?: string | undefined
  readonly tri?: Sort | undefined
  readonly page?: number | undefined
}

export function ownAddress(search: Record<string, unknown>): OwnAddress {
  const read = readingAddress(search)
  return withoutBlanks<OwnAddress>({
    etat: read.oneOf(TABS, 'etat'),
    q: read.text('q'),
    tri: read.oneOf(SORTS, 'tri'),
    page: read.page(),
  })
}

/** The query of the list. */
export const askedOf = ({ etat, q, tri, page = 1 }: OwnAddress) => ({
  page,
  ...(etat && etat !== 'brouillons' && { etat }),
  ...(q && { q }),
  ...(tri && { sort: tri }),
})
