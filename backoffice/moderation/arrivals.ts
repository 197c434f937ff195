import { useQuery } from '@tanstack/react-query'
import { call } from '../api/session.ts'
import { type DeskAddress, orderOf, queryOf } from './address.ts'
import type { Publication } from './rules.ts'

/** How many have come since the list was loaded: said above it, never pushed into it. */
export function useArrivals(view: DeskAddress, rows: readonly Publication[]): number {
  const newest = rows.reduce((at, { created_at }) => (created_at > at ? created_at : at), '')
  const applies = (view.page ?? 1) === 1 && orderOf(view) === 'recentes' && newest !== ''
  const { data } = useQuery({
    // Of its own: the list itself stays as it was loaded.
    queryKey: ['arrivals', view],
    queryFn: ({ signal }) => call('GET /api/v1/admin/publications', { query: queryOf(view), signal }),
    enabled: applies,
    refetchInterval: 30_000,
    staleTime: 0,
    gcTime: 0,
  })
  if (!applies) return 0
  const known = new Set(rows.map(({ id }) => id))
  return data?.data.filter(({ id, created_at }) => created_at > newest && !known.has(id)).length ?? 0
}
