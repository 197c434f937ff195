import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Api } from './api/contract.ts'
import { client } from './api/queries.ts'
import { call } from './api/session.ts'
import { hearNews } from './live/news.ts'

export type PresenceOf = Api['PUT /api/v1/admin/presence']['body']['entity']
interface Colleague {
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
  useEffect(() => {
    return hearNews(({ event, items }) => {
      if (event === 'presence' && items.some(one => one.kind === entity && one.id === id))
        void client.invalidateQueries({ queryKey: ['presence', entity, id] })
    })
  }, [entity, id])
  return data?.data.others ?? []
}
