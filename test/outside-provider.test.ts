import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from './app.ts'
import { eventually } from './eventually.ts'
import { forge } from './fixtures/forge.ts'
import { Issuer } from './fixtures/issuer.ts'
import { NO_RESOURCE, OTHER_AUDIENCE, RealProvider } from './fixtures/real-provider.ts'

/** Users of a real OpenID Connect provider call the API. */

const provider = await RealProvider.open()
after(() => provider[Symbol.asyncDispose]())
const app = await startApp({ env: provider.env })
const admin = await app.user(['admin'])
const as = (token: string, source: string | null = null) =>
  app.as({ id: '', email: '', subject: '', token }, source)
const outcome = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body.error ?? ''}`.trim()

test('a user who signs in at the external provider gets an account with name and verified address', async () => {
  provider.accounts.set('ada', { email: 'Ada@example.org', email_verified: true, name: 'Ada Lovelace' })
  const { accessToken } = await provider.signIn('ada')
  const { status, body } = await as(accessToken).get('/me')
  assert.equal(status, 200)
  assert.deepEqual([body.data.email, body.data.nom, body.data.roles], ['ada@example.org', 'Ada Lovelace', []])
  const again = await provider.signIn('ada')
  assert.notEqual(again.accessToken, accessToken)
  assert.equal((await as(again.accessToken).get('/me')).body.data.id, body.data.id)
})

test('an operator makes an administrator by address; they sign in at the provider and administer', async () => {
  const { id, email } = await app.user(['admin'])
  provider.accounts.set('grace', { email, email_verified: true })
  const { accessToken } = await provider.signIn('grace')
  const answer = await as(accessToken, 'backoffice').get('/admin/users')
  assert.equal(outcome(answer), '200')
  assert.equal((await as(accessToken).get('/me')).body.data.id, id)
})

test('ID tokens, tokens for another service and opaque tokens are refused', async () => {
  const { idToken } = await provider.signIn('ada')
  assert.match(idToken, /^ey/)
  const other = await provider.signIn('ada', OTHER_AUDIENCE)
  assert.match(other.accessToken, /^ey/)
  const opaque = await provider.signIn('ada', NO_RESOURCE)
  assert.doesNotMatch(opaque.accessToken, /^ey/)
  for (const token of [idToken, other.accessToken, other.idToken, opaque.accessToken])
    assert.equal(outcome(await as(token).get('/me')), '401 unauthenticated')
})

test('a role removed and an account suspended while requests run: refused at once, from outside too', async () => {
  const operator = await app.user(['operator_communes'])
  provider.accounts.set('linus', { email: operator.email, email_verified: true })
  const { accessToken } = await provider.signIn('linus')
  const outcomes: string[] = []
  let over = false
  const asking = (async () => {
    while (!over)
      outcomes.push(outcome(await as(accessToken, 'backoffice').post('/admin/communes', { wrong: 1 })))
  })()
  await eventually(async () => outcomes.length > 5, 'requests under way')
  await app.as(admin).delete(`/admin/users/${operator.id}/roles/operator_communes`)
  const removedAt = outcomes.length
  await eventually(async () => outcomes.length > removedAt + 5, 'requests after the removal')
  await app.as(admin).patch(`/admin/users/${operator.id}`, { status: 'suspended' })
  const suspendedAt = outcomes.length
  await eventually(async () => outcomes.length > suspendedAt + 5, 'requests after the suspension')
  over = true
  await asking
  assert.equal(outcomes[0], '422 validation_failed')
  // One request may have passed the guard before the commit.
  assert.ok(outcomes.slice(removedAt + 1, suspendedAt).every(one => one === '403 admin_required'))
  assert.ok(outcomes.slice(suspendedAt + 1).every(one => one === '403 account_suspended'))
})

test('ID tokens are refused even when the audience is the client itself', async () => {
  await using issuer = await Issuer.open()
  const client = { OIDC_CLIENT_ID: 'parvis-web', OIDC_CLIENT_SECRET: 'secret' }
  const own = await startApp({ env: { ...issuer.env, OIDC_AUDIENCE: 'parvis-web', ...client } })
  const [key] = issuer.keys
  assert.ok(key)
  const visit = async (typ: string, aud: unknown) => {
    const header = { alg: key.alg, kid: key.kid, typ }
    const token = forge({ header, payload: issuer.claims({ aud }), key: key.key, alg: key.alg })
    return outcome(await own.as({ id: '', email: '', subject: '', token }, null).get('/me'))
  }
  assert.equal(await visit('JWT', 'parvis-web'), '401 unauthenticated')
  assert.equal(await visit('JWT', ['parvis-web']), '401 unauthenticated')
  assert.equal(await visit('at+jwt', 'parvis-web'), '200')
  assert.equal(await visit('JWT', ['parvis-web', 'account']), '200')
})

test('without a configured audience, users sign in with the provider but its tokens are refused', async () => {
  await using issuer = await Issuer.open()
  const client = { OIDC_CLIENT_ID: 'parvis-web', OIDC_CLIENT_SECRET: 'secret' }
  const own = await startApp({ env: { OIDC_ISSUER: issuer.url, ...client } })
  for (const aud of ['parvis-web', 'undefined', '']) {
    const token = issuer.token({ aud })
    const answer = await own.as({ id: '', email: '', subject: '', token }, null).get('/me')
    assert.equal(outcome(answer), '401 unauthenticated')
  }
  assert.deepEqual(issuer.asked, { discovery: 0, keys: 0 })
})
