import type { Database } from '../kernel/db/database.ts'
import type { Sql } from '../kernel/db/db.ts'

/** `ok` and `note` are fine; `wrong` has to be mended, and makes the exit code 1. */
export interface Finding {
  readonly state: 'ok' | 'note' | 'wrong'
  readonly about: string
  readonly says: string
}

export const ok = (about: string, says: string): Finding => ({ state: 'ok', about, says })
export const note = (about: string, says: string): Finding => ({ state: 'note', about, says })
export const wrong = (about: string, says: string): Finding => ({ state: 'wrong', about, says })

export const count = async (db: Database, query: Sql) =>
  (await db.pool.one<{ n: number }>(query).catch(() => undefined))?.n ?? 0
