import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { eventually, PATIENCE_MS } from '../eventually.ts'
import { freePort } from '../fixtures/free-port.ts'
import { kill } from '../fixtures/processes.ts'
import type { Running } from '../fixtures/service-process.ts'
import type { Deployment, Environment, FormName } from './forms.ts'
import { evaluated, type Reading, readingOf } from './promql.ts'
import { forgetPassword, runJobs } from './round.ts'

/** Failures in a deployment form, and how `doctor`, `/readyz`, `/metrics` and the alerts report them. */

const ROOT = join(import.meta.dirname, '../..')
const RULES = [
  ...readFileSync(join(ROOT, 'deploy/alerts.yaml'), 'utf8').matchAll(/- alert: (\w+)\n +expr: (.+)\n/g),
].map(([, name = '', expr = '']) => ({ name, expr }))
const CLOCK_AHEAD = pathToFileURL(join(ROOT, 'test/fixtures/clock-ahead.mjs')).href

export interface Failure {
  /** The forms that have the failing part, where their reports differ from the others. */
  readonly forms: readonly FormName[]
  fail(at: Deployment): Promise<unknown>
  /** The environment of `doctor`. */
  readonly settings?: (at: Deployment) => Promise<Environment>
  readonly doctor: RegExp
  /** For the first node. */
  readonly readyz?: Readonly<Record<string, unknown>>
  /** The alerts that fire; no others may. */
  readonly alerts: readonly string[]
  mend(at: Deployment): Promise<unknown>
}

const nothing = async () => {}
const closed = async () => `127.0.0.1:${await freePort()}`

export const FAILURES: Readonly<Record<string, Failure>> = {
  'the store of pictures is away': {
    forms: ['own account'],
    fail: nothing,
    mend: nothing,
    settings: async () => ({
      MEDIA_S3_ENDPOINT: `http://${await closed()}`,
      MEDIA_S3_REGION: 'fr-par',
      MEDIA_S3_BUCKET: 'pictures',
      MEDIA_S3_ACCESS_KEY_ID: 'key',
      MEDIA_S3_SECRET_ACCESS_KEY: 'secret',
    }),
    doctor:
      /^wrong {2}media +pictures\/ at \S+ cannot be used: The store at \S+ does not serve HEAD: ECONNREFUSED/m,
    alerts: [],
  },
  'the secret is another one': {
    forms: ['own account'],
    fail: nothing,
    mend: nothing,
    settings: async () => ({ PARVIS_SECRET: 'another secret, which is as long as it has to be' }),
    doctor: /^wrong {2}secret +PARVIS_SECRET does not open the signing key/m,
    alerts: [],
  },
  'the mail server is away': {
    forms: ['embedded database', 'restricted account, MIGRATE=apart', 'worker of its own'],
    async fail(at) {
      await at.mail.stop()
      await forgetPassword(at)
      await eventually(
        async () =>
          (await at.ask(`select from mails where status = 'queued' and error is not null`)).length > 0,
        'it was tried',
        PATIENCE_MS,
      )
      await at.ask(`update mails set created_at = created_at - interval '1 hour' where status = 'queued'`)
    },
    doctor: /^wrong {2}mail +127\.0\.0\.1 does not answer at port \d+: start it, or /m,
    readyz: { status: 'ready' },
    alerts: ['ParvisMailsWait'],
    async mend(at) {
      await at.mailAgain()
      await at.ask(`update mails set next_try_at = now() where status = 'queued'`)
      await runJobs(at, ['mail.overdue'])
      await eventually(async () => at.mail.deliveries.length > 0, 'what waited has come', PATIENCE_MS)
    },
  },
  'the folder of backups is away': {
    forms: ['embedded database', 'restricted account, MIGRATE=apart', 'worker of its own', 'container'],
    async fail(at) {
      renameSync(at.backups, `${at.backups}-away`)
      // Simulates the next night.
      await at.ask(
        `update backup_runs set begun_at = begun_at - interval '25 hours', ended_at = ended_at - interval '25 hours'`,
      )
      await runJobs(at, ['backup.nightly'])
    },
    doctor: /^wrong {2}backup +the last try failed: There is no folder .*; the last good one is/m,
    readyz: { status: 'ready', backup: 'failed' },
    alerts: ['ParvisBackupFailed'],
    async mend(at) {
      renameSync(`${at.backups}-away`, at.backups)
      // Marks the good backup as the last one again: another backup would cost more than all other jobs.
      await at.ask(`delete from backup_runs where outcome = 'failed'`)
      await at.ask(
        `update backup_runs set begun_at = begun_at + interval '25 hours', ended_at = ended_at + interval '25 hours'`,
      )
    },
  },
  'the replica is away': {
    forms: ['replica for public reads'],
    fail: async ({ replica }) => await replica?.shut(),
    doctor: /^wrong {2}replica +DATABASE_READ_URL: .*: public reads go to the primary$/m,
    readyz: { status: 'ready', replica: 'away' },
    alerts: ['ParvisReplicaNotRead'],
    mend: async ({ replica }) => await replica?.open(),
  },
  'the replica is late': {
    forms: ['replica for public reads'],
    fail: ({ standby }) => standby.ask('select pg_wal_replay_pause()'),
    doctor: /^wrong {2}replica +has not come in [\d.]+ s to where the primary stood/m,
    readyz: { status: 'ready', replica: 'late' },
    alerts: ['ParvisReplicaNotRead'],
    mend: ({ standby }) => standby.ask('select pg_wal_replay_resume()'),
  },
  'the pooler is started again': {
    forms: ['a pooler in session mode'],
    async fail({ pooler }) {
      await pooler?.stop()
      await pooler?.start()
    },
    doctor: /^ok {5}writes +are taken$/m,
    readyz: { status: 'ready' },
    alerts: [],
    mend: at => runJobs(at, ['keys.rotate']),
  },
  'the database is away': {
    forms: ['own account', 'replica for public reads', 'a pooler in session mode'],
    fail: async ({ database }) => await database?.shut(),
    doctor: /^The database cannot be reached: PostgreSQL /,
    readyz: { status: 'not ready', database: false },
    alerts: ['ParvisDatabaseAway'],
    mend: async ({ database }) => await database?.open(),
  },
  'the embedded PostgreSQL is killed': {
    forms: ['embedded database'],
    async fail({ cluster }) {
      await kill(Number.parseInt(readFileSync(join(cluster ?? '', 'postmaster.pid'), 'utf8'), 10))
    },
    // The service restarts it.
    doctor: /^ok {5}writes +are taken$/m,
    readyz: { status: 'ready', database: true },
    alerts: [],
    mend: nothing,
  },
  'a clock is ahead': {
    forms: ['worker of its own'],
    async fail(at) {
      const [web] = at.nodes
      const { stdout } = await at.type(['token', '--email', 'admin@parvis.localhost'])
      const ask = async (node: Running | undefined) => {
        const headers = { authorization: `Bearer ${stdout.trim()}`, 'x-app-source': 'backoffice' }
        return (await fetch(`${node?.url}/api/v1/me`, { headers })).status
      }
      const ahead = await at.start(AHEAD)
      // Replaces the first, so that it is used.
      at.nodes.unshift(at.nodes.pop() as Running)
      assert.deepEqual([await ask(web), await ask(ahead)], [200, 401])
    },
    settings: async () => AHEAD,
    doctor: /^wrong {2}clock +this machine is 345\d\d{4} s ahead of the database/m,
    readyz: { status: 'not ready', clock: false },
    alerts: ['ParvisClockOff'],
    async mend({ nodes }) {
      const [ahead] = nodes
      ahead?.launcher.kill('SIGTERM')
      await ahead?.ended
      nodes.shift()
    },
  },
  // Last, because it does not recover.
  'the worker is gone': {
    forms: ['worker of its own', 'container'],
    async fail({ nodes: [, worker], ask }) {
      // The process behind the launcher, if there is one.
      for (const pid of [worker?.node(), worker?.launcher.pid]) if (pid) spawnSync('kill', ['-9', `${pid}`])
      await worker?.ended
      await ask(`update nodes set worked_at = worked_at - interval '10 minutes'`)
    },
    doctor: /^wrong {2}worker +no worker for 1\d min: .*; start a node with PROCESS=worker/m,
    readyz: { status: 'ready', worker: 'gone' },
    alerts: ['ParvisNoWorker', 'ParvisNodeAway'],
    mend: nothing,
  },
}
const AHEAD = {
  NODE_OPTIONS: `--import=${CLOCK_AHEAD}`,
  CLOCK_AHEAD_SECONDS: `${400 * 86_400}`,
  PROCESS: 'web',
}

////////////////////////////////////////////////////////////////////////////// looked at

export async function reading({ nodes }: Deployment): Promise<Reading> {
  const shown = nodes.map(async ({ url }) => {
    const answer = await fetch(`${url}/metrics`).catch(() => undefined)
    return [url, answer && (await answer.text())] as const
  })
  return readingOf(Object.fromEntries(await Promise.all(shown)))
}

/** They report a busy machine, as one that runs tests is, and stay for as long as the form lasts. */
const OF_A_BUSY_MACHINE = ['ParvisSlow', 'ParvisConnectionsShort', 'ParvisEventLoopHeld']

export const firing = (before: Reading, now: Reading): string[] =>
  RULES.filter(({ expr }) => evaluated(expr, before, now).length > 0)
    .map(({ name }) => name)
    .filter(name => !OF_A_BUSY_MACHINE.includes(name))

/** Waits until all reports are right; otherwise returns what was reported. */
export async function toldRightly(at: Deployment, failure: Failure, before: Reading): Promise<void> {
  const { readyz = {}, alerts } = failure
  let said: unknown
  await eventually(
    async () => {
      // Metrics are cached for five seconds, and each check is expensive.
      await sleep(1_000)
      const answer = await fetch(`${at.nodes[0]?.url}/readyz`)
      const parts = (await answer.json()) as Record<string, unknown>
      const alarms = firing(before, await reading(at))
      said = { parts, alarms }
      return (
        Object.entries(readyz).every(([part, state]) => parts[part] === state) &&
        alarms.toSorted().join() === alerts.toSorted().join()
      )
    },
    'it is told',
    PATIENCE_MS,
  ).catch(() => assert.fail(`${JSON.stringify(said)} in place of ${JSON.stringify({ readyz, alerts })}`))
  const { stdout, stderr } = await at.type(['doctor'], await failure.settings?.(at))
  assert.match(stdout + stderr, failure.doctor)
}

/** Repairs the failure; the service recovers by itself. */
export const ready = ({ nodes }: Deployment) =>
  eventually(
    async () => (await fetch(`${nodes[0]?.url}/readyz`)).status === 200,
    'it is ready again',
    PATIENCE_MS,
  )

/** Nothing is reported, and no alert fires. */
export const allWell = (at: Deployment, before: Reading): Promise<void> =>
  toldRightly(at, { ...WELL, forms: [], fail: nothing, mend: nothing }, before)
const WELL = { doctor: /^(?:(?:ok|note) .*\n)+$/, readyz: { status: 'ready', clock: true }, alerts: [] }
