import { readFileSync } from 'node:fs'
import { childrenOf } from '../../bench/probes.ts'
import type { Server } from '../../test/fixtures/cluster.ts'
import { postmasterOf } from '../service.ts'

/** A sample of values that must stay flat. Undefined: not reachable. */
export interface Sample {
  /** Seconds since the load began. */
  readonly at: number
  readonly web_bytes: number | undefined
  readonly web_heap_bytes: number | undefined
  readonly worker_bytes: number | undefined
  /** Private memory of PostgreSQL's backends, mostly plans and prepared statements. */
  readonly backends_bytes: number | undefined
  readonly connections: number | undefined
  readonly dead_rows: number | undefined
  readonly live_rows: number | undefined
  readonly tables_bytes: number | undefined
  readonly indexes_bytes: number | undefined
  readonly jobs: number | undefined
}

const KILOBYTES = 1024

export async function sample(
  at: number,
  url: string,
  pids: { readonly web: number | undefined; readonly worker: number | undefined },
  primary: Server,
): Promise<Sample> {
  const [database, heap] = await Promise.all([ofDatabase(primary), heapOf(url)])
  return {
    at,
    web_bytes: memoryOf(pids.web, 'VmRSS'),
    web_heap_bytes: heap,
    worker_bytes: memoryOf(pids.worker, 'VmRSS'),
    backends_bytes: backendsOf(primary),
    connections: database?.connections,
    dead_rows: database?.dead,
    live_rows: database?.live,
    tables_bytes: database?.tables,
    indexes_bytes: database?.indexes,
    jobs: database?.jobs,
  }
}

async function ofDatabase(primary: Server) {
  const asked = primary.ask<Record<'connections' | 'dead' | 'live' | 'tables' | 'indexes' | 'jobs', number>>(`
    select (select count(*)::int from pg_stat_activity where application_name like 'parvis%') as connections,
      sum(n_dead_tup)::float8 as dead, sum(n_live_tup)::float8 as live,
      sum(pg_table_size(relid))::float8 as tables, sum(pg_indexes_size(relid))::float8 as indexes,
      (select count(*)::int from pgboss.job where state < 'completed') as jobs
    from pg_stat_user_tables`)
  return await asked.then(([row]) => row).catch(() => undefined)
}

async function heapOf(url: string): Promise<number | undefined> {
  try {
    const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(2_000) })).text()
    const [, bytes] = /^nodejs_heap_size_used_bytes(?:\{[^}]*\})? (\S+)$/m.exec(text) ?? []
    return bytes === undefined ? undefined : Number(bytes)
  } catch {
    return undefined
  }
}

function memoryOf(pid: number | undefined, what: 'VmRSS' | 'RssAnon'): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const [, kilobytes] = new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status) ?? []
    return kilobytes === undefined ? undefined : Number(kilobytes) * KILOBYTES
  } catch {
    return undefined
  }
}

function backendsOf(primary: Server): number | undefined {
  try {
    return childrenOf(postmasterOf(primary)).reduce(
      (sum, child) => sum + (memoryOf(child, 'RssAnon') ?? 0),
      0,
    )
  } catch {
    return undefined
  }
}

/** Growth of the last third over the second third, in percent; both contain faults. */
export function growth(samples: readonly Sample[], what: keyof Sample): number | undefined {
  const known = samples.flatMap(one => one[what] ?? [])
  const third = Math.floor(known.length / 3)
  const mean = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / some.length
  const [before, after] = [mean(known.slice(third, 2 * third)), mean(known.slice(2 * third))]
  return third === 0 || before === 0 ? undefined : (100 * (after - before)) / before
}
