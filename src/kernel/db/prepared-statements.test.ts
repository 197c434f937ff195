import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { copyOf } from '../../../test/databases.ts'
import { times } from '../../../test/fuzz/asking.ts'
import { everyWord } from '../lists/list-filters.ts'
import { connect } from './database.ts'
import { raw, sql } from './db.ts'
import { preparedStatementsOf } from './prepared-statements.ts'

const database = await copyOf('empty')
after(() => database.drop())
const MOST = 50

async function open(pipeline: boolean) {
  const client = new pg.Client({ ...database.owner, pipeline })
  client.on('error', () => {})
  await client.connect()
  const ask = async (text: string, values: unknown[] = []) =>
    (await preparedStatementsOf(client).query({ text, values })).rows[0]
  const prepared = async () =>
    (await client.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements')).rows[0]?.n
  const { connection } = client as unknown as { connection: { parsedStatements: object } }
  return { client, ask, prepared, kept: () => Object.keys(connection.parsedStatements).length }
}

const text = (n: number) => `select $1::int + ${n} as sum`

for (const pipeline of [false, true])
  test(`a connection${pipeline ? ' in pipeline mode' : ''} holds a fixed number of statements, however many are asked`, async () => {
    const { client, ask, prepared, kept } = await open(pipeline)
    for (let round = 0; round < 400; round++) {
      const asked = times(pipeline ? 5 : 1, at => ask(text((round + at) % 200), [at]))
      const again = pipeline ? times(3, at => ask(text(round % 200), [at])) : [ask(text(round % 200), [0])]
      assert.deepEqual(
        (await Promise.all([...asked, ...again])).map(row => row.sum),
        [...asked.map((_, at) => ((round + at) % 200) + at), ...again.map((_, at) => (round % 200) + at)],
      )
    }
    assert.ok(((await prepared()) ?? 0) <= MOST)
    assert.ok(((await prepared()) ?? 0) > MOST / 2, 'what is asked again is prepared')
    // The driver still knows statements that are being closed.
    assert.ok(kept() <= MOST + 10, `${kept()} texts`)
    await client.end()
  })

for (const pipeline of [false, true])
  test(`the rows of a prepared statement are described once${pipeline ? ', in pipeline mode' : ''}`, async () => {
    const { client, ask } = await open(pipeline)
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    let described = 0
    for (const message of ['rowDescription', 'noData']) connection.on(message, () => described++)
    await client.query('create temporary table kept (n int, words text[], at timestamptz)')
    const add = `insert into kept values ($1, '{a,NULL}', '2026-11-25 09:14:19.5+00')`
    const list =
      'select n, words, at, n is null as is_null from kept where n = $1 or n is null and $1 = 0 order by n'
    for (let n = 0; n < 6; n++) {
      assert.equal(await ask(add, [n === 0 ? null : n]), undefined)
      const row = await ask(list, [n])
      assert.deepEqual(
        { ...row, at: Number(new Date(row.at)) },
        {
          n: n === 0 ? null : n,
          words: ['a', null],
          at: Date.UTC(2026, 10, 25, 9, 14, 19, 500),
          is_null: n === 0,
        },
      )
    }
    // Each of the two statements is described when it runs unprepared, and when it is prepared.
    assert.equal(described, 4)
    await assert.rejects(ask(list, ['a word']), { code: '22P02' })
    assert.equal((await ask(list, [5])).n, 5)
    await client.query('alter table kept alter n type bigint')
    await assert.rejects(ask(list, [5]), /cached plan must not change result type/)
    await client.end()
  })

test('frequent statements stay prepared among thousands that are sent once', async () => {
  const { client, ask, prepared } = await open(true)
  for (let n = 0; n < 2_000; n++) await Promise.all([ask('select $1::int as hot', [n]), ask(text(n), [n])])
  assert.equal(await prepared(), 1)
  await client.end()
})

test('an evicted statement is closed after its failed transaction', async () => {
  const { client, ask, prepared } = await open(false)
  for (let n = 0; n < MOST; n++) for (const value of [1, 2]) await ask(text(n), [value])
  await client.query('begin')
  await assert.rejects(client.query('select 1 / 0'))
  for (let n = 0; n < 4; n++) await assert.rejects(ask(text(MOST + (n >> 1)), [n]))
  await client.query('rollback')
  for (let n = 0; n < 4; n++) await ask(text(MOST + (n >> 1)), [n])
  assert.equal(await prepared(), MOST)
  await client.end()
})

test('closing a statement that PostgreSQL never accepted causes no error and aborts no transaction', async () => {
  const { client, ask, prepared } = await open(true)
  await client.query('begin')
  await assert.rejects(client.query('select 1 / 0'))
  // Prepared at the second attempt, and refused with the transaction.
  for (const value of [1, 2]) await assert.rejects(ask(text(0), [value]))
  await client.query('rollback')
  for (let n = 1; n < MOST; n++) for (const value of [1, 2]) await ask(text(n), [value])
  await client.query('begin')
  for (const value of [1, 2]) await ask(text(MOST), [value])
  await ask(text(1), [3])
  assert.equal((await client.query('commit')).command, 'COMMIT')
  assert.equal(await prepared(), MOST)
  await client.end()
})

test('every connection of the service limits its prepared statements', async () => {
  const db = connect(database.owner)
  const asker = db.publicReads(() => 'somebody')
  await db.longSession(async session => {
    for (let n = 0; n < 120; n++) {
      const query = () => sql`select ${n}::int + ${raw(`${n}`)} as sum`
      for (let again = 0; again < 2; again++)
        await Promise.all([
          ...times(4, () => db.pool.one(query())),
          ...times(4, () => asker.db.one(query())),
          asker.slow.one(query()),
          db.transaction(tx => tx.one(query())),
          session.one(query()),
        ])
    }
    for (const one of [db.pool, asker.db, asker.slow, session]) {
      const row = await one.one<{ n: number }>(sql`select count(*) as n from pg_prepared_statements`)
      assert.ok((row?.n ?? 0) > MOST / 2 && (row?.n ?? 0) <= MOST + 2, `${row?.n} statements`)
    }
  })
  await db.close()
})

test('any number of search words produces few different statements', () => {
  const texts = new Set(
    times(
      60,
      count => sql`select ${everyWord(sql`a`, times(count, n => `mot${n}`).join(' '))[0] ?? sql``}`.text,
    ),
  )
  assert.equal(texts.size, 2)
  const conditions = new Set(
    times(60, count => everyWord(sql`a`, times(count, n => `m${n}`).join(' ')).length),
  )
  assert.deepEqual([...conditions], [1, 2, 3, 4])
})
