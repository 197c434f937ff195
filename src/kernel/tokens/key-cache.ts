import type { KeyObject } from 'node:crypto'
import { Problem } from '../errors.ts'
import type { Log } from '../log.ts'
import { AMBIGUOUS, keyFor, type PublicKey, type Wanted } from './public-keys.ts'

export interface Clock {
  /** Milliseconds since 1970: what tokens are dated by. */
  now(): number
  /** Milliseconds since anything, never put back: what waiting is measured by. */
  ticks(): number
}
export const systemClock: Clock = { now: () => Date.now(), ticks: () => performance.now() }

export interface KeyCache {
  /** Undefined: no key of theirs. Throws 503 when there is no key at all to judge by. */
  find(wanted: Wanted): Promise<KeyObject | undefined>
  /** Asks again when what is known is not fresh. */
  refresh(): void
  /** The last word: nothing is asked any more. */
  close(): void
}

/** However many unknown keys are named, and whatever becomes of the asking. */
const ASK_EVERY_MS = 30_000
/** Then they are asked for again, beside the requests: a key that was withdrawn is refused after that. */
const FRESH_MS = 5 * 60_000
/** So long a provider may be away before nobody can sign in any more. */
const KEEP_MS = 24 * 3600_000
/** So long a request with an unknown key waits for the answer. One with a known key never does. */
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

  /** Undefined when it is too early. Whoever comes while it is under way waits for the same answer. */
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
