import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminPublicationPage } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { type DeskAddress, filterOf, orderOf } from './address.ts'

const EVERY_MS = 30_000
const LIST = 'GET /api/v1/admin/publications'

/**
 * The number of new publications since the list was loaded. The list itself stays as it is; an empty one shows them at
 * once.
 */
export function useArrivals(
  view: DeskAddress,
  listed: UseQueryResult<AdminPublicationPage>,
  isUrgentFirst?: boolean,
) {
  const [turn, setTurn] = useState(0)
  const order = orderOf(view, isUrgentFirst)
  const rows = listed.isPlaceholderData ? undefined : listed.data?.data
  const isWatched = view.onglet !== 'doublons' && view.page === undefined && rows !== undefined
  const isEmpty = rows?.length === 0
  // The first row is not the newest one then.
  const newest = useQuery({
    queryKey: ['newest', view, turn],
    queryFn: ({ signal }) => call(LIST, { query: { ...filterOf(view), per_page: 1 }, signal }),
    enabled: isWatched && !isEmpty && order === 'urgence',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const since =
    order === 'recentes' ? rows?.[0]?.id : order === 'urgence' ? newest.data?.data[0]?.id : undefined
  const { data } = useQuery({
    queryKey: ['arrivals', view, since],
    queryFn: async ({ signal }) => {
      const query = { ...filterOf(view), ...(since && { since }), per_page: 1 }
      return (await call(LIST, { query, signal })).meta.total
    },
    enabled: isWatched && (isEmpty || since !== undefined),
    // Nothing is newer than a list that was just loaded.
    initialData: 0,
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
    gcTime: 0,
  })
  const count = isWatched && (isEmpty || since !== undefined) ? data : 0
  const { refetch } = listed
  useEffect(() => {
    if (isEmpty && count > 0) void refetch()
  }, [isEmpty, count, refetch])
  return {
    count: isEmpty ? 0 : count,
    /** Whether new ones come first, so that showing them is enough. */
    comeFirst: order === 'recentes',
    /** The list was loaded again. */
    startOver: () => setTurn(turn => turn + 1),
  }
}
