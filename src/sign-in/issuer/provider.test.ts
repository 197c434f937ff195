import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startApp, type TestApp } from '../../../test/app.ts'
import { CLIENT, lyingProvider } from '../../../test/fixtures/lying-provider.ts'
import { outsideProvider } from '../../../test/fixtures/outside-provider.ts'
import { outcome, signInAt } from '../../../test/sign-in.ts'
import { grantRole } from '../../people/users/queries.ts'

const BACK = 'http://parvis.test/auth/callback/oidc'
const FRONT = 'https://front.example'
const settings = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  CORS_ORIGINS: FRONT,
})
const idp = await outsideProvider(BACK)
const app = await startApp({ env: settings(idp.issuer) })
const auth = signInAt(app)

/** Starts a sign-in: returns the redirect and the cookie that binds the answer to it. */
async function begin(at = auth) {
  const begun = await at.post('/sign-in/social', {
    provider: 'oidc',
    callbackURL: `${FRONT}/entree`,
    errorCallbackURL: `${FRONT}/erreur`,
  })
  assert.equal(begun.status, 200)
  const cookie = begun.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
  return { url: begun.body.url as string, cookie }
}

async function arrive(subject: string, claims: object, at = auth) {
  const { url, cookie } = await begin(at)
  const back = await idp.visit(url, subject, claims)
  return await at.get(`/callback/oidc${back.search}`, { headers: { cookie } })
}

async function meOf(bearer: string | null, at = app) {
  assert.ok(bearer)
  const token = await signInAt(at).token(bearer)
  return (await at.as({ id: '', email: '', token }, null).get('/me')).body.data
}
const verified = (email: string) => ({ email, email_verified: true, name: 'Anne Exemple' })

test('a sign-in with the external provider gives a session, a token and a user, the same one next time', async () => {
  const { url } = await begin()
  const asked = new URL(url).searchParams
  assert.deepEqual(
    ['response_type', 'client_id', 'redirect_uri', 'scope', 'code_challenge_method'].map(name =>
      asked.get(name),
    ),
    ['code', CLIENT.id, BACK, 'openid email profile', 'S256'],
  )
  assert.ok(asked.get('state') && asked.get('nonce') && asked.get('code_challenge'))
  const arrived = await arrive('anne', verified('Anne@Exemple.fr'))
  assert.deepEqual([arrived.status, arrived.headers.get('location')], [302, `${FRONT}/entree`])
  const me = await meOf(arrived.headers.get('set-auth-token'))
  assert.deepEqual([me.email, me.nom, me.roles], ['anne@exemple.fr', 'Anne Exemple', []])
  const again = await arrive('anne', verified('anne-autrement@exemple.fr'))
  assert.equal((await meOf(again.headers.get('set-auth-token'))).id, me.id)
  const { rows } = await app.owner.query(
    'select issuer from user_identities where user_id = $1 order by issuer',
    [me.id],
  )
  assert.deepEqual(
    rows.map(row => row.issuer),
    [idp.issuer, 'parvis'],
  )
  const current = await auth.get('/get-session', { bearer: again.headers.get('set-auth-token') ?? '' })
  assert.deepEqual([current.body.user.email, current.body.user.name], [null, 'Anne Exemple'])
})

test('nothing of what the provider gave is kept but who it was', async () => {
  await arrive('discrete', verified('discrete@exemple.fr'))
  const { rows } = await app.owner.query(
    `select access_token, refresh_token, id_token, password from auth_accounts where provider_id = 'oidc'`,
  )
  assert.ok(rows.length > 0)
  for (const row of rows) assert.deepEqual(Object.values(row), [null, null, null, null])
})

test('an address that the provider does not vouch for is nobody', async () => {
  const known = await auth.member('promise@exemple.fr')
  const one = await meOf(known)
  for (const email_verified of [false, 'true', 1, undefined]) {
    const arrived = await arrive(`sans-${email_verified}`, { email: 'promise@exemple.fr', email_verified })
    const me = await meOf(arrived.headers.get('set-auth-token'))
    assert.notEqual(me.id, one.id)
    assert.equal(me.email, null)
  }
})

test('a verified address finds whoever has it, unless they hold a right and could sign in already', async () => {
  const plain = await meOf(await auth.member('simple@exemple.fr'))
  const found = await arrive('simple', verified('simple@exemple.fr'))
  assert.equal((await meOf(found.headers.get('set-auth-token'))).id, plain.id)
  assert.equal((await auth.signIn('simple@exemple.fr')).status, 200)

  const powerful = await meOf(await auth.member('droits@exemple.fr'))
  await app.service.db.transaction(tx => grantRole(tx, powerful.id, 'operator_claims'))
  const other = await meOf(
    (await arrive('droits', verified('droits@exemple.fr'))).headers.get('set-auth-token'),
  )
  assert.notEqual(other.id, powerful.id)
  assert.deepEqual([other.roles, other.email], [[], null])

  const expected = await app.user(['operator_support'])
  const taken = await meOf((await arrive('attendu', verified(expected.email))).headers.get('set-auth-token'))
  assert.deepEqual([taken.id, taken.roles], [expected.id, ['operator_support']])
})

test('a suspended user cannot sign in with the external provider', async () => {
  const me = await meOf(
    (await arrive('suspendu', verified('suspendu@exemple.fr'))).headers.get('set-auth-token'),
  )
  await app.owner.query(`update users set status = 'suspended' where id = $1`, [me.id])
  const refused = await arrive('suspendu', verified('suspendu@exemple.fr'))
  assert.equal(refused.headers.get('set-auth-token'), null)
  assert.match(
    refused.headers.get('location') ?? '',
    /^https:\/\/front\.example\/erreur\?error=ACCOUNT_SUSPENDED/,
  )
})

test('an answer is good once, in the browser that asked', async () => {
  const { url, cookie } = await begin()
  const back = await idp.visit(url, 'etat', verified('etat@exemple.fr'))
  const path = `/callback/oidc${back.search}`
  const without = await auth.get(path)
  assert.equal(without.headers.get('set-auth-token'), null)
  const another = await auth.get(path, { headers: { cookie: (await begin()).cookie } })
  assert.equal(another.headers.get('set-auth-token'), null)
  assert.ok((await auth.get(path, { headers: { cookie } })).headers.get('set-auth-token'))
  assert.equal(outcome(await auth.get(path, { headers: { cookie } })), '400 sign_in_failed')
  for (const broken of ['', '?state=x&code=y', '?code=y', '?error=access_denied', '?state=%00&code=1'])
    assert.match(outcome(await auth.get(`/callback/oidc${broken}`)), /^4\d\d /, broken)
})

test('a refusal of the provider, or an answer in the name of another, ends at the front end', async () => {
  for (const [query, error] of [
    ['error=access_denied', 'access_denied'],
    ['code=x&iss=https%3A%2F%2Fother.example', 'issuer_mismatch'],
    ['code=wrong', 'invalid_code'],
  ]) {
    const { url, cookie } = await begin()
    const state = new URL(url).searchParams.get('state')
    const answer = await auth.get(`/callback/oidc?state=${state}&${query}`, { headers: { cookie } })
    assert.equal(answer.headers.get('location'), `${FRONT}/erreur?error=${error}`)
    assert.equal(answer.headers.get('set-auth-token'), null)
  }
})

test('without a configured provider, its routes are 404', async () => {
  const alone = signInAt(await startApp())
  assert.equal(
    outcome(await alone.post('/sign-in/social', { provider: 'oidc', callbackURL: '/' })),
    '404 not_found',
  )
  assert.equal(
    outcome(await alone.post('/sign-in/social', { provider: 'google', callbackURL: '/' })),
    '404 not_found',
  )
  assert.equal(outcome(await alone.get('/callback/oidc?state=x&code=y')), '400 sign_in_failed')
})

test('invalid answers of the provider are refused', async () => {
  const liar = await lyingProvider()
  const victim: TestApp = await startApp({ env: settings(liar.issuer) })
  const there = signInAt(victim)
  const now = Math.floor(Date.now() / 1000)
  const attempt = async () => {
    const { url, cookie } = await begin(there)
    return await there.get(`/callback/oidc${liar.arrive(url)}`, { headers: { cookie } })
  }
  assert.ok((await attempt()).headers.get('set-auth-token'), 'the good neighbour of them all')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const lies: [string, Partial<typeof liar.lies>][] = [
    ['another nonce', { claims: () => ({ nonce: 'x' }) }],
    ['no nonce', { claims: () => ({ nonce: undefined as never }) }],
    ['another audience', { claims: () => ({ aud: 'somebody-else' }) }],
    ['another issuer', { claims: () => ({ iss: 'https://other.example' }) }],
    ['long expired', { claims: () => ({ exp: now - 120 }) }],
    ['no end', { claims: () => ({ exp: undefined as never }) }],
    ['nobody', { claims: () => ({ sub: '' }) }],
    ['no subject', { claims: () => ({ sub: undefined as never }) }],
    ['a subject that cannot be stored', { claims: () => ({ sub: 'a\0b' }) }],
    ['a very long subject', { claims: () => ({ sub: 'x'.repeat(256) }) }],
    ['another key', { stranger: true }],
    ['alg none', { token: `${none}.${Buffer.from('{"sub":"x"}').toString('base64url')}.` }],
    ['not a token', { token: 'x' }],
    [
      'user info of somebody else',
      { claims: () => ({ email: undefined }), userinfo: { sub: 'other', email: 'a@b.fr' } },
    ],
    ['user info that is refused', { claims: () => ({ email: undefined }) }],
  ]
  for (const [name, lie] of lies) {
    Object.assign(
      liar.lies,
      { claims: () => ({}), userinfo: undefined, stranger: false, token: undefined },
      lie,
    )
    const answer = await attempt()
    assert.equal(answer.headers.get('location'), `${FRONT}/erreur?error=unable_to_get_user_info`, name)
    assert.equal(answer.headers.get('set-auth-token'), null, name)
  }
  const { rows } = await victim.owner.query(`select count(*)::int as n from auth_sessions`)
  assert.equal(rows[0].n, 1)
})

test('internal addresses in the provider’s metadata are not fetched, unless the operator configured them', async () => {
  const inside: string[] = []
  const canary = createServer((request, response) => {
    inside.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys": []}')
  })
  await new Promise<void>(resolve => canary.listen(0, '127.0.0.1', resolve))
  after(() => canary.close())
  const { port } = canary.address() as AddressInfo
  const at = `http://127.0.0.1:${port}/inside`
  const liar = await lyingProvider()
  const there = signInAt(await startApp({ env: settings(liar.issuer) }))
  const named = signInAt(
    await startApp({ env: { ...settings(liar.issuer), IMPORT_ALLOW_PRIVATE: `127.0.0.1:${port}` } }),
  )
  const body = { provider: 'oidc', callbackURL: `${FRONT}/`, errorCallbackURL: `${FRONT}/erreur` }
  const comeBack = async (to: typeof there) => {
    const begun = await to.post('/sign-in/social', body)
    if (begun.status !== 200) return outcome(begun)
    const cookie = begun.headers
      .getSetCookie()
      .map(one => one.split(';')[0])
      .join('; ')
    const back = await to.get(`/callback/oidc${liar.arrive(begun.body.url)}`, { headers: { cookie } })
    assert.equal(back.headers.get('set-auth-token'), null)
    return outcome(back)
  }
  for (const endpoint of ['jwks_uri', 'token_endpoint', 'userinfo_endpoint']) {
    liar.lies.claims = () => ({ email: undefined })
    liar.lies.discovery = { [endpoint]: `${at}/${endpoint}` }
    // Provider metadata is cached, so each step uses a freshly started service.
    await comeBack(signInAt(await startApp({ env: settings(liar.issuer) })))
    assert.deepEqual(inside, [], endpoint)
  }
  liar.lies.discovery = { jwks_uri: `${at}/jwks_uri` }
  assert.equal(await comeBack(there), '503 unavailable')
  await comeBack(named)
  assert.deepEqual(inside, ['GET /inside/jwks_uri '])
})

test('a provider that is away, or calls itself something else, costs a 503 and nothing more', async () => {
  const liar = await lyingProvider()
  const there = signInAt(await startApp({ env: settings(liar.issuer) }))
  const body = { provider: 'oidc', callbackURL: `${FRONT}/` }
  liar.lies.away = true
  assert.equal(outcome(await there.post('/sign-in/social', body)), '503 unavailable')
  liar.lies.away = false
  liar.lies.discovery = { issuer: 'https://other.example' }
  assert.equal(outcome(await there.post('/sign-in/social', body)), '503 unavailable')
  liar.lies.discovery = {}
  assert.equal((await there.post('/sign-in/social', body)).status, 200)
  assert.equal((await there.get('/get-session')).status, 200)
})

test('no browser is sent, and nothing is asked, where a provider names something else than a web address', async () => {
  const liar = await lyingProvider()
  const said: string[] = []
  const there = signInAt(
    await startApp({ env: { ...settings(liar.issuer), LOG_LEVEL: 'warn' }, log: line => said.push(line) }),
  )
  const endpoints = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri']
  for (const endpoint of endpoints)
    for (const [address, why] of [
      ['javascript:alert(document.domain)//', 'neither http nor https'],
      ['JavaScript:alert(1)', 'neither http nor https'],
      [' java\nscript:alert(1)', 'neither http nor https'],
      ['data:text/html,<script>alert(1)</script>', 'neither http nor https'],
      ['file:///etc/passwd', 'neither http nor https'],
      ['blob:http://127.0.0.1/x', 'neither http nor https'],
      ['capacitor://localhost/x', 'neither http nor https'],
      ['/relative', `names no ${endpoint}`],
      ['', `names no ${endpoint}`],
      [{ href: 'http://x/' }, `names no ${endpoint}`],
      ['http://user:secret@127.0.0.1/x', 'a password in it'],
    ] as const) {
      liar.lies.discovery = { [endpoint]: address }
      said.length = 0
      const answer = await there.post('/sign-in/social', { provider: 'oidc', callbackURL: `${FRONT}/` })
      assert.equal(outcome(answer), '503 unavailable', `${endpoint}: ${address}`)
      const { why: told } = said.map(line => JSON.parse(line)).find(line => line.why) ?? {}
      assert.match(told ?? '', new RegExp(why), `${endpoint}: ${address}`)
    }
})

test('a page to sign in is told what it may offer: the provider by its label or its host, sign-up, how long a password is', async () => {
  const ofAll = { password: { min: 12, max: 128 }, passkeys: false }
  const options = async (env: Record<string, string>) => {
    const other = signInAt(await startApp({ env }))
    return (await other.get('/options')).body
  }
  assert.deepEqual((await auth.get('/options')).body, {
    signup: 'open',
    provider: { label: new URL(idp.issuer).host },
    providers: [{ id: 'oidc', label: new URL(idp.issuer).host }],
    ...ofAll,
  })
  assert.deepEqual(
    await options({ ...settings(idp.issuer), OIDC_LABEL: 'ProConnect', AUTH_SIGNUP: 'invite' }),
    {
      signup: 'invite',
      provider: { label: 'ProConnect' },
      providers: [{ id: 'oidc', label: 'ProConnect' }],
      ...ofAll,
    },
  )
  // Its tokens are accepted, but users are not redirected to it.
  assert.deepEqual(await options({ OIDC_ISSUER: idp.issuer, OIDC_AUDIENCE: 'parvis' }), {
    signup: 'open',
    provider: null,
    providers: [],
    ...ofAll,
  })
})
