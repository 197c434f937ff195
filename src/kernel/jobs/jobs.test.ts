/** The job queue with real workers that are killed. */
// Begun first: it kills, and waits long.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { copyOf } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import { table, valuesIn } from '../../../test/fixtures/job-worker.ts'
import { connect, type Database } from '../db/database.ts'
import { sql } from '../db/db.ts'
import { doorFor } from '../fetch/fetch.ts'
import { migrate } from '../migrations/migrate.ts'
import { readConfig } from '../settings/config.ts'
import { secretsFrom } from '../settings/secrets.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { resetFutureTimes } from './clock-set-back.ts'
import { inOneTransaction, type Jobs, queuesOf, startJobs } from './jobs.ts'

const WORKER = fileURLToPath(new URL('../../../test/fixtures/job-worker.ts', import.meta.url))
const LONG_MS = 60_000

const workers = new Map<string, ChildProcess>()
let copy: Awaited<ReturnType<typeof copyOf>>
let owner: pg.Pool
let db: Database
let jobs: Jobs
let context: Parameters<typeof startJobs>[2]

before(async () => {
  copy = await copyOf('empty')
  await migrate(copy.owner, queuesOf(table))
  owner = new pg.Pool({ ...copy.owner, max: 3 })
  await owner.query(`
    create table begun (key text, worker text, pid int, at timestamptz not null default clock_timestamp());
    create table effects (key text, worker text, role text, at timestamptz not null default clock_timestamp());
    grant all on begun, effects to parvis_app`)
  db = connect(copy.owner)
  const secrets = secretsFrom('a secret for this test alone, long enough')
  const [config, log] = [readConfig({}), createLog('silent')]
  context = { db, config, secrets, log, door: doorFor(config, log), metrics: createMetrics('1') }
  jobs = await startJobs(copy.owner, table, context, { work: false })
  await Promise.all([startWorker('a'), startWorker('b')])
})
after(async () => {
  for (const child of workers.values()) child.kill('SIGKILL')
  await jobs?.stop()
  await db?.close()
  await owner?.end()
  await copy?.drop()
})

async function startWorker(name: string): Promise<void> {
  const argument = JSON.stringify({ connection: copy.owner, name })
  const child = spawn(process.execPath, [WORKER, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  workers.set(name, child)
  await once(child.stdout ?? child, 'data')
}

const enqueue = (name: keyof typeof table, data: object) => db.transaction(tx => jobs.enqueue(tx, name, data))

const rowsOf = async (kind: 'begun' | 'effects', key: string) =>
  (
    await owner.query(
      `select worker, pid, at::text as at from ${kind === 'begun' ? 'begun' : EFFECTS} where key = $1 order by at`,
      [key],
    )
  ).rows
const EFFECTS = `(select key, worker, null::int as pid, at from effects)`

const noneLeft = async (key: string) =>
  (await owner.query(`select from pgboss.job where data->>'key' = $1 and state <> 'completed'`, [key]))
    .rowCount === 0
const hasEffect = async (key: string) => (await rowsOf('effects', key)).length > 0

describe('jobs', { concurrency: true }, () => {
  test('a job exists after its transaction has committed, and not after a rollback', async () => {
    const rolledBack = db.transaction(async tx => {
      await jobs.enqueue(tx, 'test.transaction', { key: 'rolled back' })
      throw new Error('changed my mind')
    })
    await assert.rejects(rolledBack, /changed my mind/)
    await db.transaction(async tx => {
      await jobs.enqueue(tx, 'test.transaction', { key: 'committed' })
      await enqueue('test.transaction', { key: 'later' })
      await eventually(() => hasEffect('later'), 'one of another transaction, enqueued after it, ran')
      assert.equal((await rowsOf('begun', 'committed')).length, 0, 'not before the commit')
    })
    await eventually(() => hasEffect('committed'), 'the committed job ran')
    const { rows } = await owner.query(`select from pgboss.job where data->>'key' = 'rolled back'`)
    assert.equal(rows.length, 0)
    assert.equal((await rowsOf('begun', 'rolled back')).length, 0)
  })

  test('a job that throws is retried with growing delays, and then fails', async () => {
    await enqueue('test.failing', { key: 'failing' })
    const state = async () =>
      (await owner.query(`select state from pgboss.job where data->>'key' = 'failing'`)).rows[0]?.state
    await eventually(async () => (await state()) === 'failed', 'failed for good')
    const tries = (await rowsOf('begun', 'failing')).map(row => Date.parse(row.at))
    assert.equal(tries.length, 3, 'the first try and two more')
    const [first = 0, second = 0, third = 0] = tries
    assert.ok(
      second - first >= 900 && third - second > 900,
      `${second - first} ms, then ${third - second} ms`,
    )
  })

  test('after a clock was an hour ahead, waiting jobs start, schedules continue, and a killed worker is detected', async () => {
    const later = `now() + interval '1 hour'`
    const inAnHour = { key: 'an hour ahead' }
    await db.transaction(tx => jobs.enqueue(tx, 'test.outside', inAnHour, 3_600))
    await owner.query(`
      update pgboss.job set created_on = ${later}, start_after = ${later} where data->>'key' = '${inAnHour.key}';
      insert into pgboss.job (name, policy, state, data, retry_limit, expire_seconds, heartbeat_seconds, heartbeat_on, started_on)
        values ('test.transaction', 'standard', 'active', '{"key": "killed ahead"}', 3, 900, 1, ${later}, ${later});
      insert into pgboss.job (name, state, singleton_key, singleton_on)
        values ('test.values', 'completed', 'a minute', (${later}) at time zone 'UTC');
      update pgboss.version set cron_on = ${later};
      update pgboss.queue set monitor_claim_on = ${later}`)
    const seconds = (await resetFutureTimes(db)) ?? 0
    assert.ok(seconds > 3_000 && seconds < 3_610, `${seconds} s`)
    assert.equal(await resetFutureTimes(db), undefined, 'it was')
    for (const key of [inAnHour.key, 'killed ahead'])
      await eventually(() => hasEffect(key), `begun by the new time: ${key}`)
    const { rows } = await owner.query(`
      select (select count(*)::int from pgboss.version where cron_on > now()) as schedules,
        (select count(*)::int from pgboss.job where singleton_on > now() at time zone 'UTC') as minutes`)
    assert.deepEqual(rows, [{ schedules: 0, minutes: 0 }])
  })

  test("a worker continues at once when its machine's clock is set back", async () => {
    const { now } = Date
    const done: string[] = []
    const own = {
      'test.clock': inOneTransaction<{ key: string }>(async (_tx, { key }) => {
        done.push(key)
        Date.now = () => now() - 3_600_000
      }),
    }
    await migrate(copy.owner, queuesOf({ ...table, ...own }))
    const worker = await startJobs(copy.owner, own, context, { work: true })
    try {
      for (const key of ['before', 'after']) {
        await db.transaction(tx => worker.enqueue(tx, 'test.clock', { key }))
        await eventually(async () => done.includes(key), `worked: ${key}`)
      }
      assert.ok(worker.working())
    } finally {
      Date.now = now
      await worker.stop()
    }
  })

  test('two workers never run one job twice', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `shared ${index}`)
    await db.transaction(async tx => {
      for (const [index, key] of keys.entries())
        await jobs.enqueue(tx, index % 2 ? 'test.outside' : 'test.transaction', { key, ms: 20 })
    })
    const count = async (from: string) =>
      (
        await owner.query(`select count(*)::int as n, count(distinct key)::int as keys from ${from}
        where key like 'shared %'`)
      ).rows[0]
    await eventually(async () => (await count('effects')).keys === keys.length, 'all of them done')
    assert.deepEqual(await count('begun'), { n: keys.length, keys: keys.length })
    assert.deepEqual(await count('effects'), { n: keys.length, keys: keys.length })
  })

  test('a job reads the same JavaScript values as a request: times are text, counts are numbers', async () => {
    await enqueue('test.values', { key: 'values' })
    const inRequest = await db.transaction(valuesIn)
    await eventually(() => hasEffect('values'), 'the values were read')
    const [{ worker: inJob } = { worker: '' }] = await rowsOf('effects', 'values')
    assert.equal(inJob, inRequest)
    assert.equal(await valuesIn(db.pool), inRequest)
    assert.match(inRequest, /count: 1,.*timestamptz: '2026-11-20T09:14:19.123Z'/s)
  })

  test("enqueueing and working need only the service's role", async () => {
    const role = await db.transaction(async tx => {
      await jobs.enqueue(tx, 'test.transaction', { key: 'rights' })
      return await tx.one<{ name: string }>(sql`select current_user as name`)
    })
    assert.equal(role?.name, 'parvis_app')
    await enqueue('test.outside', { key: 'rights outside' })
    for (const key of ['rights', 'rights outside']) {
      await eventually(() => hasEffect(key), key)
      const { rows } = await owner.query(`select role from effects where key = $1`, [key])
      assert.deepEqual(rows, [{ role: 'parvis_app' }])
    }
  })
})

// Not concurrent: other jobs of its workers would run twice too.
test('when a worker is killed during its jobs, another takes over, and each effect exists once', async t => {
  // Both kinds at once; kills every worker that has one of the jobs.
  const keys = { 'test.outside': 'killed outside', 'test.transaction': 'killed inside' } as const
  for (const [name, key] of Object.entries(keys))
    await enqueue(name as keyof typeof table, { key, ms: LONG_MS })
  const holders = await eventually(async () => {
    const rows = await Promise.all(Object.values(keys).map(key => rowsOf('begun', key)))
    return rows.every(each => each.length === 1) && rows.flat()
  }, 'both jobs begun')
  const killed = performance.now()
  for (const { pid } of holders) process.kill(pid, 'SIGKILL')
  for (const name of new Set(holders.map(each => each.worker))) await startWorker(`${name} again`)

  for (const key of Object.values(keys)) {
    await eventually(() => hasEffect(key), `taken over: ${key}`)
    t.diagnostic(`${key}: done again ${((performance.now() - killed) / 1000).toFixed(1)} s after the kill`)
  }
  for (const key of Object.values(keys)) {
    await eventually(() => noneLeft(key), `no job is left: ${key}`)
    assert.equal((await rowsOf('begun', key)).length, 2, 'begun twice')
    assert.equal((await rowsOf('effects', key)).length, 1, 'but done once')
  }
})
