import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import type { Said, Task } from '../../../test/fixtures/thread.ts'
import { TaskLost, threadPool } from './thread-pool.ts'

const threads = threadPool<Task, Said, string, string>(
  'threads.test',
  new URL('../../../test/fixtures/thread.ts', import.meta.url).href,
)
const lost = (why: TaskLost['why']) => (error: unknown) => error instanceof TaskLost && error.why === why

test('a thread is reused and may ask questions; a lost thread affects only its task', async () => {
  assert.deepEqual(await threads.run({ say: 'a' }), { said: 'a', count: 1 })
  assert.deepEqual(await threads.run({ say: 'b' }), { said: 'b', count: 2 })
  const answer = async (what: string) => `${what}!`
  assert.deepEqual(await threads.run({ ask: 'c' }, { answer }), { said: 'c!', count: 3 })
  await assert.rejects(threads.run({ end: true }), lost('broken'))
  assert.deepEqual(await threads.run({ say: 'd' }), { said: 'd', count: 1 })
})

test('five threads in a row that end by themselves are broken', async () => {
  for (let at = 0; at < 5; at++)
    await assert.rejects(threads.run({ end: true }, { patienceMs: 600_000 }), lost('broken'))
})

test('a thread that is being started costs a task none of its patience', async () => {
  // Starting takes longer than that each time; the task itself only when the machine is held up.
  await eventually(async () => {
    await assert.rejects(threads.run({ end: true }), lost('broken'))
    const said = threads.run({ say: 'a' }, { patienceMs: 100 })
    return await said.then(
      one => one.said === 'a',
      () => false,
    )
  }, 'an answer within its patience')
})

test('tasks that take too much CPU time or are aborted are ended; the others continue', async () => {
  const others = Promise.all(Array.from({ length: 6 }, (_, n) => threads.run({ say: `${n}` })))
  await assert.rejects(threads.run({ spin: true }, { workMs: 50, patienceMs: 600_000 }), lost('too long'))
  const stopping = new AbortController()
  const spinning = threads.run({ spin: true }, { signal: stopping.signal, patienceMs: 600_000 })
  setTimeout(() => stopping.abort(), 30)
  await assert.rejects(spinning, lost('aborted'))
  assert.deepEqual(
    (await others).map(({ said }) => said),
    ['0', '1', '2', '3', '4', '5'],
  )
})

test('a thread that does not work is late, and the clock does not wait for an answer about its CPU time', async () => {
  await assert.rejects(threads.run({ block: true }, { workMs: 100, patienceMs: 200 }), lost('late'))
  // It has worked for less than its limit: another time it may be done.
  await assert.rejects(threads.run({ spin: true }, { workMs: 600_000, patienceMs: 50 }), lost('late'))
  assert.equal((await threads.run({ say: 'e' })).said, 'e')
})

test('questions and answers do not renew the CPU time', async () => {
  const answer = async (what: string) => what
  await assert.rejects(
    threads.run({ chat: true }, { answer, workMs: 50, patienceMs: 600_000 }),
    lost('too long'),
  )
})

test('an error of the service in answering a thread fails the task', async () => {
  const refused = new Error('no')
  const answer = async () => {
    throw refused
  }
  await assert.rejects(threads.run({ ask: 'x' }, { answer }), refused)
  assert.equal((await threads.run({ say: 'y' })).said, 'y')
})

/** The nice value of each thread of this process: field 19 of its stat line, 17th after the name. */
const niceness = () =>
  readdirSync('/proc/self/task').flatMap(id => {
    try {
      return Number(readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[16])
    } catch {
      // The thread has ended meanwhile.
      return []
    }
  })

test('a thread has a lower priority than the service', {
  skip: process.platform !== 'linux',
}, async () => {
  const own = getPriority()
  await threads.run({ say: 'z' })
  assert.equal(getPriority(), own)
  assert.ok(niceness().includes(own))
  assert.ok(niceness().some(one => one > own))
})
