import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { copyOf, inDatabase } from '../../../test/databases.ts'
import { times } from '../../../test/fuzz/asking.ts'
import { connect } from './database.ts'
import { sql } from './db.ts'

const database = await copyOf('empty')
const db = connect(database.owner)
after(async () => {
  await db.close()
  await database.drop()
})
/** Which connection answers, and how often it was asked before, which no refusal undoes. */
const asked = sql`select current_setting('application_name') as name, nextval('asked')::int as time`
await inDatabase(database.name, client =>
  client.query(`create sequence asked; create table written (n int);
    grant usage on sequence asked to parvis_app; grant select, insert on written to parvis_app`),
)

test('what takes longer than a short read may is answered on the pool, and asked there at once the next time', async () => {
  assert.deepEqual(await db.short.one(asked), { name: 'parvis short reads', time: 1 })
  const slow = sql`${asked}, pg_sleep(0.4)::text as slept`
  for (const time of [3, 4]) assert.deepEqual(await db.short.one(slow), { name: 'parvis', time, slept: '' })
  assert.deepEqual(await db.short.one(asked), { name: 'parvis short reads', time: 5 })
})

test('a refusal of PostgreSQL is what the pool makes of it', async () => {
  await assert.rejects(db.short.one(sql`select ${'x'}::uuid`), { code: 'validation_failed' })
})

test('connections that PostgreSQL ends, between two reads or in the middle of some, are nobody’s concern', async () => {
  for (let round = 0; round < 3; round++) {
    const reads = times(40, () =>
      db.short.one<{ name: string }>(sql`select 'read' as name, pg_sleep(0.001)::text as slept`),
    )
    const ended = await inDatabase(database.name, client =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'parvis short reads' and datname = current_database()`),
    )
    assert.ok(ended.rows.length > 0)
    const names = (await Promise.all(reads)).map(row => row?.name)
    assert.deepEqual([...new Set(names)], ['read'])
  }
})

test('what was written is read at once, though others are being asked', async () => {
  for (let n = 1; n <= 20; n++) {
    const others = times(8, () => db.short.one(sql`select pg_sleep(0.001)::text as slept`))
    await db.transaction(tx => tx.run(sql`insert into written values (${n})`))
    assert.deepEqual(await db.short.one(sql`select max(n) as newest from written`), { newest: n })
    await Promise.all(others)
  }
})
