import { namesOf } from '../../../shared/fields/field.ts'
import { SOURCE_KINDS } from '../../../shared/words/imports.ts'
import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { Query } from '../../kit/api/send.ts'

/** The parameters of the list, and of a source: its tab and the open run or day. */

const BY_STATE = {
  echec: { failing: true },
  actives: { enabled: true },
  desactivees: { enabled: false },
} as const
export type State = keyof typeof BY_STATE
export const KINDS = namesOf(SOURCE_KINDS)

export function listAddress(search: Record<string, unknown>) {
  const { text, keyOf, oneOf, page } = readingAddress(search)
  return withoutBlanks({
    etat: keyOf(BY_STATE, 'etat'),
    type: oneOf(KINDS, 'type'),
    q: text('q'),
    page: page(),
  })
}
export type ListAddress = ReturnType<typeof listAddress>

export const queryOf = ({ etat, type, q, page }: ListAddress): Query<'GET /api/v1/admin/import-sources'> => ({
  ...(etat && BY_STATE[etat]),
  ...(type && { kind: type }),
  ...(q && { q }),
  ...(page && { page }),
  per_page: 25,
})

export function sourceAddress(search: Record<string, unknown>) {
  const { oneOf, id, day, page } = readingAddress(search)
  return withoutBlanks({
    onglet: oneOf(['reglages', 'essai', 'lectures', 'journal', 'publications'], 'onglet'),
    lecture: id('lecture'),
    jour: day('jour'),
    page: page(),
  })
}
export type SourceAddress = ReturnType<typeof sourceAddress>
