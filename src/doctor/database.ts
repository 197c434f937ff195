import type { Database } from '../kernel/db/database.ts'
import { type Connection, sql } from '../kernel/db/db.ts'
import { Line } from '../kernel/db/line.ts'
import { type ServerState, stateOf, withoutWrites } from '../kernel/db/server-state.ts'
import { readMigrations } from '../kernel/migrate.ts'
import { type Finding, note, ok, wrong } from './finding.ts'
import { say } from './sentences.ts'

/** On a plain connection: the service's own would fail on an old server or a wrong encoding. */
export async function look(connection: Connection): Promise<ServerState> {
  const client = new Line(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return await stateOf(client)
  } finally {
    await client.end()
  }
}

export function writes(state: ServerState): Finding {
  const why = withoutWrites(state)
  return why ? wrong('writes', why, say('no_writes')) : ok('writes', 'are taken', say('writes'))
}

export async function migrations(db: Database): Promise<Finding> {
  const known = readMigrations().length
  const row = await db.pool
    .one<{ newest: number | null }>(sql`select max(number) as newest from schema_migrations`)
    .catch(() => undefined)
  const newest = row?.newest ?? 0
  if (newest === known) return ok('migrations', `${known} of ${known}`, say('migrated'))
  return newest < known
    ? wrong(
        'migrations',
        `${newest} of ${known}: run parvis migrate, or start the service`,
        say('not_migrated', { newest, known }),
      )
    : wrong(
        'migrations',
        `${newest}, this version knows ${known}: use the newer version`,
        say('newer_database'),
      )
}

export async function rights(db: Database): Promise<Finding> {
  const row = await db.pool.one<{ role: string }>(sql`select current_user as role`)
  return row?.role === 'parvis_app'
    ? ok('rights', 'the service works as parvis_app, with no more than it needs', say('rights'))
    : note('rights', 'the server lends no role: triggers keep the audit trail final', say('no_role'))
}
