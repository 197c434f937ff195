/**
 * Read before a test file that leads others (`run.mjs` says which): its process runs this file, then one after the other
 * that no other leader has taken, each a suite with its own hooks. When the leader itself is read after this, it has run.
 */
import { flushCompileCache } from 'node:module'
import { relative, resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { together } from './at-end.ts'
import { markEnded, queues, take } from './file-queues.ts'

/** The file whose tests ran last; `settled` resolves after its hooks. */
let former = 'the start'
let settled = Promise.resolve()

/**
 * The suite of the next file is registered before the former has ended, else the runner ends. The file itself is imported
 * after the hooks of the former, so that resources that are open then were left open.
 */
const run = file =>
  new Promise(ended => {
    describe(file, async () => {
      after(ended)
      await settled
      noteOpen(former)
      former = file
      const { promise, resolve: settle } = Promise.withResolvers()
      settled = promise
      // The hooks behind one that fails do not run: the next file waits for this timer instead.
      let patience
      after(() => {
        patience = setTimeout(settle, HOOKS_MS)
      })
      await import(pathToFileURL(file.split(' ')[0]).href).catch(error => {
        ended()
        settle()
        throw error
      })
      after(() => {
        clearTimeout(patience)
        settle()
      })
      // Node keeps what it compiled when a process ends, and this one ends last: those that tests start need it now.
      flushCompileCache()
    })
  })
const HOOKS_MS = 2_000

/** The files after which there was one more open resource of a kind: `Timeout` → `src/kernel/jobs/jobs.test.ts`. */
const since = new Map()
function noteOpen(file) {
  const open = process.getActiveResourcesInfo()
  for (const kind of new Set([...since.keys(), ...open])) {
    const [files, count] = [since.get(kind) ?? [], open.filter(one => one === kind).length]
    since.set(kind, [...files, ...Array(Math.max(0, count - files.length)).fill(file)].slice(0, count))
  }
}

/** `2 Timeout since src/kernel/jobs/jobs.test.ts`; leaves out what was open before the first file. */
function openShown() {
  const all = [...since].flatMap(([kind, files]) =>
    [...new Set(files)]
      .filter(file => file !== 'the start')
      .map(file => `${files.filter(one => one === file).length} ${kind} since ${file}`),
  )
  return all.join(', ') || process.getActiveResourcesInfo().join(', ')
}

/** Timers or connections left open by a test would keep the process, and the run, alive for ever. `.ci/run` repeats the line. */
const leave = () =>
  setTimeout(
    () => {
      noteOpen(former)
      const leader = relative('.', process.argv[1])
      process.stderr.write(`A minute after the last test of ${leader} there is still: ${openShown()}\n`)
      process.exit(1)
    },
    Number(process.env.PARVIS_TEST_LEAVE_MS ?? 60_000),
  ).unref()

const isLed = ({ leaders }) => leaders.some(leader => resolve(leader) === process.argv[1])
// Its threads read this too.
const queue = isMainThread && queues().find(isLed)
if (queue) {
  await together(async () => {
    await run(relative('.', process.argv[1]))
    for (const file of queue.files) {
      if (!take(file)) continue
      // `visit.ts` changes the browser: the process of the machine's own runs these behind its other files.
      if (file.endsWith('(packaged Chromium)')) process.env.PARVIS_TEST_BROWSER = 'packaged'
      await run(file)
      markEnded(file)
    }
  })
  leave()
} else if (isMainThread && process.env.NODE_TEST_CONTEXT) {
  former = relative('.', process.argv[1])
  after(leave)
}
