import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseClient } from '../../kernel/db/client.ts'
import { commitsWithin } from '../../kernel/db/commit-stall.ts'
import type { Database } from '../../kernel/db/database.ts'
import { type ConnectionConfig, sql } from '../../kernel/db/db.ts'
import { writesFindRoom } from '../../kernel/db/room.ts'
import { type ServerState, stateOf, withoutWrites } from '../../kernel/db/server-state.ts'
import { endConnection } from '../../kernel/db/session.ts'
import { compatibilityOf, NEEDED, NEWEST, readMigrations } from '../../kernel/migrations/migrations.ts'
import { explain } from './explanations.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

/** A commit takes milliseconds, unless it waits for an unavailable standby. */
const COMMIT_MS = 3_000

/** Uses a plain connection: the service's own fails on an old server or a wrong encoding. */
export async function look(connection: ConnectionConfig): Promise<ServerState> {
  const client = new DatabaseClient(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    const state = await stateOf(client)
    const takes = !state.standby && !state.readOnly
    const waits = takes && !(await commitsWithin(client, COMMIT_MS))
    return { ...state, waits, full: takes && !waits && !(await writesFindRoom(client)) }
  } finally {
    // An orderly end would wait for a pending commit.
    endConnection(client)
  }
}

export function writes(state: ServerState): Finding {
  const why = withoutWrites(state)
  return why ? wrong('writes', why, explain('no_writes')) : ok('writes', 'are taken', explain('writes'))
}

export async function migrations(db: Database): Promise<Finding> {
  const known = readMigrations().length
  const row = await db.pool
    .one<{ newest: number | null; needed: number | null }>(
      sql`select ${NEWEST} as newest, ${NEEDED} as needed`,
    )
    .catch(() => undefined)
  const state = { newest: row?.newest ?? 0, needed: row?.needed ?? 0 }
  const { newest } = state
  switch (compatibilityOf(known, state)) {
    case 'equal':
      return ok('migrations', `${known} of ${known}`, explain('migrated'))
    case 'ahead':
      return wrong(
        'migrations',
        `${newest} of ${known}: run parvis migrate, or start the service`,
        explain('not_migrated', { newest, known }),
      )
    case 'older and good':
      return note(
        'migrations',
        `${newest}, this version knows ${known} and works on it: use the newer version`,
        explain('ahead_of_this'),
      )
    case 'too old':
      return wrong(
        'migrations',
        `${newest}, this version knows ${known}: use the newer version`,
        explain('newer_database'),
      )
  }
}

/** The grants of `db/schema.sql` to the service's role: `['insert', 'backup_runs']`. A right on some columns counts. */
const granted = () =>
  [
    ...readFileSync(SCHEMA, 'utf8').matchAll(/^grant (.+) on (?:table|sequence) (\w+) to parvis_app;$/gm),
  ].flatMap(([, rights = '', table = '']) =>
    (rights.match(/\b(?:select|insert|update|delete)\b/g) ?? []).map(right => [right, table] as const),
  )
const SCHEMA = join(import.meta.dirname, '../../../db/schema.sql')

export async function rights(db: Database): Promise<Finding> {
  const all = granted()
  // Pending migrations may add rights, so only `select` is checked before they have run.
  const known = readMigrations().length
  const [state] = await db.pool.all<{ empty: boolean }>(
    sql`select to_regclass('public.schema_migrations') is null as empty`,
  )
  if (state?.empty)
    return note(
      'rights',
      'are checked once the database has tables',
      explain('not_migrated', { newest: 0, known }),
    )
  const row = await db.pool.one<{ role: string; lost: readonly string[] | null }>(sql`
    select current_user as role, (
      select array_agg(kind || ' on ' || name order by name, kind)
      from unnest(${all.map(([right]) => right)}::text[], ${all.map(([, table]) => table)}::text[]) as wanted(kind, name)
      join pg_class on oid = to_regclass('public.' || name)
      where (kind = 'select' or ${NEWEST} >= ${known})
        and not case kind when 'delete' then has_table_privilege(oid, kind) else has_any_column_privilege(oid, kind) end) as lost`)
  if (row?.role !== 'parvis_app')
    return note('rights', 'the server lends no role: triggers keep the audit trail final', explain('no_role'))
  return row.lost
    ? wrong(
        'rights',
        `parvis_app lacks ${row.lost.join(', ')}: grant it what db/schema.sql grants`,
        explain('rights_lost', { n: row.lost.length }),
      )
    : ok('rights', 'the service works as parvis_app, with no more than it needs', explain('rights'))
}
