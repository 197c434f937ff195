import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, ownUrl } from './kernel/config.ts'
import { type Addresses, isInvalidAddress, nameOf, readAddresses } from './kernel/db/addresses.ts'
import { DatabaseClient } from './kernel/db/client.ts'
import { connectionRefusal, strictly } from './kernel/db/database-url.ts'
import type { ConnectionConfig } from './kernel/db/db.ts'
import { Hosts } from './kernel/db/hosts.ts'
import { outageOf } from './kernel/db/outage.ts'
import { isPooledByTransaction, pooled } from './kernel/db/server-state.ts'
import { isConnectionLoss, isDatabaseError, isDriverTimeout } from './kernel/db-errors.ts'
import { Problem } from './kernel/errors.ts'
import { makeFolder } from './kernel/files/folder.ts'
import { type EmbeddedDatabase, openEmbedded } from './kernel/postgres/open.ts'
import { serviceLogin } from './kernel/postgres/service-role.ts'
import { Refusal } from './kernel/refusal.ts'

/** The database this process works on: the operator's own, or the embedded one. */
export interface OpenDatabase {
  /** The owner, for migrations and backups. */
  readonly connection: ConnectionConfig
  /** The connection of the service and of commands, without the owner's rights. Available after the migrations. */
  service(): Promise<ConnectionConfig>
  readonly replica: ConnectionConfig | undefined
  readonly secret: string
  /** Others that may still open something, while the secret is exchanged. */
  readonly otherSecrets: readonly string[]
  /** Where the data lies, in words for the operator. */
  readonly place: string
  close(): Promise<void>
}

interface Opening {
  readonly as: 'service' | 'command'
  readonly say: (line: string) => void
}

async function openDatabase(config: Config, opening: Opening): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const addresses = addressesIn(config.databaseUrl, 'primary')
    const connection = connectionTo(addresses, 'DATABASE_URL')
    const replica = config.databaseReadUrl
      ? connectionTo(addressesIn(config.databaseReadUrl, 'replica'), 'DATABASE_READ_URL')
      : undefined
    return {
      connection,
      // The rights of this account are the operator's choice.
      service: async () => connection,
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
      connection: embedded.connection,
      service: () => serviceLogin(embedded.connection),
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
  // `readConfig` has refused it before.
  if (isInvalidAddress(read)) throw new Refusal(`The address of the database must be ${read.wanted}.`)
  return read
}

function connectionTo(addresses: Addresses, setting: string) {
  const plain = { connectionString: strictly(addresses.url) }
  try {
    // Reads the files of certificates that the address names.
    new DatabaseClient(plain)
  } catch (error) {
    throw new Refusal(`${setting} cannot be used: ${(error as Error).message}.`)
  }
  return { ...plain, hosts: new Hosts(plain, addresses) }
}

/** Opens the database for the time of the work. One that refuses connections is one sentence for the operator. */
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

/** In transaction mode the role and the limits of a connection would be the next one's. */
async function refusePooled(config: Config, database: OpenDatabase, { as }: Opening): Promise<void> {
  if (!config.databaseUrl) return
  const [primary, replica] = await Promise.all([
    isPooledByTransaction(database.connection),
    // Commands read nothing there. One that is away is no reason not to start.
    as === 'service' && database.replica ? isPooledByTransaction(database.replica).catch(() => false) : false,
  ])
  if (primary || replica) throw new Refusal(pooled(primary ? 'DATABASE_URL' : 'DATABASE_READ_URL'))
}

/** For whatever asks about what is there: a DATA_DIR that was forgotten would be made, and answer that there is nothing. */
export function refuseWithoutData({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || ['postgres', 'postgres.location'].some(name => mayBeThere(join(dataDir, name)))) return
  throw new Refusal(
    `There is no database in ${dataDir}: set DATA_DIR as the service has it. (Its first start makes one.)`,
  )
}

/** What may not be looked at may be there: whoever opens it says why it cannot be. */
function mayBeThere(path: string): boolean {
  try {
    return lstatSync(path) !== undefined
  } catch (error) {
    return !/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')
  }
}

/** No such host, a wrong password, no such database: errors that only the operator can mend. */
const NOT_LET_IN = /^(ENOTFOUND|EAI_AGAIN|28000|28P01|3D000)$/

/** What the database refuses is a sentence that names it. Any other error is somebody else's: a store, a mail server, a fault. */
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
  return outage ? new Refusal(`The database did not do it: ${place}: ${outage.reason} (${message}).`) : error
}

/** A secret of the embedded installation, created once, readable by its owner alone. */
export function storedSecret(file: string, make: () => string): string {
  if (!existsSync(file)) {
    makeFolder(dirname(file), 0o700)
    // Written completely before it is renamed, so that no process reads half a secret.
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
      `${file} holds no secret (a full disk, a copy cut short?): bring it back from a backup.`,
    )
  return secret
}

/** An exchange that was broken off between the database and the file left it. */
function nextSecret(dataDir: string): string[] {
  const file = nextSecretFile(dataDir)
  return existsSync(file) ? [readFileSync(file, 'utf8').trim()] : []
}

export const nextSecretFile = (dataDir: string) => `${secretFile(dataDir)}.next`
export const secretFile = (dataDir: string) => join(dataDir, 'secret')
/** Both sides of the payment webhook hold it: a backup takes it along, like the other. */
export const signingSecretFile = (dataDir: string) => join(dataDir, 'payment-signing-secret')
