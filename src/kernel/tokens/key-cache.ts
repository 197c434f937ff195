import type { KeyObject } from 'node:crypto'
import { Problem } from '../refusals/errors.ts'
import type { Log } from '../telemetry/log.ts'
import { AMBIGUOUS, type KeyCriteria, keyFor, type PublicKey } from './public-keys.ts'

export interface Clock {
  /** Milliseconds since 1970, for the times in tokens. */
  now(): number
  /** Milliseconds of a monotonic clock, for waiting times. */
  ticks(): number
}
export const systemClock: Clock = { now: () => Date.now(), ticks: () => performance.now() }

interface KeyCache {
  /** Undefined: the issuer has no such key. Throws 503 if no key of the issuer is known at all. */
  find(wanted: KeyCriteria): Promise<KeyObject | undefined>
  /** Refetches keys older than `FRESH_MS`. */
  refresh(): void
  /** Whether the last fetch succeeded; true before the first. */
  answers(): boolean
  close(): void
}

/** Minimum time between two fetches, successful or not, however many unknown keys are requested. */
const ASK_EVERY_MS = 30_000
/** Keys older than this are refetched in the background; a withdrawn key is refused from then on. */
const FRESH_MS = 5 * 60_000
/** How long known keys are used while the provider is unreachable. */
const KEEP_MS = 24 * 3600_000
/** How long a request with an unknown key waits for the fetch. Requests with a known key never wait. */
const TIMEOUT_MS = 3_000

const patience = () => new Promise(resolve => setTimeout(resolve, TIMEOUT_MS).unref())

export function keyCache(
  load: () => Promise<readonly PublicKey[]>,
  log: Pick<Log, 'warn' | 'info'>,
  { ticks }: Pick<Clock, 'ticks'> = systemClock,
  provider = 'oidc',
): KeyCache {
  let known: readonly PublicKey[] = []
  let loadedAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<unknown> | undefined
  let failing = false
  let closed = false

  const keys = () => (ticks() - loadedAt <= KEEP_MS ? known : [])

  /** Undefined when it is too early for another fetch. Concurrent requests share one fetch. */
  function ask(): Promise<unknown> | undefined {
    if (asking || closed || ticks() - askedAt < ASK_EVERY_MS) return asking
    askedAt = ticks()
    const answer = load()
      .then(
        found => {
          known = found
          loadedAt = ticks()
          if (failing) log.info({ provider, keys: found.length }, 'the identity provider answers again')
          failing = false
        },
        error => {
          failing = true
          if (!closed)
            log.warn({ provider, why: (error as Error).message }, 'the identity provider gave no keys')
        },
      )
      .finally(() => {
        asking = undefined
      })
    asking = Promise.race([answer, patience()])
    return asking
  }

  const refresh = () => {
    if (ticks() - loadedAt > FRESH_MS) void ask()
  }

  return {
    refresh,
    answers: () => !failing,
    async find(wanted) {
      let found = keyFor(wanted, keys())
      if (found === undefined) {
        await ask()
        found = keyFor(wanted, keys())
      } else refresh()
      if (found === undefined && keys().length === 0) {
        const wait = Math.max(1, Math.ceil((ASK_EVERY_MS - (ticks() - askedAt)) / 1000))
        throw new Problem('unavailable', { headers: { 'retry-after': `${wait}` } })
      }
      return found === AMBIGUOUS ? undefined : found
    },
    close() {
      closed = true
    },
  }
}
