import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from './errors.ts'

test('every error has a French and an English text and an error status', () => {
  for (const [code, [status, fr, en]] of Object.entries(ERRORS)) {
    assert.ok((status >= 400 && status <= 503) || status === 507, code)
    assert.ok(fr.endsWith('.') && en.endsWith('.') && String(fr) !== String(en), code)
  }
})
