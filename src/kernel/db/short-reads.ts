import type pg from 'pg'
import { isOverrun, isSilence } from '../db-errors.ts'
import type { Connection } from './db.ts'
import type { Pool } from './pool.ts'
import { SharedReaders } from './shared-readers.ts'
import { SlowTexts } from './slow-texts.ts'
import type { Question } from './statements.ts'

/**
 * Reads behind a bearer that are short: in pipeline mode like those of everybody (who calls and a page of ten, with 32
 * requests at once: two fifths less CPU on both sides), and always from the primary, so that who wrote reads it back.
 * Whatever fails here or takes longer is asked once more on the pool.
 */
export class ShortReads {
  readonly #readers: SharedReaders
  readonly #pool: Pool
  readonly #slow = new SlowTexts()

  constructor(primary: Connection, pool: Pool) {
    // Filters of people at work may need a plan of their own.
    this.#readers = new SharedReaders(primary, { name: 'parvis short reads', planned: 'by values' })
    this.#pool = pool
  }

  async query(question: Question): Promise<pg.QueryResult> {
    if (this.#slow.has(question.text)) return await this.#pool.query(question)
    try {
      return await this.#readers.query(question)
    } catch (error) {
      if (isSilence(error)) {
        // Nobody else has to find out, and whoever has waited for seconds is told so.
        this.#pool.cutIdle()
        throw error
      }
      if (isOverrun(error)) this.#slow.add(question.text)
      return await this.#pool.query(question)
    }
  }

  /** Those who wait for an answer are asked for on the pool. */
  endConnections(): void {
    this.#readers.endConnections()
  }

  close(): Promise<void> {
    return this.#readers.close()
  }
}
