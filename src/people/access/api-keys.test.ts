import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../kernel/refusals/errors.ts'
import { looksLikeKey, newSecret, refuseKeyInAddress } from './api-keys.ts'

test('keys differ, begin with what scanners know, and show fourteen characters', () => {
  const [one, other] = [newSecret(), newSecret()]
  assert.match(one.secret, /^pk_parvis_[0-9A-Za-z]{38}$/)
  assert.notEqual(one.secret, other.secret)
  assert.equal(one.prefix, one.secret.slice(0, 14))
  assert.equal(one.hash.length, 32)
  assert.ok(looksLikeKey(one.secret) && !looksLikeKey('eyJhbGciOiJFZERTQSJ9'))
})

test('a key anywhere in an address is refused, an address without one is not', () => {
  const { secret, prefix } = newSecret()
  for (const address of [`/api/v1/publications?key=${secret}`, `/api/v1/publications?q=a+${secret}b`])
    assert.throws(
      () => refuseKeyInAddress(address),
      (error: unknown) => error instanceof Problem && error.code === 'invalid_request',
    )
  refuseKeyInAddress(`/api/v1/publications?q=${prefix}`)
})
