// Begun first: it takes long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../../../test/app.ts'
import { endWaiting, waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { jobs } from '../../../jobs.ts'
import { PIECE } from './bulk-job.ts'

/** Decisions about more publications than one request may lock: accepted at once, carried out by a job. */

const app = await startApp({
  env: { PROCESS: 'all' },
  jobs: {
    'operations.continue': jobs['operations.continue'],
    'operations.overdue': jobs['operations.overdue'],
  },
})
const commune = await make.commune(app)
/** A moderator for each test: each user may have one running operation. */
const somebody = async () => app.as(await app.user(['operator_moderation']))
/** More than one request decides, and three pieces, the last one incomplete. */
const MANY = 2 * PIECE + 120

/** Inserts pending publications of an acteur in one statement. */
async function many(acteur: string, count = MANY, created_by: string | null = null): Promise<string[]> {
  const { rows } = await app.owner.query(
    `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
       moderation_by, duplicate_key, duplicate_reason, created_by)
     select 'Annonce ' || n, 'Texte', $1, (select id from publication_types where slug = 'actualite'), $2::uuid,
            array[$2::uuid], 'pending', false, 'member', gen_random_uuid(), 'signature', $4
     from generate_series(1, $3::int) n returning id`,
    [acteur, commune, count, created_by],
  )
  return rows.map(({ id }) => id).toSorted()
}
const rejecting = (acteur: string, expected_total = MANY) => ({
  filter: { acteur_id: acteur, moderation_status: 'pending' },
  expected_total,
  moderation_status: 'rejected',
  reason: 'Hors de la commune',
})
type Office = Awaited<ReturnType<typeof somebody>>
const bulk = (office: Office, body: object, headers: Record<string, string> = {}) =>
  office.patch('/admin/publications/bulk/moderate', body, { headers })
const look = async (office: Office, id: string) => (await office.get(`/admin/operations/${id}`)).body.data
const ended = (office: Office, id: string, state = 'done') =>
  eventually(async () => {
    const operation = await look(office, id)
    return operation.state === state && operation
  }, `the operation is ${state}`)
const statuses = async (ids: readonly string[]) => {
  const { rows } = await app.owner.query(
    `select moderation_status as status, count(*)::int as n from publications where id = any($1) group by 1`,
    [ids],
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
const traces = async (ids: readonly string[]) => {
  const { rows } = await app.owner.query(
    `select action, n, count(*)::int as publications
     from (select entity_id, action, count(*)::int as n from audit_log where entity_id = any($1) group by 1, 2) each
     group by 1, 2 order by 1`,
    [ids],
  )
  return rows.map(({ action, n, publications }) => `${action} ${n}× of ${publications}`)
}
/** Locks one publication, so that the job waits in front of its piece. */
async function holding<T>(id: string, work: (colleague: pg.Client) => Promise<T>): Promise<T> {
  const colleague = new pg.Client(app.connection)
  colleague.on('error', () => {})
  await colleague.connect()
  try {
    await colleague.query('begin')
    await colleague.query('select from publications where id = $1 for update', [id])
    return await work(colleague)
  } finally {
    await colleague.end()
  }
}
const waits = (who = 1) =>
  eventually(
    async () => (await waitingForLocks(app.connection.database ?? '')) >= who,
    'the piece waits for the locked row, and the undo for the piece',
  )

test('a filter with more than 500 matches: 202 at once, one trace for each publication, and one undo restores all', async () => {
  const moderator = await app.user(['operator_moderation'])
  const office = app.as(moderator)
  const acteur = await make.acteur(app, commune)
  const ids = await many(acteur)
  const { status, body } = await bulk(office, rejecting(acteur))
  assert.equal(status, 202)
  const { operation_id } = body.meta
  assert.deepEqual(body, {
    data: { updated: [], unchanged: [], failed: [] },
    meta: { operation_id, mail: null, queued: MANY },
  })
  const done = await ended(office, operation_id)
  assert.deepEqual(
    { ...done, at: undefined, title: undefined, publication_id: undefined },
    {
      id: operation_id,
      action: 'moderate',
      moderation_status: 'rejected',
      undone_at: null,
      mail: null,
      at: undefined,
      title: undefined,
      publication_id: undefined,
      user: { id: moderator.id, nom: null },
      state: 'done',
      total: MANY,
      done: MANY,
      updated: MANY,
      unchanged: 0,
      failed: 0,
      restored: 0,
      skipped: 0,
    },
  )
  assert.deepEqual(await statuses(ids), { rejected: MANY })
  assert.deepEqual(await traces(ids), [`publication.moderated 1× of ${MANY}`])
  const [trace] = await make.auditOf(app, ids[0] ?? '')
  assert.deepEqual(
    [trace.user_id, trace.request_id, trace.after.moderation_reason],
    [moderator.id, operation_id, 'Hors de la commune'],
  )
  const listed = (await office.get('/admin/operations?mine=true')).body.data
  assert.deepEqual(
    listed.map(({ id, state, done }: Record<string, unknown>) => [id, state, done]),
    [[operation_id, 'done', MANY]],
  )

  const colleague = await somebody()
  const undo = await colleague.post(`/admin/operations/${operation_id}/undo`)
  assert.deepEqual(
    [undo.status, undo.body],
    [202, { data: { restored: [], skipped: [] }, meta: { operation_id, queued: MANY } }],
  )
  const undone = await ended(office, operation_id, 'undone')
  assert.deepEqual([undone.restored, undone.skipped], [MANY, 0])
  assert.deepEqual(await statuses(ids), { pending: MANY })
  assert.deepEqual(await traces(ids), [
    `publication.moderated 1× of ${MANY}`,
    `publication.moderation_undone 1× of ${MANY}`,
  ])
  const again = await office.post(`/admin/operations/${operation_id}/undo`)
  assert.deepEqual([again.status, again.body.data], [200, { restored: [], skipped: [] }])
})

test('publications changed before their piece fail, new ones are not included, and each is decided once', async () => {
  const office = await somebody()
  const colleague = await somebody()
  const acteur = await make.acteur(app, commune)
  const ids = await many(acteur)
  const [first = '', second = ''] = ids
  const [last = '', gone = '', other = ''] = ids.toReversed()
  const { operation_id, late } = await holding(first, async held => {
    const { body } = await bulk(office, rejecting(acteur))
    await waits()
    // While the first piece waits.
    await colleague.patch(`/admin/publications/${last}/moderate`, { moderation_status: 'published' })
    await colleague.delete(`/admin/publications/${gone}`)
    await app.owner.query(`update publications set title = 'Retouchée' where id = $1`, [other])
    const [late = ''] = await many(acteur, 1)
    await held.query('commit')
    return { operation_id: body.meta.operation_id, late }
  })
  const done = await ended(office, operation_id)
  assert.deepEqual([done.done, done.updated, done.failed], [MANY, MANY - 3, 3])
  assert.deepEqual(await statuses([last, gone, other, late]), { published: 1, pending: 3 })
  assert.deepEqual(await statuses([first, second]), { rejected: 2 })

  const path = `/admin/operations/${operation_id}/failures?per_page=2`
  const page = (await office.get(path)).body
  assert.equal(page.meta.total, 3)
  const next = (await office.get(`${path}&after=${page.meta.next}`)).body
  const titleOf = async (id: string) => (await make.row(app, id)).title
  assert.deepEqual(
    [...page.data, ...next.data].map(({ id, title, error, step }) => [id, title, error, step]),
    [
      [last, await titleOf(last), 'stale_version', 'decide'],
      [gone, await titleOf(gone), 'not_found', 'decide'],
      [other, 'Retouchée', 'stale_version', 'decide'],
    ],
  )
  const english = await office.get(path, { headers: { 'accept-language': 'en' } })
  assert.match(english.body.data[0].message, /has changed since/)

  // Touched since it was decided: not put back.
  await colleague.patch(`/admin/publications/${second}/moderate`, { moderation_status: 'approved' })
  await office.post(`/admin/operations/${operation_id}/undo`)
  const undone = await ended(office, operation_id, 'undone')
  assert.deepEqual([undone.restored, undone.skipped], [MANY - 4, 1])
  assert.deepEqual(await statuses([last, second]), { published: 1, approved: 1 })
  const { data } = (await office.get(`${path}&per_page=100`.replace('per_page=2&', ''))).body
  assert.deepEqual(
    data.filter(({ step }: { step: string }) => step === 'restore').map(({ id }: { id: string }) => id),
    [second],
  )
})

test('a changed total, a second operation while one runs and too many publications are refused', async () => {
  const office = await somebody()
  const acteur = await make.acteur(app, commune)
  const ids = await many(acteur)
  for (const wrong of [MANY - 1, MANY + 1]) {
    const { status, body } = await bulk(office, rejecting(acteur, wrong))
    assert.deepEqual([status, body.error], [409, 'total_changed'])
    assert.match(body.details[0].message, new RegExp(`${MANY}$`))
  }
  assert.equal((await bulk(office, rejecting(acteur, 100_001))).status, 422)
  const { rows } = await app.owner.query(`select from moderation_pieces`)
  assert.deepEqual([await statuses(ids), rows.length], [{ pending: MANY }, 0])

  const operation = await holding(ids[0] ?? '', async held => {
    const { body } = await bulk(office, rejecting(acteur))
    await waits()
    const second = await bulk(office, { ...rejecting(acteur), moderation_status: 'published' })
    assert.deepEqual([second.status, second.body.error], [409, 'operation_in_progress'])
    const deletion = { filter: { acteur_id: acteur }, expected_total: MANY }
    assert.equal((await office.patch('/admin/publications/bulk/delete', deletion)).status, 409)
    await held.query('commit')
    return body.meta.operation_id
  })
  await ended(office, operation)
  assert.equal((await bulk(office, { ...rejecting(acteur), filter: { acteur_id: acteur } })).status, 202)
})

test('three requests at once with one idempotency key are one operation', async () => {
  const office = await somebody()
  const acteur = await make.acteur(app, commune)
  const ids = await many(acteur)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const answers = await Promise.all([
    bulk(office, rejecting(acteur), key),
    bulk(office, rejecting(acteur), key),
    bulk(office, rejecting(acteur), key),
  ])
  const accepted = answers.filter(({ status }) => status === 202)
  const operation = accepted[0]?.body.meta.operation_id
  assert.ok(accepted.length >= 1)
  assert.deepEqual(new Set(accepted.map(({ body }) => JSON.stringify(body))).size, 1)
  for (const { status, body } of answers)
    if (status !== 202) assert.deepEqual([status, body.error], [409, 'request_in_progress'])
  await ended(office, operation)
  const later = await bulk(office, rejecting(acteur), key)
  assert.deepEqual([later.status, later.body], [202, accepted[0]?.body])
  assert.deepEqual(await traces(ids), [`publication.moderated 1× of ${MANY}`])
  const other = await bulk(office, { ...rejecting(acteur), moderation_status: 'published' }, key)
  assert.equal(other.body.error, 'idempotency_key_reused')
})

test('two operations over the same filter at once: each publication is decided by one and fails in the other', async () => {
  const offices = [await somebody(), await somebody()]
  const acteur = await make.acteur(app, commune)
  const ids = await many(acteur)
  const answers = await holding(ids[0] ?? '', async held => {
    const both = []
    for (const [at, office] of offices.entries())
      both.push(await bulk(office, { ...rejecting(acteur), reason: `De ${at}` }))
    await held.query('commit')
    return both
  })
  let updated = 0
  for (const [at, { status, body }] of answers.entries()) {
    assert.equal(status, 202)
    const done = await ended(offices[at] as Office, body.meta.operation_id)
    assert.equal(done.updated + done.failed, MANY)
    updated += done.updated
  }
  assert.equal(updated, MANY)
  assert.deepEqual(await traces(ids), [`publication.moderated 1× of ${MANY}`])
})

test('undone three times at once while it runs: it stops, and what was decided is restored once', async () => {
  const office = await somebody()
  const acteur = await make.acteur(app, commune)
  const ids = await many(acteur, 7 * PIECE)
  // The fourth piece waits: three are decided, which is more than one request restores. The job may take the operation's
  // row for the fifth or sixth before a waiting undo does.
  const operation = await holding(ids[3 * PIECE] ?? '', async held => {
    const { body } = await bulk(office, rejecting(acteur, 7 * PIECE))
    const id = body.meta.operation_id
    await eventually(async () => (await look(office, id)).done === 3 * PIECE, 'three pieces are decided')
    await waits()
    const undoing = Promise.all([
      office.post(`/admin/operations/${id}/undo`),
      office.post(`/admin/operations/${id}/undo`),
      app.as(await app.user(['operator_moderation'])).post(`/admin/operations/${id}/undo`),
    ])
    await waits(2)
    await held.query('commit')
    const answers = await undoing
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
    return id
  })
  const undone = await ended(office, operation, 'undone')
  assert.deepEqual(await statuses(ids), { pending: 7 * PIECE })
  assert.equal(undone.restored, undone.updated)
  assert.ok(undone.updated < 7 * PIECE, 'it was stopped')
  for (const line of await traces(ids)) assert.match(line, new RegExp(` 1× of ${undone.updated}$`))
  const { rows } = await app.owner.query('select from moderation_pieces')
  assert.equal(rows.length, 0)
})

test('undone before the first piece: nothing is decided', async () => {
  const office = await somebody()
  const acteur = await make.acteur(app, commune)
  const ids = await many(acteur)
  const colleague = new pg.Client(app.connection)
  await colleague.connect()
  try {
    // The first piece is rolled back each time that it waits too long: nothing is decided meanwhile.
    await colleague.query('begin')
    await colleague.query('select from publications where id = $1 for update', [ids[0]])
    const { body } = await bulk(office, rejecting(acteur))
    await waits()
    const undo = office.post(`/admin/operations/${body.meta.operation_id}/undo`)
    await waits(2)
    await endWaiting(app.connection.database ?? '', { program: 'parvis jobs' })
    const answer = await undo
    assert.deepEqual([answer.status, answer.body.data], [200, { restored: [], skipped: [] }])
    await colleague.query('commit')
    assert.equal((await look(office, body.meta.operation_id)).state, 'undone')
    assert.deepEqual([await statuses(ids), await traces(ids)], [{ pending: MANY }, []])
  } finally {
    await colleague.end()
  }
})

test('an operation whose job was lost is resumed', async () => {
  const office = await somebody()
  const acteur = await make.acteur(app, commune)
  const ids = await many(acteur)
  const operation = await holding(ids[0] ?? '', async held => {
    const { body } = await bulk(office, rejecting(acteur))
    await waits()
    await app.owner.query(`update pgboss.job set state = 'cancelled' where name = 'operations.continue'`)
    await endWaiting(app.connection.database ?? '', { program: 'parvis jobs' })
    await held.query('commit')
    return body.meta.operation_id
  })
  await app.owner.query(
    `update pgboss.job set state = 'cancelled' where name = 'operations.continue' and state <> 'completed'`,
  )
  await app.owner.query(`insert into pgboss.job (name, data) values ('operations.overdue', '{}')`)
  await ended(office, operation)
  assert.deepEqual(await traces(ids), [`publication.moderated 1× of ${MANY}`])
})

test('features and deletions of more than 500 are carried out and undone by the job too', async () => {
  const office = await somebody()
  const acteur = await make.acteur(app, commune)
  const ids = await many(acteur)
  const chosen = { filter: { acteur_id: acteur }, expected_total: MANY }
  for (const [path, body, column, trace] of [
    ['feature', { ...chosen, en_avant: true }, 'en_avant', 'publication.featured'],
    ['delete', chosen, 'deleted_at is not null', 'publication.deleted'],
  ] as const) {
    const { status, body: answer } = await office.patch(`/admin/publications/bulk/${path}`, body)
    assert.equal(status, 202)
    await ended(office, answer.meta.operation_id)
    const count = async () =>
      (
        await app.owner.query(
          `select count(*)::int as n from publications where id = any($1) and ${column}`,
          [ids],
        )
      ).rows[0].n
    assert.equal(await count(), MANY)
    assert.ok((await traces(ids)).includes(`${trace} 1× of ${MANY}`))
    await office.post(`/admin/operations/${answer.meta.operation_id}/undo`)
    await ended(office, answer.meta.operation_id, 'undone')
    assert.equal(await count(), 0)
  }
})
