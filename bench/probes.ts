import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Measures the machine beside each turn. */
export interface Probes {
  /** Microseconds of processor that PostgreSQL used so far; undefined where the system does not tell. */
  databaseCpu(): number | undefined
  /** Nanoseconds of one read at a random place of the memory: grows when neighbours of the machine use it. */
  memory(): number
}

export async function openProbes(client: pg.Client): Promise<Probes> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = statOf(rows[0]?.pid ?? 0)?.parent
  return { databaseCpu: () => cpuBelow(postmaster), memory: memoryProbe() }
}

const TICK_MICROSECONDS = 10_000

interface Stat {
  readonly parent: number
  /** Its own, and that of its children that have ended. */
  readonly ticks: number
}

/** Reads /proc, which only Linux has. */
function statOf(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before them may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number)
    return {
      parent: Number(fields[1]),
      ticks: (user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0),
    }
  } catch {
    return undefined
  }
}

/** Every process of PostgreSQL is a child of the first one. */
function cpuBelow(postmaster: number | undefined): number | undefined {
  const first = postmaster === undefined ? undefined : statOf(postmaster)
  if (!first) return undefined
  const below = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(statOf)
    .filter(stat => stat?.parent === postmaster)
  return [first, ...below].reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0) * TICK_MICROSECONDS
}

/** More than the caches of a processor hold. */
const PLACES = 16 * 1024 * 1024
const READS = 200_000

/** One ring through all places, far from each other: each read waits for the one before. */
export function ring(): Int32Array {
  const next = new Int32Array(PLACES)
  const step = 10_000_019
  for (let at = 0, done = 0; done < PLACES; done++) {
    const to = (at + step) % PLACES
    next[at] = to
    at = to
  }
  return next
}

function memoryProbe(): () => number {
  const next = ring()
  let at = 0
  return () => {
    const began = performance.now()
    for (let read = 0; read < READS; read++) at = next[at] ?? 0
    return ((performance.now() - began) * 1e6) / READS
  }
}
