import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { inDatabase, ownerOf } from '../../test/databases.ts'
import { jobs } from '../jobs.ts'
import { queuesOf } from './jobs/jobs.ts'
import { migrate, readMigrations } from './migrate.ts'

const queues = queuesOf(jobs)
const name = `migrations_${process.pid}`

/** An operator's database: owned by a plain account that may not create roles, on a server where others live too. */
async function asGuest<T>(work: (guest: pg.ClientConfig) => Promise<T>): Promise<T> {
  await inDatabase('postgres', async client => {
    await client.query(`create role ${name} login password 'guest'`)
    await client.query(`create database ${name} owner ${name}`)
  })
  try {
    return await work({ ...ownerOf(name), user: name, password: 'guest' } as pg.ClientConfig)
  } finally {
    await inDatabase('postgres', async client => {
      await client.query(`drop database ${name} with (force)`)
      await client.query(`drop role ${name}`)
    })
  }
}

test('two nodes that start together migrate once; a server that lends no role keeps the trail final by triggers', async () => {
  await asGuest(async guest => {
    const applied = await Promise.all([
      migrate(guest, queues),
      migrate(guest, queues),
      migrate(guest, queues),
    ])
    assert.deepEqual(applied.map(list => list.length).sort(), [0, 0, readMigrations().length])

    const client = new pg.Client(guest)
    await client.connect()
    await client.query(`insert into audit_log (action, entity, entity_id) values ('a.b', 'a', '1')`)
    for (const statement of [
      `update audit_log set action = 'x'`,
      'delete from audit_log',
      'truncate audit_log',
      `update audit_seals set hash = 'x'`,
      'delete from audit_seals',
    ]) {
      await assert.rejects(client.query(statement), { code: '42501' }, statement)
    }
    await client.query(
      `insert into audit_log (id, at, action, entity, entity_id) values (99, '2020-01-01', 'a.b', 'a', '2')`,
    )
    const chosen = await client.query(`select from audit_log where id = 99 or at < now() - interval '1 day'`)
    assert.equal(chosen.rowCount, 0, 'neither the id nor the date was taken')
    const forged = `insert into audit_seals (number, last_id, rows, hash) values (1, 2, 2, 'x')`
    await assert.rejects(client.query(forged), { code: '42501' })
    const { rows } = await client.query('select number from seal_audit()')
    assert.deepEqual(rows, [{ number: 1 }])
    await client.end()
  })
})

test('a migration that was changed after it ran, or that this version does not know, stops the start in one sentence', async () => {
  await asGuest(async guest => {
    await migrate(guest, queues)
    const client = new pg.Client(guest)
    await client.connect()
    await client.query(`update schema_migrations set sha256 = 'x' where number = 1`)
    await assert.rejects(migrate(guest, queues), /Migration 1 \(ground\) was changed after it ran/)
    await client.query(`insert into schema_migrations (number, name, sha256) values (9999, 'later', 'x')`)
    await assert.rejects(migrate(guest, queues), /start the newer version again/)
    await client.end()
  })
})

test('migrations are numbered without gaps', () => {
  for (const [index, migration] of readMigrations().entries()) assert.equal(migration.number, index + 1)
})
