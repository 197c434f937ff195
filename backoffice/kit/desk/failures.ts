import { useRef, useState } from 'react'
import { Refused } from '../api/refused.ts'
import { sentenceOf } from '../ui/message.tsx'

/** A failed decision, listed until it is retried, dismissed or replaced by a later one with the same key. */
export interface Failure {
  /** The item and the kind of decision: a later decision with this key replaces the failure. */
  readonly key: string
  /** The titles of the items, or of some of very many. */
  readonly names: readonly string[]
  /** Absent: the number of names. */
  readonly count?: number
  readonly sentence: string
  /** Sends it again. Absent where the failed items are unknown. */
  readonly again: (() => unknown) | undefined
  /** The time of the automatic retry in milliseconds, from `Retry-After`. */
  readonly retriesAt: number | undefined
}

const MOST_RETRIES = 3
/** After a longer `Retry-After` there is no automatic retry. */
const LONGEST_WAIT_S = 120

/** Only 429 and 503 with `Retry-After` are retried automatically: the service has not carried out anything yet. */
function waitOf(error: unknown): number | undefined {
  if (!(error instanceof Refused) || !error.retryAfter || error.retryAfter > LONGEST_WAIT_S) return undefined
  return error.isUnreachable || error.status === 429 ? error.retryAfter * 1000 : undefined
}

export function useFailures() {
  const [shown, show] = useState<readonly Failure[]>([])
  // A copy of the React state: a timer may fire before the next render.
  const failures = useRef(shown)
  const retries = useRef(new Map<string, number>())
  const retrying = useRef(new Set<string>())
  const set = (next: readonly Failure[]) => {
    failures.current = next
    show(next)
  }
  const add = (one: Failure) => set([...failures.current.filter(({ key }) => key !== one.key), one])
  const retry = (one: Failure) => {
    const { key, again } = one
    set(failures.current.filter(other => other !== one))
    retrying.current.add(key)
    again?.()
    retrying.current.delete(key)
  }
  return {
    shown,
    /** A decision is being sent: removes an earlier failure with its key. */
    begun(key: string) {
      if (!retrying.current.has(key)) retries.current.delete(key)
      set(failures.current.filter(one => one.key !== key))
    },
    failed(failure: Omit<Failure, 'sentence' | 'retriesAt'>, error: unknown) {
      const { key, again } = failure
      const wait = waitOf(error)
      const count = retries.current.get(key) ?? 0
      const isRetried = again !== undefined && wait !== undefined && count < MOST_RETRIES
      const retriesAt = isRetried ? Date.now() + wait : undefined
      const one: Failure = { ...failure, sentence: sentenceOf(error), retriesAt }
      add(one)
      if (!isRetried) return
      retries.current.set(key, count + 1)
      setTimeout(() => {
        if (failures.current.includes(one)) retry(one)
      }, wait)
    },
    /** A bulk decision of which some items failed. */
    failedInPart: (failure: Omit<Failure, 'retriesAt'>) => add({ ...failure, retriesAt: undefined }),
    retryAll() {
      for (const one of failures.current) {
        retries.current.delete(one.key)
        retry(one)
      }
    },
    giveUp: () => set([]),
  }
}
export type Failures = ReturnType<typeof useFailures>
