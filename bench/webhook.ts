/**
 * How fast events of a payment provider are taken in, with durable commits, beside the bare insert of the same row on
 * as many connections, by PostgreSQL's own pgbench where there is one and by `pg`:
 * `node launch.mjs bench/webhook.ts [--seconds 4] [--rounds 3] [--profile FOLDER]`. Every event is a new one.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Connection } from '../src/kernel/db/db.ts'
import type { Outcome } from './asking.ts'
import { startChild } from './child.ts'
import { openFrance } from './database.ts'
import type { Started } from './measured.ts'
import { findPgbench, pgbench, type Speed, speedOf } from './pgbench.ts'
import type { WebhookOrder } from './webhook-load.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    profile: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const say = (line: string) => process.stderr.write(`${line}\n`)

const insertOf = (id: string, subscription: string, kept: string) => `
  insert into payment_events (provider, event_id, type, created, subscription_id, kept)
  values ('floor', ${id}, 'customer.subscription.updated', now(), ${subscription}, ${kept}::jsonb)
  on conflict on constraint payment_events_once do nothing returning id`

const PGBENCH = `\\set id random(1, 9000000000000000)
\\set sub random(0, 499)
${insertOf(`'evt_' || :id`, `'sub_' || :sub`, `('{"status":"active","subscription_id":"sub_' || :sub || '"}')`).replaceAll('\n', ' ')};
`
const INSERT = insertOf('$1', '$2', '$3')

/** Lanes that each insert one row after the other. */
async function bareInserts(connection: Connection, lanes: number): Promise<Speed> {
  const clients = await Promise.all(
    Array.from({ length: lanes }, async () => {
      const client = new pg.Client(connection)
      await client.connect()
      return client
    }),
  )
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  let made = 0
  await Promise.all(
    clients.map(async client => {
      for (let began = performance.now(); began < until; began = performance.now()) {
        const name = `sub_${++made % 500}`
        const kept = JSON.stringify({ subscription_id: name, status: 'active' })
        const id = `evt_${process.pid}_${Date.now()}_${made}`
        await client.query({ name: 'insert', text: INSERT, values: [id, name, kept] })
        times.push(performance.now() - began)
      }
    }),
  )
  await Promise.all(clients.map(client => client.end()))
  return speedOf(times, seconds)
}

const middle = (all: readonly number[]) => [...all].sort((one, other) => one - other)[all.length >> 1] ?? 0

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
await using scope = new AsyncDisposableStack()
say('Preparing a PostgreSQL with all communes…')
const { connection } = scope.use(await openFrance(stop.signal))
const profiling = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]
const child = scope.use(startChild('parvis.ts', stop.signal, profiling))
const { port } = await child.ask<Started>(connection)
const load = scope.use(startChild('webhook-load.ts', stop.signal))
const post = async (connections: number): Promise<Speed> => {
  const order: WebhookOrder = { port, seconds, connections }
  const outcome = await load.ask<Outcome>(order)
  if (outcome.errors > 0) throw new Error(`${outcome.errors} errors, the first: ${outcome.problem}`)
  return outcome
}

const program = await findPgbench()
say(program ?? 'pgbench is not on the PATH: its columns stay empty')
const lines = [
  '| connections | pgbench insert/s | p99 ms | `pg` insert/s | p99 ms | events/s | p99 ms | to pgbench | to `pg` |',
  '|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
]
for (const lanes of [8, 32]) {
  say(`Measuring ${lanes} connections…`)
  const sides: Record<string, Speed[]> = { pgbench: [], pg: [], parvis: [] }
  for (let round = 0; round < rounds; round++) {
    if (program) sides.pgbench?.push(await pgbench(connection, PGBENCH, lanes, seconds))
    sides.pg?.push(await bareInserts(connection, lanes))
    sides.parvis?.push(await post(lanes))
  }
  const all = (side: string, name: keyof Speed) => sides[side]?.map(one => one[name]) ?? []
  // Of the rounds' own: what the machine does beside changes from one to the next.
  const ratio = (side: string) => {
    const floor = all(side, 'perSecond')
    const ours = all('parvis', 'perSecond')
    return floor.length === 0 ? '–' : middle(floor.map((speed, at) => (ours[at] ?? 0) / speed)).toFixed(2)
  }
  const cells = Object.keys(sides).flatMap(side =>
    sides[side]?.length === 0
      ? ['–', '–']
      : [middle(all(side, 'perSecond')).toFixed(0), middle(all(side, 'p99')).toFixed(1)],
  )
  lines.push(`| ${[lanes, ...cells, ratio('pgbench'), ratio('pg')].join(' | ')} |`)
}
process.stdout.write(`${lines.join('\n')}\n`)
