import { useQuery } from '@tanstack/react-query'
import { reading } from '../../kit/api/queries.ts'
import type { Acteur } from '../acteur.ts'

const HOUR_MS = 3_600_000

/** A new publication is of no retired type. */
export const kindsOf = (isNew: boolean) => ({
  ...reading('GET /api/v1/publications/types', { query: { with_retired: !isNew } }),
  staleTime: HOUR_MS,
})

/** The types to choose from, and the chosen or preselected one: undefined where they could not be read. */
export function useKinds(
  acteur: Acteur,
  chosen: string,
  { isAlert, isNew }: { readonly isAlert: boolean; readonly isNew: boolean },
) {
  const { data, refetch } = useQuery(kindsOf(isNew))
  const types = (data?.data ?? []).filter(
    ({ slug, retired, id }) =>
      // An alert begins with its own button.
      (slug !== 'alerte' || id === chosen || (isAlert && acteur.type === 'mairie')) &&
      (!retired || id === chosen) &&
      // An act has a form of its own.
      slug !== 'acte',
  )
  const named = (wanted: string) => types.find(({ slug }) => slug === wanted)
  const usual = (isAlert ? named('alerte') : undefined) ?? named('actualite') ?? types[0]
  return { types, type: types.find(({ id }) => id === chosen) ?? usual, refetch }
}
