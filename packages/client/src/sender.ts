import type { Api } from './contract.ts'
import { Refused, refusalOf, unreachable } from './refused.ts'
import type { Asked, Bare, Reply, Routes, Settings } from './routes.ts'

/** The current access token; with the one that was refused (401), a newer one. Undefined: nobody is signed in. */
export type Token = (refused?: string) => Promise<string | undefined>

/** Where requests go, and from whom. */
export interface Source {
  /** The origin of the service: `https://parvis.example.fr`. Default: that of the page. */
  readonly url?: string
  /** `X-App-Source`: the name of your app, 1 to 40 lower-case letters, digits, `-` or `_`. */
  readonly app: string
  /** The language of messages; French by default. */
  readonly language?: 'fr' | 'en'
  /** An API key, or where access tokens come from: see `accessTokens` and `renewing`. */
  readonly token?: string | Token
  readonly fetch?: typeof fetch
  /** Sends and stores the cookie of the session, at `/auth` alone: for pages of another origin of the same site. */
  readonly cookies?: boolean
}

export interface Client<A extends Routes<A> = Api> {
  /** Sends one request, and returns the body of the reply. Throws `Refused`. */
  send: Send<A, 'body'>
  /** The same, and returns the response: for other forms of a reply. */
  respond: Send<A, 'response'>
}

interface Send<A extends Routes<A>, Returns extends 'body' | 'response'> {
  <R extends Bare<A>>(route: R): Promise<Returns extends 'body' ? Reply<A, R> : Response>
  <R extends keyof A & string>(
    route: R,
    asked: Asked<A, R>,
  ): Promise<Returns extends 'body' ? Reply<A, R> : Response>
}

export type Parts = Settings & {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

/** A client that sends each request once, for apps that repeat requests and hold replies themselves. */
export function createSender<A extends Routes<A> = Api>(source: Source): Client<A> {
  const sent = sending(source)
  const respond = async (route: string, asked: Parts = {}) => await sent(...split(route, asked), asked)
  return {
    respond,
    send: async (route: string, asked?: Parts) =>
      (await bodyOf(await respond(route, asked), asked)).value as never,
  }
}

/** The JSON of a reply. A body that is cut, or the page of a proxy, counts as no answer. */
export async function bodyOf(response: Response, { signal }: Parts = {}) {
  try {
    const text = await response.text()
    return { text, value: JSON.parse(text) as unknown }
  } catch (error) {
    throw signal?.aborted ? error : unreachable(error)
  }
}

/** Asks with a token; when it is refused (401), once more with a newer one. */
export async function withToken<T>(
  token: Token,
  ask: (bearer: string | undefined) => Promise<T>,
): Promise<T> {
  const bearer = await token()
  return await ask(bearer).catch(async (error: unknown) => {
    const fresh = error instanceof Refused && error.status === 401 && bearer ? await token(bearer) : bearer
    if (!fresh || fresh === bearer) throw error
    return await ask(fresh)
  })
}

/** Sends one request. Throws `Refused`. */
export function sending(source: Source) {
  const { url = '', app, language, token, cookies } = source
  const own: Token = async refused => (typeof token === 'function' ? await token(refused) : token)

  const once = async (
    method: string,
    path: string,
    asked: Parts,
    bearer: string | undefined,
    etag?: string,
  ) => {
    const { body, version, signal, keepalive, accept } = asked
    const headers: Record<string, string> = {}
    if (language) headers['Accept-Language'] = language
    if (accept) headers.Accept = accept
    if (isApi(path)) headers['X-App-Source'] = app
    if (bearer) headers.Authorization = `Bearer ${bearer}`
    const file = isFile(body)
    if (body !== undefined) headers['Content-Type'] = file ? 'application/octet-stream' : 'application/json'
    if (file && 'name' in body) headers['X-File-Name'] = encodeURIComponent(String(body.name))
    if (version !== undefined) headers['If-Match'] = `"${version}"`
    if (asked.once) headers['Idempotency-Key'] = asked.once
    if (etag) headers['If-None-Match'] = etag
    const response = await (source.fetch ?? fetch)(url + path, {
      method,
      headers,
      signal: signal ?? null,
      keepalive: keepalive ?? false,
      ...(cookies && !isApi(path) && { credentials: 'include' }),
      body: body === undefined ? null : file ? (body as Blob) : JSON.stringify(body),
    }).catch((error: unknown) => {
      throw signal?.aborted ? error : unreachable(error)
    })
    if (!response.ok && response.status !== 304) throw await refusalOf(response)
    return response
  }

  return async (method: string, path: string, asked: Parts, etag?: string): Promise<Response> => {
    const ask = (bearer: string | undefined) => once(method, path, asked, bearer, etag)
    return await (asked.token || !isApi(path) ? ask(asked.token) : withToken(own, ask))
  }
}

/** A file is sent as it is; everything else as JSON. */
const isFile = (body: unknown): body is Blob | Uint8Array =>
  body instanceof Uint8Array || (typeof Blob !== 'undefined' && body instanceof Blob)

export const isApi = (path: string) => path.startsWith('/api/')

/** The method, and the address with parameters and query. */
export const split = (route: string, asked: Parts): [method: string, path: string] => {
  const [method = 'GET', path = ''] = route.split(' ')
  return [method, filled(path, asked)]
}

/** The path with its parameters and the query. Throws where a parameter is missing. Written by hand, since React Native has half of URLSearchParams. */
function filled(path: string, { params = {}, query = {} }: Parts = {}): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new TypeError(`params.${name} is missing: ${path}`)
    return encodeURIComponent(value)
  })
  const search = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return search.length > 0 ? `${address}?${search.join('&')}` : address
}
