/** Prints the plans of the product's public queries on all 35 000 communes, as Markdown. */
import pg from 'pg'
import type { Db, Sql } from '../src/kernel/db/db.ts'
import { pageOf } from '../src/kernel/lists/paging.ts'
import { BY_NAME, countCommunes, findCommuneBySlug, listCommunes } from '../src/territory/communes/queries.ts'
import { openFrance } from './database.ts'

const everything = { communeIds: null, names: undefined, code: undefined, departement: undefined }
const first = pageOf({ per_page: 15 }, BY_NAME)
const after = ['saintmartin', '00000000-0000-0000-0000-000000000000'] as const

const saint = { ...everything, names: ['saint'] }
const postal = { ...everything, code: '01300' }
const ain = { ...everything, departement: '01' }

const questions: readonly [heading: string, ask: (db: Db) => Promise<unknown>][] = [
  ['First page', db => listCommunes(db, everything, first)],
  ['Behind a cursor', db => listCommunes(db, everything, { ...first, number: 2, after })],
  ['Offset 34 000', db => listCommunes(db, everything, { ...first, number: 2268, offset: 34_000 })],
  ['Total', db => countCommunes(db, everything)],
  ['Search by the beginning of a name', db => listCommunes(db, saint, first)],
  ['Search, total', db => countCommunes(db, saint)],
  ['Postal code', db => listCommunes(db, postal, first)],
  ['Postal code, total', db => countCommunes(db, postal)],
  ['Departement', db => listCommunes(db, ain, first)],
  ['Departement, total', db => countCommunes(db, ain)],
  ['By slug', db => findCommuneBySlug(db, 'rennes')],
]

/** Runs `explain` instead of the query: once to warm up, then with the given options. */
function explaining(client: pg.Client, tell: (plan: string) => void): Db {
  let statements = 0
  const all = async <Row>(query: Sql): Promise<Row[]> => {
    const name = `statement_${++statements}`
    await client.query(`prepare ${name} as ${query.text}`)
    const values = query.values.map(value => pg.escapeLiteral(literal(value))).join(', ')
    const execute = `execute ${name}${values && `(${values})`}`
    await client.query(execute)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off, timing off) ${execute}`,
    )
    const plan = rows.map(row => row['QUERY PLAN']).filter(line => !/^ *(Index Searches|Planning)/.test(line))
    tell(plan.join('\n'))
    return []
  }
  return { all, one: async <Row>(query: Sql) => (await all<Row>(query))[0], run: async () => 0 }
}

const literal = (value: unknown) => (Array.isArray(value) ? `{${value.join(',')}}` : String(value))

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
await using france = await openFrance(stop.signal)
const client = new pg.Client(france.connection)
await client.connect()
try {
  // With the generic plan that connections keep.
  await client.query(`set plan_cache_mode = 'force_generic_plan'`)
  const db = explaining(client, plan => process.stdout.write(`\`\`\`\n${plan}\n\`\`\`\n\n`))
  for (const [heading, ask] of questions) {
    process.stdout.write(`### ${heading}\n\n`)
    await ask(db)
  }
} finally {
  await client.end()
}
