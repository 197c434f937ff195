import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { ImportKind } from '../../kit/api/contract.ts'
import type { Query } from '../../kit/api/send.ts'

/** The parameters of the list, and of a source: its tab and the open run or day. */

const BY_STATE = {
  echec: { failing: true },
  actives: { enabled: true },
  desactivees: { enabled: false },
} as const

export function listAddress(search: Record<string, unknown>) {
  const { text, keyOf, page } = readingAddress(search)
  return withoutBlanks({
    etat: keyOf(BY_STATE, 'etat'),
    // One of `SOURCE_KINDS`: addresses are loaded with the first screen, those words are not.
    type: text('type'),
    q: text('q'),
    page: page(),
  })
}
export type ListAddress = ReturnType<typeof listAddress>

export const queryOf = (
  { etat, q, page }: ListAddress,
  kind: ImportKind | undefined,
): Query<'GET /api/v1/admin/import-sources'> => ({
  ...(etat && BY_STATE[etat]),
  ...(kind && { kind }),
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
