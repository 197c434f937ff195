import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { campaign } from './campaign.ts'
import { startSubject } from './subject.ts'

const subject = await startSubject()
after(() => subject.stop())

test('no input is answered with 5xx, out of shape, undocumented, or by PostgreSQL in our stead', async () => {
  const { requests, failures, outcomes } = await campaign(subject, { requests: 8_000, seed: 42, lanes: 4 })
  assert.deepEqual(failures, [])
  assert.ok(requests >= 8_000)
  // A fuzz that is refused at the door every time has tested the door alone.
  for (const outcome of [
    'GET 200',
    'GET 304',
    'POST 201',
    'PATCH 200',
    'PATCH 412 stale_version',
    'POST 422 validation_failed',
    'POST 422 invalid_webhook_payload',
    'POST 400 invalid_webhook_signature',
  ])
    assert.ok((outcomes.get(outcome) ?? 0) > 0, `no answer was ${outcome}`)
})
