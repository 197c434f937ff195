import { Problem } from './errors.ts'
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
}

export interface FairTurns {
  take<T>(asker: Asker, work: () => Promise<T>): Promise<T>
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
    firstOf(known, lately.of, (turns, best) => turns < best) ??
    firstOf(strangers, lately.of, (turns, best) => turns <= best)
  const leastWanted = () => heaviest(strangers) ?? heaviest(known)
  const heaviest = (queue: Shares<Waiting>) =>
    firstOf(
      queue,
      household => lately.of(household) + queue.of(household),
      (load, most) => load > most,
    )

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
      queue.add(household, one)
      if (known.total + strangers.total > most.waiting) leastWanted()?.refuse()
    })
  /** It was known for that long that there is no turn to be had. */
  const comeLater = () =>
    new Problem('unavailable', { headers: { 'retry-after': `${Math.ceil(most.patienceMs / 1000)}` } })

  return {
    async take(asker, work) {
      const { household } = asker
      const queue = asker.known ? known : strangers
      if (running < most.atOnce) running++
      else if (queue.of(household) >= most.waitingOfOneHousehold) throw ownShareTaken()
      else await turnIn(queue, household)
      lately.count(household, 1)
      try {
        return await work()
      } finally {
        running--
        next()?.begin()
      }
    },
    forgive: household => lately.count(household, -1),
  }
}

/** The oldest of the household whose figure is preferred to those of all others. */
function firstOf(
  queue: Shares<Waiting>,
  figureOf: (household: string) => number,
  preferred: (figure: number, best: number) => boolean,
): Waiting | undefined {
  let found: string | undefined
  for (const household of queue.households())
    if (found === undefined || preferred(figureOf(household), figureOf(found))) found = household
  if (found !== undefined) for (const first of queue.items(found)) return first
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
