import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './app.ts'
import { connectOwner, inDatabase, waitingForLocks } from './databases.ts'
import { eventually } from './eventually.ts'
import * as make from './factories.ts'

const app = await startApp()
const database = app.connection.database ?? ''
const [a, b] = [await make.commune(app), await make.commune(app)]
const touch = (id: string) => `update communes set nom = nom where id = '${id}';`
const GATE = 1

/** The owner's statement, in a deadlock that another session does not notice before it. */
async function inDeadlock(statement: (of: string) => Promise<unknown>): Promise<unknown> {
  const waiting = (count: number) =>
    eventually(async () => (await waitingForLocks(database)) === count, `${count} wait`)
  return await inDatabase(database, async gate => {
    await gate.query(`select pg_advisory_lock(${GATE})`)
    return await inDatabase(database, async other => {
      await other.query(`set deadlock_timeout = '1h'; begin; ${touch(b)}`)
      const first = statement(`${touch(a)} select pg_advisory_xact_lock(${GATE}); ${touch(b)}`)
      const outcome = first.then(
        () => 'carried out',
        (error: { code?: string }) => error.code,
      )
      await waiting(1)
      const second = other.query(touch(a))
      await waiting(2)
      await gate.query(`select pg_advisory_unlock(${GATE})`)
      await second
      await other.query('commit')
      return await outcome
    })
  })
}

test('a statement of the owner that meets a deadlock is retried', async () => {
  assert.equal(await inDeadlock(text => app.owner.query(text)), 'carried out')
})

test('within a transaction it is not retried', async () => {
  await app.owner.query('begin')
  assert.equal(await inDeadlock(text => app.owner.query(text)), '40P01')
  await app.owner.query('rollback')
  const own = await connectOwner(app.connection)
  assert.equal(await inDeadlock(text => own.query(`begin; ${text}`)), '40P01')
  await own.end()
})
