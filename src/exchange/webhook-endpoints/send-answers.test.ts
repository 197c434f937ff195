import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { whileReadOnly } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { countingRefusals } from '../../../test/fixtures/refused-transactions.ts'
import { startSender } from '../../../test/fixtures/webhook-sender.ts'

const { app, asAdmin, answers, received, endpoint, send } = await startSender()

const tooLong = 'a'.repeat(70_000)
const saying =
  (status: number, headers = {}, body?: string): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)
const CASES: Readonly<Record<string, readonly [RequestListener, string, number | null]>> = {
  '/200': [saying(200, {}, 'ok'), 'delivered', 200],
  '/201': [saying(201), 'delivered', 201],
  '/202': [saying(202, {}, '{}'), 'delivered', 202],
  '/204': [saying(204), 'delivered', 204],
  '/announces-too-much': [saying(202, { 'content-length': tooLong.length }, tooLong), 'delivered', 202],
  '/says-too-much': [saying(201, { 'transfer-encoding': 'chunked' }, tooLong), 'delivered', 201],
  '/odd-encoding': [saying(200, { 'content-encoding': 'zstd' }, 'x'), 'delivered', 200],
  '/broken-encoding': [saying(202, { 'content-encoding': 'gzip' }, 'x'), 'delivered', 202],
  '/307': [saying(307, { location: '/200' }), 'waiting', 307],
  '/404': [saying(404), 'waiting', 404],
  '/500': [saying(500), 'waiting', 500],
  '/hangs-up': [request => void request.socket.destroy(), 'waiting', null],
}

test('the log has the HTTP status of the last answer, whichever it was', async () => {
  const ids = new Map<string, string>()
  for (const [path, [answer]] of Object.entries(CASES)) {
    answers.set(path, answer)
    const id = await endpoint(path)
    ids.set(path, id)
    await make.delivery(app, id, crypto.randomUUID())
  }
  await app.owner.query(
    `update webhook_deliveries set state = 'waiting', attempts = 0, delivered_at = null, status = null, tried_at = null`,
  )
  await send()
  for (const [path, [, state, status]] of Object.entries(CASES)) {
    const { body } = await asAdmin.get(`/admin/webhooks/${ids.get(path)}/deliveries`)
    const [logged] = body.data
    assert.deepEqual([logged.attempts, logged.state, logged.status], [1, state, status], path)
  }
})

test('an answer that comes while the database takes no writes is noted afterwards, and the event is not sent again', async () => {
  const answered = Promise.withResolvers<void>()
  answers.set(
    '/primary-lost',
    (_, response) => void answered.promise.then(() => response.writeHead(204).end()),
  )
  const id = await endpoint('/primary-lost')
  await make.delivery(app, id, crypto.randomUUID())
  const makeDue = () =>
    app.owner.query(
      `update webhook_deliveries set next_try_at = now(), state = 'waiting' where endpoint_id = $1 and state <> 'delivered'`,
      [id],
    )
  await app.owner.query(
    `update webhook_deliveries set state = 'waiting', attempts = 0, delivered_at = null, status = null, tried_at = null where endpoint_id = $1`,
    [id],
  )
  const times = () => received.filter(({ path }) => path === '/primary-lost').length
  const [counted, database] = [countingRefusals(app.service.db), app.connection.database ?? '']
  const sent = send({ db: counted.db })
  await eventually(async () => times() === 1, 'the event')
  await whileReadOnly(database, async () => {
    answered.resolve()
    await eventually(async () => counted.refused() > 1, 'it is refused, and tried again')
  })
  // No event could be taken meanwhile, so the run failed.
  await sent.catch(() => {})
  await makeDue()
  await send()
  const { body } = await asAdmin.get(`/admin/webhooks/${id}/deliveries`)
  assert.deepEqual([times(), body.data[0].state, body.data[0].attempts], [1, 'delivered', 1])
})
