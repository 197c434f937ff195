// Of a release: random changes by several writers, with kills.
// Begun first: it starts processes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { drawing } from '../../../test/fixtures/drawn-changes.ts'
import { followUnderKills } from '../../../test/fixtures/mirror-round.ts'

const app = await startApp()

test('a mirror built only from the feed equals the lists, after random changes of several writers with kills', async t => {
  const round = await followUnderKills({
    connection: app.connection,
    changes: 600,
    writers: 4,
    leastKills: 3,
    draw: drawing(35),
    say: line => t.diagnostic(line),
  })
  assert.deepEqual(round.different, [])
})
