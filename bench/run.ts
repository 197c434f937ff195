/**
 * Parvis against the floor, in one run on one machine: absolute figures belong to the machine, the ratio to us.
 * Two servers on one database, asked in turns by a third process; medians of several short rounds.
 */
import { deepEqual } from 'node:assert/strict'
import pg from 'pg'
import type { Connection } from '../src/kernel/db/db.ts'
import type { Outcome } from './asking.ts'
import { type Child, startChild } from './child.ts'
import { openFrance } from './database.ts'
import type { Order } from './load.ts'
import type { Started } from './measured.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { openPublications } from './publications/open.ts'
import { type Measured, type Turn, tableOf } from './table.ts'
import { headers, type Workload } from './workloads.ts'

const WARM_UP_SECONDS = 1
const say = (line: string) => process.stderr.write(`${line}\n`)

type Server = Started & { readonly child: Child }

async function bench(options: Options, stop: AbortSignal): Promise<Measured[]> {
  await using scope = new AsyncDisposableStack()
  say('Preparing a PostgreSQL with all communes…')
  const { connection } = scope.use(
    await (options.stock ? openPublications(options.stock, stop, say) : openFrance(stop)),
  )
  const places = options.stock ? await placesIn(connection) : {}
  const asked = options.workloads.map(one => ({
    ...one,
    path: one.path.replace(/:(\w+)/, (_, name: string) => places[name] ?? ''),
  }))
  const start = async (file: string, nodeOptions: readonly string[] = []): Promise<Server> => {
    const child = scope.use(startChild(file, stop, nodeOptions))
    return { child, ...(await child.ask<Started>(connection)) }
  }
  const floor = await start('floor.ts')
  const profiling = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`]
  const parvis = await start('parvis.ts', profiling)
  const load = scope.use(startChild('load.ts', stop))

  for (const workload of asked) {
    const [ours, theirs] = await Promise.all(
      [parvis, floor].map(({ port }) => fetchJson(port, workload.path, headersOf(workload, parvis))),
    )
    deepEqual(
      withoutCursor(ours),
      withoutCursor(theirs),
      `Parvis and the floor answer ${workload.path} differently`,
    )
  }
  const measured: Measured[] = []
  for (const workload of asked) {
    say(`Measuring ${workload.name}…`)
    const request = await requestFor(workload, parvis)
    const turn = (server: Server, seconds = options.seconds) =>
      measure(load, server, { ...workload, request, seconds, connections: options.connections })
    const sides = workload.revalidates ? [parvis] : [floor, parvis]
    for (const side of sides) await turn(side, WARM_UP_SECONDS)
    const turns = new Map<Server, Turn[]>(sides.map(side => [side, []]))
    for (let round = 0; round < options.rounds; round++)
      for (const side of sides) turns.get(side)?.push(await turn(side))
    measured.push({
      name: workload.name,
      floor: turns.get(floor) ?? [],
      parvis: turns.get(parvis) ?? [],
    })
  }
  return measured
}

async function measure(load: Child, server: Server, order: Omit<Order, 'port'>): Promise<Turn> {
  const { port, child } = server
  const before = await child.ask<{ cpu: number }>({})
  const outcome = await load.ask<Outcome>({ ...order, port })
  const after = await child.ask<{ cpu: number }>({})
  if (outcome.errors > 0) throw new Error(`${outcome.errors} errors, the first: ${outcome.problem}`)
  return { ...outcome, cpu: (after.cpu - before.cpu) / outcome.requests }
}

/** The floor cannot seal a cursor as the service does. */
function withoutCursor(answer: unknown): unknown {
  const { meta, ...rest } = answer as { meta?: { next?: unknown } }
  if (!meta) return rest
  const { next: _, ...others } = meta
  return { ...rest, meta: others }
}

/** A commune that many read, neither the greatest nor a village, and its newest publication. */
async function placesIn(connection: Connection): Promise<Record<string, string>> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ commune: string; publication: string }>(`
      select town.commune_id as commune, p.id as publication
      from (select commune_id from publications where visible_le <= now() group by 1 order by count(*) desc offset 50 limit 1) town
      join publications p on p.commune_id = town.commune_id and p.visible_le <= now()
      order by p.visible_le desc limit 1`)
    return { ...rows[0] }
  } finally {
    await client.end()
  }
}

const headersOf = ({ office }: Workload, { token }: Started): Record<string, string> =>
  office ? { ...headers, 'x-app-source': 'backoffice', authorization: `Bearer ${token}` } : { ...headers }

async function fetchJson(port: number, path: string, sent: Record<string, string>): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: sent })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${text}`)
  return JSON.parse(text)
}

async function requestFor(workload: Workload, parvis: Started): Promise<string> {
  const { path, revalidates } = workload
  const all = headersOf(workload, parvis)
  if (revalidates) {
    const response = await fetch(`http://127.0.0.1:${parvis.port}${path}`, { headers })
    await response.text()
    all['if-none-match'] = response.headers.get('etag') ?? ''
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

/** Ctrl-C, or a launcher that is gone: what was started is ended, what was made is removed. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  const hear = () => controller.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear)
  if (process.channel) {
    process.once('disconnect', hear)
    process.channel.unref()
  }
  return controller.signal
}

const stop = stopSignal()
try {
  const measured = await bench(readOptions(process.argv.slice(2)), stop)
  process.stdout.write(`${tableOf(measured)}\n`)
} catch (error) {
  if (!stop.aborted) say(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  process.exitCode = stop.aborted ? 130 : 1
}
