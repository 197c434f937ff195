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

const run = file =>
  new Promise(ended => {
    describe(file, async () => {
      after(ended)
      await import(pathToFileURL(file.split(' ')[0]).href).catch(error => {
        ended()
        throw error
      })
      // Node keeps what it compiled when a process ends, and this one ends last: those that tests start need it now.
      flushCompileCache()
    })
  })

/** Timers or connections left open by a failed test would keep the process, and the run, alive for ever. */
const leave = () =>
  setTimeout(() => {
    const left = process.getActiveResourcesInfo().join(', ')
    process.stderr.write(`A minute after the last test of ${process.argv[1]} there is still: ${left}\n`)
    process.exit(1)
  }, 60_000).unref()

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
} else if (isMainThread && process.env.NODE_TEST_CONTEXT) after(leave)
