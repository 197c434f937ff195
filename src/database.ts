import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './kernel/config.ts'
import type { Connection } from './kernel/db.ts'
import { type EmbeddedDatabase, openEmbedded } from './kernel/postgres.ts'

/** The database this process works on: the operator's own, or the embedded one. */
export interface OpenDatabase {
  readonly connection: Connection
  readonly replica: Connection | undefined
  readonly secret: string
  /** Where the data lies, in words for the operator. */
  readonly place: string
  close(): Promise<void>
}

interface Opening {
  readonly as: 'service' | 'command'
  readonly say: (line: string) => void
}

export async function openDatabase(config: Config, opening: Opening): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const { host, pathname } = new URL(config.databaseUrl)
    return {
      connection: { connectionString: config.databaseUrl },
      replica: config.databaseReadUrl ? { connectionString: config.databaseReadUrl } : undefined,
      secret: config.secret ?? '',
      place: `PostgreSQL ${host}${pathname}`,
      close: async () => {},
    }
  }
  const embedded: EmbeddedDatabase = await openEmbedded({
    dataDir: config.dataDir,
    label: `http://${config.host}:${config.port}`,
    ...opening,
  })
  return {
    connection: embedded.connection,
    replica: undefined,
    secret: config.secret ?? keptSecret(config.dataDir),
    place: embedded.directory,
    close: () => embedded.stop(),
  }
}

/** The embedded database's own PARVIS_SECRET, made once. Only its owner can read it. */
function keptSecret(dataDir: string): string {
  const file = secretFile(dataDir)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    try {
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}

export const secretFile = (dataDir: string) => join(dataDir, 'secret')
