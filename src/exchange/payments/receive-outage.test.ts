/** Crashes PostgreSQL repeatedly while the provider delivers: the service keeps running and loses no event. */
// Of a release: it stops PostgreSQL under load.
// Begun first: it kills, and waits long.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { eventually } from '../../../test/eventually.ts'
import { migratedData } from '../../../test/fixtures/kept-data.ts'
import { deliverEvent, event, SECRET, subscription, T0 } from '../../../test/payments/events.ts'

/** Run more by hand: `PAYMENT_STOPS=20 npm test -- src/exchange/payments/receive-outage.test.ts`. */
const STOPS = Number(process.env.PAYMENT_STOPS ?? 2)
/** About 200 events a second. */
const LANES = 20
const PACE_MS = 100
const SUBSCRIPTIONS = 20
const file = (path: string) => fileURLToPath(new URL(`../../../test/${path}`, import.meta.url))

const endings: (() => unknown)[] = []
after(async () => {
  for (const end of endings) await end()
})

/** A migrated cluster with durable writes, restarted by its holder when it stops. */
async function startDatabase(): Promise<{ connection: pg.ClientConfig; directory: string }> {
  const temporary = mkdtempSync(join(tmpdir(), 'parvis-stops-'))
  chmodSync(temporary, 0o755)
  const dataDir = join(temporary, 'data')
  await migratedData(dataDir, join(temporary, 'draft'))
  const options = JSON.stringify({ dataDir, as: 'test', temporary })
  const holder = spawn(process.execPath, [file('fixtures/hold-database.ts'), options], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(holder, 'exit')
  endings.push(() => {
    holder.stdin.end()
    return exited
  })
  for await (const line of createInterface({ input: holder.stdout })) {
    const told = JSON.parse(line)
    if (told.connection) {
      holder.stdout.resume()
      return told
    }
    if (told.refused) throw new Error(told.refused)
  }
  throw new Error('The database of this test did not start.')
}

async function startService(connection: pg.ClientConfig): Promise<{ child: ChildProcess; url: string }> {
  const argument = JSON.stringify({
    job: 'payments.apply',
    connection,
    env: { PAYMENT_SIGNING_SECRETS: SECRET },
  })
  const child = spawn(process.execPath, [file('fixtures/one-job-service.ts'), argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endings.unshift(() => child.kill('SIGKILL'))
  const [text] = await once(child.stdout ?? child, 'data')
  return { child, url: String(text).trim() }
}

/** An immediate shutdown: like a power cut, except that memory caches survive. */
const stopAtOnce = (directory: string) =>
  process.kill(Number.parseInt(readFileSync(join(directory, 'postmaster.pid'), 'utf8'), 10), 'SIGQUIT')

test('PostgreSQL stopped under load: 503 and nothing else meanwhile, then as before; every event that was answered with 200 is applied, once', async t => {
  const { connection, directory } = await startDatabase()
  const { child, url } = await startService(connection)
  const connected = async () => {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    return await client.connect().then(
      () => client,
      () => undefined,
    )
  }
  const look = async (query: string) => {
    // An event may be answered after the crash, while the server is still starting.
    const client = await eventually(connected, 'the database lets in')
    try {
      return (await client.query(query)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }
  const countOf = async (condition: string): Promise<number> =>
    (await look(`select count(*)::int as n from payment_events where ${condition}`))[0].n

  /** The provider's view: accepted events, and the answer of each attempt. */
  const acknowledged = new Set<string>()
  const answers = new Map<number, number>()
  let [sent, over, slowest] = [0, false, 0]
  endings.unshift(() => {
    over = true
  })
  const lane = async () => {
    while (!over) {
      const began = performance.now()
      const n = sent++
      const fields = { trial_end: T0 + n }
      const one = event(
        'customer.subscription.updated',
        n,
        subscription(`sub_${n % SUBSCRIPTIONS}`, 'active', fields),
      )
      // Sent until accepted. When the answer was lost with the connection, the event is repeated.
      while (!acknowledged.has(one.id)) {
        const asked = performance.now()
        const { status } = await deliverEvent(url, one)
        slowest = Math.max(slowest, performance.now() - asked)
        answers.set(status, (answers.get(status) ?? 0) + 1)
        if (status === 200) acknowledged.add(one.id)
        else await sleep(PACE_MS)
      }
      await sleep(Math.max(0, PACE_MS - (performance.now() - began)))
    }
  }
  const lanes = Promise.all(Array.from({ length: LANES }, lane))
  for (let stop = 0; stop < STOPS; stop++) {
    const [taken, applied] = [acknowledged.size, await countOf(`status <> 'received'`)]
    await eventually(
      async () => acknowledged.size > taken + 100 && (await countOf(`status <> 'received'`)) > applied,
      'events come in and are applied',
    )
    await sleep((stop * 137) % 400)
    const refused = answers.get(503) ?? 0
    stopAtOnce(directory)
    await eventually(async () => (answers.get(503) ?? 0) > refused, 'the provider is told to come again')
    const before = acknowledged.size
    await eventually(async () => acknowledged.size > before, 'events are taken again')
  }
  over = true
  await lanes
  await eventually(async () => (await countOf(`status = 'received'`)) === 0, 'what waited is applied')
  const told = [...answers].map(([status, times]) => `${times} × ${status}`).join(', ')
  t.diagnostic(`${STOPS} stops, ${sent} events, ${told}; the slowest answer took ${slowest.toFixed(0)} ms`)

  assert.equal(child.exitCode, null)
  assert.deepEqual([...answers.keys()].sort(), [200, 503])
  const rows = await look('select event_id, status, attempts from payment_events')
  assert.deepEqual(rows.map(row => row.event_id).sort(), [...acknowledged].sort())
  for (const { event_id, status, attempts } of rows) {
    assert.ok(status === 'processed' || status === 'stale', `${event_id} ${status}`)
    assert.equal(attempts, 1, event_id)
  }
  const wrong = await look(`
    select s.provider_subscription_id, s.trial_end, newest.created from subscriptions s
    join (select subscription_id, max(created) as created from payment_events group by 1) newest
      on newest.subscription_id = s.provider_subscription_id
    where (s.trial_end, s.last_event_at) is distinct from (newest.created, newest.created)`)
  assert.deepEqual(wrong, [])
})
