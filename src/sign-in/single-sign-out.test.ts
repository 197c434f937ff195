import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { JWTPayload } from 'jose'
import { startApp } from '../../test/app.ts'
import { ask } from '../../test/ask.ts'
import { waitingForLocks } from '../../test/databases.ts'
import { eventually } from '../../test/eventually.ts'
import { CLIENT, lyingProvider } from '../../test/fixtures/lying-provider.ts'
import { outcome, signInAt } from '../../test/sign-in.ts'

const FRONT = 'https://front.example'
const idp = await lyingProvider()
const other = await lyingProvider()
idp.lies.discovery = { end_session_endpoint: `${idp.issuer}/session/end?realm=1` }
const app = await startApp({
  env: {
    OIDC_PROVIDERS: 'autre',
    OIDC_ISSUER: idp.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_AUTRE_ISSUER: other.issuer,
    OIDC_AUTRE_CLIENT_ID: CLIENT.id,
    OIDC_AUTRE_CLIENT_SECRET: CLIENT.secret,
    CORS_ORIGINS: FRONT,
    RATE_LIMIT_SCALE: '0',
  },
})
const auth = signInAt(app)

async function begin(provider = 'oidc') {
  const body = { provider, callbackURL: `${FRONT}/`, errorCallbackURL: `${FRONT}/erreur` }
  const begun = await auth.post('/sign-in/social', body)
  const cookie = begun.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
  return { url: begun.body.url as string, cookie }
}
async function arrive(sub: string, sid: string | undefined, provider = 'oidc') {
  const { url, cookie } = await begin(provider)
  const there = provider === 'oidc' ? idp : other
  there.lies.claims = () => ({ sub, sid: sid as string, email: `${sub}@exemple.fr` })
  return await auth.get(`/callback/${provider}${there.arrive(url)}`, { headers: { cookie } })
}
/** A session that began at the provider, with an access token of it. */
async function signIn(sub: string, sid: string | undefined, provider?: string) {
  const bearer = (await arrive(sub, sid, provider)).headers.get('set-auth-token')
  assert.ok(bearer)
  return { bearer, token: await auth.token(bearer) }
}
/** Whether the session gives another access token, and whether the present one is accepted. */
async function isAlive({ bearer, token }: { bearer: string; token: string }) {
  const renewed = (await auth.get('/token', { bearer })).status === 200
  const accepted = (await app.as({ id: '', email: '', token }, null).get('/me')).status === 200
  assert.equal(renewed, accepted, 'the session and its token end together')
  return renewed
}

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const claims = (more: JWTPayload): JWTPayload => {
  const iat = Math.floor(Date.now() / 1000)
  return { iss: idp.issuer, aud: CLIENT.id, iat, exp: iat + 120, jti: randomUUID(), events: EVENTS, ...more }
}
const withoutUndefined = (said: object) =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
/** As providers send it: a form. */
async function tell(token: string) {
  const { status, text, headers } = await ask(`${app.url}/auth/back-channel-logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }).toString(),
  })
  assert.equal(headers.get('cache-control'), 'no-store')
  return `${status} ${JSON.parse(text).error ?? ''}`.trim()
}
const logout = async (more: JWTPayload, header: object = { typ: 'logout+jwt' }, by = idp) =>
  await tell(await by.sign(withoutUndefined(claims(more)), header))

test('a sign-out leads to the provider and back to where the person was', async () => {
  const { bearer } = await signIn('anne', 's1')
  const { body } = await auth.post('/sign-out', { callbackURL: `${FRONT}/au-revoir?de=ici` }, { bearer })
  const url = new URL(body.url)
  assert.equal(url.origin + url.pathname, `${idp.issuer}/session/end`)
  assert.equal(url.searchParams.get('realm'), '1')
  assert.equal(url.searchParams.get('post_logout_redirect_uri'), 'http://parvis.test/auth/signed-out')
  assert.match(url.searchParams.get('id_token_hint') ?? '', /^ey/)
  const state = url.searchParams.get('state') ?? ''
  assert.ok(state.length >= 32)
  const back = await auth.get(`/signed-out?state=${encodeURIComponent(state)}`)
  assert.deepEqual([back.status, back.headers.get('location')], [302, `${FRONT}/au-revoir?de=ici`])
  assert.equal((await auth.get('/token', { bearer })).status, 401)
})

test('nobody is sent elsewhere than to this service or its front ends', async () => {
  const { bearer } = await signIn('ailleurs', 's2')
  for (const callbackURL of ['https://evil.example/', '//evil.example', 'javascript:alert(1)'])
    assert.equal(outcome(await auth.post('/sign-out', { callbackURL }, { bearer })), '403 origin_forbidden')
  const { body } = await auth.post('/sign-out', {}, { bearer })
  const state = new URL(body.url).searchParams.get('state') ?? ''
  const to = (text: string) => Buffer.from(JSON.stringify(['x', text])).toString('base64url')
  for (const forged of ['', 'x', `${to('https://evil.example/')}.${state.split('.')[1]}`, `${state}x`]) {
    const back = await auth.get(`/signed-out?state=${forged}`)
    assert.equal(back.headers.get('location'), 'http://parvis.test/')
  }
})

test('a sign-out works while the provider is away, and everywhere; without a provider it is as before', async () => {
  const [one, two] = [await signIn('absent', 's3'), await signIn('absent', 's4')]
  idp.lies.away = true
  const { body } = await auth.post('/revoke-sessions', undefined, { bearer: one.bearer })
  assert.equal(body.status, true)
  assert.match(body.url, /\/session\/end\?.*id_token_hint=/)
  assert.ok(!(await isAlive(two)))
  idp.lies.away = false
  const plain = await auth.member('sans@exemple.fr')
  assert.deepEqual((await auth.post('/sign-out', {}, { bearer: plain })).body, { success: true })
  // This provider has no address for it.
  const { bearer } = await signIn('autre', undefined, 'autre')
  assert.deepEqual((await auth.post('/sign-out', undefined, { bearer })).body, { success: true })
})

test('the provider ends one session by sid, or all of a subject, with their access tokens', async () => {
  const one = await signIn('beatrice', 'b1')
  const two = await signIn('beatrice', 'b2')
  const elsewhere = await signIn('beatrice', 'b1', 'autre')
  const somebody = await signIn('charles', 'c1')
  assert.equal(await logout({ sid: 'b1' }), '200')
  assert.deepEqual([await isAlive(one), await isAlive(two)], [false, true])
  assert.equal(await logout({ sid: 'b2', sub: 'charles' }), '200')
  assert.ok(await isAlive(two), 'a sid of another subject')
  const three = await signIn('beatrice', undefined)
  assert.equal(await logout({ sub: 'beatrice' }, { typ: 'JWT' }), '200')
  assert.deepEqual([await isAlive(two), await isAlive(three)], [false, false])
  assert.deepEqual([await isAlive(elsewhere), await isAlive(somebody)], [true, true])
})

test('a logout token that is wrong ends nothing', async () => {
  const session = await signIn('dora', 'd1')
  const now = Math.floor(Date.now() / 1000)
  const wrong: [string, JWTPayload, object?][] = [
    ['another audience', { aud: 'another' }],
    ['an unknown issuer', { iss: 'https://other.example' }],
    ['no issuer', { iss: undefined as never }],
    ['old', { iat: now - 700, exp: now + 60 }],
    ['of the future', { iat: now + 300, exp: now + 400 }],
    ['expired', { iat: now - 300, exp: now - 120 }],
    ['no iat', { iat: undefined as never }],
    ['no exp', { exp: undefined as never }],
    ['no jti', { jti: undefined as never }],
    ['a jti that is no text', { jti: 7 as never }],
    ['a nonce, as ID tokens have', { nonce: 'x' }],
    ['no event', { events: undefined }],
    ['another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
    [
      'an event that is no object',
      { events: { ...EVENTS, 'http://schemas.openid.net/event/backchannel-logout': 1 } },
    ],
    ['events as a list', { events: ['http://schemas.openid.net/event/backchannel-logout'] }],
    ['nobody', { sid: undefined }],
    ['an empty sid', { sid: '' }],
    ['a sid that cannot be stored', { sid: 'a\0b' }],
    ['a very long sub', { sub: 'x'.repeat(256) }],
    ['an access token', {}, { typ: 'at+jwt' }],
  ]
  for (const [name, more, header] of wrong)
    assert.equal(await logout({ sid: 'd1', ...more }, header), '400 invalid_logout_token', name)
  // In the name of the other provider.
  assert.equal(await logout({ sid: 'd1' }, {}, other), '400 invalid_logout_token')
  idp.lies.stranger = true
  assert.equal(await logout({ sid: 'd1' }), '400 invalid_logout_token')
  idp.lies.stranger = false
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const payload = Buffer.from(JSON.stringify(claims({ sid: 'd1' }))).toString('base64url')
  for (const token of [`${none}.${payload}.`, 'x', 'a.b.c', `${none}.${payload}.AAAA`])
    assert.equal(await tell(token), '400 invalid_logout_token', token)
  assert.equal(outcome(await auth.post('/back-channel-logout', {})), '422 validation_failed')
  assert.ok(await isAlive(session))
})

test('a logout token is good once, also when it comes many times at once', async () => {
  const token = await idp.sign(claims({ sub: 'edith' }), { typ: 'logout+jwt' })
  const told = await Promise.all(Array.from({ length: 8 }, () => tell(token)))
  assert.deepEqual(
    [told.filter(one => one === '200').length, told.filter(one => one === '400 invalid_logout_token').length],
    [1, 7],
  )
  const session = await signIn('edith', undefined)
  assert.equal(await tell(token), '400 invalid_logout_token')
  assert.ok(await isAlive(session), 'a repeated token ends no later session')
})

test('a session that the provider ends during its sign-in does not open', async () => {
  const { bearer } = await signIn('florent', 'f1')
  const { rows } = await app.owner.query(
    `select user_id as id from user_identities where issuer = $1 and subject = 'florent'`,
    [idp.issuer],
  )
  const inTwoSeconds = () => Math.floor(Date.now() / 1000) + 2
  for (const ended of [() => ({ sid: 'f2' }), () => ({ sub: 'florent', iat: inTwoSeconds() })]) {
    await app.owner.query('begin')
    await app.owner.query('select from users where id = $1 for update', [rows[0].id])
    const arriving = arrive('florent', 'f2')
    const isHeldUp = async () => (await waitingForLocks(app.connection.database ?? '')) > 0
    await eventually(isHeldUp, 'the sign-in waits for its user')
    const telling = logout(ended())
    assert.equal(await telling, '200')
    await app.owner.query('commit')
    const answer = await arriving
    assert.equal(
      answer.headers.get('location'),
      `${FRONT}/erreur?error=SIGNED_OUT&error_description=SIGNED_OUT`,
    )
    assert.equal(answer.headers.get('set-auth-token'), null)
  }
  assert.equal((await auth.get('/token', { bearer })).status, 401)
})

test('a provider that is away cannot say who signed its token: 503, and it may say it again', async () => {
  const away = await lyingProvider()
  const env = { OIDC_ISSUER: away.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret }
  const { url } = await app.beside({ OIDC_PROVIDERS: '', ...env })
  const token = await away.sign(claims({ iss: away.issuer, sub: 'x' }), { typ: 'logout+jwt' })
  const there = async () =>
    (
      await ask(`${url}/auth/back-channel-logout`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ logout_token: token }),
      })
    ).status
  away.lies.away = true
  assert.equal(await there(), 503)
  away.lies.away = false
  assert.equal(await there(), 200)
})

test('the ID token is kept sealed, and goes with the session', async () => {
  const { bearer } = await signIn('gilles', 'g1')
  const kept = () =>
    app.owner.query(`select id_token_sealed as sealed from auth_provider_sessions where subject = 'gilles'`)
  const { rows } = await kept()
  assert.equal(rows.length, 1)
  assert.doesNotMatch(rows[0].sealed, /^ey|\./)
  await auth.post('/sign-out', {}, { bearer })
  assert.equal((await kept()).rows.length, 0)
})
