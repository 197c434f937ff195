import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser, testConfig } from '../../../test/app.ts'
import { ask } from '../../../test/ask.ts'
import * as make from '../../../test/factories.ts'
import { erasePerson } from '../personal-data/commands.ts'
import { exportAll, subjectOf } from '../personal-data/resources.ts'
import { sendDigests } from './send-digests.ts'

const app = await startApp()
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const pending = { moderation_status: 'pending', valide: false }
const choose = (user: TestUser, frequency: string) => app.as(user).send('PUT', '/me/digest', { frequency })
const due = (user: TestUser) =>
  app.owner.query(`update digests set next_at = now() - interval '1 second' where user_id = $1`, [user.id])
const send = () =>
  sendDigests(
    {},
    { db: app.service.db, config: testConfig(), enqueue: async () => {} },
    new AbortController().signal,
  )
const mailsTo = async (user: TestUser) =>
  (
    await app.owner.query(
      `select subject, text, unsubscribe_url from mails where recipient_email = $1 and template = 'digest' order by place`,
      [user.email],
    )
  ).rows
const nextOf = async (user: TestUser) =>
  (
    await app.owner.query(
      `select to_char(next_at at time zone 'Europe/Paris', 'HH24:MI ID') as at, next_at > now() as later
       from digests where user_id = $1`,
      [user.id],
    )
  ).rows[0]

test('a digest names what waits in the areas of the user, and comes at seven', async () => {
  const user = await app.user(['operator_moderation'])
  assert.deepEqual((await app.as(user).get('/me/digest')).body, {
    data: { frequency: 'none', alerts: false, published: true },
  })
  assert.equal((await choose(user, 'weekly')).status, 200)
  assert.deepEqual(await nextOf(user), { at: '07:00 1', later: true })
  await choose(user, 'daily')
  assert.equal((await nextOf(user)).later, true)
  await send()
  assert.deepEqual(await mailsTo(user), [], 'not due')

  await due(user)
  await send()
  assert.deepEqual(await mailsTo(user), [], 'nothing waits')
  assert.deepEqual((await nextOf(user)).at.slice(0, 5), '07:00')

  for (const title of ['Un', 'Deux']) await make.publication(app, acteur, commune, { title, ...pending })
  await due(user)
  await Promise.all([send(), send(), send()])
  const [mail, ...more] = await mailsTo(user)
  assert.deepEqual(more, [])
  assert.equal(mail.subject, '2 publications à relire')
  assert.match(mail.text, /2 publications à relire\u00a0:\nhttp:\/\/\S+\/moderation\n/)
  assert.match(mail.text, /La plus ancienne publication attend depuis le /)
  assert.doesNotMatch(mail.text, /import|demande|retard/)
})

test('a digest says how many wait for longer than the target of the team', async () => {
  const user = await app.user(['operator_moderation'])
  await app.owner.query('update team_settings set target_hours = 48')
  const at = new Date(Date.now() - 72 * 3_600_000)
  await make.publication(app, acteur, commune, { ...pending, created_at: at, edited_at: at })
  await choose(user, 'daily')
  await due(user)
  await send()
  const [{ text }] = await mailsTo(user)
  assert.match(text, /1 publication en retard\u00a0:\nhttp:\/\/\S+\/moderation\?retard=oui\n/)
})

test('a digest is about the territory of the user, and about nothing once the role is gone', async () => {
  const user = await app.user()
  const elsewhere = await make.commune(app)
  await app.owner.query(
    `insert into user_roles (user_id, role, commune_ids) values ($1, 'operator_moderation', $2)`,
    [user.id, [elsewhere]],
  )
  await choose(user, 'daily')
  await due(user)
  await send()
  assert.deepEqual(await mailsTo(user), [])
  const there = await make.acteur(app, elsewhere)
  await make.publication(app, there, elsewhere, pending)
  await due(user)
  await send()
  assert.deepEqual(
    (await mailsTo(user)).map(({ subject }) => subject),
    ['1 publication à relire'],
  )
  await app.owner.query('delete from user_roles where user_id = $1', [user.id])
  await due(user)
  await send()
  assert.equal((await mailsTo(user)).length, 1)
})

test('the link of a digest stops it without signing in: a page asks first, a mail program posts', async () => {
  const user = await app.user(['operator_moderation'])
  await choose(user, 'daily')
  await due(user)
  await send()
  const [{ unsubscribe_url: url }] = await mailsTo(user)
  const path = new URL(url).pathname
  const page = await ask(app.url + path, { method: 'GET', headers: { accept: 'text/html' } })
  assert.deepEqual([page.status, /<form method="post">/.test(page.text)], [200, true])
  assert.equal((await app.as(user).get('/me/digest')).body.data.frequency, 'daily')
  assert.equal((await ask(`${app.url + path}x`, { method: 'POST' })).status, 400)
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    await choose(user, 'daily')
    const posted = await ask(app.url + path, {
      method: 'POST',
      headers: { 'content-type': type },
      body: type.startsWith('multipart')
        ? '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
        : 'List-Unsubscribe=One-Click',
    })
    assert.equal(posted.status, 200)
    assert.equal((await app.as(user).get('/me/digest')).body.data.frequency, 'none')
  }
})

test('the choice is exported and erased with the person', async () => {
  const user = await app.user(['operator_claims'])
  await choose(user, 'weekly')
  const { pool } = app.service.db
  const { digests } = await exportAll(pool, await subjectOf(pool, user.email), app.service.secrets)
  assert.equal(JSON.stringify(digests).includes('"weekly"'), true)
  assert.partialDeepStrictEqual(
    await erasePerson(app.service.db, user.email, import.meta.dirname, app.service.secrets),
    {
      digests: 1,
    },
  )
})
