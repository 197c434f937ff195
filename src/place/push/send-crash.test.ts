/** A worker killed while it sends an alert: another one finishes. */
// Begun first: it starts processes.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { pushBrowser } from '../../../test/fixtures/push-service.ts'
import { selfSigned } from '../../../test/fixtures/self-signed.ts'
import { GROUP, OF_ONE_HOST } from './send.ts'

const WORKER = fileURLToPath(new URL('../../../test/fixtures/push-worker.ts', import.meta.url))
const HOST = 'push.example.com'
const BROWSERS = 200
/** So many messages are accepted before the service is too slow to answer. */
const ACCEPTED = 80

const received: string[] = []
const accepted: string[] = []
let isSlow = true
const tls = selfSigned(HOST)
const service = createServer(tls, (request, response) => {
  const path = request.url ?? ''
  received.push(path)
  if (isSlow && accepted.length === ACCEPTED) return
  accepted.push(path)
  response.writeHead(201).end()
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
// The job comes from the alert alone.
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
const messages = async () =>
  (
    await app.owner.query(
      'select count(*)::int as waiting, count(*) filter (where attempts > 0)::int as taken from push_messages',
    )
  ).rows[0]

test('each browser’s message is accepted once, and only those in flight at the kill are sent again', async () => {
  const { rows } = await app.owner.query(`select id from publication_types where slug = 'alerte'`)
  const alert = {
    ...{ title: 'Crue', body: 'Les quais sont fermés.', acteur_id: hall, commune_id: commune },
    type_id: rows[0].id,
  }
  const first = await startWorker()
  assert.equal((await app.as(secretary, 'public').post('/publications', alert)).status, 201)
  await eventually(async () => received.length > 0, 'the first worker has the job')
  const second = startWorker()
  await eventually(async () => {
    const { waiting, taken } = await messages()
    const isFull = taken >= OF_ONE_HOST && received.length === ACCEPTED + taken
    return waiting === BROWSERS - ACCEPTED && isFull
  }, 'all accepted messages are settled, and as many others are in flight as may be')
  const dead = once(first, 'exit')
  first.kill('SIGKILL')
  await dead
  const inFlight = received.slice(ACCEPTED)
  assert.ok(inFlight.length < OF_ONE_HOST + GROUP, `${inFlight.length}`)

  isSlow = false
  // As when the lease is over and the run of the next minute comes.
  await app.owner.query('update push_messages set next_try_at = now()')
  await app.owner.query(`insert into pgboss.job (name, data) values ('place.push', '{}')`)
  await second
  await eventually(async () => (await messages()).waiting === 0, 'none is left')
  const all = Array.from({ length: BROWSERS }, (_, at) => `/${at + 1}`)
  assert.deepEqual(accepted.toSorted(), all.toSorted())
  const twice = all.filter(path => received.filter(one => one === path).length > 1)
  assert.deepEqual(twice.toSorted(), inFlight.toSorted())
  assert.equal(received.length, BROWSERS + inFlight.length)
})
