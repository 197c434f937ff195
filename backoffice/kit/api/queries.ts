import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { Refused } from './refused.ts'
import type { Asked, Query, Reply, Route } from './send.ts'
import { call } from './session.ts'

/** Replies are cached by route and parameters. A stale reply is shown while it is refetched. */
export const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => error instanceof Refused && error.isUnreachable && failures < 5,
      retryDelay: (failures, error) =>
        (error instanceof Refused && error.retryAfter ? error.retryAfter : Math.min(8, 2 ** failures)) * 1000,
    },
    mutations: { networkMode: 'always' },
  },
})

type Reading = Extract<Route, `GET /api/${string}`>

export const reading = <R extends Reading>(route: R, asked: Asked<R> & { readonly query?: Query<R> }) =>
  queryOptions({
    queryKey: [route, asked],
    queryFn: ({ signal }) => call(route, { ...asked, signal }),
  })

/** A page of a list: the page before stays until it is there. */
export const listing = <R extends Reading>(route: R, asked: Asked<R> & { readonly query?: Query<R> }) => ({
  ...reading(route, asked),
  placeholderData: keepPreviousData,
})

/** Fetches without a component and updates the cache: a query of a component is cancelled when it unmounts. */
export async function readNow<R extends Reading>(
  route: R,
  asked: Asked<R> & { readonly query?: Query<R> },
): Promise<Reply<R>> {
  const reply = await call(route, asked)
  client.setQueryData<unknown>([route, asked], reply)
  return reply
}

/**
 * For lists: no background refetch, so that rows do not move under the cursor. Evicted on unmount, so that coming back loads
 * the current list.
 */
export const KEPT_STILL = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  placeholderData: keepPreviousData,
} as const

export const me = () => ({ ...reading('GET /api/v1/me', {}), staleTime: 60_000 })

/** The counts in the menu and the tabs, refetched every 30 s while the page is visible. */
export const counts = () => ({ ...reading('GET /api/v1/admin/counts', {}), refetchInterval: 30_000 })

export const refreshCounts = () => client.invalidateQueries({ queryKey: counts().queryKey })

export const refreshViewCounts = () =>
  client.invalidateQueries({ queryKey: ['GET /api/v1/admin/views/counts' satisfies Reading] })
