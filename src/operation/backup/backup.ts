import { createHash, type Hash } from 'node:crypto'
import { createWriteStream, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type OpenDatabase, signingSecretFile } from '../../foundation/database.ts'
import { isPostgresError } from '../../kernel/refusals/db-errors.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { encrypted } from './age.ts'
import { type Digest, Digesting, digesting } from './digest.ts'
import { asItIs, END_OF_ROWS, headLine, lastLine, linesIn, nameOf, tableLine } from './format.ts'
import { FORMAT, type Header } from './header.ts'
import { sumOf } from './load.ts'
import {
  bossVersion,
  columnList,
  fingerprintOf,
  interruptible,
  PLAIN_SETTINGS,
  quoted,
  sequencesOf,
  tablesOf,
  withSession,
} from './session.ts'

export interface Backup {
  readonly tables: number
  readonly rows: number
  /** Rows by table name. */
  readonly counted: Readonly<Record<string, number>>
  /** The digest of the file's bytes, as written. */
  readonly digest: Digest
  /** Bytes before compression. */
  readonly unpacked: number
}

/** Writes a snapshot of the whole database to a file. The service keeps running: only read locks are taken. */
export const backupTo = (
  file: string,
  database: OpenDatabase,
  config: Config,
  passphrase?: string,
): Promise<Backup> =>
  interruptible(async signal => {
    const target = resolve(file)
    refuseUnusable(target, file)
    try {
      return await snapshot({ database, config, passphrase, signal }, pieces =>
        writtenTo(target, pieces, () => refuseUnusable(target, file)),
      )
    } catch (error) {
      throw explained(error, file)
    }
  })

function refuseUnusable(target: string, file: string): void {
  if (existsSync(target)) throw new Refusal(`${file} is there already: a backup overwrites nothing.`)
  const folder = dirname(target)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Refusal(`There is no folder ${folder}: make it first.`)
}

const draftOf = (target: string) => join(dirname(target), `.${basename(target)}.${process.pid}.partial`)

/** Writes to a draft and renames it when it is complete and flushed; removes an incomplete draft. */
export async function writtenTo(
  target: string,
  pieces: AsyncIterable<Buffer>,
  look: () => void,
): Promise<void> {
  const draft = draftOf(target)
  const sink = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  const closed = new Promise<void>(resolve => sink.once('close', resolve))
  try {
    await pipeline(pieces, sink)
    look()
    renameSync(draft, target)
  } finally {
    // A stream that ends while it opens its file makes the file afterwards.
    await closed
    rmSync(draft, { force: true })
  }
}

/** Turns errors that the operator can fix into messages; returns other errors unchanged. */
export function explained(error: unknown, file: string): unknown {
  if (isPostgresError(error) && error.code === '42501')
    return new Refusal(
      `The account of DATABASE_URL lacks a right that a backup needs: ${error.message} (parvis doctor, rights).`,
    )
  if (isPostgresError(error) && error.code === '55P03')
    return new Refusal('The tables are being changed (a migration, a restore): try again when it is over.')
  const cause = error instanceof Problem ? error.cause : error
  // An unavailable store, wrapped in a `Problem`.
  if (cause instanceof Refusal) return cause
  const { syscall, message } = (cause ?? error) as NodeJS.ErrnoException
  if (syscall && /^(open|write|fsync|close|rename)$/.test(syscall))
    return new Refusal(`${file} cannot be written: ${message}.`)
  return error
}

interface Job {
  readonly database: OpenDatabase
  readonly config: Config
  /** Undefined: the backup is not encrypted. */
  readonly passphrase: string | undefined
  readonly workFactor?: number | undefined
  readonly signal: AbortSignal
}

/** Streams the bytes of a backup while reading the database. */
export const snapshot = (
  job: Job,
  write: (pieces: AsyncIterable<Buffer>) => Promise<unknown>,
): Promise<Backup> =>
  withSession(job.database.connection, 'parvis backup', job.signal, async client => {
    await client.query('begin isolation level repeatable read read only')
    await client.query(PLAIN_SETTINGS)
    const header = await describe(client, job)
    const counted: Record<string, number> = {}
    const [file, size] = [new Digesting(), { unpacked: 0 }]
    await pipeline(
      hashed(client, header, counted, size),
      createGzip({ chunkSize: 256 * 1024 }),
      job.passphrase === undefined ? asItIs : encrypted(job.passphrase, job.workFactor),
      digesting(file),
      async (pieces: AsyncIterable<Buffer>) => void (await write(pieces)),
      { signal: job.signal },
    )
    await client.query('commit')
    const { tables } = header
    return { tables: tables.length, rows: sumOf(counted), counted, digest: file.end(), ...size }
  })

async function describe(client: pg.Client, { database, config }: Job): Promise<Header> {
  const { rows: found } = await client.query<{ postgres: number; installed: boolean }>(
    `select current_setting('server_version_num')::int / 10000 as postgres,
       to_regclass('public.schema_migrations') is not null and to_regclass('pgboss.version') is not null as installed`,
  )
  if (!found[0]?.installed)
    throw new Refusal(`There is nothing of Parvis in the database yet: ${database.place}.`)
  const tables = await tablesOf(client)
  // Reading takes this lock anyway. Taking it on all tables first prevents truncating or altering any of them
  // meanwhile.
  await client.query(`lock table ${tables.map(quoted).join(', ')} in access share mode`)
  const { rows: migrations } = await client.query<Header['migrations'][number]>(
    'select number, name, sha256 from schema_migrations order by number',
  )
  return {
    parvis_backup: FORMAT,
    version: config.version,
    created_at: new Date().toISOString(),
    postgres: found[0].postgres,
    pgboss: await bossVersion(client),
    migrations,
    secret_fingerprint: fingerprintOf(database.secret),
    // Sealed columns cannot be opened without the secret. Operators who set PARVIS_SECRET keep it themselves.
    ...(!config.databaseUrl && !config.secret && { secret: database.secret }),
    ...madeForPayments(config),
    tables,
    sequences: await positionsOf(client),
  }
}

/** The signing secret of an embedded installation: the payment provider's signatures would fail with another one. */
function madeForPayments({ databaseUrl, dataDir }: Config): Pick<Header, 'signing_secret'> {
  const file = signingSecretFile(dataDir)
  return !databaseUrl && existsSync(file) ? { signing_secret: readFileSync(file, 'utf8').trim() } : {}
}

/** Sequences are not part of a snapshot. Read after it, their values are equal to or above every number in the rows. */
async function positionsOf(client: pg.Client): Promise<Header['sequences']> {
  const positions = []
  for (const name of await sequencesOf(client)) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${name}`,
    )
    for (const row of rows) positions.push({ name, ...row })
  }
  return positions
}

/** The checksum in the last line covers everything before it. */
async function* hashed(
  client: pg.Client,
  header: Header,
  counted: Record<string, number>,
  size: { unpacked: number },
) {
  const hash: Hash = createHash('sha256')
  for await (const part of parts(client, header, counted)) {
    hash.update(part)
    size.unpacked += Buffer.byteLength(part)
    yield part
  }
  const last = lastLine(counted, hash.digest('hex'))
  size.unpacked += Buffer.byteLength(last)
  yield last
}

async function* parts(
  client: pg.Client,
  header: Header,
  counted: Record<string, number>,
): AsyncGenerator<string | Buffer> {
  yield headLine(header)
  for (const table of header.tables) {
    yield tableLine(table)
    let rows = 0
    // Copies a query, because COPY does not accept the name of a partitioned table.
    const text = `copy (select ${columnList(table)} from ${quoted(table)}) to stdout`
    for await (const chunk of client.query(copyTo(text)) as AsyncIterable<Buffer>) {
      rows += linesIn(chunk)
      yield chunk
    }
    counted[nameOf(table)] = rows
    yield END_OF_ROWS
  }
}
