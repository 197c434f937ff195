import { createHash } from 'node:crypto'
import pg from 'pg'
import { verifyAudit } from '../audit/seal.ts'
import type { OpenDatabase } from '../database.ts'
import type { Config } from '../kernel/config.ts'
import { connect } from '../kernel/db/database.ts'
import type { Connection } from '../kernel/db/db.ts'
import type { Queue } from '../kernel/jobs/jobs.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Backup } from './backup.ts'
import { countRows, nameOf, readBackup, type Source } from './format.ts'
import { restoreFrom } from './restore.ts'
import type { Proved } from './runs.ts'
import { quoted, tablesOf, withSession } from './session.ts'

/**
 * A backup is proved by restoring it: into a database beside the one that it was made of, on the same server, which is gone
 * again afterwards. It has one name, so that what a killed process leaves is found by the next.
 */

export interface Proof {
  readonly verified: Proved
  /** Why it was only read. */
  readonly reason: string | null
}

interface Proving {
  readonly source: Source
  /** What was counted while it was written. */
  readonly made: Pick<Backup, 'counted'>
  readonly database: OpenDatabase
  readonly config: Config
  readonly queues: readonly Queue[]
  readonly signal: AbortSignal
}

export async function proved(owner: pg.Client, proving: Proving): Promise<Proof> {
  const { source, signal } = proving
  const { name, connection, refused } = await madeScratch(owner, proving.database.connection)
  if (refused !== undefined) {
    await readBackup(source, countRows, signal)
    return { verified: 'read', reason: refused }
  }
  try {
    await compared(connection, proving)
    return { verified: 'restored', reason: null }
  } finally {
    await dropScratch(owner, name).catch(() => {})
  }
}

/** A database that was left there is of a process that was killed: whoever comes here holds the lock of backups. */
async function madeScratch(owner: pg.Client, connection: Connection) {
  const name = await scratchName(owner)
  const there = { name, connection: inDatabase(connection, name) }
  try {
    await dropScratch(owner, name)
    await owner.query(`create database ${pg.escapeIdentifier(name)} encoding 'UTF8' template template0`)
    // It is lost with the machine, and nobody misses it: its commits wait for no disk and no standby.
    await owner.query(`alter database ${pg.escapeIdentifier(name)} set synchronous_commit = off`)
    await withSession(there.connection, 'parvis backup', undefined, client => client.query('select'))
    return { ...there, refused: undefined }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    // The account may make none, or the way to the server leads to one database alone.
    if (!/^(42501|3D000|28000|08P01)$/.test(code)) throw error
    await dropScratch(owner, name).catch(() => {})
    return { ...there, refused: message }
  }
}

const dropScratch = (owner: pg.Client, name: string) =>
  owner.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)

async function scratchName(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  const hash = createHash('sha256')
    .update(rows[0]?.name ?? '')
    .digest('hex')
  return `parvis_backup_check_${hash.slice(0, 8)}`
}

/** The same server and account. An address says the database before its options, whatever else is in it. */
export function inDatabase(connection: Connection, name: string): Connection {
  const { connectionString, ...rest } = connection as pg.ClientConfig
  if (connectionString === undefined) return { ...rest, database: name } as Connection
  return {
    ...rest,
    connectionString: connectionString.replace(/^(\w+:\/\/[^/?]*)\/?[^?]*/, `$1/${name}`),
  } as Connection
}

async function compared(scratch: Connection, { source, made, database, config, queues, signal }: Proving) {
  const beside: OpenDatabase = {
    ...database,
    connection: scratch,
    service: async () => scratch,
    replica: undefined,
    place: 'the database for the check',
  }
  await restoreFrom(source, beside, config, queues, { trial: true })
  await withSession(scratch, 'parvis backup', signal, async client => {
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${quoted(table)}`)
      const [found, wanted] = [Number(rows[0]?.n), made.counted[nameOf(table)] ?? 0]
      if (found !== wanted)
        throw new Refusal(
          `${source.name}, restored, has ${found} rows in ${nameOf(table)} in place of ${wanted}.`,
        )
    }
  })
  const broken = await brokenSeals(scratch)
  // A trail that somebody changed is saved as it is: doctor tells of it, and the backup is no worse than the database.
  if (broken.length > 0 && (await brokenSeals(database.connection)).length === 0)
    throw new Refusal(`${source.name}, restored, has a broken audit trail: ${broken[0]}.`)
}

async function brokenSeals(connection: Connection): Promise<readonly string[]> {
  const db = connect(connection)
  try {
    return (await verifyAudit(db.pool)).broken
  } finally {
    await db.close()
  }
}
