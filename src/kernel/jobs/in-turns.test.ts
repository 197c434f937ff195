import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../../test/eventually.ts'
import { type Ended, type Taken, workInTurns } from './in-turns.ts'

interface Item extends Taken {
  readonly name: string
}
const itemsOf = (...names: readonly string[]): Item[] =>
  names.map(name => ({ name, key: 'example.com', slow: false }))

/** Each group is given to one `take`, then nothing; what a test does not hold back comes at once. */
function runOf(groups: readonly (readonly Item[] | Promise<readonly Item[]>)[], places = 4) {
  const settled: string[][] = []
  const left = [...groups]
  let [takes, settling, mostSettling] = [0, 0, 0]
  const of = {
    work: async (item: Item) => item.name,
    settle: async (_: readonly Ended<Item, string>[]) => {},
  }
  const begin = (signal = new AbortController().signal) =>
    workInTurns<Item, string>({
      places,
      group: places,
      runMs: 600_000,
      signal,
      take: async () => {
        takes++
        return (await left.shift()) ?? []
      },
      work: item => of.work(item),
      async settle(ended) {
        mostSettling = Math.max(mostSettling, ++settling)
        await of.settle(ended)
        settled.push(ended.map(({ result }) => result))
        settling--
      },
    })
  return { of, begin, settled, takes: () => takes, mostSettling: () => mostSettling }
}

test('what has ended is settled while the database lets the next claim wait', async () => {
  const [claim, ends] = [Promise.withResolvers<readonly Item[]>(), Promise.withResolvers<string>()]
  const run = runOf([itemsOf('early', 'late'), claim.promise])
  run.of.work = async ({ name }) => (name === 'late' ? await ends.promise : name)
  const over = run.begin()
  await eventually(async () => run.takes() === 2 && run.settled.length === 1, 'it claims again')
  ends.resolve('late')
  await eventually(async () => run.settled.length === 2, 'it is settled meanwhile')
  claim.resolve(itemsOf('next'))
  await over
  assert.deepEqual(run.settled, [['early'], ['late'], ['next']])
})

test('a claim that fails after all has ended and is settled ends the run with its error', async () => {
  const [claim, ends] = [Promise.withResolvers<readonly Item[]>(), Promise.withResolvers<string>()]
  const run = runOf([itemsOf('early', 'late'), claim.promise])
  run.of.work = async ({ name }) => (name === 'late' ? await ends.promise : name)
  const over = run.begin()
  await eventually(async () => run.takes() === 2, 'it claims again')
  ends.resolve('late')
  await eventually(async () => run.settled.length === 2, 'all is settled')
  claim.reject(new Error('the primary is gone'))
  await assert.rejects(over, /the primary is gone/)
  assert.equal(run.takes(), 2)
})

test('a claim that found no room because of what ended meanwhile is made again', async () => {
  const [claim, ends] = [Promise.withResolvers<readonly Item[]>(), Promise.withResolvers<string>()]
  const run = runOf([itemsOf('early', 'late'), claim.promise, itemsOf('more')])
  run.of.work = async ({ name }) => (name === 'late' ? await ends.promise : name)
  const over = run.begin()
  await eventually(async () => run.takes() === 2, 'it claims again')
  ends.resolve('late')
  await eventually(async () => run.settled.length === 2, 'all is settled')
  claim.resolve([])
  await over
  assert.deepEqual(run.settled.at(-1), ['more'])
})

test('one settlement at a time', async () => {
  const [claim, ends, database] = [
    Promise.withResolvers<readonly Item[]>(),
    Promise.withResolvers<string>(),
    Promise.withResolvers<void>(),
  ]
  const run = runOf([itemsOf('early', 'late'), claim.promise])
  run.of.work = async ({ name }) => (name === 'late' ? await ends.promise : name)
  const asked: string[] = []
  run.of.settle = async ended => {
    asked.push(...ended.map(({ result }) => result))
    if (asked.includes('late')) await database.promise
  }
  const over = run.begin()
  await eventually(async () => run.takes() === 2, 'it claims again')
  ends.resolve('late')
  await eventually(async () => asked.includes('late'), 'it is being settled')
  claim.resolve(itemsOf('next', 'last'))
  await sleep(50)
  database.resolve()
  await over
  assert.deepEqual(
    [run.settled.flat().toSorted(), run.mostSettling()],
    [['early', 'last', 'late', 'next'], 1],
  )
})

test('the run waits for the last settlement', async () => {
  const [claim, ends, database] = [
    Promise.withResolvers<readonly Item[]>(),
    Promise.withResolvers<string>(),
    Promise.withResolvers<void>(),
  ]
  const run = runOf([itemsOf('early', 'late'), claim.promise])
  run.of.work = async ({ name }) => (name === 'late' ? await ends.promise : name)
  let isLast = false
  run.of.settle = async ([first]) => {
    isLast = first?.result === 'late'
    if (isLast) await database.promise
    // Ends before the next claim begins.
    ends.resolve('late')
    await sleep(1)
  }
  let isOver = false
  const over = run.begin().then(() => {
    isOver = true
  })
  await eventually(async () => isLast, 'it is being settled')
  claim.resolve([])
  await sleep(50)
  assert.equal(isOver, false)
  database.resolve()
  await over
  assert.deepEqual(run.settled, [['early'], ['late']])
})

test('work that was begun is settled when the run is aborted or a settlement fails; nothing more is claimed', async () => {
  const stop = new AbortController()
  const ends = Promise.withResolvers<void>()
  const aborted = runOf([itemsOf('a', 'b'), itemsOf('c')], 2)
  aborted.of.work = async ({ name }) => ends.promise.then(() => name)
  const over = aborted.begin(stop.signal)
  await eventually(async () => aborted.takes() === 1, 'it has claimed')
  stop.abort()
  ends.resolve()
  await over
  assert.deepEqual([aborted.settled.flat(), aborted.takes()], [['a', 'b'], 1])

  const refused = runOf([itemsOf('a', 'b'), itemsOf('c')], 2)
  refused.of.settle = async () => {
    throw new Error('refused')
  }
  await assert.rejects(refused.begin(), /refused/)
})
