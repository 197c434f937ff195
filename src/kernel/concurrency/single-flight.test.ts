import assert from 'node:assert/strict'
import { test } from 'node:test'
import { singleFlight } from './single-flight.ts'

test('concurrent calls share one read, later calls read again, also after a failure', async () => {
  let [reads, fails] = [0, true]
  const ask = singleFlight(async () => {
    await new Promise(resolve => setTimeout(resolve, 20))
    reads++
    if (fails) throw new Error('away')
    return reads
  })
  const outcomes = await Promise.allSettled([ask(), ask()])
  assert.ok(outcomes.every(one => one.status === 'rejected'))
  assert.equal(reads, 1)
  fails = false
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [2, 2, 2])
  assert.equal(await ask(), 3)
})
