import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { deliver, INBOUND_SECRET, mail } from '../../../test/fixtures/inbound-mail.ts'

const app = await startApp({ env: { MAIL_FROM: 'support@essai.fr', INBOUND_MAIL_SECRETS: INBOUND_SECRET } })
const [anne, paul] = [await app.user(['operator_support']), await app.user(['operator_support'])]
await app.owner.query(`update users set nom = 'Anne Le Goff' where id = $1`, [anne.id])
const office = app.as(anne)

async function ask(email = 'jeanne@example.org', subject = 'Question', body = 'Quand ?') {
  const asked = await app.anyone.post('/messages', { subject, body, nom: 'Jeanne Dupré', email })
  return asked.body.data.id as string
}
const at = (id: string, path = '') => `/admin/messages/threads/${id}${path}`
const one = async (id: string) => (await office.get(at(id))).body.data
const found = async (query: string) =>
  (await office.get(`/admin/messages/threads?${query}`)).body.data.map((thread: { id: string }) => thread.id)
const answer = async (id: string) => (await office.post(at(id, '/reply'), { body: 'Demain.' })).body.data.id
/** The state that worker and mail server leave behind. */
const fail = (messageId: string) =>
  app.owner.query(
    `update mails set status = 'failed', error = '550 no such user' where id = (select mail_id from support_messages where id = $1)`,
    [messageId],
  )

test('a row says who wrote last, what, and whether it arrived; a machine’s word awaits nobody', async () => {
  const id = await ask('qui@example.org', 'S', ` ${'long\n\n '.repeat(100)}`)
  const first = await one(id)
  assert.deepEqual([first.awaiting, first.last_message.by], [true, 'Jeanne Dupré'])
  assert.match(first.last_message.excerpt, /^(long ){39}long$/)
  const reply = await answer(id)
  const [{ message_id }] = (
    await app.owner.query('select message_id from support_messages where id = $1', [reply])
  ).rows
  assert.partialDeepStrictEqual(await one(id), {
    awaiting: false,
    undelivered: false,
    last_message: { direction: 'outbound', by: 'Anne Le Goff', excerpt: 'Demain.', delivery: 'queued' },
  })
  await deliver(
    app,
    mail({ From: 'qui@example.org', 'In-Reply-To': message_id, 'Auto-Submitted': 'auto-replied' }, 'Absente'),
  )
  assert.partialDeepStrictEqual(await one(id), {
    awaiting: false,
    last_message: { direction: 'inbound', automatic: true, by: 'qui@example.org', excerpt: 'Absente' },
  })
})

test('awaiting: an answer ends it, taking that back begins it again', async () => {
  const id = await ask('attend@example.org')
  const awaiting = async () => (await found('awaiting=true')).includes(id)
  assert.ok(await awaiting())
  const reply = await answer(id)
  assert.ok(!(await awaiting()))
  assert.ok((await found('awaiting=false')).includes(id))
  assert.equal((await office.delete(at(id, `/messages/${reply}`))).status, 200)
  assert.ok(await awaiting())
  await office.patch(at(id, '/close'))
  assert.ok(!(await awaiting()), 'who is closed waits for nobody')
})

test('an answer that did not arrive is found, tried again with a mail of its own, or known to be lost', async () => {
  const id = await ask('echec@example.org')
  const failed = async () => (await found('failed=true')).includes(id)
  const reply = await answer(id)
  const retry = () => office.post(at(id, `/messages/${reply}/retry`))
  assert.deepEqual([await failed(), (await retry()).body.error], [false, 'not_failed'])
  await fail(reply)
  assert.deepEqual([await failed(), (await one(id)).last_message.delivery], [true, 'failed'])
  assert.equal((await office.get('/admin/counts')).body.data.support.failed, 1)

  const before = Date.now()
  const [again, late] = await Promise.all([retry(), retry()])
  const after = Date.now()
  assert.deepEqual([again.status, late.status].sort(), [200, 409], 'one of two at once')
  const done = again.status === 200 ? again : late
  assert.deepEqual(
    [done.body.data.id, done.body.data.delivery.status, done.body.data.delivery.error],
    [reply, 'queued', null],
  )
  const [most, least] = [before, after].map(time => (Date.parse(done.body.meta.mail.leaves_at) - time) / 1000)
  assert.ok((most ?? 0) > 2 && (least ?? 15) < 15, `${least} to ${most}`)
  const { rows } = await app.owner.query(
    `select status, message_id, in_reply_to, given_up_at from mails where recipient_email = 'echec@example.org' order by place`,
  )
  assert.deepEqual(
    rows.map(row => [row.status, row.given_up_at !== null]),
    [
      ['failed', true],
      ['queued', false],
    ],
    'nobody is asked about the first one any more',
  )
  assert.notEqual(rows[0].message_id, rows[1].message_id)
  assert.equal(rows[1].in_reply_to, null, 'nobody has the mail that failed')
  assert.ok(!(await failed()))

  await fail(reply)
  const giveUp = () => office.post(at(id, `/messages/${reply}/give-up`))
  const [known] = [await giveUp(), await giveUp()]
  assert.deepEqual([known.status, known.body.data.delivery.known, await failed()], [200, true, false])
  assert.deepEqual(
    (await make.auditOf(app, id)).map(({ action }) => action),
    ['thread.replied', 'thread.reply_retried', 'thread.reply_given_up'],
  )
})

test('a bounce is a failure as well, and a later answer is what counts', async () => {
  const id = await ask('rebond@example.org')
  const reply = await answer(id)
  await app.owner.query('update support_messages set bounced_at = now() where id = $1', [reply])
  assert.deepEqual([(await one(id)).undelivered, await found('failed=true')], [true, [id]])
  await answer(id)
  assert.deepEqual([(await one(id)).undelivered, await found('failed=true')], [false, []])
  assert.ok((await found('failed=false')).includes(id))
})

test('a colleague looks after it: only one who may, told by name, found by “me”, and traced', async () => {
  const id = await ask()
  const assign = (assignee_id: string | null, headers = {}) =>
    office.patch(at(id), { assignee_id }, { headers })
  const outsider = await app.user(['operator_moderation'])
  const gone = await app.user(['operator_support'])
  await app.owner.query(`update users set status = 'suspended' where id = $1`, [gone.id])
  for (const nobody of [outsider.id, gone.id, crypto.randomUUID()]) {
    const { status, body } = await assign(nobody)
    assert.deepEqual([status, body.details?.[0].path], [422, 'assignee_id'])
  }
  const { version } = await one(id)
  const [mine, theirs] = await Promise.all([
    assign(anne.id, { 'if-match': `"${version}"` }),
    assign(paul.id, { 'if-match': `"${version}"` }),
  ])
  assert.deepEqual([mine.status, theirs.status].sort(), [200, 412], 'one of two at once')
  await assign(anne.id)
  assert.deepEqual((await assign(anne.id)).body.data.assignee, { id: anne.id, nom: 'Anne Le Goff' })
  assert.deepEqual(await found('assigned_to=me'), [id])
  assert.deepEqual(await found(`assigned_to=${paul.id}`), [])
  assert.ok(!(await found('assigned_to=nobody')).includes(id))
  assert.equal((await office.get('/admin/counts')).body.data.support.assigned_to_me, 1)
  await assign(null)
  assert.ok((await found('assigned_to=nobody')).includes(id))
  const last = (await make.auditOf(app, id)).at(-1)
  assert.deepEqual(
    [last.action, last.before, last.after],
    ['thread.assigned', { assignee_id: anne.id }, { assignee_id: null }],
  )

  const leaving = await app.user(['operator_support'])
  await assign(leaving.id)
  for (const [leaves, returns] of [
    [
      `update users set status = 'suspended' where id = $1`,
      `update users set status = 'active' where id = $1`,
    ],
    [
      `update user_roles set commune_ids = array[new_id()] where user_id = $1`,
      `update user_roles set commune_ids = null where user_id = $1`,
    ],
    [
      `delete from user_roles where user_id = $1`,
      `insert into user_roles (user_id, role) values ($1, 'admin')`,
    ],
  ] as const) {
    assert.ok(!(await found('assigned_to=nobody')).includes(id))
    await app.owner.query(leaves, [leaving.id])
    assert.ok((await found('assigned_to=nobody')).includes(id), 'what somebody leaves behind is not lost')
    await app.owner.query(returns, [leaving.id])
  }

  const listed = (await office.get('/admin/messages/colleagues')).body.data
  const ids = listed.map((person: { id: string }) => person.id)
  assert.ok(ids.includes(anne.id) && ids.includes(paul.id))
  assert.ok(!ids.includes(gone.id) && !ids.includes(outsider.id))
})

test('notes are the colleagues’ own: never sent, taken away by who wrote them alone', async () => {
  const id = await ask()
  const added = await office.post(at(id, '/notes'), { body: 'Rappeler la voirie.' })
  assert.equal(added.status, 201)
  const note = added.body.data
  assert.deepEqual([note.author, note.body], [{ id: anne.id, nom: 'Anne Le Goff' }, 'Rappeler la voirie.'])
  await app.as(paul).post(at(id, '/notes'), { body: 'Fait.' })
  const notes = async () => (await office.get(at(id, '/notes'))).body.data
  assert.deepEqual(
    (await notes()).map((one: { body: string }) => one.body),
    ['Rappeler la voirie.', 'Fait.'],
  )
  assert.equal((await one(id)).messages_count, 1)
  const remove = (as: typeof office) => as.delete(at(id, `/notes/${note.id}`))
  assert.equal((await remove(app.as(paul))).body.error, 'forbidden')
  assert.deepEqual([(await remove(office)).status, (await remove(office)).status], [200, 404])
  assert.equal((await notes()).length, 1)
  const { rows } = await app.owner.query(`select 1 from mails where text like '%voirie%'`)
  assert.equal(rows.length, 0)
})

test('the other conversations of a person: by address in any letters, or by account', async () => {
  const person = await app.user()
  const own = app.as(person, 'public')
  const write = async (email?: string) =>
    (await own.post('/messages', { subject: 'S', body: 'B', ...(email && { email }) })).body.data.id
  const [first, second] = [await write('une@example.org'), await write('deux@example.org')]
  const third = await ask('UNE@example.org')
  const likeOf = async (id: string) => (await found(`same_requester_as=${id}`)).sort()
  assert.deepEqual(await likeOf(first), [second, third].sort())
  assert.deepEqual(await likeOf(third), [first])
  assert.deepEqual(await likeOf(crypto.randomUUID()), [])
})
