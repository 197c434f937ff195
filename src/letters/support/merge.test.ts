import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { deliver, INBOUND_SECRET, mail } from '../../../test/fixtures/inbound-mail.ts'
import { erasePerson } from '../../office/personal-data/commands.ts'

const app = await startApp({ env: { MAIL_FROM: 'support@essai.fr', INBOUND_MAIL_SECRETS: INBOUND_SECRET } })
const office = app.as(await app.user(['operator_support']))
const at = (id: string, path = '') => `/admin/messages/threads/${id}${path}`
const one = async (id: string) => (await office.get(at(id))).body.data
const merge = (into: string, thread_id: string, options = {}) =>
  office.post(at(into, '/merge'), { thread_id }, options)
const separate = (id: string) => office.post(at(id, '/separate'))
const saidIn = async (id: string) =>
  (await office.get(at(id, '/messages'))).body.data.map((message: { body: string }) => message.body)
const notedIn = async (id: string) =>
  (await office.get(at(id, '/notes'))).body.data.map((note: { body: string }) => note.body)

let asked = 0
/** A thread with an answer and a note; every text names its author. */
async function talk(email: string, name: string) {
  const { body } = await app.anyone.post('/messages', {
    subject: `Sujet ${++asked}`,
    body: `${name} demande`,
    nom: name,
    email,
  })
  const { id } = body.data
  await office.post(at(id, '/reply'), { body: `à ${name}` })
  await office.post(at(id, '/notes'), { body: `note de ${name}` })
  const { rows } = await app.owner.query(
    `select t.reply_token, m.message_id from support_threads t join support_messages m on m.thread_id = t.id
     where t.id = $1 and m.message_id is not null`,
    [id],
  )
  return { id: id as string, email, token: rows[0].reply_token, answer: rows[0].message_id }
}

test('merging shows messages and notes of both threads in order, as one row of the list', async () => {
  const [a, b] = [await talk('a1@example.org', 'A'), await talk('b1@example.org', 'B')]
  await office.patch(at(b.id, '/flag'), { flag: 'red' })
  await office.patch(at(a.id, '/close'))
  const { status, body } = await merge(a.id, b.id)
  assert.equal(status, 200)
  assert.partialDeepStrictEqual(body.data, { id: a.id, status: 'open', flag: 'red', messages_count: 4 })
  assert.deepEqual(body.data.merged, [{ id: b.id, subject: (await one(b.id)).subject }])
  assert.equal((await one(b.id)).merged_into, a.id)
  assert.deepEqual(await saidIn(a.id), ['A demande', 'à A', 'B demande', 'à B'])
  assert.deepEqual(await notedIn(a.id), ['note de A', 'note de B'])
  const listed = (await office.get('/admin/messages/threads?per_page=100')).body.data
  assert.deepEqual(
    listed.flatMap(({ id }: { id: string }) => ([a.id, b.id].includes(id) ? [id] : [])),
    [a.id],
  )
  for (const [path, sent] of [
    ['/reply', { body: 'Trop tard' }],
    ['/notes', { body: 'Trop tard' }],
    ['/merge', { thread_id: a.id }],
  ] as const)
    assert.equal((await office.post(at(b.id, path), sent)).body.error, 'thread_merged', path)
  for (const path of ['/close', '/read', ''])
    assert.equal(
      (await office.patch(at(b.id, path), path ? undefined : { assignee_id: null })).body.error,
      'thread_merged',
      path,
    )
  assert.equal((await merge(a.id, a.id)).body.details[0].path, 'thread_id')
  assert.equal((await merge(a.id, crypto.randomUUID())).status, 404)
  assert.deepEqual(
    [...(await make.auditOf(app, a.id)), ...(await make.auditOf(app, b.id))]
      .filter(({ action }) => action === 'thread.merged')
      .map(({ after }) => after),
    [{ merged: b.id }, { merged_into: a.id }],
  )
})

test('separating gives each thread its own messages back, and leaves a third one merged', async () => {
  const [a, b, c] = [
    await talk('a2@example.org', 'A'),
    await talk('b2@example.org', 'B'),
    await talk('c2@example.org', 'C'),
  ]
  await office.patch(at(c.id, '/close'))
  const before = await one(c.id)
  await merge(b.id, c.id)
  await merge(a.id, b.id)
  assert.equal((await one(c.id)).merged_into, a.id, 'what was in it came along')
  assert.deepEqual((await separate(b.id)).body.data.merged_into, null)
  assert.deepEqual(await saidIn(b.id), ['B demande', 'à B'])
  assert.deepEqual(await saidIn(a.id), ['A demande', 'à A', 'C demande', 'à C'])
  await separate(c.id)
  assert.equal((await separate(c.id)).status, 200, 'twice is once')
  const { version: _, last_message_at: __, ...after } = await one(c.id)
  const { version: ___, last_message_at: ____, ...was } = before
  assert.deepEqual(after, was)
  assert.deepEqual([await saidIn(a.id), await notedIn(a.id)], [['A demande', 'à A'], ['note de A']])
})

test('answers to either address, with or without token, go to the remaining thread', async () => {
  const [a, b] = [await talk('a3@example.org', 'A'), await talk('b3@example.org', 'B')]
  await merge(a.id, b.id)
  await office.patch(at(a.id, '/close'))
  const to = (token: string) => ({ To: `support+${token}@essai.fr` })
  for (const [said, headers] of Object.entries({
    'à son adresse': { From: 'ailleurs@example.net', ...to(b.token) },
    'à la nôtre': { From: 'ailleurs@example.net', ...to(a.token) },
    'par son numéro': { From: b.email, 'In-Reply-To': b.answer },
  }))
    await deliver(app, mail(headers, said))
  assert.deepEqual((await saidIn(a.id)).slice(-3), ['à son adresse', 'à la nôtre', 'par son numéro'])
  assert.partialDeepStrictEqual(await one(a.id), { status: 'open', unread: true, awaiting: true })
  // A stranger who knows the Message-ID starts a thread of their own.
  await deliver(app, mail({ From: 'eve@example.net', 'In-Reply-To': b.answer }, 'Eve'))
  assert.equal((await one(a.id)).messages_count, 7)
})

test('two opposite merges at once: one succeeds, no message is lost, and new mails arrive', async () => {
  for (let round = 0; round < 4; round++) {
    const [a, b] = [await talk(`a4${round}@example.org`, 'A'), await talk(`b4${round}@example.org`, 'B')]
    const [there, back] = await Promise.all([
      merge(a.id, b.id),
      merge(b.id, a.id),
      deliver(app, mail({ From: b.email, To: `support+${b.token}@essai.fr` }, `tour ${round}`)),
      deliver(app, mail({ From: a.email, To: `support+${a.token}@essai.fr` }, `tour ${round}`)),
    ])
    assert.deepEqual([there.status, back.status].sort(), [200, 409])
    const survivor = there.status === 200 ? a.id : b.id
    assert.equal((await one(survivor)).messages_count, 6)
    assert.equal((await saidIn(survivor)).length, 6)
  }
  const [a, b] = [await talk('a5@example.org', 'A'), await talk('b5@example.org', 'B')]
  const { version } = await one(a.id)
  const stale = await merge(a.id, b.id, { headers: { 'if-match': `"${version - 1}"` } })
  assert.equal(stale.body.error, 'stale_version')
})

test('erasing a person deletes their own thread and keeps the other person’s complete', async () => {
  const [a, b] = [await talk('reste6@example.org', 'A'), await talk('part6@example.org', 'B')]
  await merge(a.id, b.id)
  await erasePerson(app.service.db, 'part6@example.org', import.meta.dirname, app.service.secrets)
  assert.deepEqual([await saidIn(a.id), (await one(a.id)).merged], [['A demande', 'à A'], []])
  assert.equal((await office.get(at(b.id))).status, 404)

  const [c, d] = [await talk('part7@example.org', 'C'), await talk('reste7@example.org', 'D')]
  await merge(c.id, d.id)
  await erasePerson(app.service.db, 'part7@example.org', import.meta.dirname, app.service.secrets)
  assert.deepEqual([await saidIn(d.id), await notedIn(d.id)], [['D demande', 'à D'], ['note de D']])
})
