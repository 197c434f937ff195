import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretsFrom } from './secrets.ts'

test('sealed text opens only with its secret, and not after a byte was changed', () => {
  const one = secretsFrom('a'.repeat(40))
  const sealed = one.seal('précieux')
  assert.equal(one.open(sealed), 'précieux')
  assert.notEqual(one.seal('précieux'), sealed)
  assert.throws(() => secretsFrom('b'.repeat(40)).open(sealed))
  const bytes = Buffer.from(sealed, 'base64url')
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => one.open(changed.toString('base64url')))
  }
})
