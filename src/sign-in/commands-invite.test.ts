import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { outcome, PASSWORD, signInAt } from '../../test/sign-in.ts'

const app = await startApp({ env: { AUTH_SIGNUP: 'invite' } })
const auth = signInAt(app)

test('with sign-up by invitation, every caller gets the same refusal, and only invited people get a link', async () => {
  const email = 'attendue@example.org'
  await app.owner.query('insert into users (invited_email) values ($1)', [email])
  const expected = await auth.signUp(email)
  const stranger = await auth.signUp('etrangere@example.org')
  assert.deepEqual([outcome(expected), outcome(stranger)], ['403 signup_closed', '403 signup_closed'])
  assert.deepEqual([...expected.headers.keys()].sort(), [...stranger.headers.keys()].sort())
  assert.deepEqual((await auth.mailsTo('etrangere@example.org')).length, 0)
  assert.equal((await app.owner.query(`select from auth_users where email like 'etrangere%'`)).rowCount, 0)

  const { body } = await auth.get(await auth.linkTo(email))
  assert.equal((await auth.post('/reset-password', { token: body.token, newPassword: PASSWORD })).status, 200)
  assert.equal((await auth.signIn(email)).status, 200)
  assert.equal(outcome(await auth.signUp(email)), '403 signup_closed')
  assert.equal((await auth.mailsTo(email)).at(-1)?.template, 'account-exists')
})

test('an invitation that was taken back opens nothing, however far its sign-up had come', async () => {
  const email = 'reprise@example.org'
  await app.owner.query('insert into users (invited_email) values ($1)', [email])
  await auth.signUp(email)
  const { body } = await auth.get(await auth.linkTo(email))
  await app.owner.query('delete from users where invited_email = $1', [email])
  const late = await auth.post('/reset-password', { token: body.token, newPassword: PASSWORD })
  assert.equal(outcome(late), '403 signup_closed')
  assert.match(outcome(await auth.signIn(email)), /^40[13] /)
  assert.equal((await app.owner.query('select from users where email = $1', [email])).rowCount, 0)
})
