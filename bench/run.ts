/**
 * Measures Parvis against its floor on one machine: absolute figures depend on the machine, the ratio does not. Both
 * sides use one database in turns, with a third process as client; takes medians of several short rounds.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Bench } from './bench.ts'
import { startChild } from './child.ts'
import type { Setting, Started } from './measured.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { pagesInTurn } from './parts/pages.ts'
import { signingIn } from './parts/passwords.ts'
import { uploading } from './parts/pictures.ts'
import { reads } from './parts/reads.ts'
import { register } from './parts/register.ts'
import { creating, deciding, webhook } from './parts/writes.ts'
import { openProbes } from './probes.ts'
import { openPublications } from './publications/open.ts'
import { type Measured, rowsOf, tableOf } from './table.ts'
import { workloads } from './workloads.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

async function bench(options: Options, stop: AbortSignal, measured: Measured[]): Promise<void> {
  await using scope = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'parvis-bench-files-'))
  scope.defer(() => rmSync(folder, { recursive: true, force: true }))
  const { dataDir } = options.stock
  if (options.quick) scope.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  say(`A PostgreSQL with ${options.stock.rows} publications…`)
  const { connection } = scope.use(await openPublications(options.stock, stop, () => {}))
  const client = new pg.Client(connection)
  await client.connect()
  scope.defer(() => client.end())
  const profiling = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`]
  const child = scope.use(startChild('parvis.ts', stop, [...process.execArgv, ...profiling]))
  const setting: Setting = { connection, dataDir: folder, replayed: [], pages: [] }
  const parvis = { child, ...(await child.ask<Started>(setting)) }
  const load = scope.use(startChild('load.ts', stop))
  const probes = await openProbes(client)
  const all: Bench = { options, connection, client, parvis, load, probes, folder, stop, say }

  const { only } = options
  const isAsked = (name: string) => only.length === 0 || only.includes(name)
  const part = async (name: string, measure: (bench: Bench) => Promise<Measured | Measured[]>) => {
    if (!isAsked(name)) return
    say(`Measuring ${name}…`)
    keep([await measure(all)].flat())
  }
  const keep = (rows: readonly Measured[]) => {
    measured.push(...rows)
    say(rowsOf(rows))
  }
  // First, because nearest defibrillators are requested then.
  await part('register', register)
  const asked = workloads.filter(({ name }) => isAsked(name))
  await part('place-in-turn', pagesInTurn)
  if (asked.length > 0) keep(await reads(all, asked))
  await part('create', creating)
  await part('bulk-500', deciding)
  await part('webhook', webhook)
  await part('sign-in', signingIn)
  await part('uploads', uploading)
}

/** On Ctrl-C, or when the launcher has ended: stops all children and removes files. */
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
const measured: Measured[] = []
try {
  await bench(readOptions(process.argv.slice(2)), stop, measured)
} catch (error) {
  if (!stop.aborted) say(`${error instanceof Error ? error.stack : error}\n\n${USAGE}`)
  process.exitCode = stop.aborted ? 130 : 1
}
// Also after a failure: what was measured holds.
if (measured.length > 0) process.stdout.write(`${tableOf(measured)}\n`)
