import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsLeft } from './seconds-left.ts'

test('the countdown ends at zero', () => {
  assert.deepEqual(
    [10_000, 9_001, 1, 0, -5_000].map(left => secondsLeft(left, 0)),
    [10, 10, 1, 0, 0],
  )
})
