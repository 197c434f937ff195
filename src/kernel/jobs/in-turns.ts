import { setTimeout as wait } from 'node:timers/promises'
import { type Sql, sql } from '../db/db.ts'
import { outageOf } from '../db/outage.ts'

/**
 * A run of a job that sends to strangers: it takes due rows in turns by group, works on several at once, and settles what has
 * ended. A group is whoever could fill the queue: the domain of a push service, the owner of an endpoint.
 */

/** Receivers whose answers take longer share a small part of the places. */
export const SLOW_MS = 2_000
/** While a run waits for answers or for the database, it looks so often for what has come meanwhile. */
const LOOK_MS = 500

export interface Taken {
  /** By which its work in flight is counted. */
  readonly key: string
  /** It has one of the places of the slow. */
  readonly slow: boolean
}

/** What a run has in flight. */
interface Load {
  readonly keys: readonly string[]
  readonly working: readonly number[]
  /** Half of its work has been waiting for a slow answer already: no measure says so yet. */
  readonly stuck: readonly boolean[]
  /** Places that the slow have. */
  readonly slow: number
  /** Work that has been waiting for a slow answer already. */
  readonly late: number
}

export interface Ended<Item, Result> {
  readonly item: Item
  readonly result: Result
  readonly ms: number
}

interface Run<Item extends Taken, Result> {
  readonly places: number
  /** The most that are taken at once. */
  readonly group: number
  /** Nothing is taken later. */
  readonly runMs: number
  readonly signal: AbortSignal
  /** Fewer than `room`: nothing more is due. */
  take(room: number, load: Load): Promise<readonly Item[]>
  work(item: Item): Promise<Result>
  settle(ended: readonly Ended<Item, Result>[]): Promise<void>
}

export async function workInTurns<Item extends Taken, Result>(run: Run<Item, Result>): Promise<void> {
  const end = performance.now() + run.runMs
  const inFlight = new Map<Item, { readonly since: number; readonly done: Promise<void> }>()
  let ended: Ended<Item, Result>[] = []
  const errors: unknown[] = []

  function begin(item: Item): void {
    const since = performance.now()
    const done = run.work(item).then(
      result => void ended.push({ item, result, ms: Math.round(performance.now() - since) }),
      error => void errors.push(error),
    )
    inFlight.set(item, { since, done: done.finally(() => inFlight.delete(item)) })
  }

  // While the database is away, what was sent still ends.
  let isOver = false
  const failed = (error: unknown) => {
    isOver = true
    errors.push(error)
  }
  let settling = Promise.resolve()
  /** Settles the ended runs; one call waits for the one before it. */
  function settleEnded(): Promise<void> {
    settling = settling.then(async () => {
      const settled = ended
      ended = []
      if (settled.length > 0) await run.settle(settled).catch(failed)
    })
    return settling
  }
  for (;;) {
    const load = loadOf(inFlight)
    // What waits for long frees its place, once: as many others go meanwhile.
    const room = Math.min(run.group, run.places + Math.min(load.late, run.places) - inFlight.size)
    isOver ||= run.signal.aborted || performance.now() > end
    // Usually at the end of a turn, many at once; not later because the database lets `take` wait, since it may be dying.
    const meanwhile = setInterval(settleEnded, LOOK_MS)
    const taken = room === 0 || isOver ? [] : await run.take(room, load).catch(failed)
    clearInterval(meanwhile)
    for (const item of taken ?? []) begin(item)
    if (load.keys.length === 0 && inFlight.size === 0 && ended.length === 0) break
    // A full group: more are due.
    if ((taken?.length ?? 0) < run.group && ended.length === 0 && inFlight.size > 0)
      await anyOf(
        [...inFlight.values()].map(one => one.done),
        isOver ? undefined : LOOK_MS,
      )
    await settleEnded()
  }
  await settling
  if (errors.length > 0) throw errors[0]
}

const AGAIN_MS = 500
/**
 * Notes what a stranger was sent. While the database is away it tries again until the lease ends: whatever is not noted is
 * sent once more.
 */
export async function retryDuringOutage<T>(note: () => Promise<T>, leaseSeconds: number): Promise<T> {
  const end = performance.now() + leaseSeconds * 1_000
  for (;;) {
    try {
      return await note()
    } catch (error) {
      if (!outageOf(error) || performance.now() > end) throw error
    }
    await wait(AGAIN_MS)
  }
}

function loadOf(inFlight: ReadonlyMap<Taken, { readonly since: number }>): Load {
  const lateSince = performance.now() - SLOW_MS
  const groups = [...Map.groupBy(inFlight, ([{ key }]) => key)].map(([key, all]) => {
    const late = all.filter(([, { since }]) => since < lateSince).length
    const isStuck = 2 * late >= all.length
    return {
      key,
      late,
      isStuck,
      working: all.length,
      slow: all.filter(([{ slow }]) => slow || isStuck).length,
    }
  })
  const sum = (of: 'late' | 'slow') => groups.reduce((total, group) => total + group[of], 0)
  return {
    keys: groups.map(({ key }) => key),
    working: groups.map(({ working }) => working),
    stuck: groups.map(({ isStuck }) => isStuck),
    slow: sum('slow'),
    late: sum('late'),
  }
}

/** Until one of them has ended, or for so long. */
async function anyOf(all: readonly Promise<void>[], ms: number | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
  await Promise.race([promise, ...all]).finally(() => clearTimeout(timer))
}

////////////////////////////////////////////////////////////////////////////// in the statements that take rows

/** One claim at a time in the whole cluster: two at once would choose the same rows, and one of them would get nothing. */
export const claimLock = (queue: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtext('parvis.turns'), hashtext(${queue}))`

/** A table `(key, working, stuck)`. */
export const loadTable = ({ keys, working, stuck }: Load): Sql =>
  sql`unnest(${[...keys]}::text[], ${[...working]}::int[], ${[...stuck]}::bool[])`

/** A moving average of answers: a few make a receiver slow or quick. */
export const averaged = (known: Sql, ms: Sql): Sql => sql`coalesce((${known} + ${ms}) / 2, ${ms})`

export const IDLE: Load = { keys: [], working: [], stuck: [], slow: 0, late: 0 }
