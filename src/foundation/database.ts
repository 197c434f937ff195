import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseClient } from '../kernel/db/client.ts'
import { connectionRefusal, strictly } from '../kernel/db/database-url.ts'
import type { ConnectionConfig } from '../kernel/db/db.ts'
import { Hosts } from '../kernel/db/hosts.ts'
import { outageOf } from '../kernel/db/outage.ts'
import { isPooledByTransaction, pooled } from '../kernel/db/server-state.ts'
import { PATIENT } from '../kernel/db/session.ts'
import { makeFolder } from '../kernel/files/folder.ts'
import { type EmbeddedDatabase, openEmbedded } from '../kernel/postgres/open.ts'
import { serviceLogin } from '../kernel/postgres/service-role.ts'
import { isConnectionLoss, isDatabaseError, isDriverTimeout } from '../kernel/refusals/db-errors.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { Refusal } from '../kernel/refusals/refusal.ts'
import { type Config, ownUrl } from '../kernel/settings/config.ts'
import {
  type Addresses,
  isInvalidAddress,
  nameOf,
  readAddresses,
} from '../kernel/settings/database-addresses.ts'
import type { Log } from '../kernel/telemetry/log.ts'

/** The database of this process: the operator's or the embedded one. */
export interface OpenDatabase {
  /** As the owner, for migrations and backups. */
  readonly connection: ConnectionConfig
  /** For the service and commands, without the owner's rights. Available after the migrations. */
  service(): Promise<ConnectionConfig>
  readonly replica: ConnectionConfig | undefined
  readonly secret: string
  /** Other secrets that may still open sealed data, during an exchange of the secret. */
  readonly otherSecrets: readonly string[]
  /** The location of the data, for messages to the operator. */
  readonly place: string
  close(): Promise<void>
}

interface Opening {
  readonly as: 'service' | 'command'
  readonly say: (line: string) => void
  readonly log?: Pick<Log, 'warn' | 'error'> | undefined
}

async function openDatabase(config: Config, opening: Opening): Promise<OpenDatabase> {
  const patience = opening.as === 'command' ? PATIENT : {}
  if (config.databaseUrl) {
    const addresses = addressesIn(config.databaseUrl, 'primary')
    const connection = connectionTo(addresses, 'DATABASE_URL')
    const replica = config.databaseReadUrl
      ? connectionTo(addressesIn(config.databaseReadUrl, 'replica'), 'DATABASE_READ_URL')
      : undefined
    return {
      connection: { ...connection, ...PATIENT },
      // The rights of this account are the operator's choice.
      service: async () => ({ ...connection, ...patience }),
      replica,
      secret: config.secret ?? '',
      otherSecrets: config.secretAlso ? [config.secretAlso] : [],
      place: `PostgreSQL ${addresses.database} on ${addresses.all.map(nameOf).join(', ')}`,
      async close() {
        connection.hosts.close()
        replica?.hosts.close()
      },
    }
  }
  const embedded: EmbeddedDatabase = await openEmbedded({
    dataDir: config.dataDir,
    label: ownUrl(config),
    ...opening,
  })
  try {
    return {
      connection: { ...embedded.connection, ...PATIENT },
      service: async () => ({ ...(await serviceLogin(embedded.connection)), ...patience }),
      replica: undefined,
      secret:
        config.secret ??
        storedSecret(secretFile(config.dataDir), () => randomBytes(48).toString('base64url')),
      otherSecrets: config.secret
        ? config.secretAlso
          ? [config.secretAlso]
          : []
        : nextSecret(config.dataDir),
      place: embedded.directory,
      close: () => embedded.stop(),
    }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

function addressesIn(value: string, whose: 'primary' | 'replica'): Addresses {
  const read = readAddresses(value, whose)
  // Not reached: `readConfig` has validated it.
  if (isInvalidAddress(read)) throw new Refusal(`The address of the database must be ${read.wanted}.`)
  return read
}

function connectionTo(addresses: Addresses, setting: string) {
  const plain = { connectionString: strictly(addresses.url) }
  try {
    // Reads the certificate files that the address names, which may fail.
    new DatabaseClient(plain)
  } catch (error) {
    throw new Refusal(`${setting} cannot be used: ${(error as Error).message}.`)
  }
  return { ...plain, hosts: new Hosts(plain, addresses) }
}

/** Opens the database while the work runs. Connection errors become messages for the operator. */
export async function usingDatabase<T>(
  config: Config,
  opening: Opening,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(config, opening)
  try {
    await refusePooled(config, database, opening)
    return await work(database)
  } catch (error) {
    throw operatorError(error, database.place)
  } finally {
    await database.close()
  }
}

/** Refuses a pooler in transaction mode, which would pass a session's role and timeouts to other clients. */
async function refusePooled(config: Config, database: OpenDatabase, { as }: Opening): Promise<void> {
  if (!config.databaseUrl) return
  const [primary, replica] = await Promise.all([
    isPooledByTransaction(database.connection),
    // Commands do not use the replica, and an unreachable replica must not prevent the start.
    as === 'service' && database.replica ? isPooledByTransaction(database.replica).catch(() => false) : false,
  ])
  if (primary || replica) throw new Refusal(pooled(primary ? 'DATABASE_URL' : 'DATABASE_READ_URL'))
}

/** For commands that read: without DATA_DIR they would create an empty database and report that there is nothing. */
export function refuseWithoutData({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || ['postgres', 'postgres.location'].some(name => mayBeThere(join(dataDir, name)))) return
  throw new Refusal(
    `There is no database in ${dataDir}: set DATA_DIR as the service has it. (Its first start makes one.)`,
  )
}

/** True also if the path cannot be inspected: opening it will then explain why. */
function mayBeThere(path: string): boolean {
  try {
    return lstatSync(path) !== undefined
  } catch (error) {
    return !/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')
  }
}

/** Unknown host, wrong password, unknown database: errors that only the operator can fix. */
const NOT_LET_IN = /^(ENOTFOUND|EAI_AGAIN|28000|28P01|3D000)$/

/** Converts errors of the database to a Refusal that names the database. Returns other errors unchanged. */
function operatorError(error: unknown, place: string): unknown {
  const cause = error instanceof Problem ? error.cause : error
  if (!isDatabaseError(cause)) return error
  const { message, code = '' } = cause as NodeJS.ErrnoException
  const refused = connectionRefusal(cause)
  if (refused) return new Refusal(`The database cannot be reached: ${place}: ${refused}.`)
  if (isConnectionLoss(cause) || isDriverTimeout(cause) || NOT_LET_IN.test(code))
    return new Refusal(`The database cannot be reached: ${place} (${message || code}).`)
  if (code === '42501')
    return new Refusal(`The account of the database lacks a right: ${message} (parvis doctor, rights).`)
  const outage = outageOf(cause)
  return outage ? new Refusal(`The database failed: ${place}: ${outage.reason} (${message}).`) : error
}

/** Reads a secret of the embedded installation. Creates it once, readable only by its owner. */
export function storedSecret(file: string, make: () => string): string {
  if (!existsSync(file)) {
    makeFolder(dirname(file), 0o700)
    // Written completely before it gets its name, so that no process reads half a secret.
    const draft = `${file}.${process.pid}`
    try {
      writeFileSync(draft, make(), { mode: 0o600, flush: true })
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32)
    throw new Refusal(
      `${file} contains no secret (a full disk, a truncated copy?): restore it from a backup.`,
    )
  return secret
}

/** The new secret, left by an exchange that was interrupted between database and file. */
function nextSecret(dataDir: string): string[] {
  const file = nextSecretFile(dataDir)
  return existsSync(file) ? [readFileSync(file, 'utf8').trim()] : []
}

export const nextSecretFile = (dataDir: string) => `${secretFile(dataDir)}.next`
export const secretFile = (dataDir: string) => join(dataDir, 'secret')
/** Included in backups like the secret, since the payment provider has the same value. */
export const signingSecretFile = (dataDir: string) => join(dataDir, 'payment-signing-secret')
