import type { Database } from '../kernel/db/database.ts'
import type { Sql } from '../kernel/db/db.ts'
import type { Saying } from './sentences.ts'

/** `ok` and `note` are fine; `wrong` has to be mended, and makes the exit code 1. */
export const FINDING_STATES = ['ok', 'note', 'wrong'] as const
export type FindingState = (typeof FINDING_STATES)[number]

export interface Finding {
  readonly state: FindingState
  readonly about: string
  /** For the terminal of the machine alone: it may name folders and hosts. */
  readonly says: string
  /** The same for whoever administers Parvis, wherever they sit. */
  readonly said: Saying
}

const finding =
  (state: FindingState) =>
  (about: string, says: string, said: Saying): Finding => ({ state, about, says, said })
export const ok = finding('ok')
export const note = finding('note')
export const wrong = finding('wrong')

export const count = async (db: Database, query: Sql) =>
  (await db.pool.one<{ n: number }>(query).catch(() => undefined))?.n ?? 0
