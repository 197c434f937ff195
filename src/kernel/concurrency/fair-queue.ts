import { Problem } from '../refusals/errors.ts'
import { networksOf, WIDER } from './client-network.ts'
import { clientLimitReached } from './in-flight.ts'
import { NetworkShares } from './network-shares.ts'

interface Waiting {
  readonly begin: () => void
  readonly refuse: () => void
}

export interface Requester {
  readonly clientNetwork: string
  /** By a session, a link from a mail, or a client network from which this account has signed in before. */
  readonly known: boolean
}

interface Most {
  readonly atOnce: number
  readonly waiting: number
  readonly waitingPerNetwork: number
  readonly patienceMs: number
  /** After work of an unknown requester, its place stays empty for this multiple of the time taken: leaves CPU for others. */
  readonly rest?: number
}

/** Upper limit of that pause: work that took long was itself short of CPU. */
const LONGEST_REST_MS = 100

interface FairQueue {
  take<T>(asker: Requester, work: () => Promise<T>): Promise<T>
  /**
   * Refuses an unknown requester who would be dropped from the full queue anyway. Called before any other work, so that a
   * flood costs next to nothing.
   */
  refuseEarly(clientNetwork: string): void
  /** Uncounts the network's last turn, because the attempt succeeded. */
  refund(clientNetwork: string): void
}

/**
 * A queue for expensive work that anybody may request (password hashing). Known requesters come first; then the client
 * network with the fewest recent turns, the newest among equals. A flood from many addresses waits behind everyone else, and
 * a full queue drops a request of the flood.
 */
export function fairQueue(most: Most): FairQueue {
  const [known, strangers] = [new NetworkShares<Waiting>(), new NetworkShares<Waiting>()]
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
  const load = (queue: NetworkShares<Waiting>, clientNetwork: string) =>
    lately.of(clientNetwork) + queue.of(clientNetwork)
  const heaviestOf = (queue: NetworkShares<Waiting>) =>
    best(
      queue,
      clientNetwork => load(queue, clientNetwork),
      (had, most) => had > most,
    )
  const leastWanted = () => oldestOf(strangers, heaviestOf(strangers)) ?? oldestOf(known, heaviestOf(known))
  const isFull = () => known.total + strangers.total >= most.waiting

  const turnIn = (queue: NetworkShares<Waiting>, clientNetwork: string) =>
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
        queue.remove(clientNetwork, one)
      }
      const full = isFull()
      queue.add(clientNetwork, one)
      if (full) leastWanted()?.refuse()
    })
  /** `Retry-After` is the longest wait in this queue: an earlier retry would time out again. */
  const comeLater = () =>
    new Problem('unavailable', { headers: { 'retry-after': `${Math.ceil(most.patienceMs / 1000)}` } })

  const handOver = () => {
    running--
    next()?.begin()
  }

  return {
    async take(asker, work) {
      const { clientNetwork } = asker
      const queue = asker.known ? known : strangers
      if (running < most.atOnce) running++
      else if (queue.of(clientNetwork) >= most.waitingPerNetwork) throw clientLimitReached()
      else await turnIn(queue, clientNetwork)
      lately.count(clientNetwork, 1)
      const began = performance.now()
      try {
        return await work()
      } finally {
        const worked = performance.now() - began
        const rest = asker.known ? 0 : Math.min(LONGEST_REST_MS, worked * (most.rest ?? 0))
        if (rest > 0) setTimeout(handOver, rest)
        else handOver()
      }
    },
    refuseEarly(clientNetwork) {
      const had = load(strangers, clientNetwork)
      if (!isFull() || had === 0) return
      // One more request would make this network the heaviest, so it would only push out its own requests.
      const heaviest = heaviestOf(strangers)
      if (heaviest === undefined || had + 1 >= load(strangers, heaviest)) throw comeLater()
    },
    refund: clientNetwork => lately.count(clientNetwork, -1),
  }
}

/** The client network whose figure is `preferred` to all others. */
function best(
  queue: NetworkShares<Waiting>,
  figureOf: (clientNetwork: string) => number,
  preferred: (figure: number, best: number) => boolean,
): string | undefined {
  let found: string | undefined
  for (const clientNetwork of queue.networks())
    if (found === undefined || preferred(figureOf(clientNetwork), figureOf(found))) found = clientNetwork
  return found
}

function oldestOf(queue: NetworkShares<Waiting>, clientNetwork: string | undefined): Waiting | undefined {
  if (clientNetwork !== undefined) for (const oldest of queue.items(clientNetwork)) return oldest
  return undefined
}

const HALVED_AFTER_MS = 60_000

/** Recent turns per client network, as `NetworkShares` weighs them. Counts are halved every minute. */
function recentTurns() {
  let turns = new Map<string, number>()
  let since = performance.now()
  return {
    of: (clientNetwork: string) =>
      Math.max(
        ...networksOf(clientNetwork).map((network, at) => (turns.get(network) ?? 0) / (WIDER[at] ?? 1)),
      ),
    count(clientNetwork: string, more: number): void {
      if (performance.now() - since > HALVED_AFTER_MS) {
        turns = new Map([...turns].flatMap(([one, had]) => (had > 1 ? [[one, Math.floor(had / 2)]] : [])))
        since = performance.now()
      }
      for (const network of networksOf(clientNetwork)) {
        const had = (turns.get(network) ?? 0) + more
        if (had > 0) turns.set(network, had)
        else turns.delete(network)
      }
    },
  }
}
