/**
 * `npm run trial -- mirror [--changes 10000] [--writers 6] [--seed 1]`: mirrors of four apps follow `GET /changes` of a service that
 * reads from a replica, while several writers change public records at random, and services and mirrors are killed. Exit code 1 if a
 * mirror differs from the lists.
 */
import { parseArgs } from 'node:util'
import { startCluster } from '../../test/fixtures/cluster.ts'
import { drawing } from '../../test/fixtures/drawn-changes.ts'
import { followUnderKills } from '../../test/fixtures/mirror-round.ts'
import { opened, openScope } from '../ending.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

export async function run(options: string[]): Promise<number> {
  const { values } = parseArgs({
    args: options,
    options: {
      changes: { type: 'string', default: '10000' },
      writers: { type: 'string', default: '6' },
      seed: { type: 'string', default: '1' },
    },
  })
  await using scope = openScope()
  const cluster = await opened(scope, startCluster(), one => one.remove())
  const [primary, replica] = cluster.servers
  await cluster.follow(replica, primary)
  const { different } = await followUnderKills({
    connection: primary.connection,
    replica: replica.connection,
    say,
    leastKills: 10,
    changes: Number(values.changes),
    writers: Number(values.writers),
    draw: drawing(Number(values.seed)),
  })
  for (const line of different) say(line)
  say(`${different.length} records differ`)
  return different.length === 0 ? 0 : 1
}
