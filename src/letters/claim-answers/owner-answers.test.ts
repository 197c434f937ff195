import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { outcome, signInAt } from '../../../test/sign-in.ts'
import { erasePerson } from '../../office/personal-data/commands.ts'
import { exportAll, subjectOf } from '../../office/personal-data/resources.ts'

const app = await startApp()
const auth = signInAt(app)
const office = app.as(await app.user(['operator_claims']))
const commune = await make.commune(app)

async function claimed(...owners: readonly TestUser[]) {
  const acteur_id = await make.acteur(app, commune)
  for (const owner of owners) await make.member(app, acteur_id, owner)
  const { body } = await app.anyone.post('/claims', { acteur_id, message: 'Moi.' })
  return { id: body.data.id as string, acteur_id }
}
/** The path of a link in the last mail about a claim to an owner. */
async function linkFor(owner: TestUser, answer: 'agree' | 'disagree') {
  const { rows } = await app.owner.query(
    `select text from mails where template = 'claim-made' and recipient_email = $1 order by created_at desc limit 1`,
    [owner.email],
  )
  return new RegExp(`/auth(/claim-${answer}/\\w+)`).exec(rows[0].text)?.[1] ?? ''
}
const evidence = async (id: string) =>
  (await office.get(`/admin/claims/${id}`)).body.data.evidence.map(
    ({ kind, by }: { kind: string; by: { id: string } | null }) => [kind, by?.id ?? null],
  )

test('owners answer by their links without signing in; the last answer counts, and opening a link changes nothing', async () => {
  const [one, other] = [await app.user(), await app.user()]
  const { id } = await claimed(one, other)
  assert.deepEqual(await evidence(id), [['owners_silent', null]])
  const agree = await linkFor(one, 'agree')
  assert.equal((await auth.get(agree)).status, 200)
  assert.deepEqual(await evidence(id), [['owners_silent', null]])

  assert.equal((await auth.post(agree)).status, 200)
  assert.deepEqual(await evidence(id), [
    ['owner_agrees', one.id],
    ['owners_silent', null],
  ])
  for (const path of [await linkFor(one, 'disagree'), await linkFor(other, 'agree')])
    assert.equal((await auth.post(path)).status, 200)
  assert.deepEqual(await evidence(id), [
    ['owner_disagrees', one.id],
    ['owner_agrees', other.id],
  ])
  const answers = (await make.auditOf(app, id)).filter(({ action }) => action === 'claim.owner_answered')
  assert.deepEqual(
    answers.map(({ after }) => after.agrees),
    [true, false, true],
  )
})

test('a moderator asks again: owners who became one since, and those who are silent', async () => {
  const [silent, answered, newcomer] = [await app.user(), await app.user(), await app.user()]
  const { id, acteur_id } = await claimed(silent, answered)
  await auth.post(await linkFor(answered, 'agree'))
  await make.member(app, acteur_id, newcomer)
  const asked = await office.post(`/admin/claims/${id}/ask-owners`, undefined)
  assert.deepEqual([asked.status, asked.body.data], [200, { asked: 2 }])
  // The links of the first mail and of the second are the same.
  for (const owner of [silent, newcomer]) await auth.post(await linkFor(owner, 'agree'))
  assert.equal((await office.post(`/admin/claims/${id}/ask-owners`, undefined)).body.data.asked, 0)
  assert.equal((await evidence(id)).length, 3)
  await office.patch(`/admin/claims/${id}`, { status: 'rejected' })
  const late = await office.post(`/admin/claims/${id}/ask-owners`, undefined)
  assert.equal(outcome(late), '409 claim_already_decided')
})

test('nobody answers with another token, after the decision, or once they are no owner', async () => {
  const owner = await app.user()
  const { id, acteur_id } = await claimed(owner)
  const path = await linkFor(owner, 'agree')
  assert.equal(outcome(await auth.post('/claim-agree/aaaaaaaaaaaaaaaa')), '400 invalid_token')
  await app.owner.query(`update actor_users set role = 'editor' where acteur_id = $1`, [acteur_id])
  assert.equal(outcome(await auth.post(path)), '400 invalid_token')
  assert.deepEqual(await evidence(id), [])
  await app.owner.query(`update actor_users set role = 'owner' where acteur_id = $1`, [acteur_id])
  await office.patch(`/admin/claims/${id}`, { status: 'rejected' })
  assert.equal(outcome(await auth.post(path)), '400 invalid_token')
})

test('an owner’s answer is exported and erased with them', async () => {
  const owner = await app.user()
  const { id } = await claimed(owner)
  await auth.post(await linkFor(owner, 'disagree'))
  const { pool } = app.service.db
  const { claim_owner_answers: held = [] } = await exportAll(
    pool,
    await subjectOf(pool, owner.email),
    app.service.secrets,
  )
  assert.partialDeepStrictEqual(held, [{ claim_id: id, agrees: false }])
  assert.partialDeepStrictEqual(
    await erasePerson(app.service.db, owner.email, import.meta.dirname, app.service.secrets),
    {
      claim_owner_answers: 1,
    },
  )
  assert.deepEqual(await evidence(id), [])
})
