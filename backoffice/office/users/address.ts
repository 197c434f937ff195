import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { Query } from '../../kit/api/send.ts'

const BY_TAB = {
  tous: {},
  equipe: { team: true },
  attendus: { expected: true },
  suspendus: { status: 'suspended' },
} as const
const BY_ORDER = { recents: 'created_at_desc', nom: 'nom_asc', vus: 'last_seen_desc' } as const

export function usersAddress(search: Record<string, unknown>) {
  const read = readingAddress(search)
  return withoutBlanks({
    onglet: read.keyOf(BY_TAB, 'onglet'),
    q: read.text('q'),
    tri: read.keyOf(BY_ORDER, 'tri'),
    acteur: read.id('acteur'),
    page: read.page(),
  })
}
export type UsersAddress = ReturnType<typeof usersAddress>

/** The filters of the address, without the page. */
export const filterOf = ({ onglet = 'tous', q, tri = 'recents', acteur }: UsersAddress) => ({
  ...BY_TAB[onglet],
  ...(q && { q }),
  ...(acteur && { acteur_id: acteur }),
  sort: BY_ORDER[tri],
})

export const queryOf = (address: UsersAddress): Query<'GET /api/v1/admin/users'> => ({
  ...filterOf(address),
  ...(address.page && { page: address.page }),
})
