/**
 * Read before a test file that leads a group (`run.mjs` made them): its process runs all of the group, one file after the
 * other, each a suite with its own hooks. When the leader itself is read after this, it has run already.
 */
import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { together } from './at-end.ts'

const groups = JSON.parse(process.env.PARVIS_TEST_GROUPS ?? '[]')

const run = file =>
  new Promise(ended => {
    describe(file, async () => {
      after(ended)
      await import(pathToFileURL(file).href).catch(error => {
        ended()
        throw error
      })
    })
  })

/** What a test that failed has left at work would keep its process for ever, and the run with it. */
const leave = () =>
  setTimeout(() => {
    const left = process.getActiveResourcesInfo().join(', ')
    process.stderr.write(`A minute after the last test of ${process.argv[1]} there is still: ${left}\n`)
    process.exit(1)
  }, 60_000).unref()

// Its threads read this too.
const group = isMainThread && groups.find(([leader]) => resolve(leader) === process.argv[1])
if (group) {
  await together(async () => {
    for (const file of group) await run(file)
  })
  leave()
} else if (isMainThread && process.env.NODE_TEST_CONTEXT) after(leave)
