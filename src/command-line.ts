import { type OpenDatabase, usingDatabase } from './database.ts'
import type { CommandInput } from './kernel/command.ts'
import type { Config } from './kernel/config.ts'
import { connect, type Database } from './kernel/db/database.ts'
import { migrate } from './kernel/db/migrate.ts'

/** A command on the database as its owner. It is found while the service runs, and started when it does not. */
export const withOwner = <T>(config: Config, work: (database: OpenDatabase) => Promise<T>): Promise<T> =>
  usingDatabase(config, { as: 'command', say: line => process.stderr.write(`${line}\n`) }, work)

/** A command with the service's own rights, on an up-to-date database. */
export const withDatabase = <T>(
  { config, queues }: Pick<CommandInput, 'config' | 'queues'>,
  work: (context: { db: Database; secret: string }) => Promise<T>,
): Promise<T> =>
  withOwner(config, async ({ connection, service, secret }) => {
    await migrate(connection, await queues())
    const db = connect(await service())
    try {
      return await work({ db, secret })
    } finally {
      await db.close()
    }
  })
