import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { takeLease } from '../mail/leases.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_support']))

async function answered() {
  const question = { subject: 'Question', body: 'Quand ?', nom: 'Jeanne Dupré', email: 'jeanne@example.org' }
  await app.anyone.post('/messages', question)
  const [{ id: thread }] = (await office.get('/admin/messages/threads')).body.data
  const before = Date.now()
  const { body } = await office.post(`/admin/messages/threads/${thread}/reply`, { body: 'Demain.' })
  const during = [before, Date.now()]
  const { rows } = await app.owner.query('select mail_id from support_messages where id = $1', [body.data.id])
  const cancel = (id: string = body.data.id) =>
    office.delete(`/admin/messages/threads/${thread}/messages/${id}`)
  return { thread: thread as string, body, during, mail: rows[0].mail_id as string, cancel }
}

test('an answer is held for ten seconds; cancelled before, it is never sent or referred to', async () => {
  const { thread, body, during, mail, cancel } = await answered()
  const [most, least] = during.map(time => (Date.parse(body.meta.mail.leaves_at) - time) / 1000)
  assert.ok((most ?? 0) > 2 && (least ?? 15) < 15, `${least} to ${most}`)
  for (const _ of [1, 2]) {
    const { status, body: taken } = await cancel()
    assert.deepEqual([status, taken.data.delivery.status, taken.data.body], [200, 'cancelled', 'Demain.'])
  }
  assert.equal(await takeLease(app.service.db.pool, mail, crypto.randomUUID()), undefined)
  await office.post(`/admin/messages/threads/${thread}/reply`, { body: 'Après-demain.' })
  const { rows } = await app.owner.query('select in_reply_to from mails order by place desc limit 1')
  assert.equal(rows[0].in_reply_to, null)
  const actions = (await make.auditOf(app, thread)).map(({ action }) => action)
  assert.deepEqual(actions, ['thread.replied', 'thread.reply_cancelled', 'thread.replied'])
})

test('an answer that a job or server may have cannot be cancelled', async () => {
  const { mail, cancel } = await answered()
  assert.ok(await takeLease(app.service.db.pool, mail, crypto.randomUUID()))
  const { status, body } = await cancel()
  assert.deepEqual([status, body.error], [409, 'already_sent'])
})

test('questions and answers of other threads cannot be cancelled', async () => {
  const { cancel } = await answered()
  const { body } = await answered()
  assert.equal((await cancel(body.data.id)).status, 404)
  assert.equal((await cancel(crypto.randomUUID())).status, 404)
})
