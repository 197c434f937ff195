import type { Database } from '../../kernel/db/database.ts'
import type { Sql } from '../../kernel/db/db.ts'
import type { FindingExplanation, Subject } from './explanations.ts'

/** `ok` and `note` need no action; `wrong` does, and makes the exit code 1. */
export const FINDING_STATES = ['ok', 'note', 'wrong'] as const
type FindingState = (typeof FINDING_STATES)[number]

export interface Finding {
  readonly state: FindingState
  readonly about: Subject
  /** For the terminal only: may name folders and hosts. */
  readonly says: string
  /** Shown to administrators in the back-office. */
  readonly explanation: FindingExplanation
}

const finding =
  (state: FindingState) =>
  (about: Subject, says: string, explanation: FindingExplanation): Finding => ({
    state,
    about,
    says,
    explanation,
  })
export const ok = finding('ok')
export const note = finding('note')
export const wrong = finding('wrong')

export const count = async (db: Database, query: Sql) =>
  (await db.pool.one<{ n: number }>(query).catch(() => undefined))?.n ?? 0
