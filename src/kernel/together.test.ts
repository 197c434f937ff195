import assert from 'node:assert/strict'
import { test } from 'node:test'
import { together } from './together.ts'

test('read once for all who ask meanwhile, and again for whoever asks afterwards, also behind a failure', async () => {
  let [reads, fails] = [0, true]
  const ask = together(async () => {
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

test('what was read may be given for a while, a failure never', async () => {
  let reads = 0
  const ask = together(async () => {
    if (++reads === 1) throw new Error('away')
    return reads
  }, 60_000)
  await assert.rejects(ask(), /away/)
  assert.deepEqual([await ask(), await ask()], [2, 2])
  const briefly = together(async () => ++reads, 20)
  assert.equal(await briefly(), 3)
  await new Promise(resolve => setTimeout(resolve, 60))
  assert.equal(await briefly(), 4)
})
