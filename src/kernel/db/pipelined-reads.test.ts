import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { copyOf, inDatabase } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import { times } from '../../../test/fuzz/asking.ts'
import { isStatementTimeout } from '../refusals/db-errors.ts'
import { PipelinedReads, ReadCancelled } from './pipelined-reads.ts'

const database = await copyOf('empty')
after(() => database.drop())
const ask = async (readers: PipelinedReads, text: string) =>
  (await readers.query({ text, values: [] })).rows[0]

test('old connections are replaced without losing statements in flight', async () => {
  const readers = new PipelinedReads(database.owner, {
    name: 'parvis reads',
    planned: 'once',
    answerMs: 60_000,
    lifeMs: 50,
  })
  const backends = new Set<number>()
  let asked = 0
  const until = Date.now() + 120_000
  await Promise.all(
    times(8, async () => {
      while (backends.size < 12 && Date.now() < until) {
        const row = await ask(readers, 'select pg_backend_pid() as pid, pg_sleep(0.002)').catch(error => {
          // A busy machine may be too slow for an answer. A lost question has another error.
          if (!(isStatementTimeout(error) || error instanceof ReadCancelled)) throw error
        })
        if (row) backends.add(row.pid)
        asked++
      }
    }),
  )
  assert.ok(backends.size >= 12, `${backends.size} connections for ${asked} questions`)
  await readers.close()
})

test('a timeout cancels other copies of the statement on its connection, so that other reads do not wait for each', async () => {
  const readers = new PipelinedReads(database.owner)
  await Promise.all(times(4, () => ask(readers, 'select 1')))
  const slow = 'select pg_sleep(10)'
  const outcomes = await Promise.all(
    times(40, () =>
      ask(readers, slow).then(
        () => 'answered',
        error =>
          isStatementTimeout(error) ? 'overran' : error instanceof ReadCancelled ? 'withdrawn' : `${error}`,
      ),
    ),
  )
  const counts = Map.groupBy(outcomes, outcome => outcome)
  assert.deepEqual([...counts.keys()].sort(), ['overran', 'withdrawn'])
  assert.equal(counts.get('overran')?.length, 2, 'one on each line, instead of forty one after the other')
  assert.deepEqual(await ask(readers, 'select 1 as one'), { one: 1 })
  await readers.close()
})

test('with no free connection on the server, replacements are not retried at each read and none is leaked', async () => {
  let opened = 0
  const refusing = () => (++opened > 1 ? 'wrong' : `${database.owner.password}`)
  const readers = new PipelinedReads(
    { ...database.owner, password: refusing },
    { name: 'parvis reads', planned: 'once', answerMs: 2_500, lifeMs: 1 },
  )
  const read = async () => assert.deepEqual(await ask(readers, 'select 1 as one'), { one: 1 })
  const began = performance.now()
  // The driver asks for the password only when the server does: many reads may be answered before.
  await eventually(async () => {
    await read()
    return opened >= 2
  }, 'a replacement is tried')
  for (const one of times(200, () => read)) await one()
  // The next one is tried after five seconds.
  const more = Math.floor((performance.now() - began) / 5_000)
  assert.ok(opened <= 2 + more, `${opened}`)
  await readers.close()

  await inDatabase(database.name, client =>
    client.query(`create schema broken; create function broken.set_config(text, text, boolean) returns text
      language plpgsql as $$ begin raise 'not now'; end $$`),
  )
  const broken = { ...database.owner, options: '-c search_path=broken,pg_catalog' }
  const unusable = new PipelinedReads(broken, { name: 'parvis broken', planned: 'once', answerMs: 2_500 })
  await assert.rejects(ask(unusable, 'select 1'), /not now/)
  const left = () =>
    inDatabase(database.name, async client => {
      const { rows } = await client.query(
        `select from pg_stat_activity where application_name = 'parvis broken'`,
      )
      return rows.length
    })
  await eventually(async () => (await left()) === 0, 'no connection is left')
})
