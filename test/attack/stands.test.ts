// Of a release: an attack, and the others meanwhile.
// A process of its own: what it asks takes the whole of the event loop.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HASH_COST } from '../../src/people/users/hash-in-thread.ts'
import { startApp } from '../app.ts'
import { eventually } from '../eventually.ts'
import { assail } from './assault.ts'
import { others, percentile } from './others.ts'

const SECRET = 'the secret of the payments of this test'
const app = await startApp({
  env: { RATE_LIMIT_SCALE: '1', PAYMENT_SIGNING_SECRETS: SECRET },
  hashCost: HASH_COST,
})
const port = Number(new URL(app.url).port)

test('slow connections, pipelines and a flood of sign-ins from fifty addresses: everybody else is served', async t => {
  const idle = await others(port, 1, SECRET)
  const stop = new AbortController()
  // Limited to what one process can send during the test suite; `npm run attack` uses full force.
  const force = { slowSockets: 600, pipelines: 4, signInsASecond: 20, addresses: 50 }
  const statuses = new Map<number, number>()
  const attack = assail(port, force, stop.signal, statuses)
  const answered = () => [401, 429, 503].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0)
  await eventually(async () => answered() > 0, 'the attack is under way')
  const attacked = await others(
    port,
    2,
    SECRET,
    seen => (seen.statuses.get('event 200') ?? 0) >= 40 && answered() >= 20,
  )
  stop.abort()
  await attack
  const [before, during] = [percentile(idle.times, 0.99), percentile(attacked.times, 0.99)]
  // Reported, not asserted: attack and measurement share one process on a busy machine.
  t.diagnostic(`p99 ${before.toFixed(1)} ms idle, ${during.toFixed(1)} ms attacked`)
  t.diagnostic(`sign-ins of the attack: ${JSON.stringify(Object.fromEntries(statuses))}`)
  assert.deepEqual(new Set(attacked.statuses.keys()), new Set(['read 200', 'event 200']))
  assert.ok((attacked.statuses.get('event 200') ?? 0) >= 5, 'the others did ask')
  assert.ok(answered() >= 20, 'and so did the attack')
})
