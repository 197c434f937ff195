import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import { eventually } from '../../../test/eventually.ts'
import { times } from '../../../test/fuzz/asking.ts'
import { Problem } from '../errors.ts'
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

test('whoever had the fewest turns is next, of those the last to come; each client network in its order', async () => {
  const { ask, finishOne, begun } = turns()
  for (const clientNetwork of ['a', 'a', 'a', 'b', 'b', 'c']) await ask(clientNetwork)
  for (let n = 0; n < 6; n++) await finishOne()
  assert.deepEqual(begun, ['a', 'c', 'b', 'b', 'a', 'a'])
})

test('a client network has four waiting at most; what does not fit is taken from those who had the most', async () => {
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

test('who is known goes before all strangers, those who came first before the others, and is sent away last', async () => {
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

test('a turn that is forgiven does not count: whoever signs in rightly all day is before a flood that has just come', async () => {
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

test('after a stranger its place rests as long as told, after somebody known it does not', async () => {
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

test('work that fails gives its turn on, and nobody waits longer than they are willing to', async () => {
  const { ask, finishOne, begun, outcomes } = turns({ patienceMs: 200 })
  await ask('a', { fails: true })
  await ask('b')
  await finishOne()
  assert.deepEqual([begun, outcomes], [['a', 'b'], ['a of the work']])
  await ask('c')
  await new Promise(resolve => setTimeout(resolve, 400))
  assert.deepEqual(outcomes, ['a of the work', 'c unavailable'])
  await finishOne()
  await ask('d')
  assert.deepEqual(begun, ['a', 'b', 'd'])
})

test('whoever could only push another of the flood out is refused at once; who had nothing yet is let in', async () => {
  const { ask, isLost, outcomes, finishOne } = turns({ waiting: 4 })
  await ask('running')
  for (const clientNetwork of ['a', 'a', 'b', 'b']) {
    assert.equal(isLost(clientNetwork), false)
    await ask(clientNetwork)
  }
  assert.deepEqual(['a', 'b', 'new'].filter(isLost), ['a', 'b'])
  await ask('new')
  assert.deepEqual(outcomes, ['a unavailable'])
  // One turn ends, one of the queue begins: there is room again.
  await finishOne()
  assert.deepEqual(['a', 'b', 'new'].filter(isLost), [])
})
