import { Problem } from '../errors.ts'
import { ownShareTaken } from './in-flight.ts'
import { Shares } from './shares.ts'

interface Waiting {
  readonly begin: () => void
  readonly refuse: () => void
}

export interface Asker {
  readonly household: string
  /** Has something to show for it: a session, a link from a mail, a place where the same account was opened before. */
  readonly known: boolean
}

interface Most {
  readonly atOnce: number
  readonly waiting: number
  readonly waitingOfOneHousehold: number
  readonly patienceMs: number
  /** After each turn of a stranger its place stays empty, as many times as long as the turn took: others get the core. */
  readonly rest?: number
}

/** Work that took long was itself starved of the core: those who wait are not kept waiting for as long again. */
const LONGEST_REST_MS = 100

export interface FairTurns {
  take<T>(asker: Asker, work: () => Promise<T>): Promise<T>
  /**
   * Refuses a stranger who could only wait instead of somebody who had fewer turns: asked before anything else is done
   * for them, so that a flood costs next to nothing once the queue is full.
   */
  refuseLostCause(household: string): void
  /** The last turn of this household was no attempt of a stranger. */
  forgive(household: string): void
}

/**
 * Turns at work that few may do at once and that anybody may ask for. First those who are known; then the household that
 * had the fewest turns lately, of these the one that came last: a flood from many addresses waits behind the few people
 * it was to keep out, and where somebody has to go, it is one of the flood.
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
  /** It was known for that long that there is no turn to be had. */
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
      // One more would make it the heaviest itself, or as heavy: they would only push each other out.
      const heaviest = heaviestOf(strangers)
      if (heaviest === undefined || had + 1 >= load(strangers, heaviest)) throw comeLater()
    },
    forgive: household => lately.count(household, -1),
  }
}

/** The household whose figure is preferred to those of all others. */
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

/** How many turns each household had: the last minute counts whole, the one before it half, and so on. */
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
