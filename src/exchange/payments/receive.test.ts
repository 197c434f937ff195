import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import {
  deliver,
  deliverEvent,
  event,
  freshId,
  overLanes,
  SECRET,
  signature,
  subscription,
  T0,
} from '../../../test/payments/events.ts'
import { applyAll, applyNow, eventRow, subscriptionRow } from '../../../test/payments/ledger.ts'

const OTHER = 'whsec_another_one_of_the_tests'
const lines: string[] = []
const app = await startApp({
  env: { PAYMENT_SIGNING_SECRETS: `${SECRET},${OTHER}` },
  log: line => lines.push(line),
})
const stripe = await startApp({ env: { PAYMENT_SIGNING_SECRETS: SECRET, PAYMENT_PROVIDER: 'stripe' } })
const unset = await startApp()
const limited = await startApp({ env: { PAYMENT_SIGNING_SECRETS: SECRET, RATE_LIMIT_SCALE: '1' } })

const now = () => Math.floor(Date.now() / 1000)
const updated = (fields = {}) =>
  event('customer.subscription.updated', 1, subscription(freshId('sub'), 'active', fields))
const WRONG = { status: 400, error: 'invalid_webhook_signature' }
const refused = ({ status, body }: { status: number; body: { error: string } }) => ({
  status,
  error: body.error,
})

test('an event is answered, recorded once and enqueued once, however often it comes', async () => {
  const one = updated()
  for (let n = 0; n < 3; n++) {
    const { status, body, headers } = await deliverEvent(app.url, one)
    assert.deepEqual([status, body], [200, { data: { received: true } }])
    assert.equal(headers.get('cache-control'), 'no-store')
  }
  const row = await eventRow(app, one.id)
  assert.equal(row.status, 'received')
  assert.equal(row.created.getTime(), (T0 + 1) * 1000)
  const { rows } = await app.owner.query(`select from pgboss.job where data->>'id' = $1`, [row.id])
  assert.equal(rows.length, 1)
})

for (const lanes of [8, 64]) {
  test(`the same event 1 000 times over ${lanes} connections: all 200, one row, one job, applied once`, async () => {
    const one = updated()
    const payload = JSON.stringify(one)
    const headers = { 'payment-signature': signature(payload) }
    const answers = new Map<number, number>()
    await overLanes(
      lanes,
      Array.from({ length: 1_000 }, () => async () => {
        const { status } = await deliver(app.url, payload, headers)
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }),
    )
    assert.deepEqual([...answers], [[200, 1_000]])
    const { rows } = await app.owner.query('select id from payment_events where event_id = $1', [one.id])
    assert.equal(rows.length, 1)
    const jobs = await app.owner.query(`select from pgboss.job where data->>'id' = $1`, [rows[0].id])
    assert.equal(jobs.rows.length, 1)
    // Two concurrent jobs for the event: one applies it, the other finds it done.
    await Promise.all([applyNow(app, rows[0].id), applyNow(app, rows[0].id)])
    const { status, attempts } = await eventRow(app, one.id)
    assert.deepEqual([status, attempts], ['processed', 1])
  })
}

test('after it was applied it may come again, signed anew: still once', async () => {
  const one = updated()
  await deliverEvent(app.url, one)
  await applyAll(app)
  const before = await subscriptionRow(app, String(one.data.object.id))
  assert.equal(before.status, 'active')
  assert.equal((await deliverEvent(app.url, one)).status, 200)
  await applyAll(app)
  assert.deepEqual(await subscriptionRow(app, String(one.data.object.id)), before)
})

test('the same id with another content: 200, the first one stays, and the log says so', async () => {
  const one = updated()
  await deliverEvent(app.url, one)
  lines.length = 0
  await deliverEvent(app.url, one)
  assert.ok(!lines.some(line => line.includes('different content')))
  const other = { ...one, data: { object: subscription(String(one.data.object.id), 'canceled') } }
  assert.equal((await deliverEvent(app.url, other)).status, 200)
  assert.equal((await eventRow(app, one.id)).kept.status, 'active')
  assert.ok(lines.some(line => line.includes('different content')))
})

test('the signature covers the raw bytes: unusual spaces, escapes, duplicate keys and number formats pass', async () => {
  const id = () => freshId('evt')
  const payloads = [
    `{ "id" :\n\t"${id()}" , "type": "a.b"}\r\n  `,
    `{"id":"${id()}","type":"a.b","nom":"\\u00e9t\\u00E9 été","n":1.0,"m":1e2}`,
    `{"id":"evt_other","type":"x","id":"${id()}","type":"a.b"}`,
    `\ufeff{"id":"${id()}","type":"a.b"}`,
    `{"id":"${id()}","type":"a.b","deep":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  ]
  for (const payload of payloads)
    assert.equal((await deliver(app.url, payload)).status, 200, payload.slice(0, 80))
  const [before = '', after = ''] = [payloads[1], JSON.stringify(JSON.parse(payloads[1] ?? ''))]
  assert.deepEqual(refused(await deliver(app.url, after, { 'payment-signature': signature(before) })), WRONG)
})

test('any content type, or none: the bytes are what counts', async () => {
  for (const type of [
    'text/plain',
    'application/json; charset=latin1',
    'nonsense',
    'multipart/form-data',
    '',
  ]) {
    const payload = JSON.stringify(updated())
    const { status } = await deliver(app.url, payload, {
      'payment-signature': signature(payload),
      'content-type': type,
    })
    assert.equal(status, 200, type)
  }
})

test('the query string is not signed and is ignored', async () => {
  const payload = JSON.stringify(updated())
  const headers = { 'payment-signature': signature(payload) }
  for (const query of ['?a=%00', '?id=x&id=y', '?%ff', '?='])
    assert.equal((await deliver(app.url, payload, headers, `/api/v1/webhooks/payment${query}`)).status, 200)
})

test('neither app nor token is asked for, and neither helps', async () => {
  const user = await app.user(['admin'])
  assert.deepEqual(refused(await app.as(user).post('/webhooks/payment', updated())), WRONG)
  assert.equal((await deliverEvent(app.url, updated())).headers.get('access-control-allow-origin'), '*')
})

test('rightly signed and no use: 422, and nothing is kept', async () => {
  const count = async () => (await app.owner.query('select count(*) as n from payment_events')).rows[0].n
  const before = await count()
  const payloads = [
    '',
    'x',
    '[]',
    'null',
    '"evt"',
    '{}',
    '{"id":"evt_1"}',
    '{"type":"a"}',
    '{"id":1,"type":"a"}',
    '{"id":"","type":"a"}',
    '{"id":null,"type":"a"}',
    '{"id":"evt_1","type":{}}',
    '{"id":"evt\\u0000","type":"a"}',
    '{"id":"\\ud800","type":"a"}',
    `{"id":"${'x'.repeat(256)}","type":"a"}`,
    `{"id":"evt_1","type":"${'x'.repeat(256)}"}`,
    '{"id":"evt_1","type":"a"',
  ]
  for (const payload of payloads) {
    const answer = await deliver(app.url, payload)
    assert.deepEqual(refused(answer), { status: 422, error: 'invalid_webhook_payload' }, payload.slice(0, 60))
  }
  const latin1 = Buffer.from('{"id":"évt","type":"a"}', 'latin1')
  const { createHmac } = await import('node:crypto')
  const v1 = createHmac('sha256', SECRET).update(`${now()}.`).update(latin1).digest('hex')
  const answer = await deliver(app.url, new Uint8Array(latin1), {
    'payment-signature': `t=${now()},v1=${v1}`,
  })
  assert.equal(answer.status, 422)
  assert.equal(await count(), before)
})

test('512 KiB are read, more is 413', async () => {
  const padded = (size: number) => {
    const head = `{"id":"${freshId('evt')}","type":"a.b","x":"`
    return `${head}${'x'.repeat(size - head.length - 2)}"}`
  }
  assert.equal((await deliver(app.url, padded(512 * 1024))).status, 200)
  assert.equal((await deliver(app.url, padded(512 * 1024 + 1))).status, 413)
})

test('a time too far off, either way, is a wrong signature; 300 seconds are not', async () => {
  const payload = JSON.stringify(updated())
  const at = (seconds: number) =>
    deliver(app.url, payload, { 'payment-signature': signature(payload, SECRET, seconds) })
  // To the second: signed.test.ts. Here the request may be under way for a while.
  for (const seconds of [-302, -86_400, 500, 86_400, 3e9])
    assert.deepEqual(refused(await at(now() + seconds)), WRONG, `${seconds}`)
  for (const seconds of [-100, 0, 299]) assert.equal((await at(now() + seconds)).status, 200, `${seconds}`)
})

test('a secret is replaced without a gap: either secret, either of two signatures, and then only the new one', async () => {
  const payload = JSON.stringify(updated())
  const [old = '', fresh = ''] = [SECRET, OTHER].map(secret => signature(payload, secret))
  const v1 = fresh.split(',v1=')[1]
  for (const header of [old, fresh, `${old},v1=${v1}`, `${signature(payload, 'unknown')},v1=${v1},v0=abc`])
    assert.equal((await deliver(app.url, payload, { 'payment-signature': header })).status, 200, header)
  // The other node has only this secret.
  assert.deepEqual(refused(await deliver(stripe.url, payload, { 'payment-signature': fresh })), WRONG)
})

test('malformed headers are wrong signatures, never an error of ours', async () => {
  const payload = JSON.stringify(updated())
  const good = signature(payload)
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(good) ?? []
  const headers = [
    '',
    ',',
    't=',
    `t=${t}`,
    `v1=${v1}`,
    `t=${t},v1=`,
    `t=${t},v1=zz`,
    `t=${t},v1=${v1.slice(1)}`,
    `t=${t},v1=${v1.toUpperCase()}`,
    `t=${t},v0=${v1}`,
    `t=x,v1=${v1}`,
    `t=-${t},v1=${v1}`,
    `t=${t}.0,v1=${v1}`,
    `t=${t},t=${t},v1=${v1}`,
    `t=0${t},v1=${v1}`,
    `t=${t};v1=${v1}`,
    `t=${t}, v1=${v1}`,
    `${good},${good}`,
    `t=${t},v1=${v1}é`,
    `T=${t},V1=${v1}`,
    `${good},v1=${'0'.repeat(5_000)}`,
    't=NaN,v1=NaN',
    `t=${t},v1=${'0'.repeat(64)}`,
  ]
  for (const header of headers) {
    const answer = await deliver(app.url, payload, {
      'payment-signature': Buffer.from(header).toString('latin1'),
    })
    assert.deepEqual(refused(answer), WRONG, header)
  }
  assert.deepEqual(refused(await deliver(app.url, payload, {})), WRONG)
  const { body } = await deliver(app.url, payload, { 'accept-language': 'en' })
  assert.equal(body.message, 'The signature is invalid.')
})

test('PAYMENT_PROVIDER=stripe opens Stripe’s own door beside the neutral one, and nothing else does', async () => {
  const one = updated()
  const payload = JSON.stringify(one)
  const path = '/api/v1/webhooks/stripe'
  const headers = { 'stripe-signature': signature(payload) }
  assert.equal((await deliver(stripe.url, payload, headers, path)).status, 200)
  assert.equal((await deliver(stripe.url, payload)).status, 200)
  assert.equal((await eventRow(stripe, one.id)).provider, 'stripe')
  assert.deepEqual(
    refused(await deliver(stripe.url, payload, { 'payment-signature': signature(payload) }, path)),
    WRONG,
  )
  assert.equal((await deliver(app.url, payload, headers, path)).status, 404)
})

test('without a secret every event is refused, even one signed with an empty secret', async () => {
  const payload = JSON.stringify(updated())
  for (const secret of [SECRET, ''])
    if (secret) assert.deepEqual(refused(await deliver(unset.url, payload)), WRONG)
  const { createHmac } = await import('node:crypto')
  const v1 = createHmac('sha256', '').update(`${now()}.${payload}`).digest('hex')
  const answer = await deliver(unset.url, payload, { 'payment-signature': `t=${now()},v1=${v1}` })
  assert.deepEqual(refused(answer), WRONG)
})

test('wrong signatures are counted, right ones are never refused for it', async () => {
  const payload = JSON.stringify(updated())
  const wrong = { 'payment-signature': signature(payload, 'whsec_of_somebody_else') }
  let refusals = 0
  // Many at once, since the limit regains one request per second.
  const exhausted = await eventually(async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => deliver(limited.url, payload, n % 2 ? wrong : {})),
    )
    for (const { status } of answers) assert.ok(status === 400 || status === 429, `${status}`)
    refusals += answers.filter(({ status }) => status === 400).length
    return answers.find(({ status }) => status === 429)
  }, 'the limit')
  assert.ok(refusals >= 60, `${refusals}`)
  assert.equal(exhausted.body.error, 'rate_limited')
  assert.ok(exhausted.headers.get('retry-after'))
  for (let n = 0; n < 50; n++) assert.equal((await deliverEvent(limited.url, updated())).status, 200)
})
