import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_moderation']))
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const pending = () =>
  make.publication(app, acteur, commune, { moderation_status: 'pending', valide: false, publie_le: null })
const ten = () => make.several(10, pending)
const moderate = async (ids: readonly string[], moderation_status: string) =>
  (await office.patch('/admin/publications/bulk/moderate', { ids, moderation_status })).body.meta
    .operation_id as string
const undo = (operation: string) => office.post(`/admin/operations/${operation}/undo`)

test('three of ten were changed since: seven are restored, three are listed as skipped', async () => {
  const ids = await ten()
  const { rows: before } = await app.owner.query('select * from publications where id = any($1)', [ids])
  const operation = await moderate(ids, 'published')
  const [edited = '', deleted = '', decided = '', ...untouched] = ids
  await app.owner.query(`update publications set title = 'Retouché' where id = $1`, [edited])
  await office.delete(`/admin/publications/${deleted}`)
  await office.patch(`/admin/publications/${decided}/moderate`, { moderation_status: 'rejected' })

  const { status, body } = await undo(operation)
  assert.equal(status, 200)
  assert.deepEqual([...body.data.restored].sort(), [...untouched].sort())
  assert.deepEqual(
    body.data.skipped.map(({ id, error }: Record<string, string>) => `${id} ${error}`).sort(),
    [`${edited} stale_version`, `${deleted} not_found`, `${decided} stale_version`].sort(),
  )
  for (const id of untouched) {
    const { version, updated_at, ...now } = await make.row(app, id)
    const { version: _, updated_at: __, ...then } = before.find(row => row.id === id)
    assert.deepEqual(now, then, 'every column as it stood, publie_le null again')
    assert.deepEqual(
      (await make.auditOf(app, id)).map(({ action }) => action),
      ['publication.moderated', 'publication.moderation_undone'],
    )
  }
})

test('a single decision is undone by its own operation, once', async () => {
  const id = await pending()
  const { body } = await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'rejected' })
  assert.deepEqual((await undo(body.meta.operation_id)).body.data, { restored: [id], skipped: [] })
  assert.equal((await make.row(app, id)).moderation_status, 'pending')
  const again = await undo(body.meta.operation_id)
  assert.deepEqual([again.body.data.restored, again.body.data.skipped.length], [[], 1])
})

test('earlier operations can be undone afterwards, unless the publication was changed in between', async () => {
  const decide = async (id: string, body: object) =>
    (await office.patch(`/admin/publications/${id}/moderate`, body)).body.meta.operation_id as string
  const [followed, touched] = [await pending(), await pending()]
  for (const id of [followed, touched]) {
    const corrected = await office.patch(`/admin/publications/${id}`, { title: 'Corrigée' })
    if (id === touched)
      await app.owner.query(`update publications set body = 'Par son auteur' where id = $1`, [id])
    const published = await decide(id, { moderation_status: 'published' })
    const rejected = await decide(id, { moderation_status: 'rejected' })
    assert.deepEqual((await undo(rejected)).body.data.restored, [id])
    assert.equal((await make.row(app, id)).moderation_status, 'published')
    assert.deepEqual((await undo(published)).body.data.restored, [id])
    const last = (await undo(corrected.body.meta.operation_id)).body.data
    assert.deepEqual(last.restored, id === touched ? [] : [id])
    assert.equal((await make.row(app, id)).title === 'Corrigée', id === touched)
  }
})

test('closing reports does not hide an earlier change of the publication', async () => {
  const id = await make.publication(app, acteur, commune)
  const featured = (await office.patch(`/admin/publications/${id}/feature`, { en_avant: true })).body.meta
    .operation_id
  await app.owner.query(`update publications set body = 'Par son auteur' where id = $1`, [id])
  await app.anyone.post(`/publications/${id}/report`, { reason: 'spam' })
  await undo(await moderate([id], 'published'))
  assert.deepEqual((await undo(featured)).body.data.restored, [])
})

test('twenty undo requests at once restore each publication once', async () => {
  const ids = await ten()
  const operation = await moderate(ids, 'published')
  const answers = await Promise.all(Array.from({ length: 20 }, () => undo(operation)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal(answers.flatMap(({ body }) => body.data.restored).length, 10)
  for (const id of ids) assert.equal((await make.auditOf(app, id)).length, 2)
})

test('an undo reopens the reports', async () => {
  const id = await make.publication(app, acteur, commune)
  await app.anyone.post(`/publications/${id}/report`, { reason: 'spam' })
  const { body } = await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'rejected' })
  assert.equal(body.data.reports_count, 0)
  await undo(body.meta.operation_id)
  const after = (await office.get(`/admin/publications/${id}`)).body.data
  assert.deepEqual([after.moderation_status, after.reports_count], ['published', 1])
})

test('a new report does not count as a change of the publication', async () => {
  const id = await pending()
  const { body } = await office.patch(`/admin/publications/${id}/moderate`, {
    moderation_status: 'published',
  })
  await app.anyone.post(`/publications/${id}/report`, { reason: 'spam' })
  assert.deepEqual((await undo(body.meta.operation_id)).body.data.restored, [id])
})

test('an undo restores the publication time to the microsecond', async () => {
  const id = await make.publication(app, acteur, commune)
  await app.owner.query(
    `update publications set moderation_status = 'approved', publie_le = '2026-01-02 03:04:05.678912+00' where id = $1`,
    [id],
  )
  const exact = async () =>
    (await app.owner.query('select publie_le::text as at from publications where id = $1', [id])).rows[0].at
  const operation = await moderate([id], 'rejected')
  assert.match(await exact(), /05\.678912/)
  await undo(operation)
  assert.match(await exact(), /05\.678912/)
})

test('an unknown operation is not found', async () => {
  assert.equal((await undo('00000000-0000-7000-8000-000000000000')).status, 404)
  assert.equal((await undo('x')).status, 404)
})
