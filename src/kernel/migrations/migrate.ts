import type pg from 'pg'
import { DatabaseClient } from '../db/client.ts'
import type { ConnectionConfig } from '../db/db.ts'
import { refuseUnfit } from '../db/server-state.ts'
import { awaitTurn } from '../db/turn.ts'
import { installQueues } from '../jobs/install.ts'
import type { Queue } from '../jobs/jobs.ts'
import { Refusal } from '../refusals/refusal.ts'
import { applyMigration } from './apply-migration.ts'
import { BASELINE, type Migration, readMigrations } from './migrations.ts'

/** The advisory lock for migrations, taken by starting nodes, `parvis migrate` and commands. */
export const LOCK = 72_612_011

/**
 * Migrates a database as its owner. Forward only: each file runs once. A database ahead of this program stays unchanged and
 * is used if its migrations are compatible with this program.
 */
export const migrate = (
  owner: ConnectionConfig,
  queues: readonly Queue[],
  upTo = Number.POSITIVE_INFINITY,
  known = readMigrations(),
): Promise<Migration[]> =>
  migrating(owner, async client => {
    const before = await applied(client).catch(refuseMissingRights)
    refuseIncompatible(before, known)
    const missing = known.filter(one => one.number <= upTo && !before.has(one.number))
    for (const migration of missing) await applyMigration(client, migration)
    // Keeps the queues and schedules of a newer program.
    if (newestOf(before) <= known.length)
      await installQueues(owner, client, queues, { tidy: missing.length > 0 })
    return missing
  })

/** Runs work on a connection that holds the migration lock. */
export async function migrating<T>(
  owner: ConnectionConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient(owner)
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseUnfit(client)
    await awaitTurn(() => tryLock(client), 'another process that migrates the database')
    return await work(client)
  } finally {
    await client.end()
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])
  return rows[0]?.mine === true
}

/** Explains missing rights: this is the account of a node (`MIGRATE=apart`), not the owner. */
export function refuseMissingRights(error: unknown): never {
  if ((error as { code?: unknown }).code !== '42501') throw error
  throw new Refusal(
    'The account of DATABASE_URL may not migrate: name the one that owns the database, or let nodes wait for it (MIGRATE=apart).',
  )
}

type Applied = ReadonlyMap<number, { readonly name: string; readonly sha256: string; readonly needs: number }>
const newestOf = (before: Applied) => Math.max(0, ...before.keys())

async function applied(client: pg.Client): Promise<Applied> {
  await client.query(`create table if not exists schema_migrations (
    number int primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now(),
    needs int not null default 0)`)
  const { rows } = await client.query<{ number: number; name: string; sha256: string; needs: number }>(
    'select * from schema_migrations order by number',
  )
  return new Map(rows.map(row => [row.number, row]))
}

function refuseIncompatible(before: Applied, known: readonly Migration[]): void {
  const newest = newestOf(before)
  const needed = Math.max(0, ...[...before.values()].map(one => one.needs))
  if (needed > known.length) {
    throw new Refusal(
      `The database is at migration ${newest} and needs a Parvis that knows ${needed}, this one knows ${known.length}: start the newer version again.`,
    )
  }
  for (const migration of known) {
    const ran = before.get(migration.number)
    if (ran && ran.sha256 !== migration.sha256) {
      const older =
        migration.number > BASELINE
          ? ''
          : ' A database of a release before 0.4.0 is taken over by parvis migrate --adopt (docs/upgrading.md).'
      throw new Refusal(
        `Migration ${migration.number} (${migration.name}) was changed after it ran: migrations are never edited.${older}`,
      )
    }
  }
}
