/**
 * `npm run attack`: runs the attack and measures other clients' requests. With `--tree FOLDER`, also against another
 * checkout, for comparison.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startChild } from '../../bench/child.ts'
import type { Setting, Started } from '../../bench/measured.ts'
import { WEBHOOK_SECRET } from '../../bench/secrets.ts'
import type { Force } from './assault.ts'
import { openFrance } from './database.ts'
import { others, percentile, type Seen } from './others.ts'

const FORCE: Force = { slowSockets: 2_000, pipelines: 4, signInsASecond: 200, addresses: 50 }
const HERE = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: { tree: { type: 'string', multiple: true }, seconds: { type: 'string', default: '15' } },
})
const trees = [...(values.tree ?? []).map(tree => resolve(tree)), HERE]
const seconds = Number(values.seconds)
const stop = new AbortController()
process.once('SIGINT', () => stop.abort(new Error('Stopped.')))

const fromBench = (path: string) => relative(join(HERE, 'bench'), path)

await using opened = new AsyncDisposableStack()
const dataDir = mkdtempSync(join(tmpdir(), 'parvis-attack-'))
opened.defer(() => rmSync(dataDir, { recursive: true, force: true }))
const france = opened.use(await openFrance(stop.signal))
const setting: Setting = { connection: france.connection, dataDir, replayed: [], pages: [] }
for (const tree of trees) {
  const client = new pg.Client(france.connection)
  await client.connect()
  await client.query('truncate rate_limits')
  await client.end()
  await using service = startChild(fromBench(join(tree, 'bench/parvis.ts')), stop.signal)
  const { port } = await service.ask<Started>(setting)
  await others(port, 2, WEBHOOK_SECRET)
  const idle = await others(port, seconds, WEBHOOK_SECRET)
  await using attack = startChild('../test/attack/assailants.ts', stop.signal)
  const answered = attack.ask<Record<string, number>>({ port, force: FORCE, seconds: seconds + 3 })
  await sleep(2_000)
  const attacked = await others(port, seconds, WEBHOOK_SECRET)
  console.log(`\n${relative(join(HERE, '..'), tree)}`)
  tell('idle', idle)
  tell('attacked', attacked)
  console.log(
    `  p99 attacked / idle: ${(percentile(attacked.times, 0.99) / percentile(idle.times, 0.99)).toFixed(1)}`,
  )
  console.log(`  sign-ins of the attack, by status: ${JSON.stringify(await answered)}`)
}

function tell(name: string, { times, statuses }: Seen): void {
  const [p50, p99] = [percentile(times, 0.5).toFixed(1), percentile(times, 0.99).toFixed(1)]
  console.log(
    `  ${name}: p50 ${p50} ms, p99 ${p99} ms; ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`,
  )
}
