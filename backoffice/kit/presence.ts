import { useQuery } from '@tanstack/react-query'
import type { Api } from './api/contract.ts'
import { call } from './api/session.ts'

export type PresenceOf = Api['PUT /api/v1/admin/presence']['body']['entity']
export interface Colleague {
  readonly id: string
  readonly nom: string | null
}

/** Reports this item as open, and returns the colleagues who have it open. A hint, not a lock: a failure shows nobody. */
export function useColleagues(entity: PresenceOf, id: string | undefined): readonly Colleague[] {
  const { data } = useQuery({
    queryKey: ['presence', entity, id],
    queryFn: ({ signal }) => call('PUT /api/v1/admin/presence', { body: { entity, id: id ?? '' }, signal }),
    enabled: id !== undefined,
    refetchInterval: 15_000,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return data?.data.others ?? []
}
