/** Workers killed in the middle of a run: another one goes on with the same run, and everything is there once. */
// Of a release: it kills processes.
// Begun first: it kills, and waits long.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import { rss } from '../../../../test/imports/documents.ts'
import { importWorld } from '../../../../test/imports/world.ts'

const WORKER = fileURLToPath(new URL('../../../../test/fixtures/worker.ts', import.meta.url))
const world = await importWorld()
const { app, server, office, acteur } = world
const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

async function startWorker(): Promise<ChildProcess> {
  const argument = JSON.stringify({
    jobs: ['imports.run'],
    connection: app.connection,
    env: { IMPORT_ALLOW_PRIVATE: server.pair },
  })
  const child = spawn(process.execPath, [WORKER, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  await once(child.stdout ?? child, 'data')
  return child
}
async function kill(child: ChildProcess): Promise<void> {
  const dead = once(child, 'exit')
  child.kill('SIGKILL')
  await dead
}

const things = (n: number) =>
  Array.from({ length: 20 }, (_, at) => ({
    id: `${at}`,
    title: `Titre ${n} ${at}`,
    text: 'Un texte',
    link: `https://ville.example.org/crash/${n}/${at}`,
  }))
const runsOf = async (id: string) => (await office.get(`/admin/import-sources/${id}/runs`)).body.data

async function takenOver(id: string, runId: string, t: { diagnostic(text: string): void }, killed: number) {
  const done = await eventually(
    async () => {
      const [run] = await runsOf(id)
      return run.status === 'succeeded' && run
    },
    'another worker went on',
    180_000,
  )
  t.diagnostic(`done ${((performance.now() - killed) / 1000).toFixed(1)} s after the kill`)
  assert.equal(done.id, runId, 'the same run')
  assert.equal(done.counts.created, 20)
  assert.equal((await runsOf(id)).length, 1)
  assert.equal((await world.publications(id)).length, 20)
  const { rows } = await app.owner.query(
    `select count(*)::int as n from audit_log where action = 'publication.imported' and request_id = $1`,
    [runId],
  )
  assert.equal(rows[0].n, 20)
}

test('killed while it fetches', async t => {
  let asked = 0
  const url = server.serve('/crash-fetch', {
    // The first worker waits for ever.
    by: (_request, response) => (asked++ === 0 ? undefined : void response.end(rss(things(1)))),
  })
  const id = await world.source({ url, acteur_id: acteur })
  const worker = await startWorker()
  const { body } = await office.post(`/admin/import-sources/${id}/run`)
  await eventually(async () => asked === 1, 'it fetches')
  await kill(worker)
  const killed = performance.now()
  assert.equal((await runsOf(id))[0].status, 'running')
  const again = await office.post(`/admin/import-sources/${id}/run`)
  assert.equal(again.body.error, 'run_in_progress', 'still one at a time')
  const next = await startWorker()
  await takenOver(id, body.data.id, t, killed)
  assert.equal(asked, 2)
  await kill(next)
})

test('killed while it writes', async t => {
  const url = server.serve('/crash-write', { body: rss(things(2)) })
  const id = await world.source({ url, acteur_id: acteur })
  const { body } = await office.post(`/admin/import-sources/${id}/run`)
  const holder = new pg.Client(app.connection)
  holder.on('error', () => {})
  await holder.connect()
  // It will have written everything but its trail, and wait for a table that is held.
  await holder.query('begin; lock table audit_log in exclusive mode')
  const worker = await startWorker()
  const inside = () => waitingForLocks(app.connection.database ?? '', { query: '%audit_log%' })
  await eventually(async () => (await inside()) > 0, 'it is in the middle of writing')
  await kill(worker)
  const killed = performance.now()
  await holder.query('rollback')
  await holder.end()
  assert.deepEqual(await world.publications(id), [])
  const next = await startWorker()
  await takenOver(id, body.data.id, t, killed)
  await kill(next)
})
