import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { Issuer } from '../../../test/fixtures/issuer.ts'
import { CLIENT, lyingProvider } from '../../../test/fixtures/lying-provider.ts'
import { outcome, PASSWORD, signInAt } from '../../../test/sign-in.ts'
import { subjectForToken } from '../users/queries.ts'

/** An access token ends with its session: the next request of that device is 401. */

const app = await startApp({ env: { RATE_LIMIT_SCALE: '0' } })
const auth = signInAt(app)
const admin = await app.user(['admin'])
const meWith = (token: string) => app.as({ token }, null).get('/me')
const NEW = 'un autre mot de passe assez long'
const ENDED = '401 unauthenticated'

/** A user signed in on a telephone and a computer, with an access token on each and one printed by an operator. */
async function onTwoDevices(email: string) {
  const device = async (session: string) => ({ session, token: await auth.token(session) })
  const telephone = await device(await auth.member(email))
  const computer = await device(await auth.session(email))
  const { id } = (await meWith(telephone.token)).body.data as { id: string }
  const print = () =>
    app.service.db.transaction(async tx =>
      app.service.tokens.sign((await subjectForToken(tx, id)) ?? '', 3600),
    )
  const printed = await print()
  for (const token of [telephone.token, computer.token, printed])
    assert.equal(outcome(await meWith(token)), '200')
  return { id, email, telephone, computer, printed, print }
}
type Person = Awaited<ReturnType<typeof onTwoDevices>>
const at = ({ computer }: Person) => ({ bearer: computer.session })

const handleOf = async (person: Person) => {
  const { body } = await auth.get('/list-sessions', { bearer: person.computer.session })
  return body.find((one: { current: boolean }) => !one.current).token as string
}
const reset = async ({ email }: Person) => {
  await auth.post('/request-password-reset', { email })
  const { token } = (await auth.get(await auth.linkTo(email, 'reset-password'))).body
  return await auth.post('/reset-password', { token, newPassword: NEW })
}
const changed = (person: Person, revokeOtherSessions: boolean) =>
  auth.post(
    '/change-password',
    { currentPassword: PASSWORD, newPassword: NEW, revokeOtherSessions },
    at(person),
  )

/** [an action of the user at the computer, or of an administrator; the status of the tokens of telephone, computer and print]. */
const CASES: Record<string, [(person: Person) => Promise<{ status: number }>, string, string, string]> = {
  'signed out elsewhere': [one => auth.post('/revoke-other-sessions', {}, at(one)), ENDED, '200', ENDED],
  'signed out everywhere': [one => auth.post('/revoke-sessions', {}, at(one)), ENDED, ENDED, ENDED],
  'one session ended': [
    async one => auth.post('/revoke-session', { token: await handleOf(one) }, at(one)),
    ENDED,
    '200',
    '200',
  ],
  'signed out here': [one => auth.post('/sign-out', {}, at(one)), '200', ENDED, '200'],
  'password reset': [reset, ENDED, ENDED, ENDED],
  'password changed, and signed out elsewhere': [one => changed(one, true), ENDED, ENDED, ENDED],
  'password changed': [one => changed(one, false), '200', '200', '200'],
  'account closed': [
    one => auth.post('/close-account', { password: PASSWORD }, at(one)),
    ENDED,
    ENDED,
    ENDED,
  ],
  'signed out by an administrator': [
    one => app.as(admin).delete(`/admin/users/${one.id}/sessions`),
    ENDED,
    ENDED,
    ENDED,
  ],
  suspended: [
    one => app.as(admin).patch(`/admin/users/${one.id}`, { status: 'suspended' }),
    '403 account_suspended',
    '403 account_suspended',
    '403 account_suspended',
  ],
}

for (const [name, [act, ...expected]] of Object.entries(CASES))
  test(`${name}: the next request with each access token reflects it`, async () => {
    const person = await onTwoDevices(`${name.replaceAll(/\W+/g, '-')}@example.org`)
    assert.equal((await act(person)).status, 200)
    const { telephone, computer, printed } = person
    const seen = await Promise.all([telephone.token, computer.token, printed].map(meWith))
    assert.deepEqual(seen.map(outcome), expected)
  })

test('after signing in again in the same second new tokens work and earlier ones stay void', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await onTwoDevices(`aussitot${round}@example.org`)
    await auth.post('/revoke-sessions', {}, at(person))
    const fresh = await auth.token(await auth.session(person.email))
    const after = await Promise.all([fresh, await person.print()].map(meWith))
    assert.deepEqual(after.map(outcome), ['200', '200'])
    const before = await Promise.all([person.telephone.token, person.printed].map(meWith))
    assert.deepEqual(before.map(outcome), [ENDED, ENDED])
    for (const { headers } of before)
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer error="invalid_token"/)
  }
  const none = await app.as(undefined, null).get('/me')
  assert.equal(none.headers.get('www-authenticate'), 'Bearer')
})

test('a request to the back-office under the name of another app is told which header to send', async () => {
  const admin = await app.user(['admin'])
  const { body } = await app.as(admin, 'public').get('/admin/users')
  assert.equal(body.error, 'scope_violation')
  assert.deepEqual(body.details, [
    { path: 'X-App-Source', message: 'doit être `backoffice` à cette adresse' },
  ])
})

test('after a suspension is lifted, earlier tokens stay void', async () => {
  const person = await onTwoDevices('readmise@example.org')
  for (const status of ['suspended', 'active'])
    await app.as(admin).patch(`/admin/users/${person.id}`, { status })
  const { telephone, computer, printed } = person
  const seen = await Promise.all([telephone.token, computer.token, printed].map(meWith))
  assert.deepEqual(seen.map(outcome), [ENDED, ENDED, ENDED])
})

test('outside tokens from before the sign-out, or without an issue time, are refused', async () => {
  await using issuer = await Issuer.open()
  const there = await startApp({ env: issuer.env })
  const office = await there.user(['admin'])
  const visit = (token: string) => there.as({ token }, null).get('/me')
  const now = Math.floor(Date.now() / 1000)
  const old = issuer.token({ sub: 'ada', iat: now - 60, sid: 'a session of theirs' })
  const timeless = issuer.token({ sub: 'ada', iat: undefined })
  const { id } = (await visit(old)).body.data
  assert.equal(outcome(await visit(timeless)), '200')
  assert.equal((await there.as(office).delete(`/admin/users/${id}/sessions`)).status, 200)
  for (const token of [old, timeless]) assert.equal(outcome(await visit(token)), ENDED)
  assert.equal(
    outcome(await visit(issuer.token({ sub: 'ada', iat: Math.floor(Date.now() / 1000) + 2 }))),
    '200',
  )
})

test('signing out everywhere includes the account at the outside provider', async () => {
  const provider = await lyingProvider()
  const client = { OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret }
  const there = await startApp({ env: { OIDC_ISSUER: provider.issuer, ...client } })
  const own = signInAt(there)
  const email = 'deux-comptes@example.org'
  const here = await own.member(email)
  provider.lies.claims = () => ({ sub: 'anne', email, email_verified: true })
  const begun = await own.post('/sign-in/social', { provider: 'oidc', callbackURL: '/' })
  const cookie = begun.headers.getSetCookie().map(one => one.split(';')[0])
  const arrived = await own.get(`/callback/oidc${provider.arrive(begun.body.url)}`, {
    headers: { cookie: cookie.join('; ') },
  })
  const fromThere = arrived.headers.get('set-auth-token') ?? assert.fail('no session')
  const token = await own.token(fromThere)
  const me = () => there.as({ token }, null).get('/me')
  assert.equal((await me()).body.data.email, email)
  assert.equal((await own.post('/revoke-other-sessions', {}, { bearer: here })).status, 200)
  assert.equal(outcome(await own.get('/token', { bearer: fromThere })), ENDED)
  assert.equal(outcome(await me()), ENDED)
  assert.equal((await own.get('/token', { bearer: here })).status, 200)
})
