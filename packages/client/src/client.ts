import { type Api, UNREPEATABLE } from './contract.ts'
import type { ETags } from './etags.ts'
import { Refused, refusalOf } from './refused.ts'
import { pause, waitBefore } from './retries.ts'
import type { Asked, Bare, Reply, Routes, Settings } from './routes.ts'

/** The current access token; with the one that was refused (401), a newer one. Undefined: nobody is signed in. */
export type Token = (refused?: string) => Promise<string | undefined>

export interface Options {
  /** The origin of the service: `https://parvis.example.fr`. Default: that of the page. */
  readonly url?: string
  /** `X-App-Source`: the name of your app, 1 to 40 lower-case letters, digits, `-` or `_`. */
  readonly app: string
  /** The language of messages; French by default. */
  readonly language?: 'fr' | 'en'
  /** An API key, or where access tokens come from: see `accessTokens` and `renewing`. */
  readonly token?: string | Token
  /** How often a request is sent at most, when that is safe; 3 by default. */
  readonly attempts?: number
  /** The longest wait before another attempt, in seconds; 30 by default. A longer `Retry-After` is thrown. */
  readonly patience?: number
  /** Remembers public replies: see `etags`. */
  readonly cache?: ETags
  readonly fetch?: typeof fetch
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

type Parts = Settings & {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

/** A client of the routes of `A`: the public ones by default. */
export function createClient<A extends Routes<A> = Api>(options: Options): Client<A> {
  const { url = '', app, language, token, attempts = 3, patience = 30, cache } = options
  const unrepeatable: readonly string[] = UNREPEATABLE
  const tokenOf = async (refused?: string) => (typeof token === 'function' ? await token(refused) : token)

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
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    if (version !== undefined) headers['If-Match'] = `"${version}"`
    if (asked.once) headers['Idempotency-Key'] = asked.once
    if (etag) headers['If-None-Match'] = etag
    const init: RequestInit = { method, headers }
    if (body !== undefined) init.body = JSON.stringify(body)
    if (signal) init.signal = signal
    if (keepalive) init.keepalive = true
    const response = await (options.fetch ?? fetch)(url + path, init).catch((error: unknown) => {
      throw signal?.aborted ? error : new Refused()
    })
    if (!response.ok && response.status !== 304) throw await refusalOf(response)
    return response
  }

  /** With a token; one that is refused is renewed, and the request sent once more. */
  const admitted = async (method: string, path: string, asked: Parts, etag?: string) => {
    const bearer = asked.token ?? (isApi(path) ? await tokenOf() : undefined)
    try {
      return await once(method, path, asked, bearer, etag)
    } catch (error) {
      const isRenewable =
        error instanceof Refused && error.status === 401 && bearer && asked.token === undefined
      const fresh = isRenewable ? await tokenOf(bearer) : undefined
      if (!fresh || fresh === bearer) throw error
      return await once(method, path, asked, fresh, etag)
    }
  }

  const repeated = async (method: string, path: string, asked: Parts, etag?: string) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await admitted(method, path, asked, etag)
      } catch (error) {
        const seconds =
          attempt < attempts ? waitBefore(error, attempt, isRepeatable(method, asked)) : undefined
        if (seconds === undefined || seconds > patience) throw error
        await pause(seconds, asked.signal)
      }
    }
  }

  const respond = (route: string, asked: Parts = {}, etag?: string) => {
    const [method = 'GET', path = ''] = route.split(' ')
    const takesKey = method === 'POST' && isApi(path) && attempts > 1 && !unrepeatable.includes(route)
    const key = asked.once ?? (takesKey ? newKey() : undefined)
    return repeated(method, filled(path, asked), { ...asked, once: key }, etag)
  }

  return {
    respond,
    async send(route: string, asked?: Parts) {
      if (!cache || !route.startsWith('GET ')) return await (await respond(route, asked)).json()
      const name = filled(route, asked)
      const known = cache.get(name)
      const response = await respond(route, asked, known?.etag)
      if (known && response.status === 304) return JSON.parse(known.text)
      const text = await response.text()
      cache.set(name, response.headers.get('etag'), text)
      return JSON.parse(text)
    },
  }
}

const isApi = (path: string) => path.startsWith('/api/')

/** The service executes a repeat of these once. A PATCH is repeated only when it was certainly not executed. */
const isRepeatable = (method: string, { once }: Parts) =>
  method === 'POST' ? once !== undefined : method !== 'PATCH'

/** The path with its parameters and the query. Written by hand, since React Native has half of URLSearchParams. */
function filled(path: string, { params = {}, query = {} }: Parts = {}): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return search.length > 0 ? `${address}?${search.join('&')}` : address
}

/** React Native has no `crypto`: a key needs to be unique, not secret. */
const newKey = (): string => {
  if (typeof crypto !== 'undefined' && 'randomUUID' in crypto) return crypto.randomUUID()
  const part = () => Math.random().toString(36).slice(2)
  return `${Date.now().toString(36)}-${part()}${part()}`
}
