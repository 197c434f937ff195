import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Process } from '../kernel/config.ts'
import type { Database } from '../kernel/db/database.ts'
import { sql } from '../kernel/db/db.ts'
import { olderThan } from '../kernel/retention.ts'
import { retention } from '../retention.ts'

/** Each node says that it is there, and whether it does background work: in the database, where all others can look. */

const BEAT_MS = 15_000
const LEAVE_MS = 500
/** So long without a sign, a node is gone: eight beats, which no pause of a busy machine takes away. */
export const GONE_SECONDS = 120

export interface OwnNode {
  readonly process: Process
  readonly version: string
  /** What it issues tokens as, once it listens; a worker issues none. */
  readonly address: () => string | undefined
  /** Whether its queue has looked for work lately: a worker that is stuck is none. */
  readonly working: () => boolean
}

export interface Presence {
  leave(): Promise<void>
}

/** Begins to tell of this node, and goes on until it leaves. What fails is told by whoever notices its absence. */
export async function enter(db: Database, own: OwnNode): Promise<Presence> {
  const node = `${hostname()} ${process.pid}`
  const beat = () => tell(db, node, own).catch(() => {})
  let telling = beat()
  const timer = setInterval(() => {
    telling = telling.then(beat)
  }, BEAT_MS)
  timer.unref()
  await telling
  return {
    async leave() {
      clearInterval(timer)
      // Its row stays: since when nobody works any more is worth knowing.
      const gone = telling
        .then(() => db.pool.run(sql`update nodes set address = null where node = ${node}`))
        .catch(() => {})
      // A database that has fallen silent keeps no stop waiting: without a sign, the address is old in two minutes.
      await Promise.race([gone, sleep(LEAVE_MS, undefined, { ref: false })])
    },
  }
}

async function tell(db: Database, node: string, own: OwnNode): Promise<void> {
  const works = own.process !== 'web' && own.working()
  await db.pool.run(sql`
    with gone as (delete from nodes where ${olderThan(retention.nodes.kept, sql`seen_at`)} and node <> ${node})
    insert into nodes (node, process, address, version, worked_at)
    values (${node}, ${own.process}, ${own.address() ?? null}, ${own.version},
            case when ${works}::boolean then now() end)
    on conflict (node) do update
      set process = excluded.process, address = excluded.address, version = excluded.version, seen_at = now(),
          worked_at = coalesce(excluded.worked_at, nodes.worked_at)`)
}

export const anybodyThere = async (db: Database): Promise<boolean> =>
  (await db.pool.one(
    sql`select from nodes where seen_at > now() - ${GONE_SECONDS} * interval '1 second' limit 1`,
  )) !== undefined

/** What the nodes that are there call themselves, the newest sign first. */
export const addresses = async (db: Database): Promise<readonly string[]> =>
  (
    await db.pool.all<{ address: string }>(sql`
      select address from nodes where address is not null and seen_at > now() - ${GONE_SECONDS} * interval '1 second'
      group by address order by max(seen_at) desc`)
  ).map(row => row.address)
