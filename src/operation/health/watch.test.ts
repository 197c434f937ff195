/** A killed worker is noticed by the other nodes. */
// Begun first: it kills, and waits long.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { addresses, enter } from '../../foundation/nodes.ts'
import { worker as doctorsLine } from '../doctor/worker.ts'
import { tellOf } from './watch.ts'

const ONE_JOB = fileURLToPath(new URL('../../../test/fixtures/one-job-service.ts', import.meta.url))
const app = await startApp()
const theirs = { databaseUrl: 'postgres://somewhere/else' }

const readyz = async () => {
  const response = await fetch(`${app.url}/readyz`)
  return { status: response.status, parts: (await response.json()) as Record<string, unknown> }
}
const metric = async (name: string) =>
  new RegExp(`^parvis_${name}(?:\\{job_name="audit.seal"\\})? (.*)$`, 'm').exec(
    await (await fetch(`${app.url}/metrics`)).text(),
  )?.[1]

let child: ChildProcess | undefined
after(() => child?.kill('SIGKILL'))
async function startWorker(): Promise<void> {
  const asked = JSON.stringify({ job: 'audit.seal', connection: app.connection, env: {} })
  child = spawn(process.execPath, [ONE_JOB, asked], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout ?? child, 'data')
}
/** As if no worker had run for this time. */
const gone = (time: string) =>
  app.owner.query(
    `update nodes set seen_at = now() - interval '${time}',
       worked_at = case when worked_at is not null then now() - interval '${time}' end`,
  )

test('without a worker, every node reports it and stays ready', async () => {
  const { status, parts } = await readyz()
  assert.equal(status, 200)
  assert.deepEqual(parts, { ...parts, status: 'ready', database: true, migrations: true, worker: 'gone' })
  assert.equal(await metric('worker_age_seconds'), '+Inf')
  const { state, says } = await doctorsLine(app.service.db, theirs)
  assert.equal(state, 'wrong')
  assert.match(
    says,
    /^no worker has ever been seen: no mail waits; no job waits; start a node with PROCESS=worker/,
  )
})

test('a killed worker is missed after two minutes with its backlog, until another one starts', async () => {
  await startWorker()
  assert.equal((await readyz()).parts.worker, 'ok')
  assert.match((await doctorsLine(app.service.db, theirs)).says, /^seen \d+ (?:s|min) ago$/)
  const ended = once(child as ChildProcess, 'exit')
  child?.kill('SIGKILL')
  await ended

  // The jobs that it would have done.
  await app.owner.query('delete from pgboss.job')
  await app.owner.query(`insert into mails (message_id, thread, template, language, recipient_email, subject, text, give_up_at, created_at)
    select format('<%s@essai.fr>', n), format('<%s@essai.fr>', n), 'probe', 'fr', 'a@essai.fr', 's', 't', now() + interval '2 days',
           now() - n * interval '10 minutes' from generate_series(1, 3) n`)
  await app.owner.query(`insert into pgboss.job (name, start_after, state)
    values ('audit.seal', now() - interval '7 minutes', 'created'), ('audit.seal', now() + interval '1 hour', 'created')`)

  await gone('1 minute')
  assert.equal((await readyz()).parts.worker, 'ok', 'a pause is no absence')
  await gone('125 seconds')
  const { status, parts } = await readyz()
  assert.deepEqual([status, parts.status, parts.worker], [200, 'ready', 'gone'])

  const { state, says } = await doctorsLine(app.service.db, theirs)
  assert.equal(state, 'wrong')
  assert.match(
    says,
    /^no worker for [2-9] min: 3 mails wait, the oldest for 3\d min; 1 job waits, the oldest for ([7-9]|1\d) min; start/,
  )
  assert.equal(
    (await doctorsLine(app.service.db, { databaseUrl: undefined })).state,
    'note',
    'the service was stopped',
  )

  await eventually(
    async () => Number(await metric('worker_age_seconds')) > 120,
    'the figures are seconds old',
  )
  const figures = await Promise.all(['mails_waiting', 'jobs_waiting'].map(metric))
  assert.deepEqual(figures, ['3', '1'])
  assert.ok(Number(await metric('mails_oldest_waiting_seconds')) >= 1_800)
  assert.ok(Number(await metric('jobs_oldest_waiting_seconds')) >= 420)

  // A running worker that does not take its jobs.
  await app.owner.query(
    `insert into pgboss.job (name, start_after, state) values ('mail.send', now() - interval '11 minutes', 'created')`,
  )
  await startWorker()
  assert.equal((await readyz()).parts.worker, 'ok')
  const behind = await doctorsLine(app.service.db, theirs)
  assert.equal(behind.state, 'note')
  assert.match(behind.says, /^seen \d+ (?:s|min) ago; \d jobs? waits?, the oldest for [1-5]\d min$/)
  const over = once(child as ChildProcess, 'exit')
  child?.kill('SIGTERM')
  await over
})

test('a node with a stuck queue does not count as a worker', async () => {
  await app.owner.query('delete from nodes')
  const own = {
    ...({ process: 'all', version: '1' } as const),
    address: () => 'http://parvis.test',
    media: async () => undefined,
  }
  const presence = await enter(app.service.db, { ...own, working: () => false })
  assert.equal((await readyz()).parts.worker, 'gone')
  assert.deepEqual(await addresses(app.service.db), ['http://parvis.test'])
  await presence.leave()
  assert.deepEqual(await addresses(app.service.db), [], 'who has left has no address')
  const other = await enter(app.service.db, { ...own, working: () => true })
  assert.equal((await readyz()).parts.worker, 'ok')
  await other.leave()
})

test('a missing worker is logged at once, every ten minutes and at the end; a starting one has two minutes', () => {
  const lines: string[] = []
  const log = {
    warn: (_: unknown, text: string) => void lines.push(text),
    info: (_: unknown, text: string) => void lines.push(text),
  } as unknown as Parameters<typeof tellOf>[3]
  const none = { jobs: 0, oldest_job: null, mails: 1, oldest_mail: 61 }
  const said = { since: 0, gone: false, at: 0 }
  const at = (seconds: number, worker_age: number | null) => {
    tellOf({ ...none, worker_age }, said, seconds * 1_000, log)
    return lines.splice(0)
  }
  assert.deepEqual(at(60, null), [], 'it may still be starting')
  assert.deepEqual(at(121, null), [
    'no worker has ever been seen: 1 mail waits, the oldest for 61 s; no job waits',
  ])
  assert.deepEqual(at(141, null), [])
  assert.deepEqual(at(160, 3), ['a worker is back'])
  assert.deepEqual(at(180, 3), [])
  assert.equal(at(400, 130).length, 1)
  assert.equal(at(700, 430).length, 0)
  assert.equal(at(1_001, 731).length, 1, 'again')
})
