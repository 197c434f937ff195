import { namesOf } from '../../../shared/fields/field.ts'
import { SOURCE_KINDS } from '../../../shared/words/imports.ts'
import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { ImportKind } from '../../kit/api/contract.ts'
import type { Query } from '../../kit/api/send.ts'

/** The address is the view: of the list its filters, of a source its tab, and which run or day is open. */

export const STATES = ['echec', 'actives', 'desactivees'] as const
export type State = (typeof STATES)[number]
export const KINDS = namesOf(SOURCE_KINDS)

export interface ListAddress {
  readonly etat?: State | undefined
  readonly type?: ImportKind | undefined
  readonly q?: string | undefined
  readonly page?: number | undefined
}
export function listAddress(search: Record<string, unknown>): ListAddress {
  const { text, oneOf, page } = readingAddress(search)
  return withoutBlanks({
    etat: oneOf(STATES, 'etat'),
    type: oneOf(KINDS, 'type'),
    q: text('q'),
    page: page(),
  })
}

const BY_STATE = {
  echec: { failing: true },
  actives: { enabled: true },
  desactivees: { enabled: false },
} as const
export const PER_PAGE = 25
export const queryOf = ({ etat, type, q, page }: ListAddress): Query<'GET /api/v1/admin/import-sources'> => ({
  ...(etat && BY_STATE[etat]),
  ...(type && { kind: type }),
  ...(q && { q }),
  ...(page && { page }),
  per_page: PER_PAGE,
})

export const TABS = ['reglages', 'essai', 'lectures', 'journal', 'publications'] as const
export type Tab = (typeof TABS)[number]
export interface SourceAddress {
  readonly onglet?: Tab | undefined
  readonly lecture?: string | undefined
  readonly jour?: string | undefined
  readonly page?: number | undefined
}
export function sourceAddress(search: Record<string, unknown>): SourceAddress {
  const { oneOf, id, day, page } = readingAddress(search)
  return withoutBlanks({
    onglet: oneOf(TABS, 'onglet'),
    lecture: id('lecture'),
    jour: day('jour'),
    page: page(),
  })
}
