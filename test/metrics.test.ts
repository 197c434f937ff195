import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { METHODS } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { inOneTransaction } from '../src/kernel/jobs/jobs.ts'
import { ownVersion } from '../src/kernel/settings/version.ts'
import { startApp } from './app.ts'
import { head, statusFor } from './attack/strangers.ts'
import { eventually } from './eventually.ts'
import { asker, times } from './fuzz/asking.ts'

// With a backup destination and a cache in front, so that their metrics exist.
const app = await startApp({ env: { BACKUP_DIR: tmpdir(), PLACE_PURGE_URL: 'http://127.0.0.1:1/purge' } })
const port = Number(new URL(app.url).port)
const figures = async (of = app) => await (await fetch(`${of.url}/metrics`)).text()
const series = (text: string) => new Set(text.match(/^parvis_http_responses_total\{[^}]*\}/gm))

test('made-up methods and paths do not add metrics', async () => {
  const ask = asker(port)
  const methods = METHODS.filter(method => method !== 'CONNECT')
  const routes = Object.keys((await app.anyone.get('/openapi.json')).body.paths).filter(
    (_, at) => at % 5 === 0,
  )
  const assail = async (word: string) => {
    for (const method of methods) await ask(method, `/${word}/${method}`)
    for (const path of routes) {
      const target = path.replaceAll(/\{\w+\}/g, word)
      await Promise.all(methods.filter(method => method !== 'HEAD').map(method => ask(method, target)))
    }
  }
  // A second request, so that the first is counted.
  await figures()
  await assail('one')
  const before = series(await figures())
  await assail('another')
  assert.deepEqual(series(await figures()), before)
  const named = new Set([...before].map(one => /method="(\w+)"/.exec(one)?.[1]))
  assert.deepEqual(named, new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other']))
  // A known method and `other`: at most two series per path for requests without anything.
  assert.ok(before.size <= (routes.length + 5) * named.size * 2, `${before.size} series`)
})

test('docs/watching.md lists every metric, and no other', async () => {
  const shown = (await figures()).matchAll(/^# HELP parvis_(\w+)/gm).map(([, name]) => name)
  // These exist only with a replica or an identity provider.
  const all = new Set([...shown, 'replica_read', 'replica_lag_seconds', 'identity_provider_up'])
  const page = readFileSync(join(import.meta.dirname, '../docs/watching.md'), 'utf8')
  const [, table = ''] = /## Figures\n([\s\S]*?)\nThose of/.exec(page) ?? []
  const told = table
    .matchAll(/^\| ([^|]+) \|/gm)
    .flatMap(([, names = '']) => names.matchAll(/`([a-z_]+)`/g))
    .map(([, name]) => name)
  assert.deepEqual([...told].sort(), [...all].sort())
})

test('without METRICS_TOKEN, metrics are served to this machine only, and not through its proxy', async () => {
  assert.equal(await statusFor(port, '127.0.0.9', head('GET', '/metrics')), 200)
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'])
    assert.equal(
      await statusFor(port, '127.0.0.9', head('GET', '/metrics', { [name]: '127.0.0.1' })),
      401,
      name,
    )
})

test('with METRICS_TOKEN, metrics require the token', async () => {
  const token = 'a-token-of-the-tests'
  const guarded = await startApp({ env: { METRICS_TOKEN: token } })
  const ask = asker(Number(new URL(guarded.url).port))
  const status = async (authorization?: string) =>
    (await ask('GET', '/metrics', authorization === undefined ? {} : { Authorization: authorization })).status
  assert.equal(await status(), 401)
  for (const wrong of [token, `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, 'Bearer'])
    assert.equal(await status(wrong), 401, wrong)
  assert.equal(await status(`Bearer ${token}`), 200)
})

test("Node's metrics have their usual names; the build and each job have series from the start", async () => {
  const jobs = {
    'keys.rotate': inOneTransaction(async () => {}),
    'mail.send': inOneTransaction(async () => {
      throw new Error('as asked')
    }),
  }
  const working = await startApp({ env: { PROCESS: 'all' }, jobs })
  const shown = async () => await (await fetch(`${working.url}/metrics`)).text()
  const jobsIn = (text: string) => text.match(/^parvis_jobs_(done|failed)_total\{.*$/gm) ?? []
  assert.deepEqual(jobsIn(await shown()), [
    'parvis_jobs_done_total{job_name="keys.rotate"} 0',
    'parvis_jobs_done_total{job_name="mail.send"} 0',
    'parvis_jobs_failed_total{job_name="keys.rotate"} 0',
    'parvis_jobs_failed_total{job_name="mail.send"} 0',
  ])
  await working.owner.query(`insert into pgboss.job (name) values ('keys.rotate'), ('mail.send')`)
  await eventually(async () => {
    const [rotated = '', sent = '', failed = '', unsent = ''] = jobsIn(await shown())
    return /[1-9]$/.test(rotated) && / 0$/.test(sent) && / 0$/.test(failed) && /[1-9]$/.test(unsent)
  }, 'each is counted where it ended')
  const text = await shown()
  assert.match(text, /^process_cpu_user_seconds_total \d/m)
  assert.match(text, /^nodejs_eventloop_lag_seconds \d/m)
  const build = `parvis_build_info{version="${ownVersion()}",node="${process.versions.node}"} 1`
  assert.ok(text.split('\n').includes(build))
})

test('connections of the database: how many there are and may be, and who waits for one, by pool', async t => {
  const done = Promise.withResolvers<void>()
  // Before the service is stopped, which waits for its transactions.
  t.after(() => done.resolve())
  // Its own service, whose gauges are not cached.
  const busy = await startApp()
  const text = await figures(busy)
  const own = (text.match(/^parvis_db_(connections_max|waiting)\{.*$/gm) ?? []).sort()
  assert.deepEqual(own, [
    'parvis_db_connections_max{pool="heavy_reads"} 2',
    'parvis_db_connections_max{pool="requests"} 6',
    'parvis_db_waiting{pool="heavy_reads"} 0',
    'parvis_db_waiting{pool="requests"} 0',
  ])
  const held = times(6, () => busy.service.db.transaction(() => done.promise))
  const late = times(3, () => busy.service.db.transaction(async () => {}))
  const full = await figures(busy)
  // Other gauges may wait for a connection too; a slow machine keeps them and the three until they give up.
  done.resolve()
  await Promise.all([...held, Promise.allSettled(late)])
  assert.match(full, /^parvis_db_connections\{pool="requests"\} 6$/m)
  assert.match(full, /^parvis_db_waiting\{pool="requests"\} ([3-9]|\d\d)$/m)
  await eventually(
    async () => (await figures(busy)).includes('\nparvis_db_waiting{pool="requests"} 0\n'),
    'nobody waits any more',
  )
})

test('a locked table removes its own metrics only', async () => {
  const held = await startApp()
  await held.owner.query('begin')
  await held.owner.query('lock table audit_seals')
  const text = await figures(held)
  await held.owner.query('rollback')
  assert.doesNotMatch(text, /^parvis_audit_seal_age_seconds/m)
  assert.match(text, /^parvis_database_up 1$/m)
})
