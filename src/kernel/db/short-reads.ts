import type pg from 'pg'
import { isNoAnswer, isOverrun, isServerless, isSilence } from '../db-errors.ts'
import type { Connection } from './db.ts'
import type { Pool } from './pool.ts'
import { STATEMENT_MS } from './session.ts'
import { SharedReaders } from './shared-readers.ts'
import { REALLY_SLOW_MS, SlowTexts } from './slow-texts.ts'
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
    this.#readers = new SharedReaders(primary, {
      ...{ name: 'parvis short reads', planned: 'by values', answerMs: STATEMENT_MS + 1_000 },
    })
    this.#pool = pool
  }

  async query(question: Question): Promise<pg.QueryResult> {
    if (this.#slow.has(question.text)) return await this.#pool.query(question)
    try {
      return await this.#readers.query(question)
    } catch (error) {
      // Nobody else has to find out.
      if (isSilence(error)) this.#pool.cutIdle()
      // Whoever has waited for seconds is told so: the pool leads to the same server.
      if (isNoAnswer(error) || isServerless(error)) throw error
      return isOverrun(error) ? await this.#overran(question) : await this.#pool.query(question)
    }
  }

  /** The second attempt also shows whether the statement is slow or the moment was busy. */
  async #overran(question: Question): Promise<pg.QueryResult> {
    this.#slow.add(question.text)
    const began = performance.now()
    const result = await this.#pool.query(question)
    if (performance.now() - began < REALLY_SLOW_MS) this.#slow.delete(question.text)
    return result
  }

  /** Those who wait for an answer are asked for on the pool. */
  endConnections(): void {
    this.#readers.endConnections()
  }

  close(): Promise<void> {
    return this.#readers.close()
  }
}
