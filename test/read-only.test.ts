/** A primary that became read-only: demoted, or its disk is full. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../src/kernel/db/db.ts'
import { writes } from '../src/operation/doctor/database.ts'
import { startApp } from './app.ts'
import { setReadOnly } from './databases.ts'
import { eventually } from './eventually.ts'

const app = await startApp({ env: { PROCESS: 'all' } })
const admin = await app.user(['admin'])
const office = app.as(admin)
const { data } = (await office.post('/admin/communes', { nom: 'Parvis' })).body
const database = app.connection.database ?? ''

const readyz = async () => {
  const response = await fetch(`${app.url}/readyz`)
  return { ...((await response.json()) as { writable: boolean; database: boolean }), status: response.status }
}
/** Holds a connection of the service until released; undefined if it was ended. */
async function hold(): Promise<{ release(): Promise<void> } | undefined> {
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = app.service.db.transaction(async tx => {
    // The service ends a transaction that waits for longer than a test of a busy machine may.
    await tx.run(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`)
    held.resolve()
    await over.promise
  })
  const release = () => {
    over.resolve()
    return work
  }
  return await Promise.race([
    held.promise.then(() => ({ release })),
    work.then(
      () => undefined,
      () => undefined,
    ),
  ])
}

test('read-only: not ready, writes are 503 with Retry-After, reads go on, and it recovers by itself', async () => {
  assert.deepEqual([(await readyz()).status, (await readyz()).writable], [200, true])
  await setReadOnly(database, true)
  const asked = {
    'a change': () => office.patch(`/admin/communes/${data.id}`, { population: 9 }),
    'a record': () => office.post('/admin/communes', { nom: 'Autre' }),
    'a report': () =>
      app.anyone.post('/messages', { subject: 's', body: 'b', nom: 'n', email: 'a@essai.fr' }),
  }
  const { release } = await eventually(hold, 'a connection that is not one of the ended')
  for (const name of ['a change', 'a record', 'a report'] as const) {
    for (let round = 0; round < 3; round++) {
      const answer = await asked[name]()
      assert.equal(`${answer.status} ${answer.body.error}`, '503 unavailable', name)
      assert.equal(answer.headers.get('retry-after'), '2')
    }
  }
  const signUp = await fetch(`${app.url}/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'neuve@essai.fr', password: 'assez long pour tous', name: 'Neuve' }),
  })
  assert.deepEqual([signUp.status, signUp.headers.get('retry-after')], [503, '2'])

  for (const read of [
    () => app.anyone.get('/communes'),
    () => app.anyone.get(`/communes/${data.slug}`),
    () => office.get('/me'),
    () => office.get('/admin/dashboard'),
    () => office.get('/admin/users'),
  ])
    assert.equal((await read()).status, 200)
  const state = await readyz()
  assert.deepEqual([state.status, state.writable, state.database], [503, false, true])
  assert.equal(
    writes({ version: '18', major: 18, encoding: 'UTF8', standby: false, readOnly: true }).state,
    'wrong',
  )

  await setReadOnly(database, false)
  await eventually(async () => (await readyz()).status === 200, 'ready again')
  await release()
  for (let round = 0; round < 8; round++)
    assert.equal((await office.patch(`/admin/communes/${data.id}`, { population: round })).status, 200)
})

test('a full disk: 503 for what finds no room, not ready for a while, then again', async () => {
  // PostgreSQL uses one SQLSTATE for every kind of full disk.
  await app.owner.query(`create function no_room() returns trigger language plpgsql as $$ begin
    raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$;
    create trigger no_room before update on communes for each row execute function no_room()`)
  const refuse = async () => {
    const refused = await office.patch(`/admin/communes/${data.id}`, { population: 77 })
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '2'])
  }
  // On a busy machine the while may be over before the question.
  await eventually(async () => {
    await refuse()
    const { status, writable } = await readyz()
    return status === 503 && !writable
  }, 'not ready')
  assert.equal((await app.anyone.get('/communes')).status, 200)
  await eventually(async () => {
    await refuse()
    const { checks } = (await office.get('/admin/health')).body.data
    return checks.find((one: { about: string }) => one.about === 'writes').state === 'wrong'
  }, 'the health page says it')
  await app.owner.query('drop trigger no_room on communes')
  await eventually(async () => (await readyz()).status === 200, 'ready again')
  assert.equal((await office.patch(`/admin/communes/${data.id}`, { population: 77 })).status, 200)
})

test('at night a full disk stops only jobs: the metric and the health page say it, and reads stay in the balancer', async () => {
  const figure = async () =>
    /^parvis_database_writable (\d)/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1]
  const writes = async () =>
    (await office.get('/admin/health')).body.data.checks.find(
      (one: { about: string }) => one.about === 'writes',
    )
  assert.equal(await figure(), '1')
  await app.owner.query(`create function no_room_at_night() returns event_trigger language plpgsql as $$ begin
    raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$;
    create event trigger no_room on ddl_command_start execute function no_room_at_night()`)
  await eventually(async () => (await figure()) === '0', 'the metric')
  await eventually(async () => (await writes()).state === 'wrong', 'the health page')
  assert.deepEqual([(await readyz()).status, (await readyz()).writable], [200, true])
  await app.owner.query('drop event trigger no_room')
  await eventually(async () => (await figure()) === '1', 'the metric again')
})
