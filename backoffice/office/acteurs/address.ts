import { namesOf } from '../../../shared/fields/field.ts'
import { ACTEUR_TYPES } from '../../../shared/words/acteurs.ts'
import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { Query } from '../../kit/api/send.ts'

/** The parameters of the table and of the page of an acteur. */

export const TYPES = namesOf(ACTEUR_TYPES)
const BY_STATE = {
  'a-valider': { valide: false, active: true },
  'publie-seul': { can_publish: true },
  inactif: { active: false },
  supprime: { deleted: 'only' },
} as const satisfies Record<string, Query<'GET /api/v1/admin/acteurs'>>

export function acteursAddress(search: Record<string, unknown>) {
  const read = readingAddress(search)
  return withoutBlanks({
    q: read.text('q')?.slice(0, 100),
    commune: read.id('commune'),
    type: read.oneOf(TYPES, 'type'),
    etat: read.keyOf(BY_STATE, 'etat'),
    page: read.page(),
  })
}
export type ActeursAddress = ReturnType<typeof acteursAddress>

export const queryOf = ({
  q,
  commune,
  type,
  etat,
  page,
}: ActeursAddress): Query<'GET /api/v1/admin/acteurs'> => ({
  ...(etat && BY_STATE[etat]),
  ...(q && { q }),
  ...(commune && { commune_id: commune }),
  ...(type && { type }),
  ...(page && { page }),
  per_page: 25,
})

export const acteurAddress = (search: Record<string, unknown>) =>
  withoutBlanks({
    onglet: readingAddress(search).oneOf(
      ['fiche', 'membres', 'publications', 'demandes', 'abonnement', 'historique'],
      'onglet',
    ),
  })
