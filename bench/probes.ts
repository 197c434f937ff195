import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** Measures the machine beside each turn. */
export interface Probes {
  /** Microseconds of processor that PostgreSQL used so far; undefined where the system does not tell. */
  databaseCpu(): number | undefined
  /** Nanoseconds of one read at a random place of the memory: grows when neighbours of the machine use it. */
  memory(): number
}

export async function openProbes(client: pg.Client): Promise<Probes> {
  const { rows } = await client.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`,
  )
  const postmaster = rows[0]?.pid ?? 0
  return { databaseCpu: () => cpuOf(postmaster), memory: memoryProbe() }
}

const TICK_MICROSECONDS = 10_000

/** Microseconds of processor that a process and its children used so far; undefined without the /proc of Linux. */
export function cpuOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may contain anything: utime, stime and those of ended children.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MICROSECONDS
    return childrenOf(pid).reduce((sum, child) => sum + (cpuOf(child) ?? 0), own)
  } catch {
    return undefined
  }
}

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** More than the caches of a processor hold. */
const PLACES = 16 * 1024 * 1024
const READS = 200_000

/** One ring through all places, far from each other: each read waits for the one before. */
function memoryProbe(): () => number {
  const next = new Int32Array(PLACES)
  const step = 10_000_019
  for (let at = 0, done = 0; done < PLACES; done++) {
    const to = (at + step) % PLACES
    next[at] = to
    at = to
  }
  let at = 0
  return () => {
    const began = performance.now()
    for (let read = 0; read < READS; read++) at = next[at] ?? 0
    return ((performance.now() - began) * 1e6) / READS
  }
}
