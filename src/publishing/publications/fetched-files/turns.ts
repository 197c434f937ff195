import { SLOW_MS } from '../../../kernel/jobs/in-turns.ts'
import type { Due } from './queries.ts'

/** Places that slow domains share. */
export const SLOW_PLACES = 3
/** Places of a domain, and of an acteur: its uploads find room in the encoder's queue, which takes seven of an acteur. */
export const OF_ONE = 3

interface InFlight {
  /** Until it has answered. */
  askedAt: number | undefined
}

/**
 * Chooses the next file to fetch in a run: that of the domain or acteur with the fewest in flight, then of the one that waits longest for its
 * turn. Of a host one file at a time, with a pause in between that holds no place.
 */
export class Turns {
  readonly #pauseMs: number
  #due: Due[] = []
  readonly #inFlight = new Map<Due, InFlight>()
  /** By host: when its next file may begin. */
  readonly #restUntil = new Map<string, number>()
  /** Domains whose last answer was slow. */
  readonly #slow = new Set<string>()
  /** By domain and acteur: the number of the last turn. */
  readonly #served = new Map<string, number>()
  #turn = 0

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs
  }

  get nothingIsDue(): boolean {
    return this.#due.length === 0
  }

  get nothingIsInFlight(): boolean {
    return this.#inFlight.size === 0
  }

  offer(due: readonly Due[]): void {
    const known = new Set([...this.#inFlight.keys()].map(({ id }) => id))
    this.#due = due.filter(({ id }) => !known.has(id))
  }

  /** Counts as in flight from now on. */
  next(): Due | undefined {
    const now = performance.now()
    const working = this.#working()
    const slow = this.#slowDomains(now)
    const slowWorking = [...slow].reduce((sum, domain) => sum + (working.get(domain) ?? 0), 0)
    const order = ({ domain, acteur }: Due) => [
      Math.max(working.get(domain) ?? 0, working.get(acteur) ?? 0),
      this.#served.get(domain) ?? 0,
      this.#served.get(acteur) ?? 0,
    ]
    let first: Due | undefined
    for (const file of this.#due) {
      const [most = 0] = order(file)
      const mayBegin =
        (this.#restUntil.get(file.host) ?? 0) <= now &&
        most < OF_ONE &&
        (slowWorking < SLOW_PLACES || !slow.has(file.domain))
      if (mayBegin && (!first || isBefore(order(file), order(first)))) first = file
    }
    if (!first) return undefined
    this.#due = this.#due.filter(file => file !== first)
    this.#restUntil.set(first.host, Number.POSITIVE_INFINITY)
    this.#inFlight.set(first, { askedAt: now })
    this.#turn++
    for (const key of [first.domain, first.acteur]) this.#served.set(key, this.#turn)
    return first
  }

  /** The host has answered or failed: what follows takes our own time. */
  answered(file: Due): void {
    const one = this.#inFlight.get(file)
    if (one?.askedAt === undefined) return
    if (isLate(one, performance.now())) this.#slow.add(file.domain)
    else this.#slow.delete(file.domain)
    one.askedAt = undefined
  }

  end(file: Due): void {
    this.#inFlight.delete(file)
    this.#restUntil.set(file.host, performance.now() + this.#pauseMs)
  }

  /** Until the first host may be asked again. */
  get restMs(): number {
    const ends = this.#due.map(({ host }) => this.#restUntil.get(host) ?? 0)
    return Math.max(0, Math.min(...ends) - performance.now())
  }

  #working(): Map<string, number> {
    const working = new Map<string, number>()
    for (const { domain, acteur } of this.#inFlight.keys())
      for (const key of [domain, acteur]) working.set(key, (working.get(key) ?? 0) + 1)
    return working
  }

  #slowDomains(now: number): Set<string> {
    const late = [...this.#inFlight].filter(([, one]) => isLate(one, now))
    return new Set([...this.#slow, ...late.map(([{ domain }]) => domain)])
  }
}

const isLate = ({ askedAt }: InFlight, now: number) => askedAt !== undefined && now - askedAt > SLOW_MS

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((figure, index) => figure !== other[index])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}
