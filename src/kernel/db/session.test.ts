import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { isDatabaseAway } from '../refusals/db-errors.ts'
import { CommitStall } from './commit-stall.ts'
import { connect } from './database.ts'
import { type Db, raw } from './db.ts'
import { Hosts } from './hosts.ts'

// Nothing is there: the driver's client is given up before it has opened its socket.
const nowhere = { user: 'parvis', database: 'parvis', password: '', connectionTimeoutMillis: 200 }
const all = [5432, 5433].map(port => ({ host: '/there/is/no/such/folder', port }))
const hosts = new Hosts(nowhere, { all, wanted: 'primary', connectMs: 100 })
const connection = { ...nowhere, hosts }
const database = connect(connection, connection)
after(() => database.close())

const ask = (db: Db) => db.one(raw('select 1 as one'))
const KINDS: Readonly<Record<string, () => Promise<unknown>>> = {
  'a read': () => ask(database.pool),
  'a short read': () => ask(database.short),
  'a public read': () => ask(database.publicReads(() => '').db),
  'a heavy public read': () => ask(database.publicReads(() => '').slow),
  'a transaction': () => database.transaction(ask),
  'a transaction that reads': () => database.readOnlyTransaction(ask),
  'a long session': () => database.longSession(ask),
  'the question whether writes succeed': () => database.writable(),
}

// An error of a socket that nobody listens to ends the process: here the test fails.
for (const [kind, work] of Object.entries(KINDS))
  test(`while no server is the primary, ${kind} is refused, and the process goes on`, async () => {
    await assert.rejects(work(), error => {
      assert.ok(isDatabaseAway(error), String(error))
      return true
    })
    await turn()
    await turn()
  })

test('while no server is the primary, the look for a stalled commit ends, and the process goes on', async () => {
  const stall = new CommitStall(connection)
  stall.check()
  while (stall.isStalled) await turn()
  await turn()
})

test('a request waits once for a server that becomes the primary', async t => {
  const waits = t.mock.method(hosts, 'resolve')
  for (const work of [() => ask(database.pool), () => database.transaction(ask)]) {
    waits.mock.resetCalls()
    await assert.rejects(work())
    assert.equal(waits.mock.callCount(), 1)
  }
})
