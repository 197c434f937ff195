import type { CommandInput } from '../kernel/commands/command.ts'
import { connect, type Database } from '../kernel/db/database.ts'
import type { ConnectionConfig } from '../kernel/db/db.ts'
import type { Queue } from '../kernel/jobs/jobs.ts'
import { migrate } from '../kernel/migrations/migrate.ts'
import { refuseUnmigrated } from '../kernel/migrations/wait-for-migrations.ts'
import type { Config } from '../kernel/settings/config.ts'
import { type OpenDatabase, refuseWithoutData, usingDatabase } from './database.ts'

interface Filling {
  /** The command may create the database. Others refuse, because an empty database would give misleading answers. */
  readonly makes?: boolean
}

/** Runs a command as the database's owner. Uses the running embedded database, or starts it. */
export async function withOwner<T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
  { makes = false }: Filling = {},
): Promise<T> {
  if (!makes) refuseWithoutData(config)
  return await usingDatabase(config, { as: 'command', say: line => process.stderr.write(`${line}\n`) }, work)
}

/** Migrates the database; with MIGRATE=apart only checks that it is up to date. */
export const bringUpToDate = (
  { migrate: by }: Config,
  connection: ConnectionConfig,
  queues: readonly Queue[],
): Promise<unknown> => (by === 'apart' ? refuseUnmigrated : migrate)(connection, queues)

/** Runs a command with the service's rights on an up-to-date database. */
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
