// Of a release: thousands of random requests.
// A process of its own: what it asks takes the whole of the event loop.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { campaign } from './campaign.ts'
import { startSubject } from './subject.ts'

const subject = await startSubject()
after(() => subject.stop())

const isSignIn = ({ path }: { path: string }) => path.startsWith('/auth/')

const PARTS = {
  // Runs first, because the API erases people and lifts suspensions.
  'the issuer': {
    operations: subject.operations.filter(isSignIn),
    requests: 1_200,
    expected: [
      'GET 200',
      'GET 302',
      'POST 200',
      'POST 401 invalid_credentials',
      'POST 403 account_suspended',
      'POST 403 origin_forbidden',
      'POST 422 validation_failed',
    ],
  },
  'the API': {
    operations: subject.operations.filter(one => !isSignIn(one)),
    requests: 8_000,
    // At least some requests must pass the guard.
    expected: [
      'GET 200',
      'GET 304',
      'POST 201',
      'PATCH 200',
      'PATCH 412 stale_version',
      'PATCH 400 invalid_if_match',
      'POST 422 validation_failed',
      'POST 422 invalid_webhook_payload',
      'POST 400 invalid_webhook_signature',
    ],
  },
}

for (const [name, { operations, requests: wanted, expected }] of Object.entries(PARTS)) {
  test(`${name}: no input is answered with 5xx, out of shape, undocumented, or by PostgreSQL in our stead`, async () => {
    const part = { ...subject, operations }
    const { requests, failures, outcomes } = await campaign(part, { requests: wanted, seed: 43, lanes: 4 })
    assert.deepEqual(failures, [])
    assert.ok(requests >= wanted)
    for (const outcome of expected) assert.ok((outcomes.get(outcome) ?? 0) > 0, `no answer was ${outcome}`)
  })
}

test('afterwards the connections have a limited number of prepared statements', async t => {
  const counts = await subject.prepared()
  t.diagnostic(`${counts}`)
  // Several connections were used, and repeated statements are prepared.
  assert.ok(counts.length > 4 && Math.max(...counts) > 10)
  for (const count of counts) assert.ok(count <= 52, `${count} on one connection`)
  assert.ok(counts.reduce((sum, count) => sum + count, 0) < 600)
})
