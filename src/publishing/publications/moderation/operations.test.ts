import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'

/** Every back-office change of a publication is an operation that can be listed and undone. */

const app = await startApp()
const moderator = await app.user(['operator_moderation'])
const office = app.as(moderator)
const colleague = app.as(await app.user(['operator_moderation']))
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const until = '2031-01-01T00:00:00.000Z'

const undo = (operation: string) => office.post(`/admin/operations/${operation}/undo`)
const stands = async (id: string) => {
  const { version, updated_at, ...row } = await make.row(app, id)
  return row
}

type Change = readonly [before: Readonly<Record<string, unknown>>, change: (id: string) => Promise<Answer>]
const CHANGES: Readonly<Record<string, Change>> = {
  'valide off': [{}, id => office.patch(`/admin/publications/${id}/valide`, { valide: false })],
  'valide on': [
    { moderation_status: 'rejected', valide: false, moderation_reason: 'Non.', publie_le: null },
    id => office.patch(`/admin/publications/${id}/valide`, { valide: true }),
  ],
  'featured for the first time': [
    {},
    id => office.patch(`/admin/publications/${id}/feature`, { en_avant: true, featured_until: until }),
  ],
  'featured no more': [
    { en_avant: true, featured_until: until },
    id => office.patch(`/admin/publications/${id}/feature`, { en_avant: false }),
  ],
  deleted: [{ en_avant: true }, id => office.delete(`/admin/publications/${id}`)],
  restored: [
    { deleted_at: new Date('2026-01-02T03:04:05.678Z') },
    id => office.patch(`/admin/publications/${id}/restore`),
  ],
}
for (const [name, [before, change]] of Object.entries(CHANGES))
  test(`${name}: an undo restores the state and leaves a second trace`, async () => {
    const id = await make.publication(app, acteur, commune, before)
    const stood = await stands(id)
    const { status, body } = await change(id)
    assert.equal(status, 200)
    assert.equal(body.meta.mail, null)
    assert.notDeepEqual(await stands(id), stood)
    const { body: undone } = await undo(body.meta.operation_id)
    assert.deepEqual(undone.data, { restored: [id], skipped: [] })
    assert.deepEqual(await stands(id), stood)
    assert.equal((await make.auditOf(app, id)).length, 2)
    assert.deepEqual((await undo(body.meta.operation_id)).body.data.restored, [])
  })

for (const [name, [before, change]] of Object.entries(CHANGES))
  test(`${name}: repeated, it changes nothing, and its operation undoes nothing`, async () => {
    const id = await make.publication(app, acteur, commune, before)
    await change(id)
    const stood = await stands(id)
    const { body } = await change(id)
    assert.deepEqual((await undo(body.meta.operation_id)).body.data, { restored: [], skipped: [] })
    assert.deepEqual(await stands(id), stood)
  })

test('a publication changed by a colleague since is not restored', async () => {
  const id = await make.publication(app, acteur, commune)
  const { body } = await office.delete(`/admin/publications/${id}`)
  await colleague.patch(`/admin/publications/${id}/restore`)
  const { data } = (await undo(body.meta.operation_id)).body
  assert.deepEqual(
    [data.restored, data.skipped.map(({ error }: { error: string }) => error)],
    [[], ['stale_version']],
  )
})

test('reporters of a deleted publication are not told if the deletion is undone in time', async () => {
  const id = await make.publication(app, acteur, commune)
  await app.anyone.post(`/publications/${id}/report`, { reason: 'spam', email: 'temoin@example.org' })
  const { body } = await office.delete(`/admin/publications/${id}`)
  assert.equal(body.meta.mail.count, 1)
  await undo(body.meta.operation_id)
  const { rows } = await app.owner.query(
    `select status from mails where recipient_email = 'temoin@example.org'`,
  )
  assert.deepEqual(rows, [{ status: 'cancelled' }])
  assert.equal((await office.get(`/admin/publications/${id}`)).body.data.reports_count, 1)
})

test('operations are listed newest first with user, number and undo', async () => {
  const ids = await make.several(3, () => make.publication(app, acteur, commune))
  const { body } = await office.patch('/admin/publications/bulk/moderate', {
    ids,
    moderation_status: 'rejected',
  })
  await undo(body.meta.operation_id)
  const other = await colleague.delete(`/admin/publications/${ids[0]}`)
  await colleague.delete(`/admin/publications/${ids[0]}`)

  const { data, meta } = (await office.get('/admin/operations?mine=true&per_page=1')).body
  const { title } = await make.row(app, ids[0] ?? '')
  assert.deepEqual(
    { ...data[0], at: undefined, undone_at: data[0].undone_at !== null },
    {
      id: body.meta.operation_id,
      action: 'moderate',
      moderation_status: 'rejected',
      at: undefined,
      user: { id: moderator.id, nom: null },
      total: 3,
      title,
      publication_id: ids[0],
      undone_at: true,
      state: 'undone',
      done: 3,
      updated: 3,
      unchanged: 0,
      failed: 0,
      restored: 3,
      skipped: 0,
    },
  )
  const next = (await office.get(`/admin/operations?mine=true&per_page=1&after=${meta.next}`)).body
  assert.notEqual(next.data[0].id, data[0].id)
  const [newest] = (await office.get('/admin/operations')).body.data
  assert.deepEqual(
    [newest.id, newest.action],
    [other.body.meta.operation_id, 'delete'],
    'and nothing without effect',
  )
})
