// Begun first: it takes long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { waitingForLocks } from '../../../../test/databases.ts'
import { startSyncing } from '../../../../test/defibrillateurs/syncing.ts'
import { eventually } from '../../../../test/eventually.ts'
import { asCsv, device, sends } from '../../../../test/fixtures/geodae.ts'
import { createLog } from '../../../kernel/telemetry/log.ts'
import { resumeOverdueSyncs, syncNightly } from './work.ts'

const { app, register, ended, sync, communeId, device: seen } = await startSyncing()
const office = app.as(await app.user(['operator_communes']))
const NATIONAL = '/admin/defibrillateurs-france/sync'
const rows = (c_nom: string) => Array.from({ length: 20 }, (_, at) => device(at + 1, { c_nom }))
register.answer = sends(asCsv(rows('Un')))
/** The first half of the register; the rest comes when `finish` is called. */
function halting(text: string) {
  const halt = { begun: false, finish: () => {} }
  register.answer = (_request, response) => {
    response.writeHead(200).write(text.slice(0, text.length / 2))
    halt.finish = () => response.end(text.slice(text.length / 2))
    halt.begun = true
  }
  return halt
}
const only = async (text: string, values: unknown[] = []) => (await app.owner.query(text, values)).rows[0]

test('fifty asked for at once: one is queued, the others are told that one is under way', async () => {
  const commune = await communeId('01004')
  for (const path of [NATIONAL, `/admin/communes/${commune}/defibrillateurs/sync`]) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => office.post(path)))
    const kinds = answers.map(({ status, body }) => (status === 202 ? '202' : `${status} ${body.error}`))
    const queued = answers.filter(({ status }) => status === 202)
    // One that is over in the meantime lets the next one in: never two of them at once.
    assert.ok(queued.length >= 1)
    assert.deepEqual([...new Set(kinds)].sort(), ['202', '409 run_in_progress'])
    for (const { body } of queued) assert.equal((await ended(body.data.id)).status, 'ok')
    const overlapping = await only(`
      select count(*)::int as n from defibrillateur_syncs a join defibrillateur_syncs b
      on a.id < b.id and a.commune_id is not distinct from b.commune_id
        and tstzrange(a.created_at, a.finished_at) && tstzrange(b.created_at, b.finished_at)`)
    assert.equal(overlapping.n, 0)
  }
})

test('a second one while the first is queued or runs is refused; of another commune it is not', async () => {
  const halt = halting(asCsv(rows('Deux')))
  const first = await office.post(NATIONAL, {})
  assert.deepEqual([first.status, first.body.data.status], [202, 'queued'])
  await eventually(async () => halt.begun, 'it runs')
  const second = await office.post(NATIONAL, { force: true })
  assert.deepEqual([second.status, second.body.error], [409, 'run_in_progress'])
  const other = await office.post(`/admin/communes/${await communeId('33063')}/defibrillateurs/sync`)
  assert.equal(other.status, 202)
  register.answer = sends(asCsv(rows('Deux')))
  halt.finish()
  assert.equal((await ended(first.body.data.id)).status, 'ok')
  assert.equal((await ended(other.body.data.id)).status, 'ok')
})

test('which bodies a sync request accepts, and for which communes', async () => {
  assert.equal((await office.post(NATIONAL, { force: 'yes' })).status, 422)
  assert.equal((await office.post(NATIONAL, { forced: true })).status, 422)
  assert.equal((await office.post(`/admin/communes/${crypto.randomUUID()}/defibrillateurs/sync`)).status, 404)
  assert.equal((await office.post('/admin/communes/x/defibrillateurs/sync')).status, 404)
  const { id } = await only(
    `update communes set successor_id = (select id from communes where code_insee = '33063')
     where code_insee = '33003' returning id`,
  )
  assert.equal((await office.post(`/admin/communes/${id}/defibrillateurs/sync`)).status, 404, 'it merged')
  const key = { headers: { 'idempotency-key': 'sync-1' } }
  const [one, again] = [await office.post(NATIONAL, {}, key), await office.post(NATIONAL, {}, key)]
  assert.deepEqual([one.status, again.status, again.body], [202, 202, one.body])
  await ended(one.body.data.id)
})

test('syncs of everything and of communes on two nodes: one after the other, no deadlock, nothing undone', async () => {
  const other = await app.beside()
  const elsewhere = other.as(await app.user(['operator_communes']))
  const commune = await communeId('01004')
  for (let round = 0; round < 4; round++) {
    register.answer = sends(asCsv(rows(`Tour ${round}`)))
    const [a, b] = await Promise.all([
      office.post(NATIONAL),
      elsewhere.post(`/admin/communes/${commune}/defibrillateurs/sync`),
    ])
    const both = await Promise.all([ended(a.body.data.id), ended(b.body.data.id)])
    assert.deepEqual(
      both.map(({ status }) => status),
      ['ok', 'ok'],
    )
    const updated = both.map(({ counts }) => counts?.updated).sort()
    assert.deepEqual(updated, [0, 20], 'the second one found what the first had left')
    assert.equal((await seen('7')).nom, `Tour ${round}`)
  }
})

async function atOthersTurn<T>(work: () => Promise<T>): Promise<T> {
  await app.owner.query(`select pg_advisory_lock(hashtextextended('defibrillateurs.sync', 0))`)
  try {
    return await work()
  } finally {
    await app.owner.query(`select pg_advisory_unlock(hashtextextended('defibrillateurs.sync', 0))`)
  }
}

test('while another sync has the turn one waits, and is done when it is free', async () => {
  const id = await atOthersTurn(async () => {
    const { body } = await office.post(NATIONAL)
    const { id } = body.data
    const putBack = `select from pgboss.job where data->>'sync' = $1 and state = 'completed'`
    await eventually(async () => await only(putBack, [id]), 'it was put back')
    assert.equal((await only('select status from defibrillateur_syncs where id = $1', [id])).status, 'queued')
    return id as string
  })
  assert.equal((await ended(id)).status, 'ok')
})

const asJob = () => {
  const enqueued: object[] = []
  const context = {
    enqueue: async (_tx: unknown, _name: string, data: object) => void enqueued.push(data),
    log: createLog('silent'),
  }
  return { enqueued, context }
}
const insert = (status: string, trigger: string, minutes: number) =>
  only(
    `insert into defibrillateur_syncs (status, trigger, alive_at, commune_id)
     select $1, $2, now() - $3 * interval '1 minute', id from communes
     where id not in (select commune_id from defibrillateur_syncs where commune_id is not null) limit 1 returning id`,
    [status, trigger, minutes],
  ).then(({ id }) => id as string)

test('a sync that lost its job is given another one; a command that was killed has failed; the living are left alone', async () => {
  const lost = [await insert('queued', 'manual', 6), await insert('running', 'schedule', 6)]
  const command = await insert('running', 'command', 6)
  const living = [await insert('queued', 'manual', 1), await insert('running', 'manual', 1)]
  const { enqueued, context } = asJob()
  await app.service.db.transaction(tx => resumeOverdueSyncs(tx, {}, context))
  // In whatever order they were found.
  const resumed = enqueued.map(data => (data as { sync: string }).sync)
  assert.deepEqual(resumed.sort(), lost.sort())
  const ending = await only('select status, error from defibrillateur_syncs where id = $1', [command])
  assert.deepEqual(ending, { status: 'failed', error: 'The command was interrupted. Nothing was changed.' })
  enqueued.length = 0
  await app.service.db.transaction(tx => resumeOverdueSyncs(tx, {}, context))
  assert.deepEqual(enqueued, [], 'not again at once')
  await app.owner.query('delete from defibrillateur_syncs where id = any($1)', [
    [...lost, command, ...living],
  ])
})

test('one whose worker dies each time is given up after six tries', async () => {
  const id = await atOthersTurn(async () => {
    const { body } = await office.post(NATIONAL)
    await app.owner.query('update defibrillateur_syncs set attempts = 6 where id = $1', [body.data.id])
    return body.data.id as string
  })
  const { status, error } = await ended(id)
  assert.equal(status, 'failed')
  assert.match(error ?? '', /each try was interrupted/)
})

test('by night one is queued, unless one is under way', async () => {
  const { enqueued, context } = asJob()
  await app.service.db.transaction(tx => syncNightly(tx, {}, context))
  await app.service.db.transaction(tx => syncNightly(tx, {}, context))
  assert.equal(enqueued.length, 1)
  const row = await only(`select id, trigger, status from defibrillateur_syncs where status = 'queued'`)
  assert.deepEqual([row.trigger, enqueued], ['schedule', [{ sync: row.id }]])
  await app.owner.query('delete from defibrillateur_syncs where id = $1', [row.id])
  assert.equal((await sync()).status, 'ok')
})

test('a sync that another worker took over changes nothing', async () => {
  const halt = halting(asCsv(rows('Trop tard')))
  const { body } = await office.post(NATIONAL)
  const { id } = body.data
  await eventually(async () => halt.begun, 'it runs')
  await app.owner.query('update defibrillateur_syncs set attempts = attempts + 1 where id = $1', [id])
  halt.finish()
  await eventually(
    async () =>
      (await only(`select state from pgboss.job where data->>'sync' = $1`, [id])).state === 'completed',
    'the first worker has let go',
  )
  assert.equal((await only('select status from defibrillateur_syncs where id = $1', [id])).status, 'running')
  assert.notEqual((await seen('7')).nom, 'Trop tard')
})

test('one that was taken over in the middle of its merge undoes it', async () => {
  await app.owner.query('delete from defibrillateur_syncs')
  register.answer = sends(asCsv(rows('Bien trop tard')))
  const holder = new pg.Client(app.connection)
  await holder.connect()
  // The merge has written devices, and waits before the rows of the communes.
  await holder.query('begin; lock table commune_defibrillateurs in share row exclusive mode')
  const { body } = await office.post(NATIONAL)
  const { id } = body.data
  await eventually(
    async () => (await waitingForLocks(app.connection.database ?? '', { program: 'parvis long work' })) > 0,
    'the merge waits',
  )
  await app.owner.query('update defibrillateur_syncs set attempts = attempts + 1 where id = $1', [id])
  await holder.query('rollback')
  await holder.end()
  await eventually(
    async () =>
      (await only(`select state from pgboss.job where data->>'sync' = $1`, [id])).state === 'completed',
    'the first worker has let go',
  )
  assert.equal((await only('select status from defibrillateur_syncs where id = $1', [id])).status, 'running')
  assert.notEqual((await seen('7')).nom, 'Bien trop tard')
})
