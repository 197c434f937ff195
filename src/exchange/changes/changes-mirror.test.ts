// Of a release: random changes by several writers, with kills.
// Begun first: it starts processes.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startCluster } from '../../../test/fixtures/cluster.ts'
import { drawing } from '../../../test/fixtures/drawn-changes.ts'
import { followUnderKills } from '../../../test/fixtures/mirror-round.ts'

const cluster = await startCluster()
after(() => cluster.remove())
const [primary, replica] = cluster.servers
await cluster.follow(replica, primary)

test('a mirror built only from the feed of a replica equals the lists, after random changes of several writers with kills', async t => {
  const round = await followUnderKills({
    connection: primary.connection,
    replica: replica.connection,
    changes: 600,
    writers: 4,
    leastKills: 3,
    draw: drawing(35),
    say: line => t.diagnostic(line),
  })
  assert.deepEqual(round.different, [])
})
