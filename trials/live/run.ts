/**
 * `npm run trial -- live [--streams 500] [--decisions 30] [--port 3580]`: open screens of the back-office that hear of
 * decisions, one a second. Prints how long after the answer to a decision each stream has it, and what that costs.
 */
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { shareOf } from '../../bench/asking.ts'
import { cpuOf } from '../../bench/probes.ts'
import { asking } from '../../src/demo/asking.ts'
import { connect } from '../../src/kernel/db/database.ts'
import { startCluster } from '../../test/fixtures/cluster.ts'
import { opened, openScope } from '../ending.ts'
import { postmasterOf, startService, urlOf } from '../service.ts'
import { follow, pendingOnes, tokensFor } from './streams.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
const OF_A_USER = 5
const LATE_MS = 5_000
const IDLE_SECONDS = 15

export async function run(options: string[]): Promise<number> {
  const { values } = parseArgs({
    args: options,
    options: {
      streams: { type: 'string', default: '500' },
      decisions: { type: 'string', default: '30' },
      port: { type: 'string', default: '3580' },
    },
  })
  const [most, port] = [Number(values.streams), Number(values.port)]
  await using scope = openScope()
  const cluster = await opened(scope, startCluster({ ports: [port + 8, port + 9] }), one => one.remove())
  const [primary] = cluster.servers
  const service = await startService({
    databaseUrl: urlOf(primary),
    processes: [['all', port]],
    // Each browser has an address of its own, as behind a proxy.
    settings: { TRUST_PROXY: '127.0.0.1' },
  })
  scope.defer(() => service.stop())
  const db = connect(primary.connection)
  scope.defer(() => db.close())
  const [url = ''] = service.urls
  const { commune } = service
  const tokens = await tokensFor(db, url, Math.ceil(most / OF_A_USER), commune)
  const admin = asking(url, { id: '', token: service.token })
  const ids = await pendingOnes(db, commune, Number(values.decisions))

  const heard = new Map<string, number[]>()
  const streams = Array.from({ length: most }, (_, at) =>
    follow(url, at, tokens[Math.floor(at / OF_A_USER)] ?? '', id => heard.get(id)?.push(performance.now())),
  )
  scope.defer(() => {
    for (const stream of streams) stream.request.destroy()
  })
  await Promise.all(streams.map(({ opened }) => opened))
  say(`${most} streams are open.`)
  await sleep(2_000)
  const pids = { node: service.nodes[0]?.pid ?? 0, postgres: postmasterOf(primary) }
  const cpu = () => ({ node: cpuOf(pids.node) ?? 0, postgres: cpuOf(pids.postgres) ?? 0 })
  const idleFrom = cpu()
  await sleep(IDLE_SECONDS * 1_000)
  const from = cpu()
  const delays: number[] = []
  let lost = 0
  for (const id of ids) {
    heard.set(id, [])
    const next = performance.now() + 1_000
    await admin.ask('PATCH', `/admin/publications/${id}/moderate`, { moderation_status: 'published' })
    const at = performance.now()
    const due = at + LATE_MS
    void (async () => {
      while ((heard.get(id)?.length ?? 0) < most && performance.now() < due) await sleep(20)
      const came = heard.get(id) ?? []
      lost += most - came.length
      delays.push(...came.map(one => one - at))
    })()
    await sleep(Math.max(0, next - performance.now()))
  }
  const to = cpu()
  await sleep(LATE_MS)
  const at = (share: number) => shareOf(delays, share).toFixed(0)
  /** In percent of a core, and milliseconds of it. */
  const of = (part: 'node' | 'postgres') =>
    `${((from[part] - idleFrom[part]) / IDLE_SECONDS / 1e4).toFixed(1)} %, ${((to[part] - from[part]) / 1e3 / ids.length).toFixed(1)} ms`
  process.stdout.write(`| streams | decisions | p50, p99, most ms | lost | node: idle, a decision | PostgreSQL: idle, a decision |
|---:|---:|---:|---:|---:|---:|
| ${most} | ${ids.length} | ${at(0.5)}, ${at(0.99)}, ${at(1)} | ${lost} | ${of('node')} | ${of('postgres')} |

${availableParallelism()} cores for all of it.
`)
  return lost === 0 ? 0 : 1
}
