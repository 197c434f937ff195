import type pg from 'pg'

/**
 * The completed steps of a load, stored in its database in the step's transaction, so that an interrupted load can
 * resume.
 */
export class Steps {
  readonly #done: Set<string>

  private constructor(done: Set<string>) {
    this.#done = done
  }

  static async in(client: pg.Client): Promise<Steps> {
    await client.query('create schema if not exists bench')
    await client.query(
      'create table if not exists bench.steps (step text primary key, seconds real not null)',
    )
    const { rows } = await client.query<{ step: string }>('select step from bench.steps')
    return new Steps(new Set(rows.map(row => row.step)))
  }

  isDone(step: string): boolean {
    return this.#done.has(step)
  }

  /** Runs the step once, atomically. */
  async once(client: pg.Client, step: string, work: () => Promise<unknown>): Promise<void> {
    if (this.isDone(step)) return
    const began = performance.now()
    await client.query('begin')
    try {
      await work()
      const seconds = (performance.now() - began) / 1000
      await client.query('insert into bench.steps (step, seconds) values ($1, $2)', [step, seconds])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
    this.#done.add(step)
  }
}
