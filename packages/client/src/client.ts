import { type Api, UNREPEATABLE } from './contract.ts'
import type { ETags } from './etags.ts'
import { pause, waitBefore } from './retries.ts'
import type { Routes } from './routes.ts'
import { bodyOf, type Client, isApi, type Parts, type Source, sending, split } from './sender.ts'

export interface Options extends Source {
  /** How often a request is sent at most, when that is safe; 3 by default. */
  readonly attempts?: number
  /** The longest wait before another attempt, in seconds; 30 by default. A longer `Retry-After` is thrown. */
  readonly patience?: number
  /** Remembers public replies: see `etags`. */
  readonly cache?: ETags
}

/** A client of the routes of `A`: the public ones by default. */
export function createClient<A extends Routes<A> = Api>(options: Options): Client<A> {
  const { attempts = 3, patience = 30, cache } = options
  const unrepeatable: readonly string[] = UNREPEATABLE
  const admitted = sending(options)

  /** `read` is a part of the attempt: the answer may be cut. */
  const repeated = async <T>(
    [method, path]: readonly [string, string],
    asked: Parts,
    read: (response: Response) => Promise<T>,
    etag?: string,
  ): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await read(await admitted(method, path, asked, etag))
      } catch (error) {
        const seconds =
          attempt < attempts ? waitBefore(error, attempt, isRepeatable(method, asked)) : undefined
        if (seconds === undefined || seconds > patience) throw error
        await pause(seconds, asked.signal)
      }
    }
  }

  const answered = async <T>(
    route: string,
    asked: Parts,
    read: (response: Response) => Promise<T>,
    etag?: string,
  ): Promise<T> => {
    const target = split(route, asked)
    const [method, path] = target
    const takesKey = method !== 'GET' && isApi(path) && !unrepeatable.includes(route)
    const key = asked.once ?? (takesKey ? newKey() : undefined)
    return await repeated(target, { ...asked, once: key }, read, etag)
  }

  return {
    respond: (route: string, asked: Parts = {}) => answered(route, asked, async response => response),
    async send(route: string, asked: Parts = {}) {
      const name = cache && route.startsWith('GET ') ? split(route, asked)[1] : undefined
      const known = name === undefined ? undefined : cache?.get(name)
      const read = async (response: Response) => {
        if (known && response.status === 304) return JSON.parse(known.text)
        const { text, value } = await bodyOf(response, asked)
        if (name !== undefined) cache?.set(name, response.headers.get('etag'), text)
        return value
      }
      return await answered(route, asked, read, known?.etag)
    },
  }
}

/** The service executes a write with a key once. One without is repeated only when it was certainly not executed. */
const isRepeatable = (method: string, { once }: Parts) => once !== undefined || method === 'GET'

/** React Native has no `crypto`: a key needs to be unique, not secret. */
const newKey = (): string => {
  if (typeof crypto !== 'undefined' && 'randomUUID' in crypto) return crypto.randomUUID()
  const part = () => Math.random().toString(36).slice(2)
  return `${Date.now().toString(36)}-${part()}${part()}`
}
