import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { outcome, PASSWORD, signInAt, totp } from '../../test/sign-in.ts'

const app = await startApp()
const auth = signInAt(app)
const office = app.as(await app.user(['admin']))

async function member(email: string) {
  const bearer = await auth.member(email)
  const token = await auth.token(bearer)
  const { id } = (await app.as({ token }, 'public').get('/me')).body.data
  return { id, email, bearer, token, me: () => app.as({ token }, 'public').get('/me') }
}
const of = async (id: string) => (await office.get(`/admin/users/${id}`)).body.data
/** The times in tokens have whole seconds. */
const nextSecond = () => new Promise(resolve => setTimeout(resolve, 1100))

test('a user suspended while signed in is refused at once, and can sign in again after reactivation', async () => {
  const one = await member('suspendue@example.org')
  assert.equal((await of(one.id)).sessions, 1)
  assert.equal((await one.me()).status, 200)
  await office.patch(`/admin/users/${one.id}`, { status: 'suspended' })
  assert.equal(outcome(await one.me()), '403 account_suspended')
  assert.equal(outcome(await auth.get('/token', { bearer: one.bearer })), '403 account_suspended')
  await office.patch(`/admin/users/${one.id}`, { status: 'active' })
  assert.equal(outcome(await one.me()), '401 unauthenticated')
  assert.equal(outcome(await auth.get('/token', { bearer: one.bearer })), '401 unauthenticated')
  await nextSecond()
  const token = await auth.token(await auth.session(one.email))
  assert.equal((await app.as({ token }, 'public').get('/me')).status, 200)
})

test('sessions that are ended are good for nothing from that moment, and the password stays', async () => {
  const one = await member('telephone@example.org')
  await auth.session(one.email)
  const { status, body } = await office.delete(`/admin/users/${one.id}/sessions`)
  assert.deepEqual([status, body.data.sessions], [200, 0])
  assert.equal(outcome(await one.me()), '401 unauthenticated')
  assert.equal((await auth.signIn(one.email)).status, 200)
  const { rows } = await app.owner.query(
    `select after from audit_log where entity_id = $1 and action = 'user.sessions_ended'`,
    [one.id],
  )
  assert.deepEqual(rows, [{ after: { sessions: 2 } }])
})

test('a lost second factor is reset: the password alone signs in, and the person is told', async () => {
  const one = await member('code@example.org')
  assert.equal(
    outcome(await office.delete(`/admin/users/${one.id}/second-factor`)),
    '409 second_factor_not_enabled',
  )
  const begun = await auth.post('/two-factor/enable', { password: PASSWORD }, { bearer: one.bearer })
  const code = totp(begun.body.totpURI)
  assert.equal((await auth.post('/two-factor/verify-totp', { code }, { bearer: one.bearer })).status, 200)
  assert.equal((await of(one.id)).second_factor, true)
  assert.equal((await auth.signIn(one.email)).body.twoFactorRedirect, true)
  const { status, body } = await office.delete(`/admin/users/${one.id}/second-factor`)
  assert.deepEqual([status, body.data.second_factor], [200, false])
  assert.ok((await auth.signIn(one.email)).body.token)
  assert.match((await auth.mailsTo(one.email)).at(-1)?.text ?? '', /votre mot de passe suffit/)
})
