import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { type Cell, copyLine } from './copy.ts'
import { connect } from './database.ts'
import { sql } from './db.ts'

const app = await startApp()
const { db } = app.service
const COLUMNS = ['a', 'b', 'n', 'f']
const makeTable = sql`create temporary table stock (a text, b text[], n float8, f boolean)`

test('COPY stores every text unchanged', async () => {
  const odd = [
    '',
    '\\N',
    '\\',
    '\\n',
    'a\tb',
    'a\nb',
    'a\r\nb',
    '"',
    '{}',
    ',',
    'NULL',
    'é€😀',
    "'; drop",
    '\\.',
    '\u0001',
  ]
  const rows: Cell[][] = [
    ...odd.map((text, at) => [text, [text, 'x'], at / 3, at % 2 === 0]),
    [null, [], -0.1, null],
    [undefined, odd, 1e-300, false],
  ]
  const back = await db.longSession(async session => {
    await session.run(makeTable)
    await session.copy('stock', COLUMNS, rows.map(row => copyLine(row)).join(''))
    return await session.all<object>(sql`select * from stock`)
  })
  assert.deepEqual(
    back,
    rows.map(([a = null, b, n, f]) => ({ a, b, n, f })),
  )
})

test('if COPY fails, no line is stored and the session stays usable', async () => {
  const count = await db.longSession(async session => {
    await session.run(makeTable)
    await assert.rejects(
      session.copy('stock', COLUMNS, `${copyLine(['a', [], 1, true])}b\t{}\tnot a number\tt\n`),
    )
    return await session.one(sql`select count(*)::int as n from stock`)
  })
  assert.deepEqual(count, { n: 0 })
})

test('a transaction that throws is rolled back; after a deadlock it is retried', async () => {
  let tries = 0
  const seen = await db.longSession(async session => {
    await session.run(makeTable)
    await assert.rejects(
      session.transaction(async tx => {
        await tx.run(sql`insert into stock (a) values ('gone')`)
        throw new Error('changed my mind')
      }),
      /changed my mind/,
    )
    await session.transaction(async tx => {
      await tx.run(sql`insert into stock (a) values ('once')`)
      if (++tries < 3) await tx.run(sql`do $$ begin raise exception 'again' using errcode = '40P01'; end $$`)
    })
    return await session.all(sql`select a from stock`)
  })
  assert.deepEqual([seen, tries], [[{ a: 'once' }], 3])
})

test("a long session has the service's role, is not from the pool, and is closed afterwards", async () => {
  const before = db.load().requests.total
  const who = await db.longSession(async session => {
    assert.equal(db.load().requests.total, before)
    return await session.one<{ who: string; pid: number }>(
      sql`select current_user as who, pg_backend_pid() as pid`,
    )
  })
  assert.equal(who?.who, 'parvis_app')
  // The server lists a closed connection for a moment.
  await eventually(async () => {
    const { rows } = await app.owner.query('select from pg_stat_activity where pid = $1', [who?.pid])
    return rows.length === 0
  }, 'the connection is gone')
})

test('closing the database ends a long session and rolls back its transaction', async () => {
  const other = connect(app.connection)
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = other.longSession(session =>
    session.transaction(async tx => {
      await tx.run(sql`insert into app_sources (slug) values ('never')`)
      resolve()
      await tx.run(sql`select pg_sleep(60)`)
    }),
  )
  const ended = assert.rejects(work)
  await promise
  await other.close()
  await ended
  const { rows } = await app.owner.query(`select from app_sources where slug = 'never'`)
  assert.equal(rows.length, 0)
})
