import type { KeyObject } from 'node:crypto'
import { Problem } from '../errors.ts'
import type { Log } from '../log.ts'
import { AMBIGUOUS, keyFor, type PublicKey, type Wanted } from './public-keys.ts'

export interface Clock {
  /** Milliseconds since 1970: for the times in tokens. */
  now(): number
  /** Milliseconds of a clock that is never set back: for waiting times. */
  ticks(): number
}
export const systemClock: Clock = { now: () => Date.now(), ticks: () => performance.now() }

export interface KeyCache {
  /** Undefined: the issuer has no such key. Throws 503 when no key of the issuer is known at all. */
  find(wanted: Wanted): Promise<KeyObject | undefined>
  /** Fetches the keys again when they are older than `FRESH_MS`. */
  refresh(): void
  /** Whether the last question was answered; true before the first. */
  answers(): boolean
  /** Stops: nothing is fetched any more. */
  close(): void
}

/** Between two fetches, however many unknown keys are named and whether the fetch succeeds or not. */
const ASK_EVERY_MS = 30_000
/** After that keys are fetched again, without delaying a request: a withdrawn key is refused from then on. */
const FRESH_MS = 5 * 60_000
/** How long known keys are used while the provider is away. */
const KEEP_MS = 24 * 3600_000
/** How long a request with an unknown key waits for the fetch. A request with a known key never waits. */
const PATIENCE_MS = 3_000

const patience = () => new Promise(resolve => setTimeout(resolve, PATIENCE_MS).unref())

export function keyCache(
  load: () => Promise<readonly PublicKey[]>,
  log: Pick<Log, 'warn' | 'info'>,
  { ticks }: Pick<Clock, 'ticks'> = systemClock,
): KeyCache {
  let known: readonly PublicKey[] = []
  let loadedAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<unknown> | undefined
  let failing = false
  let closed = false

  const keys = () => (ticks() - loadedAt <= KEEP_MS ? known : [])

  /** Undefined when it is too early for another fetch. Requests that come during one share its answer. */
  function ask(): Promise<unknown> | undefined {
    if (asking || closed || ticks() - askedAt < ASK_EVERY_MS) return asking
    askedAt = ticks()
    const answer = load()
      .then(
        found => {
          known = found
          loadedAt = ticks()
          if (failing) log.info({ keys: found.length }, 'the identity provider answers again')
          failing = false
        },
        error => {
          failing = true
          if (!closed) log.warn({ why: (error as Error).message }, 'the identity provider gave no keys')
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
