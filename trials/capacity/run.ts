/**
 * `npm run trial -- capacity [--publications 50000] [--seconds 12] [--port 3570]`: the capacity of four nodes and a
 * replica on one machine. Increases the mixed load of public, members and moderators until requests wait, and prints a
 * table. All processes share the machine, so it also reports each part's CPU time per request.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { fill } from '../../bench/publications/fill.ts'
import { loadCommunes } from '../../src/communes-merged.ts'
import { connect } from '../../src/kernel/db/database.ts'
import { type Cluster, type Server, startCluster } from '../../test/fixtures/cluster.ts'
import { Load, within } from '../mixed/load.ts'
import { openHouse } from '../mixed/nodes.ts'
import { cpuOf, postmasterOf } from './cpu.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
const RATES = [25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 650, 800, 1_000, 1_300, 1_600]
/** Slower requests count as lost. */
const PATIENCE_MS = 500
const SETTLE_MS = 3_000
const COMMUNES = 500

interface Shape {
  readonly name: string
  readonly nodes: number
  readonly worker: boolean
  readonly replica: boolean
}

const SHAPES: readonly Shape[] = [
  { name: 'one node that does all, one PostgreSQL', nodes: 1, worker: false, replica: false },
  { name: 'four nodes, a worker, one PostgreSQL', nodes: 4, worker: true, replica: false },
  { name: 'the same with a replica for public reads', nodes: 4, worker: true, replica: true },
]

/** Measures one request rate. */
interface Step {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly failed: number
  readonly turnedAway: number
  /** CPU milliseconds per request. */
  readonly cpu: Readonly<Record<Part, number>>
}
const PARTS = ['nodes', 'primary', 'replica', 'asking'] as const
type Part = (typeof PARTS)[number]

export async function run(options: string[]): Promise<number> {
  const { values } = parseArgs({
    args: options,
    options: {
      publications: { type: 'string', default: '50000' },
      seconds: { type: 'string', default: '12' },
      port: { type: 'string', default: '3570' },
    },
  })
  const seconds = Math.min(120, Math.max(3, Number(values.seconds) || 12))
  const port = Number(values.port)
  const rows = Math.min(1_000_000, Math.max(1_000, Number(values.publications) || 50_000))
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  await using scope = new AsyncDisposableStack()
  const cluster = await startCluster({ ports: [port + 8, port + 9] })
  scope.defer(() => cluster.remove())
  const [primary, replica] = cluster.servers
  say(`${rows} publications…`)
  const communes = await stocked(primary, rows, stop.signal)
  await cluster.follow(replica, primary)

  const lines: string[] = []
  for (const shape of SHAPES) {
    stop.signal.throwIfAborted()
    say(`${shape.name}:`)
    const steps = await carried(shape, { cluster, communes, port, seconds, stop: stop.signal })
    lines.push(lineOf(shape, steps))
  }
  const columns = ['', 'requests/s', 'p50, p99 ms', ...PARTS.map(part => `${part}, ms a request`)]
  process.stdout.write(
    `${[columns, columns.map((_, at) => (at === 0 ? '---' : '---:'))].map(cells => `| ${cells.join(' | ')} |`).join('\n')}\n${lines.join('\n')}\n`,
  )
  process.stdout.write(`\n${availableParallelism()} cores for all of it, ${seconds} s a rate.\n`)
  return 0
}

async function stocked({ connection }: Server, rows: number, stop: AbortSignal): Promise<string[]> {
  const db = connect(connection)
  try {
    await db.transaction(loadCommunes)
  } finally {
    await db.close()
  }
  await fill(connection, { rows, seed: 1, now: Date.now() }, stop, say)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows: found } = await client.query<{ id: string }>(
      'select commune_id as id from (select distinct commune_id from publications) p order by random() limit $1',
      [COMMUNES],
    )
    return found.map(({ id }) => id)
  } finally {
    await client.end()
  }
}

interface Setting {
  readonly cluster: Cluster
  readonly communes: readonly string[]
  readonly port: number
  readonly seconds: number
  readonly stop: AbortSignal
}

/** Increases the rate until it is too high; the last step is the one that failed. */
async function carried(shape: Shape, { cluster, communes, port, seconds, stop }: Setting): Promise<Step[]> {
  await using scope = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'parvis-capacity-'))
  scope.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const house = await openHouse({
    cluster,
    folder,
    ports: Array.from({ length: shape.nodes }, (_, at) => port + at),
    serves: shape.worker ? 'web' : 'all',
    replica: shape.replica,
  })
  for (const node of house.serving) scope.defer(() => node.stop())
  const worker = shape.worker ? await house.startWorker() : undefined
  scope.defer(() => worker?.stop())
  const [primary, replica] = cluster.servers.map(server => postmasterOf(server)) as [number, number]
  const used = (): Record<Part, number> => ({
    nodes: [...house.serving, ...(worker ? [worker] : [])].reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    primary: cpuOf(primary),
    replica: cpuOf(replica),
    asking: (({ user, system }) => (user + system) / 1e6)(process.cpuUsage()),
  })

  const steps: Step[] = []
  for (const rate of RATES) {
    stop.throwIfAborted()
    const load = new Load({ ...house, communes })
    load.start(rate)
    await sleep(SETTLE_MS)
    const [from, before, away] = [performance.now(), used(), load.turnedAway]
    await sleep(seconds * 1000)
    const [to, after, turnedAway] = [performance.now(), used(), load.turnedAway - away]
    await load.stop()
    const answered = load.between(from, to)
    const step: Step = {
      rate,
      p50: within(answered, 0.5),
      p99: within(answered, 0.99),
      failed: answered.filter(one => one.failed !== undefined).length,
      turnedAway,
      cpu: Object.fromEntries(
        PARTS.map(part => [part, (1000 * (after[part] - before[part])) / Math.max(1, answered.length)]),
      ) as Record<Part, number>,
    }
    steps.push(step)
    const failure = answered.find(one => one.failed !== undefined)?.failed ?? ''
    say(
      `  ${rate}/s: ${step.p50.toFixed(1)} / ${step.p99.toFixed(0)} ms, ${step.failed} failed, ${turnedAway} turned away ${failure}`,
    )
    if (!isCarried(step)) break
  }
  return steps
}

const isCarried = ({ p99, failed, turnedAway }: Step) =>
  p99 <= PATIENCE_MS && failed === 0 && turnedAway === 0

function lineOf({ name }: Shape, steps: readonly Step[]): string {
  const best = steps.findLast(isCarried)
  if (!best) return `| ${name} | none |`
  const cpu = PARTS.map(part => best.cpu[part].toFixed(2))
  return `| ${name} | ${best.rate} | ${best.p50.toFixed(1)}, ${best.p99.toFixed(0)} | ${cpu.join(' | ')} |`
}
