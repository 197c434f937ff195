import type { Database } from '../../kernel/db/database.ts'
import type { Log } from '../../kernel/telemetry/log.ts'
import { addViews } from './queries.ts'

/**
 * Counts in memory how often pages of publications are opened, and adds the counts to the database each minute and when the
 * service stops. Nothing about the reader is kept.
 */

const EVERY_MS = 60_000
/** Publications between two writes; views of further ones are not counted. */
const MOST = 10_000

export class ViewCounter {
  #views = new Map<string, number>()
  #writing: Promise<void> = Promise.resolve()
  readonly #db: Pick<Database, 'transaction'>
  readonly #log: Log
  readonly #timer: NodeJS.Timeout

  constructor(db: Pick<Database, 'transaction'>, log: Log) {
    this.#db = db
    this.#log = log
    this.#timer = setInterval(() => void this.write(), EVERY_MS).unref()
  }

  add(publicationId: string, views = 1): void {
    const earlier = this.#views.get(publicationId) ?? 0
    if (earlier > 0 || this.#views.size < MOST) this.#views.set(publicationId, earlier + views)
  }

  /** One write at a time. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.write()
  }

  async #write(): Promise<void> {
    const views = this.#views
    if (views.size === 0) return
    this.#views = new Map()
    try {
      await this.#db.transaction(tx => addViews(tx, views))
    } catch (error) {
      this.#log.warn({ error, publications: views.size }, 'page views not written yet')
      for (const [id, count] of views) this.add(id, count)
    }
  }
}
