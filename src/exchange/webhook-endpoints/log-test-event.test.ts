import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startApp } from '../../../test/app.ts'
import { testConfig } from '../../../test/config.ts'
import * as make from '../../../test/factories.ts'
import { startSender } from '../../../test/fixtures/webhook-sender.ts'
import { queueEvents } from './queue.ts'
import { newWebhookSecret } from './signing.ts'

const { app, asAdmin, commune, received, answers, endpoint, send } = await startSender()
const owner = await app.user()
const club = await make.acteur(app, commune)
await make.member(app, club, owner)
const asOwner = app.as(owner, 'public')
const logOf = async (id: string) => (await asAdmin.get(`/admin/webhooks/${id}/deliveries`)).body
const stateOf = async (id: string) => {
  const { rows } = await app.owner.query(
    'select state, failures, failing_since from webhook_endpoints where id = $1',
    [id],
  )
  return rows[0]
}

test('a test event is sent at once, in the envelope and with the signature of every event, and the log has its answer', async () => {
  const secret = newWebhookSecret()
  const id = await endpoint('/tried', {
    acteur_id: club,
    events: ['alert.ended'],
    secret_sealed: app.service.secrets.seal(secret),
    // As after failures: it waits, and a test does not.
    next_try_at: new Date(Date.now() + 3_600_000),
  })
  for (const [as, path] of [
    [asAdmin, `/admin/webhooks/${id}/test`],
    [asOwner, `/me/acteurs/${club}/webhooks/${id}/test`],
  ] as const) {
    received.length = 0
    const { status, body } = await as.post(path)
    assert.deepEqual([status, body.data.event, body.data.state], [200, 'webhook.test', 'waiting'])
    assert.deepEqual([body.data.record, body.data.sequence], [null, 0])
    await send()
    const [sent] = received
    assert.equal(received.length, 1)
    const payload = new Webhook(secret).verify(sent?.body ?? '', sent?.headers as Record<string, string>)
    assert.deepEqual(payload, body.data.payload)
    assert.deepEqual(Object.keys(body.data.payload), ['type', 'timestamp', 'sequence', 'data'])
    const [logged] = (await logOf(id)).data
    assert.deepEqual(
      [logged.id, logged.state, logged.status],
      [sent?.headers['webhook-id'], 'delivered', 204],
    )
  }
  assert.equal((await logOf(id)).meta.total, 2)
  const { rows } = await app.owner.query(
    `select user_id is not null as by_somebody from audit_log where action = 'webhook.tested' and entity_id = $1`,
    [id],
  )
  assert.deepEqual(rows, [{ by_somebody: true }, { by_somebody: true }])
})

test('a failed test is not sent again, and is no failure of the endpoint; 410 disables it', async () => {
  answers.set('/fails', (_, response) => void response.writeHead(500).end())
  const id = await endpoint('/fails')
  await asAdmin.post(`/admin/webhooks/${id}/test`)
  await send()
  const [logged] = (await logOf(id)).data
  assert.deepEqual([logged.state, logged.status, logged.attempts], ['failed', 500, 1])
  assert.deepEqual(await stateOf(id), { state: 'active', failures: 0, failing_since: null })
  answers.set('/fails', (_, response) => void response.writeHead(410).end())
  await asAdmin.post(`/admin/webhooks/${id}/test`)
  await send()
  assert.equal((await stateOf(id)).state, 'disabled')
})

test('only an endpoint in service is tested', async () => {
  const refused = {
    unverified: await endpoint('/x', { state: 'unverified' }),
    disabled: await endpoint('/x', { state: 'disabled', disabled_for: 'asked' }),
    paused: await endpoint('/x', { created_by: owner.id }),
  }
  for (const [state, id] of Object.entries(refused)) {
    const { status, body } = await asAdmin.post(`/admin/webhooks/${id}/test`)
    assert.deepEqual([status, body.error], [409, 'webhook_disabled'], state)
    assert.equal((await logOf(id)).meta.total, 0, state)
  }
})

test('tests at once are as many events, and take no number from a change', async () => {
  const id = await endpoint('/many', { events: ['publication.changed'] })
  const answered = await Promise.all(
    Array.from({ length: 6 }, () => asAdmin.post(`/admin/webhooks/${id}/test`)),
  )
  assert.deepEqual([...new Set(answered.map(({ status }) => status))], [200])
  const queued = await app.service.db.transaction(tx =>
    queueEvents(
      tx,
      new Date().toISOString(),
      [1, 2, 3].map(seq => ({
        seq,
        kind: 'publication',
        record_id: crypto.randomUUID(),
        change: 'changed' as const,
        commune_ids: [commune],
        acteur_ids: [club],
      })),
      testConfig(),
    ),
  )
  assert.equal(queued, 3)
  const again = await asAdmin.post(`/admin/webhooks/${id}/test`)
  assert.equal(again.status, 200)
  assert.equal((await logOf(id)).meta.total, 10)
  await app.owner.query('delete from webhook_endpoints where id = $1', [id])
})

test('thirty tests an hour are accepted of a person, over all endpoints', async () => {
  const limited = await startApp({ env: { RATE_LIMIT_SCALE: '1' } })
  const person = await limited.user(['admin'])
  const ids = await make.several(2, () => make.webhook(limited, { created_by: person.id }))
  const statuses: number[] = []
  for (let at = 0; at < 31; at++)
    statuses.push((await limited.as(person).post(`/admin/webhooks/${ids[at % 2]}/test`)).status)
  assert.deepEqual([statuses.filter(status => status === 200).length, statuses.at(-1)], [30, 429])
})
