import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepOf } from './waiting-steps.ts'

test('an item waits for long from half of the target on, and is late behind it', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const step = (hours: number, target?: number | null) =>
    stepOf(new Date(now.getTime() - hours * 3_600_000), now, target)
  assert.deepEqual(
    [0, 23, 24, 48, 49].map(hours => step(hours, 48)),
    [undefined, undefined, 'long', 'long', 'late'],
  )
  assert.deepEqual(
    [35, 36, 73].map(hours => step(hours, null)),
    [undefined, 'long', 'late'],
  )
  assert.equal(step(73), 'late')
})
