/** Workers killed while they send mails. */
// Of a release: it kills processes.
// Begun first: it kills, and waits long.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { copyOf, endWaiting, waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import { letterTo, openPost } from '../../../test/fixtures/mail-post.ts'
import { startMailServer } from '../../../test/fixtures/mail-server.ts'
import { LEASE_SECONDS } from './leases.ts'

const endings: (() => unknown)[] = []
after(async () => {
  for (const end of endings) await end()
})

const WORKER = fileURLToPath(new URL('../../../test/fixtures/mail-worker.ts', import.meta.url))

async function startWorker(connection: pg.ClientConfig, env: Record<string, string>): Promise<ChildProcess> {
  const argument = JSON.stringify({ connection, env })
  const child = spawn(process.execPath, [WORKER, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  endings.unshift(() => child.kill('SIGKILL'))
  await once(child.stdout ?? child, 'data')
  return child
}

test('a worker killed between 250 and its commit sends one copy more at most, with the same Message-ID', async t => {
  const server = await startMailServer()
  endings.unshift(() => server.stop())
  const copy = await copyOf('empty')
  endings.unshift(() => copy.drop())
  const post = await openPost({ connection: copy.owner, env: { SMTP_URL: server.url }, work: false })
  endings.unshift(() => post.stop())
  const workerEnv = { SMTP_URL: server.url, DATA_DIR: post.config.dataDir }
  const owner = new pg.Client(copy.owner)
  owner.on('error', () => {})
  await owner.connect()
  endings.unshift(() => owner.end())
  // The server accepts the first mail, but its row is locked, so the outcome cannot be saved; the second waits for
  // its answer.
  server.behaviours.set('acceptee@essai.fr', {
    data: async nth => {
      if (nth > 1) return undefined
      await owner.query('begin')
      await owner.query(`select from mails where recipient_email = 'acceptee@essai.fr' for update`)
      return undefined
    },
  })
  let isWaiting = false
  server.behaviours.set('attente@essai.fr', {
    data: nth => {
      isWaiting = true
      return nth === 1 ? sleep(30_000, undefined, { ref: false }).then(() => 'cut') : undefined
    },
  })
  const worker = await startWorker(copy.owner, workerEnv)
  const accepted = await post.send(letterTo('acceptee@essai.fr'))
  const waiting = await post.send(letterTo('attente@essai.fr'))
  await eventually(
    async () => isWaiting && (await waitingForLocks(copy.name)) > 0,
    'the worker wants to write down that one was sent, and waits for an answer to the other',
  )
  const dead = once(worker, 'exit')
  worker.kill('SIGKILL')
  const killed = performance.now()
  await dead
  await endWaiting(copy.name)
  await owner.query('rollback')
  await startWorker(copy.owner, workerEnv)

  for (const id of [accepted, waiting]) {
    const row = await post.settled(id, 'sent', 300_000)
    assert.equal(row.attempts, 2)
  }
  const seconds = (performance.now() - killed) / 1000
  t.diagnostic(`taken over and sent ${seconds.toFixed(1)} s after the kill`)
  assert.ok(seconds < LEASE_SECONDS, 'as soon as the queue misses the worker, not when its lease has run out')
  const copies = server.acceptedFor('acceptee@essai.fr').map(one => one.parsed.messageId)
  assert.equal(copies.length, 2)
  assert.equal(new Set(copies).size, 1)
  assert.equal(server.acceptedFor('attente@essai.fr').length, 1)
})
