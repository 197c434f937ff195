import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FREE_ROOM, operatorMessage, Refusal } from './refusal.ts'

const full = Object.assign(new Error('could not write to file "x": No space left on device'), {
  code: '53100',
  severity: 'ERROR',
})

test('an operator reads a sentence with what to do, and no stack, for what they can mend', () => {
  assert.equal(operatorMessage(new Error('x', { cause: new Refusal('Do this.') })), 'Do this.')
  const failed = new Error(`Migration 31 (appeals) failed: ${full.message}`, { cause: full })
  assert.equal(operatorMessage(failed), `${failed.message}. ${FREE_ROOM}`)
  assert.equal(operatorMessage(full), `${full.message}. ${FREE_ROOM}`)
  assert.equal(
    operatorMessage(Object.assign(new Error('x'), { code: '23505', severity: 'ERROR' })),
    undefined,
  )
  assert.equal(operatorMessage(new TypeError('x')), undefined)
})
