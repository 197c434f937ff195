import type * as routes from '../../../packages/client/src/routes.ts'
import { createSender } from '../../../packages/client/src/sender.ts'
import { language } from '../words/language.ts'
import type { Api } from './contract.ts'

export type Route = keyof Api
export type Reply<R extends Route> = routes.Reply<Api, R>
export type Query<R extends Route> = routes.Query<Api, R>
export type Asked<R extends Route> = routes.Asked<Api, R>

/** This app. Reads are repeated by react-query (`queries.ts`), decisions by the person. */
export const SOURCE = {
  app: 'backoffice',
  language,
  /** Public replies may be kept for 30 seconds, but people read what they have just changed: the browser asks again (304). */
  fetch: (url: RequestInfo | URL, init?: RequestInit) => fetch(url, { ...init, cache: 'no-cache' }),
} as const

/** Requests at `/auth`, and those of nobody. */
export const { send } = createSender<Api>(SOURCE)
