import type { OpenDatabase } from '../database.ts'
import type { Config } from '../kernel/config.ts'
import type { Queue } from '../kernel/jobs.ts'
export async function restoreFrom(
  _file: string,
  _database: OpenDatabase,
  _config: Config,
  _queues: readonly Queue[],
): Promise<{ tables: number; rows: number }> {
  throw new Error('pending')
}
