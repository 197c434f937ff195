import { language } from '../words/language.ts'
import type { Api } from './contract.ts'
import { refusalOf, unreachable } from './refused.ts'

export type Route = keyof Api
export type Reply<R extends Route> = Api[R]['reply']
export type Query<R extends Route> = Api[R] extends { query?: infer Q } ? Q : never

/** The input of a route: the parts that the contract declares. */
export type Asked<R extends Route> = Pick<Api[R], Extract<keyof Api[R], 'params' | 'query' | 'body'>> & {
  /** `If-Match`: 412 when the record has changed since. */
  readonly version?: number | undefined
  /** `Idempotency-Key`: a retry is executed once. */
  readonly once?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** `keepalive`: the request is sent even if the page is closed right after. */
  readonly outlives?: true
}

type Parts = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** One request as the contract declares it, with the bearer `token`. Throws `Refused`, also without an answer. */
export const send = async <R extends Route>(route: R, asked: Asked<R>, token?: string): Promise<Reply<R>> =>
  (await (await answerTo(route, asked as Parts, token)).json()) as Reply<R>

/** A whole list as CSV. */
export const sendForTable = async (route: Route, query: object, token?: string): Promise<Blob> =>
  await (await answerTo(route, { query: { ...query } }, token, 'text/csv')).blob()

async function answerTo(
  route: Route,
  asked: Parts & Pick<Asked<Route>, 'version' | 'once' | 'signal' | 'outlives'>,
  token: string | undefined,
  accept?: string,
): Promise<Response> {
  const [method = 'GET', path = ''] = route.split(' ')
  const { params = {}, query = {}, body, version, once, signal, outlives } = asked
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const headers = {
    'Accept-Language': language,
    ...(accept && { Accept: accept }),
    ...(path.startsWith('/api/') && { 'X-App-Source': 'backoffice' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(version !== undefined && { 'If-Match': `"${version}"` }),
    ...(once && { 'Idempotency-Key': once }),
  }
  const response = await fetch(search.size > 0 ? `${filled}?${search}` : filled, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(outlives && { keepalive: true }),
  }).catch(error => {
    throw signal?.aborted ? error : unreachable()
  })
  if (!response.ok) throw await refusalOf(response)
  return response
}
