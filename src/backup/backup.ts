import type { OpenDatabase } from '../database.ts'
import type { Config } from '../kernel/config.ts'
export async function backupTo(
  _file: string,
  _database: OpenDatabase,
  _config: Config,
): Promise<{ tables: number; rows: number; bytes: number }> {
  throw new Error('pending')
}
