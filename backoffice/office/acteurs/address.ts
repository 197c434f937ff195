import { namesOf } from '../../../shared/fields/field.ts'
import { ACTEUR_TYPES } from '../../../shared/words/acteurs.ts'
import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { ActeurType } from '../../kit/api/contract.ts'
import type { Query } from '../../kit/api/send.ts'

/** The address is the view: the table with its filters, and a page with its tab. */

export const TYPES = namesOf(ACTEUR_TYPES)
export const STATES = ['a-valider', 'publie-seul', 'inactif', 'supprime'] as const
export type State = (typeof STATES)[number]

export interface ActeursAddress {
  readonly q?: string | undefined
  readonly commune?: string | undefined
  readonly type?: ActeurType | undefined
  readonly etat?: State | undefined
  readonly page?: number | undefined
}

export function acteursAddress(search: Record<string, unknown>): ActeursAddress {
  const read = readingAddress(search)
  return withoutBlanks({
    q: read.text('q')?.slice(0, 100),
    commune: read.id('commune'),
    type: read.oneOf(TYPES, 'type'),
    etat: read.oneOf(STATES, 'etat'),
    page: read.page(),
  })
}

export const PER_PAGE = 25

const BY_STATE = {
  'a-valider': { valide: false, active: true },
  'publie-seul': { can_publish: true },
  inactif: { active: false },
  supprime: { deleted: 'only' },
} as const satisfies Record<State, Query<'GET /api/v1/admin/acteurs'>>

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
  per_page: PER_PAGE,
})

export const TABS = ['fiche', 'membres', 'publications', 'demandes', 'abonnement', 'historique'] as const
export type Tab = (typeof TABS)[number]
export interface ActeurAddress {
  readonly onglet?: Tab | undefined
}
export const acteurAddress = (search: Record<string, unknown>): ActeurAddress =>
  withoutBlanks({ onglet: readingAddress(search).oneOf(TABS, 'onglet') })
