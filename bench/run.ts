/**
 * Parvis against the floor, in one run on one machine: absolute figures belong to the machine, the ratio to us.
 * Two servers on one database, asked in turns by a third process; medians of several short rounds.
 */
import { deepEqual } from 'node:assert/strict'
import { type Child, startChild } from './child.ts'
import { openFrance } from './database.ts'
import type { Order, Outcome } from './load.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { type Measured, type Turn, tableOf } from './table.ts'
import { headers, type Workload } from './workloads.ts'

const WARM_UP_SECONDS = 1
const say = (line: string) => process.stderr.write(`${line}\n`)

type Server = { readonly child: Child; readonly port: number }

async function bench(options: Options, stop: AbortSignal): Promise<Measured[]> {
  await using scope = new AsyncDisposableStack()
  say('Preparing a PostgreSQL with all communes…')
  const { connection } = scope.use(await openFrance(stop))
  const start = async (file: string, nodeOptions: readonly string[] = []): Promise<Server> => {
    const child = scope.use(startChild(file, stop, nodeOptions))
    return { child, port: (await child.ask<{ port: number }>(connection)).port }
  }
  const floor = await start('floor.ts')
  const profiling = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`]
  const parvis = await start('parvis.ts', profiling)
  const load = scope.use(startChild('load.ts', stop))

  for (const { path } of options.workloads) {
    const [ours, theirs] = await Promise.all([parvis, floor].map(({ port }) => fetchJson(port, path)))
    deepEqual(ours, theirs, `Parvis and the floor answer ${path} differently`)
  }
  const measured: Measured[] = []
  for (const workload of options.workloads) {
    say(`Measuring ${workload.name}…`)
    const request = await requestFor(workload, parvis.port)
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

async function fetchJson(port: number, path: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${text}`)
  return JSON.parse(text)
}

async function requestFor({ path, revalidates }: Workload, port: number): Promise<string> {
  const all = { ...headers }
  if (revalidates) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
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
