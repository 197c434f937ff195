import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../../../shared/words/access.ts'
import { startApp } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { heldTransactions } from '../../../test/held-transactions.ts'
import { outcome } from '../../../test/sign-in.ts'

const app = await startApp()
const held = heldTransactions(app.service)
const admin = app.as(await app.user(['admin']))
const nothing = '00000000-0000-7000-8000-000000000000'
const body = (commune_id: string, fields: object = {}) => ({
  nom: 'Mairie de Crest',
  type: 'mairie',
  commune_id,
  mairie: true,
  ...fields,
})
const mairieOf = async (commune: string) =>
  (await admin.get(`/admin/communes/${commune}`)).body.data.mairie_actor_id

test('a town hall is created validated, and its commune names it; both leave a trace', async () => {
  const crest = await make.commune(app, { nom: 'Crest' })
  const { status, body: made } = await admin.post('/admin/acteurs', body(crest))
  assert.equal(status, 201)
  const { id, valide, can_publish } = made.data
  assert.deepEqual([valide, can_publish], [true, false])
  assert.equal(await mairieOf(crest), id)
  assert.deepEqual(
    (await make.auditOf(app, id)).map(({ action, after }) => [action, after.valide]),
    [['acteur.created', true]],
  )
  assert.deepEqual(
    (await make.auditOf(app, crest)).map(({ action, after }) => [action, after.mairie_actor_id]),
    [['commune.updated', id]],
  )
})

test('without `mairie`, and with false, an acteur of the type is none', async () => {
  const town = await make.commune(app)
  for (const mairie of [undefined, false]) {
    const { body: made } = await admin.post('/admin/acteurs', body(town, { mairie }))
    assert.deepEqual([made.data.valide, await mairieOf(town)], [false, null])
  }
})

test('of two town halls made at once for a commune, one becomes it, and the other leaves no acteur', async () => {
  const town = await make.commune(app)
  const first = held.hold('commit')
  const made = admin.post('/admin/acteurs', body(town, { nom: 'Mairie' }))
  await first.reached
  const late = admin.post('/admin/acteurs', body(town, { nom: 'Hôtel de ville' }))
  await eventually(
    async () => (await waitingForLocks(app.connection.database ?? '')) === 1,
    'the second waits for the first',
  )
  first.release()
  assert.deepEqual([outcome(await made), outcome(await late)], ['201', '422 validation_failed'])
  assert.equal(await mairieOf(town), (await made).body.data.id)
  const { rows } = await app.owner.query('select nom from acteurs where commune_id = $1', [town])
  assert.deepEqual(rows, [{ nom: 'Mairie' }])
})

test('each refusal names its field, and creates nothing', async () => {
  const [free, taken] = [await make.commune(app), await make.commune(app)]
  await make.mairie(app, taken)
  const merged = await make.commune(app, { successor_id: free })
  const limited = async (role: Role, ...communes: string[]) => {
    const user = await app.user()
    await admin.post(`/admin/users/${user.id}/roles`, { role: 'operator_claims', communes: [free] })
    await admin.post(`/admin/users/${user.id}/roles`, { role, ...(communes.length > 0 && { communes }) })
    return app.as(user)
  }
  const both = await limited('operator_communes', taken)
  const claims = app.as(await app.user(['operator_claims']))
  const cases = [
    [admin, body(taken), '422 validation_failed', 'mairie'],
    [admin, body(free, { type: 'association' }), '422 validation_failed', 'mairie'],
    [admin, body(merged), '422 validation_failed', 'commune_id'],
    [admin, body(nothing), '422 validation_failed', 'commune_id'],
    [claims, body(free), '403 admin_required', undefined],
    [both, body(free), '422 validation_failed', 'commune_id'],
  ] as const
  const count = async () => (await app.owner.query('select count(*) from acteurs')).rows[0].count
  const before = await count()
  for (const [who, sent, expected, path] of cases) {
    const answer = await who.post('/admin/acteurs', sent)
    assert.equal(outcome(answer), expected)
    assert.equal(answer.body.details?.[0]?.path, path)
  }
  assert.equal(await count(), before)
  assert.equal(
    (await (await limited('operator_communes', free)).post('/admin/acteurs', body(free))).status,
    201,
  )
})
