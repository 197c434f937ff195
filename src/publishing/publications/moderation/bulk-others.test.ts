import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'

/** Bulk deletions and features, and their undo. */

const app = await startApp()
const moderator = await app.user(['operator_moderation'])
const office = app.as(moderator)
const commune = await make.commune(app)
const until = '2031-01-01T00:00:00.000Z'
const NOWHERE = '00000000-0000-7000-8000-000000000000'

const alone = () => make.acteur(app, commune)
const three = (acteur: string, fields: object = {}) =>
  make.several(3, () => make.publication(app, acteur, commune, { ...fields }))
const undo = (operation: string) => office.post(`/admin/operations/${operation}/undo`)
const stands = async (ids: readonly string[]) => {
  const { rows } = await app.owner.query('select * from publications where id = any($1) order by id', [ids])
  return rows.map(({ version, updated_at, ...row }) => row)
}

test('deleting by filter deletes and traces like single deletions, and one undo restores all', async () => {
  const acteur = await alone()
  const ids = await three(acteur, { en_avant: true })
  await app.anyone.post(`/publications/${ids[0]}/report`, { reason: 'spam', email: 'temoin@example.org' })
  const before = await stands(ids)
  const { status, body } = await office.patch('/admin/publications/bulk/delete', {
    filter: { acteur_id: acteur },
    expected_total: 3,
  })
  assert.equal(status, 200)
  assert.deepEqual(body.data, { updated: ids.toSorted(), unchanged: [], failed: [] })
  assert.equal(body.meta.mail.count, 1, 'who reported one of them is told')
  for (const row of await stands(ids)) assert.ok(row.deleted_at)
  for (const id of ids) {
    const trace = (await make.auditOf(app, id)).at(-1)
    const { title, moderation_status } = await make.row(app, id)
    assert.deepEqual(
      [trace.action, trace.user_id, trace.after],
      ['publication.deleted', moderator.id, { deleted: true, title, moderation_status }],
    )
  }
  const undone = await undo(body.meta.operation_id)
  assert.deepEqual(undone.body.data, { restored: ids.toSorted(), skipped: [] })
  assert.deepEqual(await stands(ids), before)
  const { rows } = await app.owner.query(
    `select status from mails where recipient_email = 'temoin@example.org'`,
  )
  assert.deepEqual(rows, [{ status: 'cancelled' }])
})

test('deleted publications stay unchanged, and unknown ones fail', async () => {
  const acteur = await alone()
  const [here = '', gone = ''] = [
    await make.publication(app, acteur, commune),
    await make.publication(app, acteur, commune, { deleted_at: new Date('2026-01-01') }),
  ]
  const before = await stands([gone])
  const { body } = await office.patch('/admin/publications/bulk/delete', { ids: [gone, here, NOWHERE] })
  assert.deepEqual(
    [body.data.updated, body.data.unchanged, body.data.failed.map(({ id }: { id: string }) => id)],
    [[here], [gone], [NOWHERE]],
  )
  assert.deepEqual(await stands([gone]), before)
  assert.equal((await make.auditOf(app, gone)).length, 0)
})

test('many are featured until a time, and an undo restores each', async () => {
  const acteur = await alone()
  const ids = await three(acteur)
  const [first = '', ...others] = ids
  await app.owner.query('update publications set en_avant = true, featured_until = $2 where id = $1', [
    first,
    until,
  ])
  const deleted = await make.publication(app, acteur, commune, { deleted_at: new Date() })
  const before = await stands(ids)
  const { status, body } = await office.patch('/admin/publications/bulk/feature', {
    ids: [...ids, deleted],
    en_avant: true,
    featured_until: '2031-01-01T01:00:00+01:00',
  })
  assert.equal(status, 200)
  assert.deepEqual(
    [body.data.updated, body.data.unchanged, body.data.failed.map(({ id }: { id: string }) => id)],
    [others.toSorted(), [first], [deleted]],
  )
  for (const row of await stands(ids))
    assert.deepEqual([row.en_avant, row.featured_until.toISOString()], [true, until])
  const [trace] = await make.auditOf(app, others[0] ?? '')
  assert.deepEqual(
    [trace.action, trace.before, trace.after],
    [
      'publication.featured',
      { en_avant: false, featured_until: null },
      { en_avant: true, featured_until: until },
    ],
  )
  assert.equal((await make.auditOf(app, first)).length, 0)
  await undo(body.meta.operation_id)
  assert.deepEqual(await stands(ids), before)
})

test('bulk routes refuse what single routes refuse, and a changed total is 409', async () => {
  const acteur = await alone()
  const ids = await three(acteur)
  const before = await stands(ids)
  for (const [path, body, status, error] of [
    ['feature', { ids, en_avant: true, featured_until: '2020-01-01T00:00:00Z' }, 422, 'validation_failed'],
    ['feature', { ids }, 422, 'validation_failed'],
    ['feature', { filter: { acteur_id: acteur }, expected_total: 4, en_avant: true }, 409, 'total_changed'],
    ['delete', {}, 422, 'validation_failed'],
    ['delete', { ids, moderation_status: 'rejected' }, 422, 'validation_failed'],
    ['delete', { filter: { acteur_id: acteur }, expected_total: 2 }, 409, 'total_changed'],
  ] as const) {
    const answer = await office.patch(`/admin/publications/bulk/${path}`, body)
    assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(body))
  }
  assert.deepEqual(await stands(ids), before)
})
