import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { verifyAudit } from '../../foundation/audit-seal.ts'
import type { OpenDatabase } from '../../foundation/database.ts'
import { connect } from '../../kernel/db/database.ts'
import { inDatabase } from '../../kernel/db/database-url.ts'
import type { ConnectionConfig } from '../../kernel/db/db.ts'
import { diskOf } from '../../kernel/files/free-disk.ts'
import type { Queue } from '../../kernel/jobs/jobs.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Backup } from './backup.ts'
import { countRows, nameOf, readBackup, type Source } from './format.ts'
import { isRestored } from './load.ts'
import { restoreFrom } from './restore.ts'
import type { Proved } from './runs.ts'
import { quoted, tablesOf, withSession } from './session.ts'

/**
 * Proves a backup by restoring it into a scratch database on the same server, which is dropped afterwards. Its name is
 * fixed, so that the next run drops what a killed process left.
 */

export interface Proof {
  readonly verified: Proved
  /** Why the backup was only read, and how to fix that. */
  readonly reason: string | null
}

interface Proving {
  readonly source: Source
  /** Counts taken while writing. */
  readonly made: Pick<Backup, 'counted' | 'unpacked'>
  readonly database: OpenDatabase
  readonly config: Config
  readonly queues: readonly Queue[]
  readonly signal: AbortSignal
  /** Time limit of the proof. */
  readonly patienceMs: number
}

export async function proved(owner: pg.Client, proving: Proving): Promise<Proof> {
  const late = new AbortController()
  const why = new Refusal(`The check of ${proving.source.name} was broken off: it took too long.`)
  const timer = setTimeout(() => late.abort(why), proving.patienceMs)
  const signal = AbortSignal.any([proving.signal, late.signal])
  try {
    return await provedWithin(owner, { ...proving, signal })
  } catch (error) {
    throw late.signal.aborted ? why : error
  } finally {
    clearTimeout(timer)
  }
}

async function provedWithin(owner: pg.Client, proving: Proving): Promise<Proof> {
  const { source, signal } = proving
  const scratch = (await withoutRoom(proving)) ?? (await madeScratch(owner, proving.database.connection))
  if (scratch.refused !== undefined) {
    await readBackup(source, countRows, signal)
    return { verified: 'read', reason: scratch.refused }
  }
  try {
    await compared(scratch.connection, proving)
    return { verified: 'restored', reason: null }
  } finally {
    await scratch.drop().catch(() => {})
  }
}

/** A restored database with its WAL takes about twice the decompressed size. */
const ROOM = 2
const SPARE = 64 * 1024 * 1024

/** Checked for the embedded database only: the disk of another server cannot be measured. */
async function withoutRoom({ config, made }: Proving) {
  if (config.databaseUrl) return undefined
  const wanted = ROOM * made.unpacked + SPARE
  const { freeBytes } = await diskOf(config.dataDir)
  const inMB = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
  return freeBytes < wanted
    ? {
        refused: `${config.dataDir} has ${inMB(freeBytes)} left and the check may take ${inMB(wanted)}; make room`,
      }
    : undefined
}

type Scratch =
  | { readonly refused: string }
  | { readonly refused?: undefined; readonly connection: ConnectionConfig; drop(): Promise<void> }

/** An existing scratch database was left by a killed process: only the holder of the backup lock comes here. */
async function madeScratch(owner: pg.Client, connection: ConnectionConfig): Promise<Scratch> {
  const { name, superuser, files } = await asked(owner)
  const [scratch, beside] = [pg.escapeIdentifier(name), inDatabase(connection, name)]
  const drop = async () => {
    await owner.query(`drop database if exists ${scratch} with (force)`)
    // Accounts without superuser may not drop roles, even with `if exists`.
    if (superuser) await owner.query(`drop role if exists ${scratch}`)
  }
  try {
    await drop()
    if (files && !superuser) return { refused: `the account ${MAY_FILES}; ${OWN_ACCOUNT}` }
    const password = randomBytes(24).toString('hex')
    if (superuser)
      await owner.query(
        `create role ${scratch} login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
         connection limit 20 password '${password}'`,
      )
    const its = superuser ? `owner ${scratch}` : ''
    await owner.query(`create database ${scratch} encoding 'UTF8' template template0 ${its}`)
    // Commits need not wait for the disk or a standby: the database is dropped anyway.
    await owner.query(`alter database ${scratch} set synchronous_commit = off`)
    const there = superuser ? asAccount(beside, name, password) : beside
    await withSession(there, 'parvis backup', undefined, client => client.query('select'))
    return { connection: there, drop }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    // No right to create databases, or the server (or a pooler) accepts only one database or account.
    if (!/^(42501|3D000|28000|28P01|08P01)$/.test(code)) throw error
    await drop().catch(() => {})
    return {
      refused: superuser
        ? `the account is a superuser, and no other may connect for the check (${message}); ${OWN_ACCOUNT}`
        : `${message}; let the account make databases (alter role … createdb)`,
    }
  }
}

const MAY_FILES = 'may use files or start programs on the server'
const OWN_ACCOUNT = 'give Parvis an account that only owns its database (docs/install.md)'

/** The scratch database of a database, and the account that owns it. */
export const scratchOf = (database: string) =>
  `parvis_backup_check_${createHash('sha256').update(database).digest('hex').slice(0, 8)}`

/** The account's rights on the server, and the name of the scratch database. */
async function asked(owner: pg.Client) {
  const { rows } = await owner.query<{ database: string; superuser: boolean; files: boolean }>(
    `select current_database() as database, rolsuper as superuser,
            pg_has_role(oid, 'pg_execute_server_program', 'member') or pg_has_role(oid, 'pg_write_server_files', 'member')
              or pg_has_role(oid, 'pg_read_server_files', 'member') as files
     from pg_roles where rolname = current_user`,
  )
  const { database = '', superuser = true, files = true } = rows[0] ?? {}
  return { name: scratchOf(database), superuser, files }
}

/** Removes the account from the query parameters too: they override the one before the host. */
function asAccount(connection: ConnectionConfig, user: string, password: string): ConnectionConfig {
  const { connectionString, ...rest } = connection as pg.ClientConfig
  if (connectionString === undefined) return { ...rest, user, password } as ConnectionConfig
  const [address = '', query = ''] = connectionString.split('?')
  const params = query.split('&').filter(param => !/^(user|password|$)/.test(param))
  const own = address.replace(/^(\w+:\/\/)(?:[^/]*@)?/, `$1${user}:${password}@`)
  return {
    ...rest,
    connectionString: params.length > 0 ? `${own}?${params.join('&')}` : own,
  } as ConnectionConfig
}

async function compared(
  scratch: ConnectionConfig,
  { source, made, database, config, queues, signal }: Proving,
) {
  const beside: OpenDatabase = {
    ...database,
    connection: scratch,
    service: async () => scratch,
    replica: undefined,
    place: 'the database for the check',
  }
  await restoreFrom(source, beside, config, queues, { trial: true, signal })
  await withSession(scratch, 'parvis backup', signal, async client => {
    for (const table of (await tablesOf(client)).filter(one => isRestored(nameOf(one)))) {
      const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${quoted(table)}`)
      const [found, wanted] = [Number(rows[0]?.n), made.counted[nameOf(table)] ?? 0]
      if (found !== wanted)
        throw new Refusal(
          `${source.name}, restored, has ${found} rows in ${nameOf(table)} in place of ${wanted}.`,
        )
    }
  })
  const broken = await brokenSeals(scratch)
  // A backup of a broken audit trail is accepted: it equals the database, and `parvis doctor` reports the trail.
  if (broken.length > 0 && (await brokenSeals(database.connection)).length === 0)
    throw new Refusal(`${source.name}, restored, has a broken audit trail: ${broken[0]}.`)
}

async function brokenSeals(connection: ConnectionConfig): Promise<readonly string[]> {
  const db = connect(connection)
  try {
    return (await verifyAudit(db.pool)).broken
  } finally {
    await db.close()
  }
}
