import { Problem } from '../errors.ts'
import { ownShareTaken } from './in-flight.ts'
import { Shares } from './shares.ts'

interface Waiting {
  readonly begin: () => void
  readonly refuse: () => void
}

export interface Asker {
  readonly household: string
  /** Known: by a session, a link from a mail, or a household from which the same account was opened before. */
  readonly known: boolean
}

interface Most {
  readonly atOnce: number
  readonly waiting: number
  readonly waitingOfOneHousehold: number
  readonly patienceMs: number
  /**
   * After each turn of a stranger its place stays empty for this multiple of the turn's time, so that others get the
   * core.
   */
  readonly rest?: number
}

/** At most so long: work that took long lacked the core itself, and the waiting ones are not to wait as long again. */
const LONGEST_REST_MS = 100

export interface FairTurns {
  take<T>(asker: Asker, work: () => Promise<T>): Promise<T>
  /**
   * Refuses a stranger who could only take the place of someone who had fewer turns. Called before anything else is done for
   * the request, so that a flood costs next to nothing once the queue is full.
   */
  refuseLostCause(household: string): void
  /** Takes back the last turn counted for this household: it was not a stranger's attempt. */
  forgive(household: string): void
}

/**
 * A queue for work of which little may run at once and that anybody may ask for. First come those who are known; then the
 * household that had the fewest turns lately, of equal ones the newest. So a flood from many addresses waits behind the
 * few people it would shut out, and when the queue is full, a request of the flood is dropped.
 */
export function fairTurns(most: Most): FairTurns {
  const [known, strangers] = [new Shares<Waiting>(), new Shares<Waiting>()]
  const lately = recentTurns()
  let running = 0

  const next = () =>
    oldestOf(
      known,
      best(known, lately.of, (turns, fewest) => turns < fewest),
    ) ??
    oldestOf(
      strangers,
      best(strangers, lately.of, (turns, fewest) => turns <= fewest),
    )
  const load = (queue: Shares<Waiting>, household: string) => lately.of(household) + queue.of(household)
  const heaviestOf = (queue: Shares<Waiting>) =>
    best(
      queue,
      household => load(queue, household),
      (had, most) => had > most,
    )
  const leastWanted = () => oldestOf(strangers, heaviestOf(strangers)) ?? oldestOf(known, heaviestOf(known))
  const isFull = () => known.total + strangers.total >= most.waiting

  const turnIn = (queue: Shares<Waiting>, household: string) =>
    new Promise<void>((resolve, reject) => {
      const one: Waiting = {
        begin() {
          leave()
          running++
          resolve()
        },
        refuse() {
          leave()
          reject(comeLater())
        },
      }
      const patience = setTimeout(one.refuse, most.patienceMs)
      const leave = () => {
        clearTimeout(patience)
        queue.remove(household, one)
      }
      const full = isFull()
      queue.add(household, one)
      if (full) leastWanted()?.refuse()
    })
  /** Its `Retry-After` is the time that a request may wait here: one that came earlier would wait in vain again. */
  const comeLater = () =>
    new Problem('unavailable', { headers: { 'retry-after': `${Math.ceil(most.patienceMs / 1000)}` } })

  const handOver = () => {
    running--
    next()?.begin()
  }

  return {
    async take(asker, work) {
      const { household } = asker
      const queue = asker.known ? known : strangers
      if (running < most.atOnce) running++
      else if (queue.of(household) >= most.waitingOfOneHousehold) throw ownShareTaken()
      else await turnIn(queue, household)
      lately.count(household, 1)
      const began = performance.now()
      try {
        return await work()
      } finally {
        const took = performance.now() - began
        const rest = asker.known ? 0 : Math.min(LONGEST_REST_MS, took * (most.rest ?? 0))
        if (rest > 0) setTimeout(handOver, rest)
        else handOver()
      }
    },
    refuseLostCause(household) {
      const had = load(strangers, household)
      if (!isFull() || had === 0) return
      // One more would make this household the heaviest, or as heavy: its own requests would only replace each other.
      const heaviest = heaviestOf(strangers)
      if (heaviest === undefined || had + 1 >= load(strangers, heaviest)) throw comeLater()
    },
    forgive: household => lately.count(household, -1),
  }
}

/** The household whose figure is `preferred` to those of all others. */
function best(
  queue: Shares<Waiting>,
  figureOf: (household: string) => number,
  preferred: (figure: number, best: number) => boolean,
): string | undefined {
  let found: string | undefined
  for (const household of queue.households())
    if (found === undefined || preferred(figureOf(household), figureOf(found))) found = household
  return found
}

function oldestOf(queue: Shares<Waiting>, household: string | undefined): Waiting | undefined {
  if (household !== undefined) for (const oldest of queue.items(household)) return oldest
  return undefined
}

const HALVED_AFTER_MS = 60_000

/** How many turns each household had: the last minute counts fully, the one before it half, and so on. */
function recentTurns() {
  let turns = new Map<string, number>()
  let since = performance.now()
  return {
    of: (household: string) => turns.get(household) ?? 0,
    count(household: string, more: number): void {
      if (performance.now() - since > HALVED_AFTER_MS) {
        turns = new Map([...turns].flatMap(([one, had]) => (had > 1 ? [[one, Math.floor(had / 2)]] : [])))
        since = performance.now()
      }
      const had = (turns.get(household) ?? 0) + more
      if (had > 0) turns.set(household, had)
      else turns.delete(household)
    },
  }
}
