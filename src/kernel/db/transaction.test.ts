import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { sql, type Tx } from './db.ts'
import { type SendWithCommit, transactionOn } from './transaction.ts'

interface Submitted {
  readonly text: string
  callback(error: null, answer: object): void
}

/** A connection on which `begin` is answered when the test says so, and everything else at once. */
function slowToBegin() {
  const sent: string[] = []
  const begin = Promise.withResolvers<object>()
  const query = (asked: string | Submitted) => {
    sent.push(typeof asked === 'string' ? asked : asked.text)
    const answer = { rows: [{ n: 1 }], rowCount: 1 }
    if (typeof asked === 'string') return asked === 'begin' ? begin.promise : Promise.resolve(answer)
    queueMicrotask(() => asked.callback(null, answer))
  }
  const connection = { stream: { cork() {}, uncork() {}, bytesRead: 0 } }
  const client = { query, connection, connectionParameters: {} } as unknown as pg.ClientBase
  return { sent, begin, client }
}

test('the first reads are sent with begin; writes and what follows them wait until the transaction is open', async () => {
  const { sent, begin, client } = slowToBegin()
  const asked = transactionOn(client, tx =>
    Promise.all([
      tx.one(sql`select 1`),
      tx.one(sql`select 2`),
      tx.run(sql`delete from a`),
      tx.one(sql`select 3`),
    ]),
  )
  await setImmediate()
  assert.deepEqual(sent, ['begin', 'select 1', 'select 2'])
  begin.resolve({})
  await asked
  assert.deepEqual(sent, ['begin', 'select 1', 'select 2', 'delete from a', 'select 3', 'commit'])
})

test('if begin fails, reads sent with it are discarded and nothing is written', async () => {
  const { sent, begin, client } = slowToBegin()
  const heard: unknown[] = []
  const work = async (tx: Tx, last: SendWithCommit) => {
    last(sql`insert into a values (1)`)
    heard.push(await tx.one(sql`select 1`))
    await tx.run(sql`delete from a`)
  }
  const asked = transactionOn(client, work)
  await setImmediate()
  begin.reject(new Error('not now'))
  await assert.rejects(asked, /not now/)
  assert.deepEqual([sent, heard], [['begin', 'select 1'], []])
})
