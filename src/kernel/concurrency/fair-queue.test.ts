import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import { eventually } from '../../../test/eventually.ts'
import { times } from '../../../test/fuzz/asking.ts'
import { Problem } from '../refusals/errors.ts'
import { fairQueue } from './fair-queue.ts'

function turns(most: Partial<Parameters<typeof fairQueue>[0]> = {}) {
  const limits = { atOnce: 1, waiting: 20, waitingPerNetwork: 4, patienceMs: 60_000, ...most }
  const { take, refund, refuseEarly } = fairQueue(limits)
  const begun: string[] = []
  const running: (() => void)[] = []
  const outcomes: string[] = []
  return {
    begun,
    outcomes,
    refund,
    isLost(clientNetwork: string) {
      try {
        refuseEarly(clientNetwork)
        return false
      } catch (error) {
        assert.ok(error instanceof Problem && error.code === 'unavailable' && error.headers?.['retry-after'])
        return true
      }
    },
    async ask(clientNetwork: string, { known = false, fails = false } = {}) {
      const done = take({ clientNetwork: clientNetwork, known }, async () => {
        begun.push(clientNetwork)
        await new Promise<void>(resolve => running.push(resolve))
        if (fails) throw new Error('of the work')
      })
      done.then(
        () => outcomes.push(`${clientNetwork} done`),
        error => outcomes.push(`${clientNetwork} ${error instanceof Problem ? error.code : error.message}`),
      )
      await tick()
    },
    async finishOne() {
      running.shift()?.()
      await tick()
    },
  }
}

test('the network with the fewest turns is next, the newest among equals; requests of one network keep their order', async () => {
  const { ask, finishOne, begun } = turns()
  for (const clientNetwork of ['a', 'a', 'a', 'b', 'b', 'c']) await ask(clientNetwork)
  for (let n = 0; n < 6; n++) await finishOne()
  assert.deepEqual(begun, ['a', 'c', 'b', 'b', 'a', 'a'])
})

test('a network may queue four requests; a full queue drops requests of the network with the most turns', async () => {
  const { ask, finishOne, begun, outcomes } = turns()
  for (let n = 0; n < 6; n++) await ask('flood')
  assert.deepEqual(outcomes, ['flood rate_limited'])
  for (const at of times(16, at => at)) await ask(`bot${at}`)
  assert.equal(outcomes.length, 1)
  await ask('somebody')
  assert.deepEqual(outcomes.slice(1), ['flood unavailable'])
  await finishOne()
  assert.equal(begun.at(-1), 'somebody')
})

test('known requesters come first, in order of arrival, and are dropped last', async () => {
  const { ask, finishOne, begun, outcomes } = turns({ waiting: 4 })
  await ask('flood')
  for (const stranger of ['x', 'y', 'z']) await ask(stranger)
  for (const home of ['a', 'b']) await ask(home, { known: true })
  assert.equal(outcomes.length, 1)
  assert.match(`${outcomes}`, /^[xyz] unavailable$/)
  for (let n = 0; n < 4; n++) await finishOne()
  assert.deepEqual(begun.slice(0, 3), ['flood', 'a', 'b'])
  assert.equal(begun.length, 5)
})

test('a refunded turn does not count: frequent successful sign-ins come before a new flood', async () => {
  const { ask, finishOne, begun, refund } = turns()
  for (let n = 0; n < 5; n++) {
    await ask('right')
    await finishOne()
    refund('right')
  }
  for (const clientNetwork of ['bot1', 'bot2', 'bot1', 'bot2']) await ask(clientNetwork)
  await ask('right')
  for (let n = 0; n < 4; n++) await finishOne()
  assert.deepEqual(begun.slice(5), ['bot1', 'right', 'bot2', 'bot1', 'bot2'])
})

test('the queue pauses after an unknown requester, and not after a known one', async () => {
  const { ask, finishOne, begun } = turns({ rest: 1 })
  await ask('a', { known: true })
  await ask('b')
  await ask('c')
  await finishOne()
  assert.deepEqual(begun, ['a', 'c'])
  await new Promise(resolve => setTimeout(resolve, 100))
  await finishOne()
  assert.deepEqual(begun, ['a', 'c'])
  await eventually(async () => begun.length === 3, 'the next')
})

test('failed work frees its place, and waiting requests time out', async () => {
  const { ask, finishOne, begun, outcomes } = turns({ patienceMs: 1_000 })
  await ask('a', { fails: true })
  await ask('b')
  await finishOne()
  assert.deepEqual([begun, outcomes], [['a', 'b'], ['a of the work']])
  await ask('c')
  await eventually(async () => outcomes.length > 1, 'the timeout')
  assert.deepEqual(outcomes, ['a of the work', 'c unavailable'])
  await finishOne()
  await ask('d')
  assert.deepEqual(begun, ['a', 'b', 'd'])
})

test('a request of the flood that could only replace another one is refused at once; other networks are let in', async () => {
  const { ask, isLost, outcomes, finishOne } = turns({ waiting: 4 })
  await ask('running')
  for (const clientNetwork of ['a', 'a', 'b', 'b']) {
    assert.equal(isLost(clientNetwork), false)
    await ask(clientNetwork)
  }
  assert.deepEqual(['a', 'b', 'new'].filter(isLost), ['a', 'b'])
  await ask('new')
  assert.deepEqual(outcomes, ['a unavailable'])
  // One turn ends and a queued one begins: the queue has room again.
  await finishOne()
  assert.deepEqual(['a', 'b', 'new'].filter(isLost), [])
})
