/**
 * Measures users' and PostgreSQL's operations on a database with that many publications: `node launch.mjs
 * bench/growth/measure.ts --rows 1000000 --data FOLDER > figures.json`. Uses the database of bench/publications, filled
 * if needed; `plot.ts` combines several files into a table and a chart.
 */
import { cpus } from 'node:os'
import pg from 'pg'
import { openPublications } from '../publications/open.ts'
import { readSize } from '../publications/options.ts'
import type { Figure, Figures } from './figures.ts'
import { openOffice } from './office.ts'
import { reads } from './reads.ts'
import { bytesOf, upkeep } from './upkeep.ts'
import { writes } from './writes.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
const tell = ({ group, name, least, middle, refused = '' }: Figure) =>
  say(`${group}: ${name}: ${least.toFixed(1)} ms, ${middle.toFixed(1)} in the middle ${refused}`)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

const size = readSize(process.argv.slice(2))
await using filled = await openPublications(size, stop.signal, say)
const client = new pg.Client(filled.connection)
await client.connect()
try {
  const bytes = await bytesOf(client)
  const figures: Figure[] = []
  {
    await using office = await openOffice(filled.connection)
    figures.push(...(await reads(office, client, tell)))
    stop.signal.throwIfAborted()
    figures.push(...(await writes(office, client, tell)))
  }
  stop.signal.throwIfAborted()
  figures.push(...(await upkeep(client, tell)))
  const measured: Figures = {
    rows: size.rows,
    measured_at: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model}`,
    bytes,
    figures,
  }
  process.stdout.write(`${JSON.stringify(measured, null, 1)}\n`)
} finally {
  await client.end()
}
