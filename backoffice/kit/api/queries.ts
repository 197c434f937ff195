import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { Refused } from './refused.ts'
import type { Asked, Query, Reply, Route } from './send.ts'
import { call } from './session.ts'

/** What is asked for is kept by its route and its words; nobody is shown a bar that turns when something older is there. */
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

/** What is by now, asked for by itself and kept for the screens: what a screen asks for ends when the screen goes on. */
export async function readNow<R extends Reading>(
  route: R,
  asked: Asked<R> & { readonly query?: Query<R> },
): Promise<Reply<R>> {
  const reply = await call(route, asked)
  client.setQueryData<unknown>([route, asked], reply)
  return reply
}

/**
 * Rows neither come nor go under the cursor: such a list is asked for again only when somebody wants the next one. Left, it is
 * forgotten: whoever comes back sees what is by then.
 */
export const KEPT_STILL = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  placeholderData: keepPreviousData,
} as const

export const me = () => ({ ...reading('GET /api/v1/me', {}), staleTime: 60_000 })

/** The numbers of the menu and of the tabs; every half minute while the page is looked at. */
export const counts = () => ({ ...reading('GET /api/v1/admin/counts', {}), refetchInterval: 30_000 })
