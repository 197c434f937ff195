import { useQuery } from '@tanstack/react-query'
import { call } from '../../kit/api/session.ts'
import { type DeskAddress, filterOf, orderOf } from './address.ts'
import type { Publication } from './rules.ts'

const EVERY_MS = 30_000

/** The number of new publications since the list was loaded. The list itself stays as it is. */
export function useArrivals(
  view: DeskAddress,
  rows: readonly Publication[],
  isUrgentFirst?: boolean,
): number {
  const isNewestFirst =
    view.onglet !== 'doublons' && orderOf(view, isUrgentFirst) === 'recentes' && view.page === undefined
  const since = isNewestFirst ? rows[0]?.id : undefined
  const { data } = useQuery({
    queryKey: ['arrivals', view, since],
    queryFn: async ({ signal }) => {
      const query = { ...filterOf(view), ...(since && { since }), per_page: 1 }
      return (await call('GET /api/v1/admin/publications', { query, signal })).meta.total
    },
    enabled: since !== undefined,
    // Nothing is newer than a list that was just loaded.
    initialData: 0,
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
    gcTime: 0,
  })
  return since === undefined ? 0 : data
}
