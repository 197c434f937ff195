/** The worker killed while it syncs: nothing has changed, and the next one begins from the start. */
// Of a release: it kills processes.
// Begun first: it kills, and waits long.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startApp } from '../../../../test/app.ts'
import { waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import { asCsv, device, registerServer, sends } from '../../../../test/fixtures/geodae.ts'
import { tableState } from '../../../../test/table-state.ts'

const programOf = (name: string) =>
  fileURLToPath(new URL(`../../../../test/fixtures/${name}`, import.meta.url))
const JOB = 'defibrillateurs.sync'
const TABLES = ['defibrillateurs', 'commune_defibrillateurs'] as const

const register = await registerServer()
// It takes the requests, the other processes do the work.
const app = await startApp({ template: 'france' })
const office = app.as(await app.user(['operator_communes']))
const children: ChildProcess[] = []
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

async function startWorker(program = 'worker.ts'): Promise<ChildProcess> {
  const argument = JSON.stringify({
    ...(program === 'worker.ts' ? { jobs: [JOB] } : { job: JOB }),
    connection: app.connection,
    env: { GEODAE_URL: `${register.url}/geodae.csv`, PROCESS: 'worker' },
  })
  const child = spawn(process.execPath, [programOf(program), argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout ?? child, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const dead = once(child, 'exit')
  child.kill('SIGKILL')
  await dead
}

const rows = Array.from({ length: 3_000 }, (_, at) => device(at + 1))
const csv = asCsv(rows)
const changed = asCsv(rows.map(row => ({ ...row, c_nom: 'Changé' })))
const row = async (id: string) =>
  (await app.owner.query('select * from defibrillateur_syncs where id = $1', [id])).rows[0]
const ended = (id: string) =>
  eventually(
    async () => {
      const found = await row(id)
      return !['queued', 'running'].includes(found.status) && found
    },
    'the sync is over',
    180_000,
  )
const request = async () => {
  const { status, body } = await office.post('/admin/defibrillateurs-france/sync', {})
  assert.equal(status, 202)
  return body.data.id as string
}
const held = async () => {
  const state = await tableState(app.owner)
  return TABLES.map(table => state[table])
}

test('killed while rows come in: nothing has changed, and another worker takes the same sync over', async t => {
  let worker = await startWorker()
  register.answer = sends(csv)
  assert.equal((await ended(await request())).status, 'ok')
  const before = await held()

  register.answer = (_request, response) => {
    response.writeHead(200, { 'content-length': String(Buffer.byteLength(changed)) })
    response.write(changed.slice(0, changed.length / 2))
  }
  const id = await request()
  const staged = () =>
    app.owner.query(`select from pg_class where relname = 'arrivals' and relpersistence = 't'`)
  await eventually(async () => (await staged()).rows.length > 0, 'rows are staged')
  await eventually(async () => (await row(id)).status === 'running', 'it runs')
  await kill(worker)
  assert.deepEqual(await held(), before)
  await eventually(async () => (await staged()).rows.length === 0, 'what was staged is gone')

  register.answer = sends(changed)
  const at = performance.now()
  worker = await startWorker()
  const { status, attempts, counts } = await ended(id)
  t.diagnostic(`taken over and done ${((performance.now() - at) / 1000).toFixed(1)} s after the next start`)
  assert.deepEqual([status, attempts, counts.updated], ['ok', 2, 3_000])
  await kill(worker)
})

test('killed in the middle of the merge: nothing has changed, and the next one succeeds', async () => {
  let worker = await startWorker()
  const before = await held()
  const holder = new pg.Client(app.connection)
  await holder.connect()
  after(() => holder.end())
  // The merge may read and write devices; it stops before the rows of the communes.
  await holder.query('begin; lock table commune_defibrillateurs in share row exclusive mode')
  register.answer = sends(asCsv([...rows.map(each => ({ ...each, c_nom: 'Encore' })), device(9_000)]))
  const id = await request()
  await eventually(
    async () => (await waitingForLocks(app.connection.database ?? '', { program: 'parvis long work' })) > 0,
    'the merge has written devices and waits',
  )
  await kill(worker)
  await holder.query('rollback')
  await eventually(async () => {
    const { rows } = await app.owner.query(
      `select from pg_stat_activity where application_name = 'parvis long work' and datname = current_database()`,
    )
    return rows.length === 0
  }, 'its session is gone')
  assert.deepEqual(await held(), before)
  assert.equal((await row(id)).status, 'running')

  worker = await startWorker()
  const { status, counts } = await ended(id)
  assert.deepEqual([status, counts.updated, counts.created], ['ok', 3_000, 1])
  const { rows: trail } = await app.owner.query(
    `select from audit_log where action = 'defibrillateurs.synced' and entity_id = $1`,
    [id],
  )
  assert.equal(trail.length, 1)
  await kill(worker)
})

test('stopped while rows come in: it ends by itself, nothing has changed, and the next start goes on with it', async () => {
  let worker = await startWorker('one-job-service.ts')
  const before = await held()
  let begun = false
  register.answer = (_request, response) => {
    response.writeHead(200).write(csv.slice(0, csv.length / 2))
    begun = true
  }
  const id = await request()
  await eventually(async () => begun, 'it runs')
  const exit = once(worker, 'exit')
  worker.kill('SIGTERM')
  assert.deepEqual(await exit, [0, null])
  assert.deepEqual(await held(), before)
  assert.ok(['queued', 'running'].includes((await row(id)).status), 'it has not failed')
  register.answer = sends(csv)
  worker = await startWorker()
  const { status, attempts } = await ended(id)
  assert.deepEqual([status, attempts], ['ok', 2])
  await kill(worker)
})
