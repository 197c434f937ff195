import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { copyOf, inDatabase, ownerOf, waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import { jobs } from '../../jobs.ts'
import { queuesOf } from '../jobs/jobs.ts'
import { migrate } from './migrate.ts'
import { type Migration, readMigrations } from './migrations.ts'
import { refuseUnmigrated, waitForMigrations } from './wait-for-migrations.ts'

const queues = queuesOf(jobs)
const name = `migrations_${process.pid}`

/** An operator's database on a shared server, owned by an account that may not create roles. */
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

test('two nodes that start together migrate once; without roles, triggers protect the audit trail', async () => {
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

test('an intact queue is left alone; missing parts are restored at the next start or command', async () => {
  const copy = await copyOf('empty')
  try {
    /** The transaction ids of its rows; and a queue's schedule. */
    const written = () =>
      inDatabase(copy.name, async client => {
        const { rows } = await client.query(
          `select array_agg(oid::regclass || ' ' || xmin order by oid) as tables,
             (select cron from pgboss.schedule where name = 'audit.seal') as cron,
             (select count(*)::int from pgboss.queue) as queues,
             (select count(*)::int from pgboss.schedule) as schedules,
             bool_and(relkind not in ('r', 'p') or has_table_privilege('parvis_app', oid, 'delete')) as granted
           from pg_class where relnamespace = 'pgboss'::regnamespace`,
        )
        return rows[0]
      })
    const before = await written()
    assert.deepEqual(await migrate(copy.owner, queues), [])
    assert.deepEqual(await written(), before)
    for (const broken of [
      'revoke delete on pgboss.job_common from parvis_app',
      `delete from pgboss.schedule where name = 'audit.seal'`,
      `update pgboss.schedule set cron = '0 0 1 1 *' where name = 'audit.seal'`,
      `delete from pgboss.queue where name = 'audit.seal'`,
      'drop index pgboss.parvis_job_failed',
      // As left by a version that deleted jobs by the clock.
      `insert into pgboss.schedule (name, cron, timezone) values ('mail.send', '0 0 1 1 *', 'Europe/Paris')`,
    ]) {
      await inDatabase(copy.name, client => client.query(broken))
      await migrate(copy.owner, queues)
      const { tables, ...now } = await written()
      const { tables: _, ...wanted } = before
      assert.deepEqual(now, wanted, broken)
      assert.ok(tables.some((table: string) => table.startsWith('pgboss.parvis_job_failed ')))
    }
  } finally {
    await copy.drop()
  }
})

test('a migration that was changed after it ran prevents the start with one message', async () => {
  await asGuest(async guest => {
    await migrate(guest, queues)
    const client = new pg.Client(guest)
    await client.connect()
    await client.query(`update schema_migrations set sha256 = 'x' where number = 1`)
    await assert.rejects(migrate(guest, queues), /Migration 1 \(base\) was changed after it ran/)
    await client.end()
  })
})

const BEYOND = readMigrations().length + 1
const made = (sql: string, more: Partial<Migration> = {}): Migration[] => [
  ...readMigrations(),
  { number: BEYOND, name: 'made_up', sql, sha256: sql, needs: 0, concurrently: false, ...more },
]

test('an older program may run and start until a migration removes what it needs', async () => {
  await asGuest(async guest => {
    const newer = [...queues, { name: 'of.the.newer', retries: 1, every: '0 0 1 1 *', minutes: 1 }]
    await migrate(guest, newer, undefined, made('create table made_up ()'))
    assert.deepEqual(await migrate(guest, queues), [], 'the older one changes nothing')
    const client = new pg.Client(guest)
    await client.connect()
    const { rowCount } = await client.query(`select from pgboss.schedule where name = 'of.the.newer'`)
    assert.equal(rowCount, 1, 'and leaves the schedules of the newer one')
    await client.query(`update schema_migrations set needs = ${BEYOND} where number = ${BEYOND}`)
    await assert.rejects(migrate(guest, queues), {
      name: 'Refusal',
      message: `The database is at migration ${BEYOND} and needs a Parvis that knows ${BEYOND}, this one knows ${BEYOND - 1}: start the newer version again.`,
    })
    await client.end()
  })
})

test('a change of a table in use blocks others for a second at most, and is retried', async () => {
  await asGuest(async guest => {
    await migrate(guest, queues)
    const [worker, reader] = [new pg.Client(guest), new pg.Client(guest)]
    await Promise.all([worker.connect(), reader.connect()])
    await worker.query('begin; select from users limit 1')
    let over = false
    const change = migrate(
      guest,
      queues,
      undefined,
      made('alter table users add column made_up int'),
    ).finally(() => {
      over = true
    })
    await eventually(async () => (await waitingForLocks(guest.database ?? '')) === 1, 'it waits for its lock')
    // Without a lock timeout it would wait for the worker, and readers would queue behind it.
    await reader.query('set statement_timeout = 60000')
    await reader.query('select from users limit 1')
    assert.equal(over, false)
    await worker.query('commit')
    assert.equal((await change).length, 1)
    await Promise.all([worker.end(), reader.end()])
  })
})

test('an index is built while others write, and an unfinished one is rebuilt', async () => {
  await asGuest(async guest => {
    await migrate(guest, queues)
    const [writer, other] = [new pg.Client(guest), new pg.Client(guest)]
    await Promise.all([writer.connect(), other.connect()])
    await writer.query('begin; lock table users in row exclusive mode')
    const sql = 'create index concurrently if not exists made_up on users (created_at);'
    // An interrupted build: the index exists but is invalid.
    await other.query('set statement_timeout = 300')
    await assert.rejects(other.query(sql), { code: '57014' })
    const change = migrate(guest, queues, undefined, made(sql, { concurrently: true }))
    await writer.query(`update users set nom = 'written meanwhile'`)
    await writer.query('commit')
    assert.equal((await change).length, 1)
    const { rows } = await other.query(
      `select indisvalid from pg_index where indexrelid = to_regclass('made_up')`,
    )
    assert.deepEqual(rows, [{ indisvalid: true }])
    await Promise.all([writer.end(), other.end()])
  })
})

test('migrations are numbered without gaps, and declare in their first line what they are to older programs', () => {
  for (const [index, migration] of readMigrations().entries()) assert.equal(migration.number, index + 1)
  const folder = mkdtempSync(join(tmpdir(), 'parvis-migrations-'))
  try {
    writeFileSync(join(folder, '0001_first.sql'), '-- expand: a table')
    const second = (sql: string) => {
      writeFileSync(join(folder, '0002_second.sql'), sql)
      const { needs, concurrently } = readMigrations(folder).at(-1) ?? {}
      return { needs, concurrently }
    }
    assert.deepEqual(second('-- expand: a column'), { needs: 0, concurrently: false })
    assert.deepEqual(second('-- expand, concurrently\n'), { needs: 0, concurrently: true })
    assert.deepEqual(second('-- contract: needs 1. Words.'), { needs: 1, concurrently: false })
    assert.throws(() => second('-- contract: needs 3'), /0002_second.sql needs migration 3/)
    assert.throws(() => second('-- contracts: needs 1'), /0002_second.sql does not begin with/)
    assert.throws(() => second('create table one ();'), /0002_second.sql does not begin with/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a node that may not migrate waits until migrations and queues are installed', async () => {
  await asGuest(async guest => {
    const said: string[] = []
    const waiting = waitForMigrations(guest, queues, line => said.push(line), new AbortController().signal)
    await assert.rejects(
      refuseUnmigrated(guest, queues),
      /is not up to date: it is empty\. Type parvis migrate/,
    )
    const stopped = new AbortController()
    const given = waitForMigrations(guest, queues, () => stopped.abort(), stopped.signal)
    assert.equal(await given, false, 'whoever stops it does not wait for the migrations')

    await eventually(async () => said.length > 0, 'it has looked')
    await migrate(guest, queues)
    assert.equal(await waiting, true)
    assert.deepEqual(said, ['Waiting for parvis migrate: it is empty.'])
    const client = new pg.Client(guest)
    await client.connect()
    const newest = readMigrations().length
    await client.query('delete from pgboss.schedule')
    await client.query(`delete from pgboss.queue where name = 'upkeep.nightly'`)
    await assert.rejects(refuseUnmigrated(guest, queues), /the queue upkeep\.nightly is missing/)
    await client.query('delete from schema_migrations where number = $1', [newest])
    await assert.rejects(refuseUnmigrated(guest, queues), {
      message: `The database is not up to date: it is at migration ${newest - 1}, this Parvis brings ${newest}. Type parvis migrate.`,
    })
    await client.end()

    const stranger = `${name}_node`
    await inDatabase('postgres', one => one.query(`create role ${stranger} login password 'node'`))
    try {
      const node = { ...guest, user: stranger, password: 'node' } as pg.ClientConfig
      await assert.rejects(migrate(node, queues), /^Refusal: The account of DATABASE_URL may not migrate/)
      await assert.rejects(refuseUnmigrated(node, queues), /may not read it \(grant parvis_app to it\)/)
    } finally {
      await inDatabase('postgres', one => one.query(`drop role ${stranger}`))
    }
  })
})
