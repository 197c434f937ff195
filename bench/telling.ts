import pg from 'pg'
import type { Db, Sql } from '../src/kernel/db/db.ts'

const TIMES = 9
/** Serialises the output of concurrent statements. */
let told: Promise<unknown> = Promise.resolve()

/** Runs the statement, and prints its plan and the median time. */
export function telling(
  db: Db,
  client: pg.Client,
  mode: 'force_generic_plan' | 'auto',
  tell: (plan: string, milliseconds: number) => void,
): Db {
  const all = <Row>(query: Sql): Promise<Row[]> => {
    const telling = told.then(() => explained<Row>(query))
    told = telling.catch(() => {})
    return telling
  }
  const explained = async <Row>(query: Sql): Promise<Row[]> => {
    await client.query('deallocate all')
    await client.query(`set plan_cache_mode = ${mode}`)
    await client.query(`prepare asked as ${query.text}`)
    const values = query.values.map(literal).join(', ')
    const execute = `execute asked${values && `(${values})`}`
    const times: number[] = []
    for (let time = 0; time <= TIMES; time++) {
      const began = performance.now()
      await client.query(execute)
      times.push(performance.now() - began)
    }
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off, timing off) ${execute}`,
    )
    const plan = rows.map(row => row['QUERY PLAN']).filter(line => !/^ *(Index Searches|Planning)/.test(line))
    const median = times.slice(1).sort((a, b) => a - b)[TIMES >> 1] ?? 0
    tell(plan.join('\n'), median)
    return await db.all<Row>(query)
  }
  return { all, one: async <Row>(query: Sql) => (await all<Row>(query))[0], run: async () => 0 }
}

const literal = (value: unknown) =>
  value === null ? 'null' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value))
