/** Compares enqueueing by a statement with pg-boss's own. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { copyOf } from '../../../test/databases.ts'
import { jobs as table } from '../../jobs.ts'
import { readConfig } from '../config.ts'
import { connect } from '../db/database.ts'
import { sql } from '../db/db.ts'
import { markDatabaseError } from '../db-errors.ts'
import { doorFor } from '../fetch/fetch.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { secretsFrom } from '../secrets.ts'
import { enqueuingThrough } from './enqueuing.ts'
import { startJobs } from './jobs.ts'

const copy = await copyOf('empty')
const owner = new pg.Pool({ ...copy.owner, max: 2 })
const db = connect(copy.owner)
const [config, log] = [readConfig({}), createLog('silent')]
const secrets = secretsFrom('a secret for this test alone, long enough')
const context = { db, config, secrets, log, door: doorFor(config, log), metrics: createMetrics('1') }
const jobs = await startJobs(copy.owner, table, context, { work: false })
after(async () => {
  await jobs.stop()
  await db.close()
  await owner.end()
  await copy.drop()
})

/** The stored job, without its time and id. */
const rowOf = async (key: string) => {
  const { rows } = await owner.query(
    `select to_jsonb(job) - 'id' - 'created_on' - 'start_after' - 'keep_until' as row, data,
       keep_until - start_after as kept, start_after <= now() as due
     from pgboss.job where data->>'key' = $1`,
    [key],
  )
  assert.equal(rows.length, 1, key)
  return { ...rows[0], row: { ...rows[0].row, data: undefined }, data: undefined }
}

test('for every queue, a job enqueued by a statement equals one that was sent', async () => {
  for (const name of Object.keys(table)) {
    const [sent, own] = [`${name} sent`, `${name} own`]
    await db.transaction(tx => jobs.enqueue(tx, name, { key: sent }))
    const job = await jobs.enqueuing(name, sql`select jsonb_build_object('key', ${own}::text) as data`)
    await db.pool.run(sql`with job as (${job}) select 1`)
    assert.deepEqual(await rowOf(own), await rowOf(sent), name)
  }
})

test('a job for each row, each with its own data, and none where there is no row', async () => {
  const countOf = async (kind: string) =>
    (
      await owner.query(
        `select count(distinct id)::int as n, count(distinct data)::int as data from pgboss.job where data->>'kind' = $1`,
        [kind],
      )
    ).rows[0]
  for (const [kind, most] of Object.entries({ many: 7, none: 0 })) {
    const job = await jobs.enqueuing(
      'mail.send',
      sql`select jsonb_build_object('kind', ${kind}::text, 'n', n) as data from generate_series(1, ${most}::int) n`,
    )
    await db.pool.run(sql`with job as (${job}) select 1`)
    assert.deepEqual(await countOf(kind), { n: most, data: most })
  }
})

test('jobs of a failed statement do not exist', async () => {
  const job = await jobs.enqueuing('mail.send', sql`select '{"key":"failing"}'::jsonb as data`)
  const broken = sql`insert into counters (name, total) values ('communes', 0)`
  await assert.rejects(db.pool.run(sql`with job as (${job}), broken as (${broken}) select 1`))
  const { rows } = await owner.query(`select from pgboss.job where data->>'key' = 'failing'`)
  assert.equal(rows.length, 0)
})

test('an unknown insert statement of pg-boss is refused', async () => {
  const saying = (text: string) =>
    enqueuingThrough({
      send: async (...args: unknown[]) => {
        const { db: listening } = args[2] as {
          db: { executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> }
        }
        await listening.executeSql(text, ['[{}]'])
        return null
      },
    } as never)
  const source = sql`select '{}'::jsonb as data`
  await saying('insert … from json_to_recordset($1::text::json) returning id')('a', source)
  for (const text of [
    'insert … values ($1)',
    'a $1::text::json b $1::text::json c',
    'a $1::text::json b $2 c',
  ])
    await assert.rejects(saying(text)('a', source), /enqueues in another way/)
})

test('if the database is away at first use, it is unavailable and retried', async () => {
  let away = true
  const send = async (...args: unknown[]) => {
    if (away) throw markDatabaseError(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
    const { db: listening } = args[2] as {
      db: { executeSql(text: string, values: unknown[]): Promise<unknown> }
    }
    await listening.executeSql('insert … from json_to_recordset($1::text::json) returning id', ['[{}]'])
  }
  const enqueuing = enqueuingThrough({ send } as never)
  const source = sql`select '{}'::jsonb as data`
  await assert.rejects(enqueuing('a', source), { name: 'Error', message: 'unavailable' })
  away = false
  assert.match((await enqueuing('a', source)).text, /json_to_recordset\(\(select json_agg/)
})
