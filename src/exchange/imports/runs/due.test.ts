import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../test/eventually.ts'
import { rss } from '../../../../test/imports/documents.ts'
import { importWorld } from '../../../../test/imports/world.ts'
import { jobs } from '../../../jobs.ts'
import { endLostRuns, runDueSources } from './due.ts'
import { beginAttempt } from './queries.ts'
import { forgetOldRuns } from './upkeep.ts'
import { runImport } from './work.ts'

/** What is run by itself, on however many nodes, and what is lost on the way. */

const world = await importWorld()
const { app, server, office, acteur, context } = world
const shown = async (id: string) => (await office.get(`/admin/import-sources/${id}`)).body.data
const runsOf = async (id: string) => (await office.get(`/admin/import-sources/${id}/runs`)).body.data
let feeds = 0
const fed = (fields: object = {}) => {
  const n = ++feeds
  const body = rss([
    { id: 'a', title: `Un titre ${n}`, text: 'Un texte', link: `https://ville.example.org/due/${n}` },
  ])
  return world.source({ url: server.serve(`/due-${n}`, { body }), acteur_id: acteur, ...fields })
}
const tick = () => app.service.db.transaction(tx => runDueSources(tx, undefined, context))
const sweep = () => app.service.db.transaction(tx => endLostRuns(tx, undefined, context))
/** As if that much time had gone by. */
const later = (id: string, time: string) =>
  app.owner.query(`update import_sources set next_try_at = next_try_at - $2::interval where id = $1`, [
    id,
    time,
  ])

test('a scheduled source is run at once, and then when its hour has come; one by hand or switched off never', async () => {
  const [hourly, manual, off] = [
    await fed({ schedule: 'hourly' }),
    await fed(),
    await fed({ schedule: 'daily' }),
  ]
  await office.patch(`/admin/import-sources/${off}`, { enabled: false })
  await tick()
  assert.deepEqual([(await runsOf(manual)).length, (await runsOf(off)).length], [0, 0])
  const [first] = await runsOf(hourly)
  assert.deepEqual([first.trigger, first.status], ['schedule', 'queued'])
  await runImport({ run: first.id }, context, new AbortController().signal)
  assert.equal((await shown(hourly)).last_status, 'succeeded')
  const minutes = (Date.parse((await shown(hourly)).next_try_at) - Date.now()) / 60_000
  assert.ok(minutes >= 20 && minutes <= 90, `${minutes} minutes`)
  await tick()
  assert.equal((await runsOf(hourly)).length, 1, 'not yet')
  await later(hourly, '2 hours')
  await tick()
  assert.equal((await runsOf(hourly)).length, 2)
  await later(hourly, '2 hours')
  await tick()
  assert.equal((await runsOf(hourly)).length, 2, 'the one before is still on its way')
  assert.ok(Date.parse((await shown(hourly)).next_try_at) > Date.now(), 'and its time moved on')
})

test('switched off between its time and its turn: it is not asked', async () => {
  const id = await fed({ schedule: 'hourly' })
  await tick()
  const [run] = await runsOf(id)
  await office.patch(`/admin/import-sources/${id}`, { enabled: false })
  await runImport({ run: run.id }, context, new AbortController().signal)
  const [ended] = await runsOf(id)
  assert.deepEqual([ended.status, ended.error?.message], ['failed', 'The source was switched off meanwhile.'])
  assert.deepEqual([(await shown(id)).consecutive_failures, await world.publications(id)], [0, []])
})

test('many nodes at the same moment: each due source is begun once', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => fed({ schedule: 'daily' })))
  await Promise.all(Array.from({ length: 6 }, tick))
  for (const id of ids) assert.equal((await runsOf(id)).length, 1)
})

test('the same feed ten times, also on two nodes at once, makes each publication once', async () => {
  const id = await fed()
  const twin = await world.source({
    url: server.serve('/due-twin', {
      body: rss([{ id: 'x', title: 'Un titre 99', text: 'T', link: 'https://ville.example.org/twin' }]),
    }),
    acteur_id: acteur,
  })
  const other = await world.source({
    url: server.serve('/due-twin-2', {
      body: rss([{ id: 'y', title: 'Un titre 99', text: 'T', link: 'https://ville.example.org/twin' }]),
    }),
    acteur_id: acteur,
  })
  for (let round = 0; round < 10; round++) {
    const asked = await Promise.all(
      [id, twin, other].map(one => office.post(`/admin/import-sources/${one}/run`)),
    )
    // Each job taken up by two workers: whoever had it first has lost it.
    await Promise.all(
      asked.flatMap(({ body }) =>
        [0, 1].map(() => runImport({ run: body.data.id }, context, new AbortController().signal)),
      ),
    )
  }
  assert.equal((await world.publications(id)).length, 1)
  const both = [...(await world.publications(twin)), ...(await world.publications(other))]
  assert.equal(both.length, 1, 'two sources that bring the same thing at the same moment')
})

test('who lost the turn writes nothing, however late it comes', async () => {
  const id = await fed()
  const { body } = await office.post(`/admin/import-sources/${id}/run`)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  server.serve(`/due-${feeds}`, {
    by: async (_request, response) => {
      await held
      response.end(rss([{ id: 'late', title: 'Trop tard', text: 'x' }]))
    },
  })
  const slow = runImport({ run: body.data.id }, context, new AbortController().signal)
  await eventually(async () => (await runsOf(id))[0].status === 'running', 'it runs')
  await beginAttempt(app.service.db.pool, body.data.id)
  release()
  await slow
  assert.deepEqual(await world.publications(id), [])
  assert.equal((await runsOf(id))[0].status, 'running')
})

test('a run whose job is lost ends, so that the next can begin; one that merely waits does not', async () => {
  const waiting = await fed()
  await office.post(`/admin/import-sources/${waiting}/run`)
  const lost = await fed()
  const { body } = await office.post(`/admin/import-sources/${lost}/run`)
  await app.owner.query(`delete from pgboss.job where data->>'run' = $1`, [body.data.id])
  const dry = await fed()
  await app.owner.query(
    `insert into import_runs (source_id, trigger, dry_run, status, started_at) values ($1, 'manual', true, 'running', now())`,
    [dry],
  )
  await sweep()
  assert.equal((await runsOf(lost))[0].status, 'queued', 'it is too early to tell')
  await app.owner.query(`update import_runs set created_at = now() - interval '3 minutes'`)
  await sweep()
  assert.equal((await runsOf(waiting))[0].status, 'queued')
  for (const id of [lost, dry]) {
    const [{ status, error }] = await runsOf(id)
    assert.equal(status, 'failed')
    assert.match(error.message, /lost on the way/)
  }
  assert.deepEqual([(await shown(lost)).last_status, (await shown(dry)).last_status], ['failed', null])
  // Its worker, should there be one after all, has lost it.
  await runImport({ run: body.data.id }, context, new AbortController().signal)
  assert.deepEqual(await world.publications(lost), [])
  assert.equal((await office.post(`/admin/import-sources/${lost}/run`)).status, 202)
})

test('runs go after ninety days, what they brought is known for good', async () => {
  const id = await fed()
  await world.run(id)
  await world.run(id)
  const [kept, old] = await runsOf(id)
  await app.owner.query(`update import_runs set created_at = now() - interval '91 days' where id = $1`, [
    old.id,
  ])
  await forgetOldRuns(app.service.db.pool)
  assert.deepEqual(
    (await runsOf(id)).map((one: { id: string }) => one.id),
    [kept.id],
  )
  assert.equal((await world.run(id)).counts.unchanged, 1)
})

test('the worker itself: asked for through the door, it is done within moments', async () => {
  const worker = await importWorld({ env: { PROCESS: 'all' }, jobs: { 'imports.run': jobs['imports.run'] } })
  const url = worker.server.serve('/a', { body: rss([{ id: 'a', title: 'Par le travailleur', text: 'x' }]) })
  const id = await worker.source({ url, acteur_id: worker.acteur })
  assert.equal((await worker.office.post(`/admin/import-sources/${id}/run`)).status, 202)
  const done = async () => (await worker.office.get(`/admin/import-sources/${id}`)).body.data.last_status
  await eventually(async () => (await done()) === 'succeeded', 'the worker took it')
  assert.equal((await worker.publications(id)).length, 1)
})
