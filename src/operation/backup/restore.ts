import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type pg from 'pg'
import { type OpenDatabase, secretFile, signingSecretFile } from '../../foundation/database.ts'
import type { ConnectionConfig } from '../../kernel/db/db.ts'
import { makeFolder } from '../../kernel/files/folder.ts'
import type { Queue } from '../../kernel/jobs/jobs.ts'
import { migrate } from '../../kernel/migrations/migrate.ts'
import { readMigrations } from '../../kernel/migrations/migrations.ts'
import { isConnectionLoss, isPostgresError } from '../../kernel/refusals/db-errors.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { countRows, nameOf, readBackup, readHeader, type Source } from './format.ts'
import type { Header } from './header.ts'
import { type Loaded, load } from './load.ts'
import { forgetOpenRuns } from './runs.ts'
import { fingerprintOf, interruptible, quoted, SCHEMAS, tablesOf, withSession } from './session.ts'

/** The lock by which a service holds an embedded database: no service can start while a restore runs. */
const SERVICE_LOCK = `${0x50415256}, 1`

/**
 * Restores a backup into an empty database, completely or not at all. The file is read to its end before anything
 * changes, and later failures are rolled back.
 */
export const restoreFrom = (
  source: Source,
  database: OpenDatabase,
  config: Config,
  queues: readonly Queue[],
  { trial = false, signal: outer }: Trial = {},
): Promise<Loaded> =>
  interruptible(async signal => {
    const file = source.name
    // A trial reads the file once: damage is found while loading, and the database is dropped anyway.
    const header = trial ? await readHeader(source, signal) : await readBackup(source, countRows, signal)
    refuseOtherSecret(file, header, database, config)
    refuseOtherMigrations(file, header)
    // A service starting meanwhile is refused with this name.
    const name = `parvis restore pid=${process.pid} a restore`
    return await withSession(database.connection, name, signal, async client => {
      await refuseInUse(client, database.place)
      const before = await objectsOf(client)
      try {
        return await fill(source, header, { database, config, queues, signal, client, trial })
      } catch (error) {
        // The connection may still be in a transaction, or in the middle of a COPY: closing it releases its locks.
        client.connection.stream.destroy()
        await takeBack(database.connection, before, error)
        // The error of a migration contains its name and PostgreSQL's message.
        const cause = (error as Error).cause ?? error
        if (!isPostgresError(cause) || isConnectionLoss(cause)) throw error
        const { message } = error as Error
        throw new Refusal(`${file} could not be restored, the database is empty again: ${message}.`)
      }
    })
  }, outer)

interface Trial {
  /** Only proves that the file can be restored: reads it once, and skips non-unique indexes, statistics and secrets. */
  readonly trial?: boolean
  readonly signal?: AbortSignal
}

interface Restore {
  readonly trial: boolean
  readonly database: OpenDatabase
  readonly config: Config
  readonly queues: readonly Queue[]
  readonly signal: AbortSignal
  readonly client: pg.Client
}

async function fill(source: Source, header: Header, restore: Restore): Promise<Loaded> {
  const { database, config, queues, signal, client, trial } = restore
  await migrate(database.connection, queues, header.migrations.length)
  signal.throwIfAborted()
  const loaded = await load(client, source, header, signal, {
    plain: trial,
    // Before the commit: a process killed after it would leave rows without the secret that opens them.
    beforeCommit: () => trial || keepSecrets(header, config),
  })
  if (header.migrations.length < readMigrations().length) await migrate(database.connection, queues)
  if (trial) return loaded
  await forgetOpenRuns(client)
  // The planner's statistics are not part of a backup.
  await client.query(`vacuum (analyze) ${(await tablesOf(client)).map(quoted).join(', ')}`)
  signal.throwIfAborted()
  return loaded
}

/** Stores the secrets that an embedded installation generated. */
function keepSecrets(header: Header, { databaseUrl, secret, dataDir }: Config): void {
  if (databaseUrl) return
  if (header.secret !== undefined && !secret) keepSecret(secretFile(dataDir), header.secret)
  if (header.signing_secret !== undefined) keepSecret(signingSecretFile(dataDir), header.signing_secret)
}

/** Sealed columns cannot be opened with another secret. */
function refuseOtherSecret(file: string, header: Header, database: OpenDatabase, config: Config): void {
  const takesItAlong = header.secret !== undefined && !config.databaseUrl && !config.secret
  if (takesItAlong || fingerprintOf(database.secret) === header.secret_fingerprint) return
  const where =
    header.secret === undefined
      ? ''
      : ' (in its first line: zcat FILE | head -1; of an encrypted one: age -d FILE | zcat | head -1)'
  throw new Refusal(`${file} was made with another PARVIS_SECRET: set PARVIS_SECRET to that one${where}.`)
}

function refuseOtherMigrations(file: string, { migrations, version }: Header): void {
  const known = readMigrations()
  if (migrations[0]?.sha256 !== known[0]?.sha256)
    throw new Refusal(
      `${file} was made before the migrations of 0.4.0: restore it with Parvis ${version}, which made it, upgrade that installation, and type parvis migrate --adopt there (docs/upgrading.md).`,
    )
  if (migrations.length > known.length) {
    throw new Refusal(
      `${file} was made by a newer Parvis (${version}, migration ${migrations.length}; this one knows ${known.length}): restore it with that version.`,
    )
  }
  const odd = migrations.find((one, index) => known[index]?.sha256 !== one.sha256)
  if (odd) {
    throw new Refusal(
      `Migration ${odd.number} (${odd.name}) of ${file} is not that of this Parvis: restore it with Parvis ${version}, which made it.`,
    )
  }
}

async function refuseInUse(client: pg.Client, place: string): Promise<void> {
  const { rows: found } = await client.query<{ name: string; total: number }>(
    `select c.oid::regclass::text as name, (count(*) over ())::int as total from pg_class c
     where c.relnamespace in (select oid from pg_namespace where nspname = any($1))
       and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
     order by 1 limit 1`,
    [SCHEMAS],
  )
  const { rows } = await client.query<{ mine: boolean }>(
    `select pg_try_advisory_lock(${SERVICE_LOCK}) as mine`,
  )
  const mine = rows[0]?.mine === true
  for (const { name, total } of found) {
    if (mine && (await isOnlyPrepared(client))) return await removeAll(client)
    throw new Refusal(
      `${place} is not empty (${total} tables, such as ${name}): restore into a new DATA_DIR or a newly created database.`,
    )
  }
  if (!mine)
    throw new Refusal(
      `Something else is at work in ${place}: stop the service, or wait for the other restore.`,
    )
}

/** Tables that migrations insert into. */
const WRITTEN_BY_MIGRATIONS = new Set([
  'public.schema_migrations',
  'public.counters',
  'public.publication_types',
  'public.app_sources',
  'public.clock',
  'public.team_settings',
  'public.published_hosts_read',
  'pgboss.version',
  'pgboss.queue',
  'pgboss.schedule',
])

/** True after a killed restore or `parvis migrate`: our tables, without rows of users. */
async function isOnlyPrepared(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p', 'm', 'f') and not c.relispartition`,
    [SCHEMAS],
  )
  if (!rows.some(table => nameOf(table) === 'public.schema_migrations')) return false
  // A node that is starting may not have committed any row yet.
  const { rowCount: atWork } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name in ('parvis', 'parvis jobs')`,
  )
  if (atWork !== 0) return false
  for (const table of rows) {
    if (WRITTEN_BY_MIGRATIONS.has(nameOf(table))) continue
    const { rowCount } = await client.query(`select from ${quoted(table)} limit 1`)
    if (rowCount !== 0) return false
  }
  return true
}

/** Keeps extensions that are not ours: plpgsql is in every new database. */
async function removeAll(client: pg.Client): Promise<void> {
  const ours = new Set(
    readMigrations().flatMap(({ sql }) =>
      [...sql.matchAll(/^create extension (?:if not exists )?(\w+)/gim)].map(([, name]) => name),
    ),
  )
  await client.query('begin')
  for (const { drop } of await objectsOf(client)) {
    const [, extension] = /^drop extension if exists (\w+)/.exec(drop) ?? []
    if (extension === undefined || ours.has(extension)) await client.query(drop)
  }
  await client.query('commit')
}

interface Thing {
  readonly key: string
  readonly drop: string
}

/** Everything that a migration can create in a database: the objects of our schemas, and extensions. */
async function objectsOf(client: pg.Client): Promise<Thing[]> {
  const { rows } = await client.query<Thing>(
    `with things as (
       select classid, objid from pg_depend
       where refclassid = 'pg_namespace'::regclass and refobjid = 'public'::regnamespace and deptype = 'n'
       union select 'pg_extension'::regclass, oid from pg_extension
       union select 'pg_namespace'::regclass, oid from pg_namespace where nspname = 'pgboss'
     )
     select format('%s:%s', classid, objid) as key, format('drop %s if exists %s cascade', type, identity) as drop
     from things, pg_identify_object(classid, objid, 0)
     where not exists (select from pg_depend d where d.classid = things.classid and d.objid = things.objid and d.deptype = 'e')
     order by type <> 'table'`,
  )
  return rows
}

async function takeBack(owner: ConnectionConfig, before: readonly Thing[], cause: unknown): Promise<void> {
  const known = new Set(before.map(thing => thing.key))
  try {
    await withSession(owner, 'parvis restore', undefined, async client => {
      await client.query('begin')
      for (const { key, drop } of await objectsOf(client)) if (!known.has(key)) await client.query(drop)
      await client.query('commit')
    })
  } catch (error) {
    throw new Refusal(
      `The restore failed (${(cause as Error).message}) and could not be taken back (${(error as Error).message}): drop this database and create it anew.`,
      { cause },
    )
  }
}

/** Atomic, so that a service starting later reads a complete file. */
function keepSecret(file: string, secret: string): void {
  makeFolder(dirname(file), 0o700)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, secret, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}
