import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../kernel/db/database.ts'
import { sql } from '../kernel/db/db.ts'
import { olderThan } from '../kernel/records/retention.ts'
import type { Process } from '../kernel/settings/config.ts'
import { retention } from './retention.ts'

/** Each node writes a heartbeat into the database, and whether it works on jobs. */

const BEAT_MS = 15_000
const LEAVE_MS = 500
/** A node without a heartbeat for so long counts as gone: eight beats, longer than any pause of a busy machine. */
export const GONE_SECONDS = 120

interface OwnNode {
  readonly process: Process
  readonly version: string
  /** The issuer of its tokens, once it listens; a worker issues none. */
  readonly address: () => string | undefined
  /** Where it stores pictures and documents, to be compared with the other nodes. */
  readonly media: () => Promise<string | undefined>
  /** Whether its queue has looked for jobs lately: a stuck worker does not count. */
  readonly working: () => boolean
}

export interface Presence {
  leave(): Promise<void>
}

/** Sends heartbeats until the node leaves. Failures are ignored: other nodes report its absence. */
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
      // The row stays: it shows since when no worker runs.
      const gone = telling
        .then(() => db.pool.run(sql`update nodes set address = null where node = ${node}`))
        .catch(() => {})
      // A database that does not answer must not delay the stop: without heartbeats the node expires in two minutes.
      await Promise.race([gone, sleep(LEAVE_MS, undefined, { ref: false })])
    },
  }
}

async function tell(db: Database, node: string, own: OwnNode): Promise<void> {
  const works = own.process !== 'web' && own.working()
  await db.pool.run(sql`
    with gone as (delete from nodes where ${olderThan(retention.nodes.kept, sql`seen_at`)} and node <> ${node})
    insert into nodes (node, process, address, version, media, worked_at)
    values (${node}, ${own.process}, ${own.address() ?? null}, ${own.version}, ${(await own.media()) ?? null},
            case when ${works}::boolean then now() end)
    on conflict (node) do update
      set process = excluded.process, address = excluded.address, version = excluded.version, media = excluded.media,
          seen_at = now(),
          worked_at = coalesce(excluded.worked_at, nodes.worked_at)`)
}

/** For the embedded database, which stops with its last node. */
export const anybodyThere = async (db: Database): Promise<boolean> => (await addresses(db)).length > 0

/** In how many places the running nodes store pictures and documents. */
export const mediaPlaces = async (db: Database): Promise<number> =>
  (
    await db.pool.one<{ places: number }>(sql`
      select count(distinct media)::int as places from nodes
      where seen_at > now() - ${GONE_SECONDS} * interval '1 second'`)
  )?.places ?? 0

/** The addresses of the running nodes, the newest heartbeat first. */
export const addresses = async (db: Database): Promise<readonly string[]> =>
  (
    await db.pool.all<{ address: string }>(sql`
      select address from nodes where address is not null and seen_at > now() - ${GONE_SECONDS} * interval '1 second'
      group by address order by max(seen_at) desc`)
  ).map(row => row.address)
