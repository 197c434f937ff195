import { type OpenDatabase, refuseWithoutData, usingDatabase } from './database.ts'
import type { CommandInput } from './kernel/command.ts'
import type { Config } from './kernel/config.ts'
import { connect, type Database } from './kernel/db/database.ts'
import type { ConnectionConfig } from './kernel/db/db.ts'
import type { Queue } from './kernel/jobs/jobs.ts'
import { migrate } from './kernel/migrate.ts'
import { refuseUnmigrated } from './kernel/wait-for-migrations.ts'

interface Filling {
  /** It may be the first of all: what it fills is made. Any other would be answered by a database that holds nothing. */
  readonly makes?: boolean
}

/** Runs a command on the database as its owner; the embedded database is found while the service runs, else started. */
export async function withOwner<T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
  { makes = false }: Filling = {},
): Promise<T> {
  if (!makes) refuseWithoutData(config)
  return await usingDatabase(config, { as: 'command', say: line => process.stderr.write(`${line}\n`) }, work)
}

/** As its account may: an account of a node only looks whether it is. */
export const bringUpToDate = (
  { migrate: by }: Config,
  connection: ConnectionConfig,
  queues: readonly Queue[],
): Promise<unknown> => (by === 'apart' ? refuseUnmigrated : migrate)(connection, queues)

/** Runs a command with the rights of the service, on an up-to-date database. */
export const withDatabase = <T>(
  { config, queues }: Pick<CommandInput, 'config' | 'queues'>,
  work: (context: { db: Database; secret: string; otherSecrets: readonly string[] }) => Promise<T>,
  filling?: Filling,
): Promise<T> =>
  withOwner(
    config,
    async ({ connection, service, secret, otherSecrets }) => {
      await bringUpToDate(config, connection, await queues())
      const db = connect(await service())
      try {
        return await work({ db, secret, otherSecrets })
      } finally {
        await db.close()
      }
    },
    filling,
  )
