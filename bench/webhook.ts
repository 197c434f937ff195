/**
 * How fast events of a payment provider are taken in, with durable commits, beside the bare insert of the same row on
 * as many connections: `node launch.mjs bench/webhook.ts [--seconds 4] [--rounds 3]`. Every event is a new one.
 */
import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Connection } from '../src/kernel/db.ts'
import { startChild } from './child.ts'
import { openFrance } from './database.ts'
import type { Started } from './measured.ts'
import { WEBHOOK_SECRET } from './secrets.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '3' } },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const say = (line: string) => process.stderr.write(`${line}\n`)

let made = 0
const eventBody = () =>
  JSON.stringify({
    id: `evt_${process.pid}_${++made}`,
    type: 'customer.subscription.updated',
    created: Math.floor(Date.now() / 1000),
    data: {
      object: { object: 'subscription', id: `sub_${made % 500}`, status: 'active', customer: 'cus_1' },
    },
  })

interface Speed {
  readonly perSecond: number
  readonly p99: number
}

/** Lanes that each do one thing after the other; how often, and how long the slowest took. */
async function measure(lanes: readonly (() => Promise<void>)[]): Promise<Speed> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  await Promise.all(
    lanes.map(async once => {
      for (let began = performance.now(); began < until; began = performance.now()) {
        await once()
        times.push(performance.now() - began)
      }
    }),
  )
  times.sort((one, other) => one - other)
  return { perSecond: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? 0 }
}

const middle = (all: readonly number[]) => [...all].sort((one, other) => one - other)[all.length >> 1] ?? 0

function post(port: number, agent: Agent): () => Promise<void> {
  return () =>
    new Promise((resolve, reject) => {
      const body = eventBody()
      const at = Math.floor(Date.now() / 1000)
      const v1 = createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex')
      const headers = {
        'payment-signature': `t=${at},v1=${v1}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      const sent = request(
        { port, agent, method: 'POST', path: '/api/v1/webhooks/payment', headers },
        answer => {
          answer.resume()
          answer.on('end', () =>
            answer.statusCode === 200 ? resolve() : reject(new Error(`answered ${answer.statusCode}`)),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
}

const INSERT = `insert into payment_events (provider, event_id, type, created, subscription_id, kept)
  values ('floor', $1, 'customer.subscription.updated', now(), $2, $3::jsonb)
  on conflict on constraint payment_events_once do nothing returning id`
async function bareInserts(connection: Connection, lanes: number) {
  const clients = await Promise.all(
    Array.from({ length: lanes }, async () => {
      const client = new pg.Client(connection)
      await client.connect()
      return client
    }),
  )
  const inserting = clients.map(client => async () => {
    const body = JSON.parse(eventBody()) as { id: string; data: { object: { id: string } } }
    const kept = JSON.stringify({ subscription_id: body.data.object.id, status: 'active' })
    await client.query({ name: 'insert', text: INSERT, values: [body.id, body.data.object.id, kept] })
  })
  return { inserting, end: () => Promise.all(clients.map(client => client.end())) }
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
await using scope = new AsyncDisposableStack()
say('Preparing a PostgreSQL with all communes…')
const { connection } = scope.use(await openFrance(stop.signal))
const child = scope.use(startChild('parvis.ts', stop.signal))
const { port } = await child.ask<Started>(connection)
const lines = [
  '| connections | bare insert/s | p99 ms | events/s | p99 ms | ratio |',
  '|---:|---:|---:|---:|---:|---:|',
]
for (const lanes of [8, 32]) {
  say(`Measuring ${lanes} connections…`)
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const posting = Array.from({ length: lanes }, () => post(port, agent))
  const { inserting, end } = await bareInserts(connection, lanes)
  const floor: Speed[] = []
  const parvis: Speed[] = []
  for (let round = 0; round < rounds; round++) {
    floor.push(await measure(inserting))
    parvis.push(await measure(posting))
  }
  await end()
  agent.destroy()
  const of = (all: readonly Speed[], name: 'perSecond' | 'p99') => middle(all.map(one => one[name]))
  const [bare, own] = [of(floor, 'perSecond'), of(parvis, 'perSecond')]
  lines.push(
    `| ${lanes} | ${bare.toFixed(0)} | ${of(floor, 'p99').toFixed(1)} | ${own.toFixed(0)} | ${of(parvis, 'p99').toFixed(1)} | ${(own / bare).toFixed(2)} |`,
  )
}
process.stdout.write(`${lines.join('\n')}\n`)
