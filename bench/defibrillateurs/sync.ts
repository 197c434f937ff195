/** The register comes in, beside a plain COPY of the same file: seconds, their ratio, and the memory it takes. */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { type Child, startChild } from '../child.ts'
import { openFrance } from '../database.ts'
import { COLUMNS } from './devices.ts'
import { type Register, writeRegister } from './generate.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

interface Loaded {
  readonly seconds: number
  readonly idle: number
  readonly peak: number
  readonly figures: Record<string, number>
}

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '187000' }, rounds: { type: 'string', default: '3' } },
})
const [rows, rounds] = [Number(values.rows), Number(values.rounds)]
if (!(Number.isInteger(rows) && rows > 0 && Number.isInteger(rounds) && rounds > 0))
  throw new Error('node launch.mjs bench/defibrillateurs/sync.ts [--rows 187000] [--rounds 3]')

const folder = mkdtempSync(join(tmpdir(), 'parvis-bench-register-'))
try {
  const base: Register = { rows, seed: 1, changed: 0, withdrawn: 0, fresh: 0 }
  const [first, next] = [join(folder, 'first.csv'), join(folder, 'next.csv')]
  await writeRegister(first, base)
  await writeRegister(next, { ...base, changed: 0.01, withdrawn: 0.001, fresh: 0.001 })
  say('The registers are written; the database opens…')
  await using france = await openFrance(stop.signal)
  const client = new pg.Client(france.connection)
  await client.connect()
  try {
    await client.query(`create table bare (${COLUMNS.map(column => `${column} text`).join(', ')})`)
    const copy = async (file: string) => {
      await client.query('truncate bare')
      const began = performance.now()
      await pipeline(
        createReadStream(file, { highWaterMark: 256 * 1024 }),
        client.query(from(`copy bare from stdin with (format csv, header, delimiter ';')`)),
      )
      return (performance.now() - began) / 1000
    }
    const load = async (file: string): Promise<Loaded> => {
      await using child: Child = startChild('defibrillateurs/load.ts', stop.signal)
      return await child.ask<Loaded>({ connection: france.connection, file })
    }
    const table: string[][] = []
    const measure = async (what: string, file: string, prepare: () => Promise<unknown>) => {
      const each: { copy: number; loaded: Loaded }[] = []
      for (let round = 0; round < rounds; round++) {
        await prepare()
        // What a server does within a minute by itself does not fall into the measure.
        await client.query('vacuum analyze defibrillateurs')
        await client.query('vacuum analyze commune_defibrillateurs')
        await client.query('checkpoint')
        each.push({ copy: await copy(file), loaded: await load(file) })
        stop.signal.throwIfAborted()
      }
      const of = (read: (one: (typeof each)[number]) => number) => median(each.map(read))
      const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0)
      table.push([
        what,
        of(one => one.copy).toFixed(2),
        of(one => one.loaded.seconds).toFixed(2),
        of(one => one.loaded.seconds / one.copy).toFixed(2),
        megabytes(of(one => one.loaded.idle)),
        megabytes(of(one => one.loaded.peak)),
        JSON.stringify(each.at(-1)?.loaded.figures),
      ])
      say(table.at(-1)?.join(' | ') ?? '')
    }
    const empty = () =>
      client.query('truncate defibrillateurs, commune_defibrillateurs, defibrillateur_syncs cascade')
    await measure('first load', first, empty)
    await measure('unchanged', first, async () => {})
    await measure('1 % edited', next, async () => {
      await empty()
      await load(first)
    })
    const head = ['what', 'plain COPY s', 'load s', 'ratio', 'idle MiB', 'peak MiB', 'rows']
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    process.stdout.write(`${[line(head), line(head.map(() => '---')), ...table.map(line)].join('\n')}\n`)
  } finally {
    await client.end()
  }
} catch (error) {
  say(`${error instanceof Error ? error.message : error}`)
  process.exitCode = stop.signal.aborted ? 130 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
