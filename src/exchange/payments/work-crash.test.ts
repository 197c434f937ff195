/** Kills the service repeatedly while the provider delivers: every accepted event is stored, and applied once. */
// Of a release: it kills processes under load.
// Begun first: it kills, and waits long.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { copyOf, waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import { deliverEvent, event, SECRET, subscription, T0 } from '../../../test/payments/events.ts'

/** Run more by hand: `PAYMENT_KILLS=20 npm test -- src/exchange/payments/work-crash.test.ts`. */
const KILLS = Number(process.env.PAYMENT_KILLS ?? 3)
/** At most 400 events a second; a refused delivery is repeated later. */
const LANES = 8
const PACE_MS = 20
const AGAIN_MS = 200
const SUBSCRIPTIONS = 20
const SERVICE = fileURLToPath(new URL('../../../test/fixtures/one-job-service.ts', import.meta.url))

const endings: (() => unknown)[] = []
after(async () => {
  for (const end of endings) await end()
})

async function startService(connection: pg.ClientConfig): Promise<{ child: ChildProcess; url: string }> {
  const argument = JSON.stringify({
    job: 'payments.apply',
    connection,
    env: { PAYMENT_SIGNING_SECRETS: SECRET },
  })
  const child = spawn(process.execPath, [SERVICE, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  endings.unshift(() => child.kill('SIGKILL'))
  const [text] = await once(child.stdout ?? child, 'data')
  return { child, url: String(text).trim() }
}

async function killed(child: ChildProcess): Promise<void> {
  const dead = once(child, 'exit')
  child.kill('SIGKILL')
  await dead
}

test('killed under load: every event that was answered with 200 is there and applied, and taken over in time', async t => {
  const copy = await copyOf('empty')
  endings.push(() => copy.drop())
  const owner = new pg.Client(copy.owner)
  owner.on('error', () => {})
  await owner.connect()
  endings.unshift(() => owner.end())

  const processed = async () =>
    (await owner.query(`select count(*)::int as n from payment_events where status <> 'received'`)).rows[0]
      .n as number
  let service = await startService(copy.owner)
  const acknowledged = new Set<string>()
  let [sent, over] = [0, false]
  const name = (n: number) => `sub_crash_${n % SUBSCRIPTIONS}`
  const lane = async () => {
    while (!over) {
      const n = sent++
      const one = event(
        'customer.subscription.updated',
        n,
        subscription(name(n), 'active', { trial_end: T0 + n }),
      )
      const { url } = service
      const answer = await deliverEvent(url, one).catch(() => undefined)
      if (answer?.status === 200) acknowledged.add(one.id)
      await sleep(answer?.status === 200 ? PACE_MS : AGAIN_MS)
    }
  }
  endings.unshift(() => {
    over = true
  })
  const lanes = Array.from({ length: LANES }, lane)
  for (let kill = 0; kill < KILLS; kill++) {
    const [before, applied] = [acknowledged.size, await processed()]
    await eventually(
      async () => acknowledged.size > before + 30 && (await processed()) > applied,
      'events come in and are applied',
    )
    await sleep((kill * 137) % 400)
    await killed(service.child)
    service = await startService(copy.owner)
  }

  // The last kill hits a job that waits for a locked table. Uses a separate connection, because within a transaction
  // PostgreSQL keeps showing the same activity.
  const holder = new pg.Client(copy.owner)
  holder.on('error', () => {})
  await holder.connect()
  endings.unshift(() => holder.end())
  await holder.query('begin; lock table subscriptions in exclusive mode')
  const inside = () => waitingForLocks(copy.name, { program: 'parvis jobs' })
  await eventually(async () => (await inside()) > 0, 'a job is in the middle')
  over = true
  await Promise.all(lanes)
  await killed(service.child)
  const at = performance.now()
  await holder.query('rollback')
  const held = await owner.query(`select count(*)::int as n from payment_events where status = 'received'`)
  service = await startService(copy.owner)
  await eventually(
    async () => (await owner.query(`select from payment_events where status = 'received'`)).rows.length === 0,
    'everything that waited is applied',
  )
  const seconds = ((performance.now() - at) / 1000).toFixed(1)
  t.diagnostic(
    `${KILLS + 1} kills, ${sent} sent, ${acknowledged.size} acknowledged; ${held.rows[0].n} waited at the`,
  )
  t.diagnostic(`last kill, all of them applied ${seconds} s later`)

  const { rows } = await owner.query(`select event_id, status, attempts, created from payment_events`)
  const there = new Map(rows.map(row => [row.event_id, row]))
  assert.equal(there.size, rows.length)
  for (const id of acknowledged) assert.ok(there.has(id), `${id} was answered with 200 and is gone`)
  for (const { status, attempts } of rows) {
    assert.ok(status === 'processed' || status === 'stale', status)
    assert.equal(attempts, 1)
  }
  const wrong = await owner.query(`
    select s.provider_subscription_id, s.trial_end, newest.created from subscriptions s
    join (select subscription_id, max(created) as created from payment_events group by 1) newest
      on newest.subscription_id = s.provider_subscription_id
    where (s.trial_end, s.last_event_at) is distinct from (newest.created, newest.created)`)
  assert.deepEqual(wrong.rows, [])
})
