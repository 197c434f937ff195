/** A worker killed while it sends an alert: another one finishes. */
// Of a release: it kills processes.
// Begun first: it starts processes.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { pushBrowser } from '../../../test/fixtures/push-service.ts'
import { selfSigned } from '../../../test/fixtures/self-signed.ts'
import { OF_ONE_SERVICE, SLICE } from './queries.ts'

const WORKER = fileURLToPath(new URL('../../../test/fixtures/push-worker.ts', import.meta.url))
const HOST = 'push.example.com'
const BROWSERS = 200
/** The push service accepts this many messages, and answers no others while it is slow. */
const ACCEPTED = 80

const received: string[] = []
const accepted = new Set<string>()
/** Messages that wait for an answer, the most that did, and those that came a second time meanwhile. */
const unanswered = new Set<string>()
const doubled: string[] = []
let mostUnanswered = 0
let isSlow = true
const tls = selfSigned(HOST)
const service = createServer(tls, (request, response) => {
  const path = request.url ?? ''
  received.push(path)
  if (!isSlow || accepted.has(path) || accepted.size < ACCEPTED) {
    accepted.add(path)
    return void response.writeHead(201).end()
  }
  if (unanswered.has(path)) doubled.push(path)
  unanswered.add(path)
  mostUnanswered = Math.max(mostUnanswered, unanswered.size)
  response.on('close', () => unanswered.delete(path))
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')

const app = await startApp()
const commune = await make.commune(app)
const hall = await make.mairie(app, commune)
const secretary = await app.user()
await make.member(app, hall, secretary)
const { keys } = pushBrowser()
await app.owner.query(
  `insert into push_subscriptions (commune_id, endpoint, p256dh, auth)
   select $1, 'https://' || $2::text || '/' || n, $3, $4 from generate_series(1, $5::int) n`,
  [commune, HOST, keys.p256dh, keys.auth, BROWSERS],
)
// It has shown that it is quick.
await app.owner.query(`insert into push_services (service, answer_ms) values ('example.com', 10)`)
// Each run is begun by the test.
await app.owner.query(`delete from pgboss.schedule where name = 'place.push'`)

const workers: ChildProcess[] = []
after(() => {
  for (const worker of workers) worker.kill('SIGKILL')
  service.closeAllConnections()
  service.close()
})
async function startWorker(): Promise<ChildProcess> {
  const { port } = service.address() as AddressInfo
  const argument = JSON.stringify({ connection: app.connection, port, ca: tls.cert })
  const worker = spawn(process.execPath, [WORKER, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  workers.push(worker)
  await once(worker.stdout ?? worker, 'data')
  return worker
}
/** Until it is so, as each minute does: a run that a stall overtook leaves the rest to the next one. */
const running = (isSo: () => Promise<boolean>, what: string) =>
  eventually(
    async () => {
      if (await isSo()) return true
      await app.owner.query(`insert into pgboss.job (name, data) select 'place.push', '{}'
        where not exists (select from pgboss.job where name = 'place.push' and state < 'completed')`)
    },
    what,
    240_000,
  )
/** All that live, and their run: as long as it is one, no other one begins. */
async function killWorkers(): Promise<void> {
  await Promise.all(
    workers.splice(0).map(worker => {
      const dead = once(worker, 'exit')
      worker.kill('SIGKILL')
      return dead
    }),
  )
  // As when its lease is over.
  await app.owner.query(`delete from pgboss.job where name = 'place.push'`)
}
const connections = promisify(service.getConnections.bind(service))
const messages = async () =>
  (await app.owner.query('select count(*)::int as waiting from push_messages')).rows[0].waiting

test('after a kill each message that was not settled is sent exactly once, and no other one', async () => {
  const { rows } = await app.owner.query(`select id from publication_types where slug = 'alerte'`)
  const alert = {
    title: 'Crue',
    body: 'Les quais sont fermés.',
    acteur_id: hall,
    commune_id: commune,
    type_id: rows[0].id,
  }
  await startWorker()
  assert.equal((await app.as(secretary, 'public').post('/publications', alert)).status, 201)
  await running(
    async () => (await messages()) === BROWSERS - ACCEPTED && unanswered.size > 0,
    'all accepted messages are settled, and others are in flight',
  )
  await killWorkers()
  // By then the service has received everything that the worker sent.
  await eventually(async () => (await connections()) === 0, 'its connections are closed')
  const settled = new Set(accepted)
  const before = received.length
  assert.ok(settled.size === ACCEPTED && before > ACCEPTED, `${before}`)

  isSlow = false
  await app.owner.query('update push_messages set next_try_at = now()')
  await startWorker()
  await running(async () => (await messages()) === 0, 'none is left')
  const all = Array.from({ length: BROWSERS }, (_, at) => `/${at + 1}`)
  assert.deepEqual(received.slice(before).toSorted(), all.filter(path => !settled.has(path)).toSorted())
  assert.deepEqual(doubled, [], 'a message in flight is not taken again')
  assert.ok(mostUnanswered <= OF_ONE_SERVICE, `${mostUnanswered} at once`)
})

test('an alert for many is queued in slices: a worker killed between two of them leaves nothing out and queues nothing twice', async () => {
  await killWorkers()
  await app.owner.query('delete from push_subscriptions')
  const town = await make.commune(app)
  const many = 2 * SLICE + 100
  await app.owner.query(
    `insert into push_subscriptions (commune_id, endpoint, p256dh, auth)
     select $1, 'https://' || $2::text || '/many/' || n, $3, $4 from generate_series(1, $5::int) n`,
    [town, HOST, keys.p256dh, keys.auth, many],
  )
  // The second slice waits for this row.
  const holder = new pg.Client(app.connection)
  await holder.connect()
  await holder.query('begin')
  await holder.query(
    'select from push_subscriptions where id = (select id from push_subscriptions order by id offset $1 limit 1) for update',
    [SLICE + 50],
  )
  isSlow = true
  await startWorker()
  await make.publication(app, await make.mairie(app, town), town, { type: 'alerte', niveau: 'danger' })
  const pending = async () =>
    (await app.owner.query('select from push_announcements where queued_to is not null')).rows.length
  await running(async () => (await messages()) === SLICE && (await pending()) === 1, 'a slice is queued')
  await killWorkers()
  await holder.query('rollback')
  await holder.end()
  assert.equal(await messages(), SLICE)
  const before = (await app.owner.query('select subscription_id, created_at from push_messages')).rows
  await startWorker()
  await running(async () => (await pending()) === 0, 'the others are queued')
  const rows = (await app.owner.query('select subscription_id, created_at from push_messages')).rows
  assert.equal(rows.length, many)
  const at = new Map(rows.map(row => [row.subscription_id, row.created_at.getTime()]))
  assert.ok(
    before.every(row => at.get(row.subscription_id) === row.created_at.getTime()),
    'the first slice is not queued anew',
  )
})
