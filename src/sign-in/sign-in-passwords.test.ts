import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { waitingForLocks } from '../../test/databases.ts'
import { eventually } from '../../test/eventually.ts'
import { outcome, PASSWORD, signInAt } from '../../test/sign-in.ts'

const FRONT = 'https://front.example'
const app = await startApp({ env: { CORS_ORIGINS: FRONT } })
const auth = signInAt(app)
const NEW = 'un nouveau mot de passe solide'
const userOf = async (email: string) =>
  (await app.owner.query('select id from users where email = $1', [email])).rows[0].id as string

test('a changed password: the old one is refused, the person is told, other sessions may end with it', async () => {
  const email = 'change@example.org'
  const bearer = await auth.member(email)
  const other = await auth.session(email)
  const wrong = { currentPassword: 'pas le bon mot de passe', newPassword: NEW }
  assert.equal(outcome(await auth.post('/change-password', wrong, { bearer })), '400 invalid_password')
  const mails = (await auth.mailsTo(email)).length
  const right = { currentPassword: PASSWORD, newPassword: NEW, revokeOtherSessions: true }
  const changed = await auth.post('/change-password', right, { bearer })
  assert.equal(changed.status, 200)
  assert.equal((await auth.mailsTo(email))[mails]?.template, 'password-changed')
  assert.equal(outcome(await auth.get('/token', { bearer: other })), '401 unauthenticated')
  assert.equal((await auth.get('/token', { bearer: changed.body.token })).status, 200)
  assert.equal(outcome(await auth.signIn(email)), '401 invalid_credentials')
  assert.equal((await auth.signIn(email, NEW)).status, 200)
})

test('a user who is erased while changing the password gets 401', async () => {
  const email = 'efface-pendant@example.org'
  const bearer = await auth.member(email)
  await app.owner.query('begin')
  await app.owner.query('delete from user_identities where user_id = $1', [await userOf(email)])
  const change = { currentPassword: PASSWORD, newPassword: NEW, revokeOtherSessions: true }
  const changing = auth.post('/change-password', change, { bearer })
  await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) === 1, 'it waits')
  await app.owner.query('commit')
  assert.equal(outcome(await changing), '401 unauthenticated')
})

test('a forgotten password: the link works once, of twenty at once, signs out everywhere and tells the person', async () => {
  const email = 'oubli@example.org'
  const bearer = await auth.member(email)
  const asked = await auth.post('/request-password-reset', { email, redirectTo: `${FRONT}/nouveau` })
  const unknown = await auth.post('/request-password-reset', { email: 'inconnu@example.org' })
  assert.deepEqual([asked.status, asked.body], [unknown.status, unknown.body])
  assert.equal((await auth.mailsTo('inconnu@example.org')).length, 0)
  const followed = await auth.get(await auth.linkTo(email))
  assert.equal(followed.status, 302)
  const target = new URL(followed.headers.get('location') ?? '')
  assert.equal(target.origin + target.pathname, `${FRONT}/nouveau`)
  const token = target.searchParams.get('token') ?? ''
  const kept = await app.owner.query('select identifier from auth_verifications')
  assert.ok(kept.rows.every(row => !row.identifier.includes(token)))

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      auth.post('/reset-password', { token, newPassword: `${NEW} ${at}` }),
    ),
  )
  assert.equal(answers.filter(one => one.status === 200).length, 1)
  assert.ok(answers.every(one => one.status === 200 || outcome(one) === '400 invalid_token'))
  assert.equal(outcome(await auth.get('/token', { bearer })), '401 unauthenticated')
  assert.equal(outcome(await auth.signIn(email)), '401 invalid_credentials')
  const winner = answers.findIndex(one => one.status === 200)
  assert.equal((await auth.signIn(email, `${NEW} ${winner}`)).status, 200)
  assert.deepEqual(
    (await auth.mailsTo(email)).map(mail => mail.template),
    ['verify-email', 'reset-password', 'password-changed'],
  )
  const again = await auth.get(await auth.linkTo(email, 'reset-password'))
  assert.match(again.headers.get('location') ?? '', /error=INVALID_TOKEN/)
})

test('one reset makes the other links void, and an old link is refused', async () => {
  const email = 'deux-liens@example.org'
  await auth.member(email)
  const links: string[] = []
  for (let at = 0; at < 3; at++) {
    await auth.post('/request-password-reset', { email })
    links.push((await auth.get(await auth.linkTo(email))).body.token)
  }
  await app.owner.query(`update auth_verifications set expires_at = now() - interval '1 second' where id =
    (select id from auth_verifications order by created_at desc limit 1)`)
  const reset = (at: number) => auth.post('/reset-password', { token: links[at], newPassword: NEW })
  assert.equal(outcome(await reset(2)), '400 invalid_token')
  assert.equal((await reset(0)).status, 200)
  assert.equal(outcome(await reset(1)), '400 invalid_token')
})

test('an unverified account is verified by a reset: the mailbox is the same', async () => {
  const email = 'par-reset@example.org'
  await auth.signUp(email, 'un mot de passe que j oublie')
  await auth.post('/request-password-reset', { email })
  const { body } = await auth.get(await auth.linkTo(email))
  assert.equal((await auth.post('/reset-password', { token: body.token, newPassword: NEW })).status, 200)
  assert.equal((await auth.signIn(email, NEW)).status, 200)
  assert.ok(await userOf(email))
})
