import { type OpenDatabase, usingDatabase } from './database.ts'
import type { CommandInput } from './kernel/command.ts'
import type { Config } from './kernel/config.ts'
import { connect, type Database } from './kernel/db/database.ts'
import { migrate } from './kernel/migrate.ts'
import { refuseUnmigrated } from './kernel/migrated.ts'

/** Runs a command on the database as its owner; the embedded database is found while the service runs, else started. */
export const withOwner = <T>(config: Config, work: (database: OpenDatabase) => Promise<T>): Promise<T> =>
  usingDatabase(config, { as: 'command', say: line => process.stderr.write(`${line}\n`) }, work)

/** Runs a command with the rights of the service, on an up-to-date database. */
export const withDatabase = <T>(
  { config, queues }: Pick<CommandInput, 'config' | 'queues'>,
  work: (context: { db: Database; secret: string; otherSecrets: readonly string[] }) => Promise<T>,
): Promise<T> =>
  withOwner(config, async ({ connection, service, secret, otherSecrets }) => {
    const bringUpToDate = config.migrate === 'apart' ? refuseUnmigrated : migrate
    await bringUpToDate(connection, await queues())
    const db = connect(await service())
    try {
      return await work({ db, secret, otherSecrets })
    } finally {
      await db.close()
    }
  })
