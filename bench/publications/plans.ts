/**
 * How PostgreSQL carries out what publications are asked for, on as many of them as wanted, as Markdown: the product's
 * own queries, caught on their way. Takes the options of generate.ts, and its database.
 */
import pg from 'pg'
import { connect, type Db, type Sql } from '../../src/kernel/db.ts'
import { prepareSession, STATEMENT_MS } from '../../src/kernel/session.ts'
import { openPublications } from './open.ts'
import { readSize } from './options.ts'
import { questionsFor } from './questions.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
const TIMES = 9

/** Answers what it is given, and tells its plan and how long it took, in the middle of several times. */
function telling(db: Db, client: pg.Client, tell: (plan: string, milliseconds: number) => void): Db {
  const all = async <Row>(query: Sql): Promise<Row[]> => {
    await client.query('deallocate all')
    await client.query(`prepare asked as ${query.text}`)
    const values = query.values.map(value => pg.escapeLiteral(literal(value))).join(', ')
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

const literal = (value: unknown) => (Array.isArray(value) ? `{${value.join(',')}}` : String(value))

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
await using filled = await openPublications(readSize(process.argv.slice(2)), stop.signal, say)
const client = new pg.Client(filled.connection)
await client.connect()
const answering = connect(filled.connection)
try {
  await prepareSession(client, STATEMENT_MS)
  for (const { heading, ask, on } of await questionsFor(answering.pool)) {
    // With the plan that a connection of that kind keeps: the shared readers' is not made for the values at hand.
    await client.query(`set plan_cache_mode = ${on === 'reads' ? 'force_generic_plan' : 'auto'}`)
    process.stdout.write(`### ${heading}\n\n`)
    const db = telling(answering.pool, client, (plan, milliseconds) =>
      process.stdout.write(`${milliseconds.toFixed(1)} ms\n\n\`\`\`\n${plan}\n\`\`\`\n\n`),
    )
    await ask(db)
  }
} finally {
  await answering.close()
  await client.end()
}
