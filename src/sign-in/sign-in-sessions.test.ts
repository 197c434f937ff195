import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { outcome, PASSWORD, signInAt } from '../../test/sign-in.ts'

const FRONT = 'https://front.example'
/** The origin of the pages in an iPhone app. */
const PACKED = 'capacitor://localhost'
const app = await startApp({ env: { CORS_ORIGINS: `${FRONT}, ${PACKED}` } })
const auth = signInAt(app)
const userOf = async (email: string) =>
  (await app.owner.query('select id from users where email = $1', [email])).rows[0].id as string
const suspend = (id: string) => app.owner.query(`update users set status = 'suspended' where id = $1`, [id])

test('sessions are listed, one is ended, then all others, then all', async () => {
  const email = 'seances@example.org'
  const first = await auth.member(email)
  const [second, third, fourth] = [
    await auth.session(email),
    await auth.session(email),
    await auth.session(email),
  ]
  const { body: sessions } = await auth.get('/list-sessions', { bearer: first })
  assert.equal(sessions.length, 4)
  assert.deepEqual(sessions.filter((one: { current: boolean }) => one.current).length, 1)
  const idOf = async (bearer: string) => (await auth.get('/get-session', { bearer })).body.session.id
  const secondId = await idOf(second)
  const handle = sessions.find((one: { id: string }) => one.id === secondId).token
  // The session's id in the list is no credential.
  assert.equal(outcome(await auth.get('/token', { bearer: handle })), '401 unauthenticated')
  assert.equal((await auth.post('/revoke-session', { token: handle }, { bearer: first })).status, 200)
  assert.equal((await auth.get('/get-session', { bearer: second })).body, null)
  assert.equal((await auth.get('/get-session', { bearer: third })).status, 200)

  assert.equal((await auth.post('/revoke-other-sessions', {}, { bearer: first })).status, 200)
  assert.equal((await auth.get('/get-session', { bearer: third })).body, null)
  assert.equal((await auth.get('/get-session', { bearer: fourth })).body, null)
  assert.equal((await auth.get('/token', { bearer: first })).status, 200)

  const last = await auth.session(email)
  assert.equal((await auth.post('/revoke-sessions', {}, { bearer: first })).status, 200)
  for (const bearer of [first, last])
    assert.equal(outcome(await auth.get('/token', { bearer })), '401 unauthenticated')
})

test("nobody ends somebody else's session", async () => {
  const [mine, theirs] = [await auth.member('moi@example.org'), await auth.member('autrui@example.org')]
  const { body } = await auth.get('/list-sessions', { bearer: theirs })
  await auth.post('/revoke-session', { token: body[0].token }, { bearer: mine })
  await auth.post('/revoke-other-sessions', {}, { bearer: mine })
  await auth.post('/revoke-sessions', {}, { bearer: mine })
  assert.equal((await auth.get('/token', { bearer: theirs })).status, 200)
})

test('signing out ends the session; without one it is a quiet no', async () => {
  const bearer = await auth.member('sortie@example.org')
  assert.deepEqual((await auth.post('/sign-out', {}, { bearer })).body, { success: true })
  assert.equal(outcome(await auth.get('/token', { bearer })), '401 unauthenticated')
  assert.equal((await auth.get('/get-session')).body, null)
  for (const path of ['/list-sessions', '/token']) {
    const refused = await auth.get(path)
    assert.equal(outcome(refused), '401 unauthenticated')
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
  }
})

test('a session that is not signed by us is none, and what the tables hold opens nothing', async () => {
  const bearer = await auth.member('signee@example.org')
  const raw = decodeURIComponent(bearer).split('.')[0] ?? ''
  const { rows } = await app.owner.query('select token from auth_sessions')
  for (const { token } of rows) {
    assert.ok(!token.includes(raw))
    for (const forged of [
      token,
      raw,
      `${raw}.`,
      `${raw}.AAAA`,
      `${token}.${bearer.split('.')[1]}`,
      'a.b',
      '%',
    ])
      assert.equal(outcome(await auth.get('/token', { bearer: forged })), '401 unauthenticated', forged)
  }
  const cookie = (value: string) => ({
    headers: { cookie: `parvis.session_token=${value}`, origin: 'http://parvis.test' },
  })
  assert.equal((await auth.get('/token', cookie(bearer))).status, 200)
  for (const forged of [raw, `${raw}.x`, '%E0%A4%A', '"', ''])
    assert.equal(outcome(await auth.get('/token', cookie(forged))), '401 unauthenticated', forged)
})

test('a session whose time is over gives nothing, and is not deleted by whoever uses it: the clock may be wrong', async t => {
  const bearer = await auth.member('passee@example.org')
  const own = `user_id = (select id from auth_users where email = 'passee@example.org')`
  const useless = async () => {
    assert.equal(outcome(await auth.get('/token', { bearer })), '401 unauthenticated')
    assert.equal((await auth.get('/get-session', { bearer })).body, null)
    assert.equal((await auth.get('/list-sessions', { bearer })).status, 401)
  }
  await app.owner.query(`update auth_sessions set expires_at = now() - interval '1 second' where ${own}`)
  await useless()
  await app.owner.query(`update auth_sessions set expires_at = now() + interval '1 day' where ${own}`)
  assert.equal((await auth.get('/token', { bearer })).status, 200)
  // Only this machine's clock is wrong.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 400 * 86_400_000 })
  await useless()
  t.mock.timers.reset()
  assert.equal((await auth.get('/token', { bearer })).status, 200)
})

test('a session that is not to be remembered ends after its day, however it is used', async () => {
  const email = 'un-jour@example.org'
  await auth.member(email)
  const { token } = (await auth.post('/sign-in/email', { email, password: PASSWORD, rememberMe: false })).body
  for (const path of ['/list-sessions', '/token', '/get-session']) await auth.get(path, { bearer: token })
  const { expiresAt } = (await auth.get('/get-session', { bearer: token })).body.session
  assert.ok(Date.parse(expiresAt) < Date.now() + 25 * 3_600_000, expiresAt)
})

test('a session that is used is prolonged, in the table and in the cookie, also by who only asks for tokens', async () => {
  const email = 'prolonge@example.org'
  for (const path of ['/token', '/get-session']) {
    const bearer = path === '/token' ? await auth.member(email) : await auth.session(email)
    await app.owner.query(`update auth_sessions set expires_at = now() + interval '3 days'`)
    const answer = await auth.get(path, {
      headers: { cookie: `parvis.session_token=${bearer}`, origin: 'http://parvis.test' },
    })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('set-cookie') ?? '', /session_token=[^;]+; Max-Age=604800/, path)
    const { rows } = await app.owner.query(
      `select count(*)::int as n from auth_sessions where expires_at > now() + interval '6 days'`,
    )
    assert.equal(rows[0].n, 1)
    await app.owner.query('delete from auth_sessions')
  }
})

test('a session ends thirty days after its sign-in, however it is used, and its access tokens with it', async () => {
  const email = 'un-mois@example.org'
  const bearer = await auth.member(email)
  const signedIn = (ago: string, left: string) =>
    app.owner.query(
      `update auth_sessions set created_at = now() - $1::interval, expires_at = now() + $2::interval
       where user_id = (select id from auth_users where email = $3)`,
      [ago, left, email],
    )
  const secondsOf = (token: string) => {
    const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return exp - iat
  }
  const end = async () =>
    Date.parse((await auth.get('/get-session', { bearer })).body.session.expiresAt) - Date.now()
  await signedIn('20 days', '3 days')
  assert.ok(secondsOf(await auth.token(bearer)) > 890)
  assert.ok((await end()) > 6.9 * 86_400_000)
  for (const left of ['3 days', '1 minute']) {
    await signedIn('29 days 23 hours 55 minutes', left)
    assert.ok(secondsOf(await auth.token(bearer)) <= 300, left)
    assert.ok((await end()) <= 300_000, left)
  }
  const token = await auth.token(bearer)
  await signedIn('30 days', '-1 seconds')
  assert.equal(outcome(await auth.get('/token', { bearer })), '401 unauthenticated')
  assert.equal(outcome(await app.as({ id: '', email, token }, null).get('/me')), '401 unauthenticated')
})

test('a suspended user gets no access token from an existing session, and no new session', async () => {
  const email = 'suspendue@example.org'
  const bearer = await auth.member(email)
  const token = await auth.token(bearer)
  await suspend(await userOf(email))
  assert.equal(outcome(await auth.get('/token', { bearer })), '403 account_suspended')
  assert.equal(outcome(await auth.get('/list-sessions', { bearer })), '403 account_suspended')
  assert.equal(outcome(await auth.get('/get-session', { bearer })), '403 account_suspended')
  assert.equal(outcome(await auth.signIn(email)), '403 account_suspended')
  assert.equal(outcome(await auth.signIn(email, 'pas le bon mot de passe')), '401 invalid_credentials')
  assert.equal(outcome(await app.as({ id: '', email, token }, null).get('/me')), '403 account_suspended')
  assert.equal((await auth.post('/sign-out', {}, { bearer })).status, 200)
})

test('another site can use neither cookies nor redirects', async () => {
  const bearer = await auth.member('site@example.org')
  const cookie = `parvis.session_token=${bearer}`
  const from = (origin: string | undefined, path: string, body: object) =>
    auth.post(path, body, { headers: { cookie, ...(origin !== undefined && { origin }) } })
  for (const origin of [
    'https://evil.example',
    'null',
    undefined,
    'http://parvis.test.evil.example',
    `${FRONT}.evil.example`,
    `${PACKED}.evil.example`,
    'ionic://localhost',
  ])
    assert.equal(
      outcome(await from(origin, '/revoke-sessions', {})),
      '403 origin_forbidden',
      origin ?? 'none',
    )
  const blind = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    origin: 'https://evil.example',
  }
  const login = { email: 'site@example.org', password: PASSWORD }
  assert.equal(outcome(await auth.post('/sign-in/email', login, { headers: blind })), '403 origin_forbidden')
  for (const callbackURL of [
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    'https://front.example@evil.example/',
    '/\\evil.example',
    'http://front.example',
    `${PACKED}/bienvenue`,
  ])
    for (const answer of [
      await auth.post('/sign-up/email', { email: 'redir@example.org', password: PASSWORD, callbackURL }),
      await auth.get(`/verify-email?token=x&callbackURL=${encodeURIComponent(callbackURL)}`),
      await auth.get(`/reset-password/x?callbackURL=${encodeURIComponent(callbackURL)}`),
      await auth.post('/request-password-reset', { email: 'site@example.org', redirectTo: callbackURL }),
    ]) {
      assert.equal(outcome(answer), '403 origin_forbidden', callbackURL)
      assert.equal(answer.headers.get('location'), null)
    }
  assert.equal((await auth.get('/token', { bearer })).status, 200)
  for (const origin of ['http://parvis.test', FRONT, PACKED])
    assert.equal((await from(origin, '/revoke-other-sessions', {})).status, 200)
})

test('a front end elsewhere may ask: preflight, cookies, and what it reads', async () => {
  const preflight = await auth.send('OPTIONS', '/sign-in/email', undefined, {
    headers: { origin: FRONT, 'access-control-request-method': 'POST' },
  })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers.get('access-control-allow-origin'), FRONT)
  assert.equal(preflight.headers.get('access-control-allow-credentials'), 'true')
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/)
  const email = 'front@example.org'
  await auth.post(
    '/sign-up/email',
    { email, password: PASSWORD, callbackURL: `${FRONT}/bienvenue` },
    { headers: { origin: FRONT } },
  )
  const verified = await auth.get(await auth.linkTo(email))
  assert.deepEqual([verified.status, verified.headers.get('location')], [302, `${FRONT}/bienvenue`])
  const signedIn = await auth.post(
    '/sign-in/email',
    { email, password: PASSWORD },
    { headers: { origin: FRONT, 'accept-language': 'en' } },
  )
  assert.match(signedIn.headers.get('access-control-expose-headers') ?? '', /set-auth-token/)
  const onTelephone = await auth.post(
    '/sign-in/email',
    { email, password: PASSWORD },
    { headers: { origin: PACKED } },
  )
  assert.equal(onTelephone.status, 200)
  assert.equal(onTelephone.headers.get('access-control-allow-origin'), PACKED)
  const stranger = await auth.post(
    '/sign-in/email',
    { email, password: PASSWORD },
    { headers: { origin: 'https://evil.example' } },
  )
  assert.equal(outcome(stranger), '403 origin_forbidden')
  // The refusal, a static text, can be read; never with cookies.
  assert.equal(stranger.headers.get('access-control-allow-origin'), 'https://evil.example')
  for (const name of ['access-control-allow-credentials', 'access-control-expose-headers'])
    assert.equal(stranger.headers.get(name), null)
  const broken = await auth.get(
    `/verify-email?token=x&callbackURL=${encodeURIComponent(`${FRONT}/bienvenue`)}`,
  )
  assert.deepEqual(
    [broken.status, broken.headers.get('location')],
    [302, `${FRONT}/bienvenue?error=INVALID_TOKEN`],
  )
})

test('over https the cookie is Secure; mails are in English for clients that prefer it', async () => {
  const safe = await startApp({ env: { PUBLIC_URL: 'https://parvis.example.fr' } })
  const there = signInAt(safe)
  const email = 'secure@example.org'
  const english = { headers: { 'accept-language': 'en-GB,fr;q=0.5' } }
  await there.post('/sign-up/email', { email, password: PASSWORD }, english)
  assert.equal((await there.mailsTo(email))[0]?.language, 'en')
  assert.match(
    (await there.mailsTo(email))[0]?.text ?? '',
    /https:\/\/parvis\.example\.fr\/auth\/verify-email\?token=/,
  )
  await there.get(await there.linkTo(email))
  const signedIn = await there.signIn(email)
  const cookies = signedIn.headers.getSetCookie()
  assert.match(cookies[0] ?? '', /^__Host-parvis\.session_token=[^;]+;.*HttpOnly; Secure; SameSite=Lax/)
  const ask = (cookie: string, path = '/token') =>
    there.get(path, { headers: { cookie, origin: 'https://parvis.example.fr' } })
  // Each cookie is one that browsers accept by that name: Secure, for the whole host, and for it alone.
  for (const cookie of cookies) {
    assert.match(cookie, /^__Host-parvis\..*; Path=\/(?:;|$)/)
    assert.match(cookie, /; Secure/)
    assert.doesNotMatch(cookie, /domain=/i)
  }
  // A session from before is read by its former name, and gets the present one when it is renewed.
  const value = cookies[0]?.split(';')[0]?.split('=')[1] ?? ''
  await safe.owner.query(`update auth_sessions set expires_at = now() + interval '3 days'`)
  const renewed = await ask(`x=1; __Secure-parvis.session_token=${value}`)
  assert.equal(renewed.status, 200)
  assert.match(renewed.headers.getSetCookie().join(), /^__Host-parvis\.session_token=/)
  // Beside one of the present name it counts for nothing: another host of the domain could set it.
  for (const cookie of [
    `__Host-parvis.session_token=; __Secure-parvis.session_token=${value}`,
    `__Host-parvis.session_token=no.${value}; __Secure-parvis.session_token=${value}`,
    `__Secure-parvis.session_token=${value}; __Host-parvis.session_token=no.${value}`,
    `parvis.session_token=${value}`,
  ])
    assert.equal(outcome(await ask(cookie)), '401 unauthenticated', cookie)
})
