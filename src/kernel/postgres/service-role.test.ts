import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { copyOf } from '../../../test/databases.ts'
import { ownServer } from '../../../test/fixtures/own-server.ts'
import { connect } from '../db/database.ts'
import { sql } from '../db/db.ts'
import { asService, serviceLogin } from './service-role.ts'

const copy = await copyOf('empty')
const db = connect(copy.service)
after(async () => {
  await db.close()
  await copy.drop()
})

test("the service's login has no rights of its own, so that RESET ROLE gains nothing", async () => {
  const client = new pg.Client(copy.service)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select r.* from pg_roles r where rolname = session_user and session_user = current_user`,
    )
    const { rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolinherit } = rows[0]
    assert.deepEqual(
      [rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolinherit],
      Array(6).fill(false),
    )
    for (const back of ['reset role', 'set role none', 'reset session authorization']) {
      await client.query('set role parvis_app')
      await client.query('select 1 from users limit 1')
      await client.query(back)
      for (const refused of [
        'select 1 from users',
        'update audit_log set action = action',
        `copy users to program 'true'`,
        'drop table users',
        'create table public.intruder (id int)',
        'alter role parvis_service superuser',
      ])
        await assert.rejects(client.query(refused), { code: '42501' }, `${back}: ${refused}`)
    }
    for (const role of ['parvis_owner', 'pg_read_all_data', 'pg_execute_server_program', 'pg_monitor'])
      await assert.rejects(client.query(`set role ${role}`), { code: '42501' }, role)
    await assert.rejects(client.query('set session authorization parvis_owner'), { code: '42501' })
  } finally {
    await client.end()
  }
})

test('every connection of the service works as parvis_app, behind that login', async () => {
  const who = sql`select session_user as login, current_user as role`
  const expected = { login: 'parvis_service', role: 'parvis_app' }
  assert.deepEqual(await db.pool.one(who), expected)
  const { db: reads, slow } = db.publicReads(() => 'of the test')
  assert.deepEqual([await reads.one(who), await slow.one(who)], [expected, expected])
  assert.deepEqual(await db.transaction(tx => tx.one(who)), expected)
  assert.deepEqual(await db.longSession(session => session.one(who)), expected)
})

test('the login is created once by concurrent processes, and repaired where the role is missing', async () => {
  // Roles belong to the server: dropping this one would break every service on it.
  const server = await ownServer()
  await server.start()
  const owner = new pg.Client(server.connection)
  await owner.connect()
  const lent = async () =>
    (await owner.query(`select pg_has_role('parvis_service', 'parvis_app', 'set') as lent`)).rows[0].lent
  const make = async () => {
    const logins = await Promise.all(Array.from({ length: 8 }, () => serviceLogin(server.connection)))
    const { password } = asService(server.connection)
    assert.ok(logins.every(login => login.user === 'parvis_service' && login.password === password))
    assert.notEqual(password, server.connection.password)
    assert.equal(await lent(), true)
  }
  try {
    await make()
    await make()
    await owner.query('revoke parvis_app from parvis_service')
    assert.equal(await lent(), false)
    await make()
  } finally {
    await owner.end()
    await server.remove()
  }
})
