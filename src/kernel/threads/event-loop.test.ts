import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventLoopYielder } from './event-loop.ts'

test('a long loop yields to the event loop', async () => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  const othersTurn = eventLoopYielder(4)
  // Stops after a time limit in case the loop never yields.
  for (const end = performance.now() + 120_000; turns < 2 && performance.now() < end; ) await othersTurn()
  clearImmediate(next)
  assert.equal(turns, 2)
})

test('an iteration that exceeds the share yields, even the first one', async () => {
  const othersTurn = eventLoopYielder(4)
  for (const end = performance.now() + 8; performance.now() < end; );
  assert.ok(othersTurn() instanceof Promise)
})
