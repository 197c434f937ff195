import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isPostgresError, isRetryable } from '../refusals/db-errors.ts'
import { Refusal } from '../refusals/refusal.ts'
import { type Migration, statementsOf } from './migrations.ts'

/** Lock timeout. Other statements queue behind a waiting lock, so it is shorter than any request's timeout. */
const LOCK_MS = 1_000
const TIMEOUT_MS = 10 * 60_000
const LONGEST_PAUSE_MS = 10_000

/** Applies a migration completely or not at all, and retries until it gets its locks while the service runs. */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  const began = performance.now()
  for (let pause = 250; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    try {
      await (migration.concurrently
        ? applyConcurrently(client, migration)
        : applyInTransaction(client, migration))
      return
    } catch (error) {
      const { number, name } = migration
      if (!gotNoLock(error))
        throw new Error(`Migration ${number} (${name}) failed: ${(error as Error).message}`, { cause: error })
      if (performance.now() - began > TIMEOUT_MS)
        throw new Refusal(
          `Migration ${number} (${name}) waited ten minutes for its turn, and changed nothing${await oldestTransaction(client)}.`,
        )
      // Lets the statements that waited behind it run first.
      await sleep(pause)
    }
  }
}

const gotNoLock = (error: unknown) => isRetryable(error) || (isPostgresError(error) && error.code === '55P03')

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_MS}`)
    await client.query(migration.sql)
    await recordMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Statements may be repeated: an unfinished index is dropped first. */
async function applyConcurrently(client: pg.Client, migration: Migration): Promise<void> {
  try {
    for (const statement of statementsOf(migration)) {
      const [, index] = /^create (?:unique )?index concurrently if not exists (\w+)/i.exec(statement) ?? []
      if (index) await dropUnfinished(client, index)
      // Creating an index concurrently waits for open transactions, but blocks no one.
      await client.query(`set lock_timeout = ${index ? 0 : LOCK_MS}`)
      await client.query(statement)
    }
    await client.query('reset lock_timeout')
    await recordMigration(client, migration)
  } catch (error) {
    await client.query('reset lock_timeout').catch(() => {})
    throw error
  }
}

/** An invalid index is updated by every write and used by no query. */
async function dropUnfinished(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rowCount) await client.query(`drop index concurrently ${index}`)
}

const recordMigration = (client: pg.Client, { number, name, sha256, needs }: Migration) =>
  client.query('insert into schema_migrations (number, name, sha256, needs) values ($1, $2, $3, $4)', [
    number,
    name,
    sha256,
    needs,
  ])

/** For `parvis migrate --adopt`. Returns the number of replaced records. */
export async function replaceRecords(client: pg.Client, migrations: readonly Migration[]): Promise<number> {
  const { rowCount } = await client.query('delete from schema_migrations')
  for (const migration of migrations) await recordMigration(client, migration)
  return rowCount ?? 0
}

/** The oldest transaction, most likely the one that held the lock. */
async function oldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string; pid: number; minutes: number }>(
    `select application_name as name, pid, extract(epoch from now() - xact_start)::int / 60 as minutes
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  )
  const [oldest] = rows
  return oldest
    ? `: “${oldest.name}” (process ${oldest.pid} of PostgreSQL) has been in a transaction for ${oldest.minutes} minutes`
    : ''
}
