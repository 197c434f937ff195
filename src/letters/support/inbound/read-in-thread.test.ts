import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mail } from '../../../../test/fixtures/inbound-mail.ts'
import { Problem } from '../../../kernel/refusals/errors.ts'
import { isSmall, readApart } from './read-in-thread.ts'

const refusal = (error: unknown) => error instanceof Problem && error.code === 'invalid_webhook_payload'

test('parsing that takes too long is terminated and refused; what a busy machine did not parse in time is unavailable', async () => {
  const slow = Buffer.from(
    mail({ 'Content-Type': 'text/html' }, '\r\n'.repeat(200_000) + '<br>'.repeat(500_000)),
  )
  await assert.rejects(readApart(slow, { workMs: 20, patienceMs: 600_000 }), refusal)
  await assert.rejects(readApart(slow, { workMs: 600_000, patienceMs: 1 }), { code: 'unavailable' })
  const read = await readApart(slow, { workMs: 600_000, patienceMs: 600_000 })
  assert.ok(read.key.length === 32, 'with patience it is a mail like any other')
})

test('a malformed mail is refused from the thread too', async () => {
  await assert.rejects(readApart(Buffer.from('Subject: x\r\n'.repeat(3_000))), refusal)
})

test('mails of few bytes and few lines are parsed without a thread', () => {
  const lines = (count: number) => Buffer.from(`${'x\n'.repeat(count - 1)}x`)
  assert.deepEqual([lines(1), lines(256), lines(257)].map(isSmall), [true, true, false])
  assert.deepEqual(
    [4_096, 4_097].map(size => isSmall(Buffer.alloc(size, 'x'))),
    [true, false],
  )
})
