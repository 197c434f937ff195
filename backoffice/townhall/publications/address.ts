import { namesOf } from '../../../shared/fields/field.ts'
import { OWN_SORTS, OWN_STATES, type OwnSort } from '../../../shared/words/publications.ts'
import { readingAddress, withoutBlanks } from '../../kit/address.ts'

/** The list's state, search and order, in the address. */

export const TABS = [...namesOf(OWN_STATES), 'brouillons'] as const
export type Tab = (typeof TABS)[number]

export interface OwnAddress {
  readonly etat?: Tab | undefined
  readonly q?: string | undefined
  readonly tri?: OwnSort | undefined
  readonly page?: number | undefined
}

export function ownAddress(search: Record<string, unknown>): OwnAddress {
  const read = readingAddress(search)
  return withoutBlanks<OwnAddress>({
    etat: read.oneOf(TABS, 'etat'),
    q: read.text('q'),
    tri: read.oneOf(namesOf(OWN_SORTS), 'tri'),
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
