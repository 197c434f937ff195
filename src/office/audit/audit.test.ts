import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../../test/app.ts'
import { sealAudit, verifyAudit } from '../../foundation/audit-seal.ts'
import { sql } from '../../kernel/db/db.ts'
import { createLog } from '../../kernel/telemetry/log.ts'

const app = await startApp()
const operator = await app.user(['operator_communes'])
const { db } = app.service
let made = 0
const write = async (count: number) => {
  for (let n = 0; n < count; n++) {
    const { status } = await app.as(operator).post('/admin/communes', { nom: `Trace ${++made}` })
    assert.equal(status, 201)
  }
}
const context = {
  db,
  config: undefined as never,
  secrets: app.service.secrets,
  log: createLog('silent'),
  metrics: app.service.metrics,
  door: undefined as never,
  enqueue: async () => {},
  onStop: () => {},
}
const seal = () => db.transaction(tx => sealAudit(tx, undefined, context))
const verify = (head?: string) => verifyAudit(db.pool, head)

test('the service can neither change, delete, back-date nor number rows of the trail', async () => {
  await write(1)
  const statements = [
    `update audit_log set action = 'x.y'`,
    `update audit_log set at = now()`,
    `update audit_log set before = null where false`,
    'delete from audit_log',
    'truncate audit_log',
    `insert into audit_log (id, action, entity, entity_id) values (1000000, 'a.b', 'a', '1')`,
    `insert into audit_log (at, action, entity, entity_id) values ('2020-01-01', 'a.b', 'a', '1')`,
    `insert into audit_log overriding system value values (1, now(), null, null, null, null, 'a', 'a', 'a', null, null)`,
    `insert into audit_seals (number, last_id, rows, hash) values (99, 99, 1, 'x')`,
    `update audit_seals set hash = 'x'`,
    'delete from audit_seals',
    'truncate audit_seals',
    'alter table audit_log add column note text',
    'drop table audit_log',
    'alter table audit_log disable trigger all',
    `select setval('audit_log_id_seq', 1)`,
    `update counters set total = 0`,
    'create table intruder (id int)',
  ]
  const client = new pg.Client(app.connection)
  await client.connect()
  await client.query('set role parvis_app')
  for (const statement of statements) {
    await assert.rejects(client.query(statement), { code: '42501' }, statement)
  }
  await client.end()
})

test('sealing covers each row once, and the chain is complete', async () => {
  await write(3)
  await seal()
  await seal()
  await write(2)
  await seal()
  const verdict = await verify()
  assert.deepEqual(verdict.broken, [])
  assert.equal(verdict.seals, 2)
  assert.equal(verdict.openRows, 0)
  assert.match(verdict.head ?? '', /^[0-9a-f]{64}$/)
})

test('sealing during writes misses no row: late commits are in a later seal', async () => {
  const late = new pg.Client(app.connection)
  await late.connect()
  await late.query('begin')
  await late.query(`insert into audit_log (action, entity, entity_id) values ('late.row', 'late', '1')`)
  // These have greater ids, and are committed already.
  await write(3)
  const sealing = seal()
  await new Promise(resolve => setTimeout(resolve, 200))
  await late.query('commit')
  await late.end()
  await sealing
  await Promise.all([seal(), write(5), seal(), write(5), seal()])
  await seal()
  const verdict = await verify()
  assert.deepEqual(verdict.broken, [])
  assert.equal(verdict.openRows, 0)
})

/** The owner of the server can change everything, but not unnoticed. Each change is rolled back. */
const TAMPERINGS: Record<string, string> = {
  'one letter of an action': `update audit_log set action = 'commune.updatee' where id = (select min(id) from audit_log)`,
  'one value of what was before': `update audit_log set after = jsonb_set(after, '{population}', '7') where id = (select min(id) from audit_log)`,
  'a microsecond of when': `update audit_log set at = at + interval '1 microsecond' where id = (select max(id) from audit_log)`,
  'who did it': `update audit_log set user_id = null where id = (select max(id) from audit_log)`,
  'a row removed': `delete from audit_log where id = (select max(id) - 1 from audit_log)`,
  'a row added afterwards': `insert into audit_log (id, action, entity, entity_id) values (0, 'a.b', 'a', '1')`,
  'two rows swapped': `
    update audit_log set id = -1 where id = (select min(id) from audit_log);
    update audit_log set id = (select min(id) - 1 from audit_log where id > 0) where id = (select min(id) from audit_log where id > 0);
    update audit_log set id = (select min(id) + 1 from audit_log where id > 0) where id = -1`,
  'the tail cut, the seal kept': `delete from audit_log where id > (select last_id from audit_seals order by number desc offset 1 limit 1)`,
  'a seal removed from the middle': 'delete from audit_seals where number = 2',
  'a seal rewritten': `update audit_seals set hash = sha256('x') where number = 2`,
}

for (const [name, tampering] of Object.entries(TAMPERINGS)) {
  test(`tampering by the superuser is detected: ${name}`, async () => {
    await app.owner.query('begin')
    try {
      await app.owner.query(tampering)
      const seen = await verifyAudit(
        { ...db.pool, all: async query => (await app.owner.query(query.text, query.values)).rows },
        undefined,
      )
      assert.notDeepEqual(seen.broken, [])
    } finally {
      await app.owner.query('rollback')
    }
    assert.deepEqual((await verify()).broken, [])
  })
}

test('a tail cut off with its seals is detected by a head noted before', async () => {
  const { head } = await verify()
  assert.deepEqual((await verify(head ?? '')).broken, [])
  await app.owner.query('begin')
  await app.owner.query(`delete from audit_log where id > (select last_id from audit_seals order by number desc offset 1 limit 1);
    delete from audit_seals where number = (select max(number) from audit_seals)`)
  const chain = {
    ...db.pool,
    all: async (query: { text: string; values: unknown[] }) =>
      (await app.owner.query(query.text, query.values)).rows,
  }
  const cut = await verifyAudit(chain as typeof db.pool, head ?? '')
  const unaware = await verifyAudit(chain as typeof db.pool)
  await app.owner.query('rollback')
  assert.equal(cut.broken.length, 1)
  assert.deepEqual(unaware.broken, [])
})

test('the service can read the trail, and rows say who, what and where', async () => {
  const rows = await db.pool.all<{ action: string }>(
    sql`select action from audit_log where user_id = ${operator.id}`,
  )
  assert.ok(rows.length > 10)
})
