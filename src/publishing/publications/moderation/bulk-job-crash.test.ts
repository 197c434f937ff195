/** Workers killed in the middle of an operation, and of its undoing: another one goes on, and each is decided once. */
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
import * as make from '../../../../test/factories.ts'
import { PIECE } from './bulk-job.ts'

const WORKER = fileURLToPath(new URL('../../../../test/fixtures/worker.ts', import.meta.url))
const TOTAL = 5 * PIECE
const app = await startApp()
const office = app.as(await app.user(['operator_moderation']))
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const { rows } = await app.owner.query(
  `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
     moderation_by, duplicate_key, duplicate_reason)
   select 'Annonce ' || n, 'Texte', $1, (select id from publication_types where slug = 'actualite'), $2::uuid,
          array[$2::uuid], 'pending', false, 'member', gen_random_uuid(), 'signature'
   from generate_series(1, $3::int) n returning id`,
  [acteur, commune, TOTAL],
)
const ids: string[] = rows.map(({ id }) => id).toSorted()

const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
})
async function startWorker(): Promise<ChildProcess> {
  const argument = JSON.stringify({ jobs: ['operations.continue'], connection: app.connection })
  const child = spawn(process.execPath, [WORKER, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  await once(child.stdout ?? child, 'data')
  return child
}

/** Kills the worker while the piece of this publication waits for it, with the piece half written. */
async function killAt(id: string, work: () => Promise<unknown>): Promise<void> {
  const worker = await startWorker()
  const colleague = new pg.Client(app.connection)
  colleague.on('error', () => {})
  await colleague.connect()
  try {
    await colleague.query('begin')
    await colleague.query('select from publications where id = $1 for update', [id])
    await work()
    await eventually(
      async () => (await waitingForLocks(app.connection.database ?? '')) > 0,
      'a piece waits for a row',
    )
    const dead = once(worker, 'exit')
    worker.kill('SIGKILL')
    await dead
    await colleague.query('commit')
  } finally {
    await colleague.end()
  }
}
const look = async (id: string) => (await office.get(`/admin/operations/${id}`)).body.data
const ended = (id: string, state: string) =>
  eventually(async () => {
    const operation = await look(id)
    return operation.state === state && operation
  }, `the operation is ${state}`)
const traces = async () =>
  (
    await app.owner.query(
      `select action, count(*)::int as n, count(distinct entity_id)::int as publications from audit_log
       where entity_id = any($1) group by 1 order by 1`,
      [ids],
    )
  ).rows

test('workers killed while deciding and while undoing: another one finishes, and each publication is decided once', async t => {
  let operation = ''
  await killAt(ids[2 * PIECE + 5] ?? '', async () => {
    const { status, body } = await office.patch('/admin/publications/bulk/moderate', {
      filter: { acteur_id: acteur },
      expected_total: TOTAL,
      moderation_status: 'rejected',
    })
    assert.equal(status, 202)
    operation = body.meta.operation_id
  })
  const killed = performance.now()
  const { state, done } = await look(operation)
  assert.equal(state, 'running')
  assert.ok(done >= 2 * PIECE && done < TOTAL, `${done}`)
  const second = await startWorker()
  const ended1 = await ended(operation, 'done')
  t.diagnostic(`done ${((performance.now() - killed) / 1000).toFixed(1)} s after the kill`)
  assert.deepEqual([ended1.done, ended1.updated, ended1.failed], [TOTAL, TOTAL, 0])
  assert.deepEqual(await traces(), [{ action: 'publication.moderated', n: TOTAL, publications: TOTAL }])
  const dead = once(second, 'exit')
  second.kill('SIGKILL')
  await dead

  await killAt(ids[3 * PIECE + 5] ?? '', async () => {
    assert.equal((await office.post(`/admin/operations/${operation}/undo`)).status, 202)
  })
  const half = await look(operation)
  assert.equal(half.state, 'undoing')
  assert.ok(half.restored >= 3 * PIECE && half.restored < TOTAL, `${half.restored}`)
  await startWorker()
  const undone = await ended(operation, 'undone')
  assert.deepEqual([undone.restored, undone.skipped], [TOTAL, 0])
  assert.deepEqual(await traces(), [
    { action: 'publication.moderated', n: TOTAL, publications: TOTAL },
    { action: 'publication.moderation_undone', n: TOTAL, publications: TOTAL },
  ])
  const { rows: stand } = await app.owner.query(
    'select distinct moderation_status from publications where id = any($1)',
    [ids],
  )
  assert.deepEqual(stand, [{ moderation_status: 'pending' }])
})
