import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { outcome } from '../../../test/sign-in.ts'

const app = await startApp()
const clerk = app.as(await app.user(['operator_claims']))
const claimant = await app.user()
const commune = await make.commune(app)
async function claimed(): Promise<string> {
  const acteur_id = await make.acteur(app, commune)
  return (await app.as(claimant, 'public').post('/claims', { acteur_id, message: 'Moi.' })).body.data.id
}
const ask = (id: string, message = 'Qui êtes-vous ?') => clerk.post(`/admin/claims/${id}/ask`, { message })
const undo = (id: string) => clerk.post(`/admin/claims/${id}/ask/undo`)
const mails = async () =>
  (
    await app.owner.query(
      `select status, next_try_at > now() + interval '30 seconds' as held from mails where template = 'claim-question' order by place`,
    )
  ).rows

test('a question is held for a minute; taken back, it does not leave, and stays marked in the conversation', async () => {
  const id = await claimed()
  assert.equal((await ask(id)).status, 200)
  assert.deepEqual(await mails(), [{ status: 'queued', held: true }])
  assert.equal(outcome(await undo(id)), '200')
  assert.equal((await mails())[0].status, 'cancelled')
  // There is no other question to take back.
  assert.equal(outcome(await undo(id)), '404 not_found')
  assert.equal((await ask(id, 'Avez-vous un mandat ?')).status, 200)
  await app.owner.query(`update mails set status = 'sent', sent_at = now() where status = 'queued'`)
  assert.equal(outcome(await undo(id)), '409 already_sent')
  const trail = (await make.auditOf(app, id)).map(({ action }) => action)
  assert.deepEqual(trail.slice(1), ['claim.asked', 'claim.question_cancelled', 'claim.asked'])
})

test('a question that was taken back was not asked: neither does the claim await an answer, nor is the last answer forgotten', async () => {
  const exchange = async (id: string) => (await clerk.get(`/admin/claims/${id}`)).body.data.exchange
  const id = await claimed()
  await ask(id)
  assert.equal(await exchange(id), 'awaiting')
  assert.equal((await undo(id)).body.data.exchange, null)
  await ask(id)
  await app.owner.query(`update mails set status = 'sent', sent_at = now() where status = 'queued'`)
  await app.owner.query(
    `insert into support_messages (thread_id, direction, author_email, body)
     select thread_id, 'inbound', 'camille@example.com', 'La présidente.' from claims where id = $1`,
    [id],
  )
  assert.equal(await exchange(id), 'answered')
  await ask(id, 'Depuis quand ?')
  assert.equal(await exchange(id), 'awaiting')
  assert.equal((await undo(id)).body.data.exchange, 'answered')
})

test('of ten undos at once one takes it back, and none an earlier question', async () => {
  const id = await claimed()
  await ask(id)
  await app.owner.query(`update mails set status = 'sent', sent_at = now() where status = 'queued'`)
  await ask(id, 'Avez-vous un mandat ?')
  const answers = await Promise.all(Array.from({ length: 10 }, () => undo(id)))
  assert.deepEqual(answers.map(outcome).sort(), ['200', ...Array(9).fill('409 already_sent')])
})
