import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { outcome } from '../../../test/sign-in.ts'

const app = await startApp()
const commune = await make.commune(app)
const [moderator, colleague] = [
  await app.user(['operator_moderation']),
  await app.user(['operator_moderation']),
]
const clerk = await app.user(['operator_claims'])
const acteur = await make.acteur(app, commune)
async function contested(): Promise<string> {
  const publication = await make.publication(app, acteur, commune)
  const { rows } = await app.owner.query(
    `insert into appeals (kind, publication_id, decision, decided_at, email, language, message)
     values ('publication', $1, 'rejected', now(), 'anne@example.org', 'fr', 'Pourquoi ?') returning id`,
    [publication],
  )
  return rows[0].id
}
const assign = (id: string, body: object, user = moderator) =>
  app.as(user).patch(`/admin/appeals/${id}/assignee`, body)
const forMe = async (user = colleague) => (await app.as(user).get('/admin/for-me')).body.data.assigned

test('an appeal is given to a colleague, who finds it on the home, and given back', async () => {
  const id = await contested()
  const { version } = (await app.as(moderator).get(`/admin/appeals/${id}`)).body.data
  const { status, body } = await assign(id, { assignee_id: colleague.id })
  assert.deepEqual([status, body.data.assignee.id], [200, colleague.id])
  const item = (await app.as(colleague).get(`/admin/appeals/${id}`)).body.data
  assert.deepEqual([item.assignee.id, item.version], [colleague.id, version])
  const [listed] = (await app.as(colleague).get('/admin/appeals?status=pending')).body.data
  assert.equal(listed.assignee.id, colleague.id)
  assert.deepEqual(
    (await forMe()).map(({ kind, id, nom }: Record<string, unknown>) => [kind, id, typeof nom]),
    [['appeals', id, 'string']],
  )
  assert.equal(
    outcome(await assign(id, { assignee_id: null, instead_of: moderator.id })),
    '412 stale_version',
  )
  assert.equal((await assign(id, { assignee_id: null })).body.data.assignee, null)
  assert.deepEqual(await forMe(), [])
})

test('nobody gets an appeal that they may not read, and nobody gives one that they may not read', async () => {
  const id = await contested()
  assert.equal(outcome(await assign(id, { assignee_id: clerk.id })), '422 validation_failed')
  assert.equal(outcome(await assign(id, { assignee_id: clerk.id }, clerk)), '404 not_found')
})

test('of ten colleagues who take it at once, one has it', async () => {
  const id = await contested()
  const people = []
  for (let n = 0; n < 10; n++) people.push(await app.user(['operator_moderation']))
  const answers = await Promise.all(
    people.map(user => assign(id, { assignee_id: user.id, instead_of: null }, user)),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(412)])
})
