import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_support']))
const question = { subject: 'Question', body: 'Quand ?', nom: 'Jeanne Dupré', email: 'jeanne@example.org' }

const one = async (id: string) =>
  (await app.owner.query('select * from support_threads where id = $1', [id])).rows[0]
const list = async (query: string) => {
  const { status, body } = await office.get(`/admin/messages/threads?${query}`)
  assert.equal(status, 200, `${query} ${JSON.stringify(body)}`)
  return body
}
test('a question may name its commune, which has to exist', async () => {
  const commune_id = await make.commune(app)
  const { status, body } = await app.anyone.post('/messages', { ...question, commune_id })
  assert.equal(status, 201)
  assert.equal((await one(body.data.id)).commune_id, commune_id)
  await app.owner.query('delete from support_threads')
  const unknown = { ...question, commune_id: '01900000-0000-7000-8000-000000000000' }
  assert.deepEqual((await app.anyone.post('/messages', unknown)).body.details[0].path, 'commune_id')
})

test('anybody opens a thread, which is unread and contains the message', async () => {
  const { status, body } = await app.anyone.post('/messages', question)
  assert.equal(status, 201)
  assert.deepEqual(body, { data: { id: body.data.id, status: 'received' } })
  const { data, meta } = (await office.get(`/admin/messages/threads/${body.data.id}/messages`)).body
  assert.deepEqual(meta, { current_page: 1, last_page: 1, per_page: 20, total: 1, next: null })
  assert.deepEqual(data, [
    {
      id: data[0].id,
      direction: 'inbound',
      automatic: false,
      author: { nom: question.nom, email: question.email },
      body: question.body,
      attachments: [],
      merged_from: null,
      created_at: data[0].created_at,
      delivery: null,
    },
  ])
  const [thread] = (await list('')).data
  assert.deepEqual(thread, {
    id: body.data.id,
    subject: 'Question',
    status: 'open',
    unread: true,
    flag: null,
    requester: { nom: question.nom, email: question.email, user_id: null },
    messages_count: 1,
    last_message_at: thread.last_message_at,
    last_message: {
      direction: 'inbound',
      automatic: false,
      by: question.nom,
      excerpt: 'Quand ?',
      delivery: null,
    },
    awaiting: true,
    undelivered: false,
    assignee: null,
    merged: [],
    merged_into: null,
    created_at: thread.created_at,
    version: thread.version,
  })
})

test('a signed-in user may leave out name and address', async () => {
  const user = await app.user()
  await app.owner.query(`update users set nom = 'Paul Martin' where id = $1`, [user.id])
  const own = app.as(user, 'public')
  const { body } = await own.post('/messages', { subject: 'S', body: 'B' })
  const bare = await one(body.data.id)
  assert.deepEqual(
    [bare.requester_nom, bare.requester_email, bare.requester_user_id],
    ['Paul Martin', user.email, user.id],
  )
  const named = await own.post('/messages', {
    subject: 'S',
    body: 'B',
    nom: 'Paul',
    email: 'paul@ailleurs.fr',
  })
  const other = await one(named.body.data.id)
  assert.deepEqual(
    [other.requester_nom, other.requester_email, other.requester_user_id],
    ['Paul', 'paul@ailleurs.fr', user.id],
  )
  await app.owner.query(`update users set email = null where id = $1`, [user.id])
  const without = await own.post('/messages', { subject: 'S', body: 'B' })
  assert.deepEqual([without.status, without.body.details[0].path], [422, 'email'])
  const bad = await app.as({ ...user, token: 'x' }, 'public').post('/messages', question)
  assert.equal(bad.body.error, 'unauthenticated')
})

const REFUSED: Record<string, object> = {
  subject: { subject: '' },
  'subject ': { subject: 'x'.repeat(201) },
  'subject  ': { subject: '\u202e\u202d' },
  body: { body: '  ' },
  'body ': { body: 'x'.repeat(20_001) },
  nom: { nom: undefined },
  'nom ': { nom: '\u2066' },
  email: { email: undefined },
  'email ': { email: 'a@b.fr, c@d.fr' },
  'email  ': { email: 'a@b.fr\r\nBcc: c@d.fr' },
  'email   ': { email: '<a@b.fr>' },
  unknown: { unknown: 1 },
}
for (const [name, fields] of Object.entries(REFUSED))
  test(`refused by name: ${JSON.stringify(fields).slice(0, 60)}`, async () => {
    const { status, body } = await app.anyone.post('/messages', { ...question, ...fields })
    assert.deepEqual([status, body.error, body.details[0].path], [422, 'validation_failed', name.trim()])
  })

test('an address is limited to five questions an hour', async () => {
  const strict = await startApp({ env: { RATE_LIMIT_SCALE: '1' } })
  for (let n = 0; n < 5; n++) assert.equal((await strict.anyone.post('/messages', question)).status, 201)
  assert.equal((await strict.anyone.post('/messages', question)).body.error, 'rate_limited')
})
