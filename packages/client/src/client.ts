import { type Api, UNREPEATABLE } from './contract.ts'
import type { ETags } from './etags.ts'
import { pause, waitBefore } from './retries.ts'
import type { Routes } from './routes.ts'
import { type Client, isApi, type Parts, type Source, sending, split } from './sender.ts'

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

  const respond = async (route: string, asked: Parts = {}, etag?: string) => {
    const [method, path] = split(route, asked)
    const takesKey = method !== 'GET' && isApi(path) && !unrepeatable.includes(route)
    const key = asked.once ?? (takesKey ? newKey() : undefined)
    return await repeated(method, path, { ...asked, once: key }, etag)
  }

  return {
    respond,
    async send(route: string, asked: Parts = {}) {
      if (!cache || !route.startsWith('GET ')) return await (await respond(route, asked)).json()
      const [, name] = split(route, asked)
      const known = cache.get(name)
      const response = await respond(route, asked, known?.etag)
      if (known && response.status === 304) return JSON.parse(known.text)
      const text = await response.text()
      cache.set(name, response.headers.get('etag'), text)
      return JSON.parse(text)
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
