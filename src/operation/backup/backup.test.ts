/** Restores backups of real databases into empty ones and compares every row. */
// A process of its own: its databases are dropped at the end of the file.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inDatabase } from '../../../test/databases.ts'
import {
  backup,
  config,
  contents,
  emptyDatabase,
  filledApp,
  folder,
  freshFile,
  isEmpty,
  opened,
  orphan,
  ROLE,
  refused,
  restore,
  rewritten,
  secret,
  using,
} from '../../../test/fixtures/backups.ts'
import { verifyAudit } from '../../foundation/audit-seal.ts'
import { queues } from '../../foundation/queues.ts'
import { connect } from '../../kernel/db/database.ts'
import type { ConnectionConfig } from '../../kernel/db/db.ts'
import { queuesOf } from '../../kernel/jobs/jobs.ts'
import { secretsFrom } from '../../kernel/settings/secrets.ts'
import { embeddedTokens } from '../../kernel/tokens/tokens.ts'
import { backupTo } from './backup.ts'
import { fromFile } from './format.ts'
import { restoreFrom } from './restore.ts'

const france = await filledApp('all communes')
const app = await filledApp('some communes')
const expected = await contents(app.connection)
const kept = await backup(app.connection)

test('a restored database has every row of every table, as it was', async () => {
  const into = await emptyDatabase()
  const all = await backup(france.connection)
  const { tables, rows, skipped } = await restore(all.file, into)
  assert.deepEqual(await contents(into), await contents(france.connection))
  assert.deepEqual({ tables, rows, skipped }, { tables: all.tables, rows: all.rows, skipped: [] })
  assert.ok(rows > 35_000)
  assert.deepEqual(await shapeOf(into), await shapeOf(france.connection))
})

test('as soon as its rows are in, the secrets that open them are there: killed from then on, it is the same installation', async () => {
  const [into, dataDir, file] = [await emptyDatabase(), join(folder, 'embedded'), freshFile()]
  mkdirSync(dataDir)
  const embedded = { ...config, databaseUrl: undefined, secret: undefined, dataDir }
  await backupTo(file, opened(app.connection), embedded)
  const restoring = restoreFrom(fromFile(file), opened(into, 'another'), embedded, queuesOf(queues))
  // A session waiting for the table gets its lock once the rows are loaded, and blocks the statements after that.
  await using(into, async client => {
    // Without a pause: the rows of a small database are in within a moment.
    for (let seen = 0; seen === 0; ) {
      const { rows } = await client.query(
        `select from pg_locks join pg_stat_activity using (pid)
         where relation = to_regclass('communes') and mode = 'AccessExclusiveLock' and granted and application_name like 'parvis restore%'`,
      )
      seen = rows.length
    }
    await client.query('begin; lock table communes in access exclusive mode')
    const { rows } = await client.query('select count(*)::int as n from communes')
    assert.ok(rows[0].n > 0)
    assert.equal(readFileSync(join(dataDir, 'secret'), 'utf8'), secret)
    await client.query('commit')
  })
  await restoring
})

/** Keys, indexes, triggers and sequences, which loading drops for a moment. */
const shapeOf = (connection: ConnectionConfig) =>
  using(connection, async client => {
    const { rows: keys } = await client.query(
      `select conrelid::regclass::text as tbl, conname, pg_get_constraintdef(oid) as def, convalidated from pg_constraint
       where contype = 'f' order by 1, 2`,
    )
    const { rows: indexes } = await client.query(
      `select pg_get_indexdef(indexrelid) as def, indisvalid from pg_index join pg_class c on c.oid = indrelid
       where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) order by 1`,
    )
    assert.ok(indexes.length > 100)
    const { rows: triggers } = await client.query(
      `select pg_get_triggerdef(oid) as def, tgenabled from pg_trigger where not tgisinternal order by 1`,
    )
    const { rows: sequences } = await client.query('select last_value, is_called from audit_log_id_seq')
    return { keys, indexes, triggers, sequences }
  })

test('a restored database goes on: new rows, counted, versioned, sealed; the old keys open', async () => {
  const into = await emptyDatabase()
  await restore(kept.file, into)
  const db = connect(into)
  try {
    await using(into, async client => {
      await client.query(`insert into audit_log (action, entity, entity_id) values ('after', 'test', '1')`)
      await client.query(`insert into communes (slug, nom) values ('brand-new', 'Brand New')`)
      await client.query(`update communes set nom = 'Newer' where slug = 'brand-new'`)
      const { rows } = await client.query(
        `select cle, version, (select total from counters where name = 'communes')::int = (select count(*) from communes)
           as counted from communes where slug = 'brand-new'`,
      )
      assert.deepEqual(rows, [{ cle: 'newer', version: 2, counted: true }])
      await assert.rejects(
        client.query(`insert into user_roles (user_id, role) select gen_random_uuid(), 'admin'`),
      )
      await client.query('select seal_audit()')
    })
    const { broken, seals, openRows } = await verifyAudit(db.pool)
    assert.deepEqual({ broken, seals, openRows }, { broken: [], seals: 2, openRows: 0 })
    const tokens = await embeddedTokens(db.pool, secretsFrom(secret), () => 'http://parvis.test')
    const before = await app.service.tokens.sign('somebody', 60)
    assert.equal((await tokens.verify(before))?.subject, 'somebody')
    assert.equal((await app.service.tokens.verify(await tokens.sign('x', 60)))?.subject, 'x')
  } finally {
    await db.close()
  }
})

test('a role that only owns its database backs up and restores', async () => {
  await inDatabase('postgres', client => client.query(`create role ${ROLE} login password 'plain'`))
  const plain = async (): Promise<ConnectionConfig> => ({
    ...(await emptyDatabase(ROLE)),
    user: ROLE,
    password: 'plain',
  })
  const first = await plain()
  await restore(kept.file, first)
  assert.deepEqual(await contents(first), expected)
  const { file } = await backup(first)
  const second = await plain()
  await restore(file, second)
  assert.deepEqual(await contents(second), expected)
  await using(second, client =>
    assert.rejects(client.query('delete from audit_log'), /only ever added to/, 'the triggers are back'),
  )
  const broken = await plain()
  await refused(
    restore(rewritten(kept.file, orphan), broken),
    /could not be restored, the database is empty again/,
  )
  await isEmpty(broken)
})

test('a backup taken while others write is one moment', async () => {
  const admin = await france.user(['admin'])
  let writing = true
  let written = 0
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    while (writing) {
      const nom = `Written ${writer} ${written++}`
      const { status } = await france
        .as(admin)
        .post('/admin/communes', { nom, slug: `w-${writer}-${written}` })
      assert.equal(status, 201)
    }
  })
  const { file } = await backup(france.connection)
  writing = false
  await Promise.all(writers)
  const into = await emptyDatabase()
  await restore(file, into)
  await using(into, async client => {
    const { rows } = await client.query(
      `select (select count(*)::int from communes) as communes,
              (select total::int from counters where name = 'communes') as counted,
              (select count(*)::int from communes where slug like 'w-%') as new,
              (select count(*)::int from audit_log a join communes c on c.id::text = a.entity_id
               where action = 'commune.created' and slug like 'w-%') as traced,
              (select max(id) <= (select last_value from audit_log_id_seq) from audit_log) as ahead`,
    )
    const { communes, counted, new: fresh, traced, ahead } = rows[0]
    assert.equal(counted, communes)
    assert.equal(traced, fresh)
    assert.equal(ahead, true)
    assert.ok(written > fresh, 'they went on writing after its moment')
  })
})

test('a file from before the present job queue keeps its jobs', async () => {
  const into = await emptyDatabase()
  const older = rewritten(kept.file, text => text.replace(/"pgboss":\d+/, '"pgboss":1'))
  await restore(older, into)
  const { 'pgboss.version': _now, ...rest } = await contents(into)
  const { 'pgboss.version': _then, ...wanted } = expected
  assert.deepEqual(rest, wanted)
})

test('a table that Parvis did not make is saved, and left out of a restore', async () => {
  await app.owner.query('create table notes_of_the_operator as select 1 as note')
  const { file } = await backup(app.connection)
  await app.owner.query('drop table notes_of_the_operator')
  const { skipped } = await restore(file, await emptyDatabase())
  assert.deepEqual(skipped, ['public.notes_of_the_operator'])
})
