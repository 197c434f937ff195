import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseClient } from '../db/client.ts'
import { type ConnectionConfig, raw, sql } from '../db/db.ts'
import { prepareSession, STATEMENT_MS } from '../db/session.ts'
import { type Queue, SCHEMA } from '../jobs/jobs.ts'
import { Refusal } from '../refusals/refusal.ts'
import { LOCK } from './migrate.ts'
import { compatibilityOf, NEEDED, NEWEST, readMigrations } from './migrations.ts'

/**
 * For nodes whose account may not migrate (`MIGRATE=apart`): the operator runs `parvis migrate` with the owner's account.
 * The node's account has the rights of `parvis_app`.
 */

const KNOWN = readMigrations().length
const LOOK_AGAIN_MS = 1_000
const TELL_AGAIN_MS = 60_000

/** Waits without limit: stopping a waiting node interrupts no migration. Returns false when `stopped` came first. */
export async function waitForMigrations(
  node: ConnectionConfig,
  queues: readonly Queue[],
  say: (line: string) => void,
  stopped: AbortSignal,
): Promise<boolean> {
  let lastTold = -TELL_AGAIN_MS
  while (!stopped.aborted) {
    const lacks = await findMissing(node, queues)
    if (lacks === undefined) return true
    if (performance.now() - lastTold >= TELL_AGAIN_MS) {
      lastTold = performance.now()
      say(`Waiting for parvis migrate: ${lacks}.`)
    }
    await sleep(LOOK_AGAIN_MS, undefined, { signal: stopped }).catch(() => {})
  }
  return false
}

/** For commands, which do not wait. */
export async function refuseUnmigrated(node: ConnectionConfig, queues: readonly Queue[]): Promise<void> {
  const lacks = await findMissing(node, queues)
  if (lacks !== undefined) throw new Refusal(`The database is not up to date: ${lacks}. Type parvis migrate.`)
}

async function findMissing(node: ConnectionConfig, queues: readonly Queue[]): Promise<string | undefined> {
  const client = new DatabaseClient({ ...node, application_name: 'parvis waits for migrations' })
  client.on('error', () => {})
  await client.connect()
  try {
    await prepareSession(client, STATEMENT_MS)
    // Migrations hold this lock until queues and rights are installed too. Tries it without waiting, because
    // `create index concurrently` would wait for this transaction.
    await client.query('begin')
    const { rows: turns } = await client.query<{ idle: boolean }>(
      'select pg_try_advisory_xact_lock_shared($1) as idle',
      [LOCK],
    )
    if (!turns[0]?.idle) return 'migrations are running'
    const { rows } = await client.query<Found>(
      sql`select ${NEWEST} as newest, ${NEEDED} as needed,
                 array(select name from ${raw(SCHEMA)}.queue) as queues`,
    )
    return rows[0] && lacks(rows[0], queues)
  } catch (error) {
    const why = NOT_YET[String((error as { code?: unknown }).code)]
    if (why) return why
    throw error
  } finally {
    await client.end()
  }
}

interface Found {
  readonly newest: number | null
  readonly needed: number | null
  readonly queues: readonly string[]
}

function lacks(found: Found, queues: readonly Queue[]): string | undefined {
  switch (compatibilityOf(KNOWN, found)) {
    case 'ahead':
      return `it is at migration ${found.newest ?? 0}, this Parvis brings ${KNOWN}`
    case 'too old':
      throw new Refusal(
        `The database needs a Parvis that knows migration ${found.needed}, this one knows ${KNOWN}: start the newer version again.`,
      )
  }
  const lacking = queues.find(({ name }) => !found.queues.includes(name))
  return lacking && `the queue ${lacking.name} is missing`
}

const NOT_YET: Readonly<Record<string, string>> = {
  '42P01': 'it is empty',
  '3F000': 'it is empty',
  '42501': 'this account may not read it (grant parvis_app to it)',
}
