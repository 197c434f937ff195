import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { Issuer } from '../../../test/fixtures/issuer.ts'
import { CLIENT, lyingProvider } from '../../../test/fixtures/lying-provider.ts'
import { outcome, signInAt } from '../../../test/sign-in.ts'
import { grantRole } from '../../people/users/queries.ts'

const FRONT = 'https://front.example'
type Provider = Awaited<ReturnType<typeof lyingProvider>>

/** The settings of one provider: `mairie`, or `oidc` for the one without a name. */
const settings = (name: string, { issuer }: { issuer: string }, more: Record<string, string> = {}) => {
  const prefix = name === 'oidc' ? 'OIDC' : `OIDC_${name.toUpperCase()}`
  const own = { ISSUER: issuer, CLIENT_ID: CLIENT.id, CLIENT_SECRET: CLIENT.secret, LABEL: name, ...more }
  return Object.fromEntries(Object.entries(own).map(([field, value]) => [`${prefix}_${field}`, value]))
}

async function begin(app: TestApp, provider: string) {
  const begun = await signInAt(app).post('/sign-in/social', {
    provider,
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

async function arrive(
  app: TestApp,
  provider: string,
  idp: Provider,
  claims: object,
  query = (said: string) => said,
) {
  const { url, cookie } = await begin(app, provider)
  idp.lies.claims = () => ({ ...claims })
  return await signInAt(app).get(`/callback/${provider}${query(idp.arrive(url))}`, { headers: { cookie } })
}

async function meOf(app: TestApp, bearer: string | null) {
  assert.ok(bearer)
  const token = await signInAt(app).token(bearer)
  return (await app.as({ id: '', email: '', token }, null).get('/me')).body.data
}

const epci = await lyingProvider()
const mairie = await lyingProvider()
const unnamed = await lyingProvider()
const app = await startApp({
  env: {
    OIDC_PROVIDERS: 'mairie,epci',
    CORS_ORIGINS: FRONT,
    ...settings('epci', epci),
    ...settings('mairie', mairie),
    ...settings('oidc', unnamed),
  },
})

test('each provider has its button, and its people: the same subject elsewhere is somebody else', async () => {
  const { body } = await signInAt(app).get('/options')
  assert.deepEqual(body.providers, [
    { id: 'oidc', label: 'oidc' },
    { id: 'mairie', label: 'mairie' },
    { id: 'epci', label: 'epci' },
  ])
  const ids = new Set<string>()
  for (const [name, idp] of Object.entries({ oidc: unnamed, mairie, epci })) {
    const arrived = await arrive(app, name, idp, { sub: 'un', email: `un@${name}.example` })
    const me = await meOf(app, arrived.headers.get('set-auth-token'))
    const again = await arrive(app, name, idp, { sub: 'un', email: `un@${name}.example` })
    assert.equal((await meOf(app, again.headers.get('set-auth-token'))).id, me.id)
    ids.add(me.id)
  }
  assert.equal(ids.size, 3)
})

test('a verified address of one provider does not open an account with rights of another one', async () => {
  const claims = { sub: 'droits', email: 'droits@exemple.fr' }
  const first = await meOf(app, (await arrive(app, 'mairie', mairie, claims)).headers.get('set-auth-token'))
  await app.service.db.transaction(tx => grantRole(tx, first.id, 'operator_claims'))
  const other = await meOf(app, (await arrive(app, 'epci', epci, claims)).headers.get('set-auth-token'))
  assert.notEqual(other.id, first.id)
  assert.deepEqual([other.roles, other.email], [[], null])
  const back = await meOf(app, (await arrive(app, 'mairie', mairie, claims)).headers.get('set-auth-token'))
  assert.deepEqual([back.id, back.roles], [first.id, ['operator_claims']])
})

test('a code of one provider is never sent to another one', async () => {
  for (const iss of [
    '',
    `&iss=${encodeURIComponent(mairie.issuer)}`,
    `&iss=${encodeURIComponent(epci.issuer)}`,
  ]) {
    const { url, cookie } = await begin(app, 'mairie')
    const state = new URL(url).searchParams.get('state')
    epci.asked.length = 0
    const answer = await signInAt(app).get(`/callback/epci?code=x&state=${state}${iss}`, {
      headers: { cookie },
    })
    assert.match(answer.headers.get('location') ?? '', /^https:\/\/front\.example\/erreur\?error=/)
    assert.equal(answer.headers.get('set-auth-token'), null)
    assert.deepEqual(epci.asked, [])
  }
  const stranger = await signInAt(app).get('/callback/prefecture?code=x&state=y')
  assert.equal(outcome(stranger), '400 sign_in_failed')
})

test('an answer without issuer is refused where the provider says that it names itself', async () => {
  const idp = await lyingProvider()
  idp.lies.discovery = { authorization_response_iss_parameter_supported: true }
  const own = await startApp({ env: { ...settings('oidc', idp), CORS_ORIGINS: FRONT } })
  const refused = await arrive(own, 'oidc', idp, {}, said => said.replace(/&iss=.*/, ''))
  assert.equal(refused.headers.get('set-auth-token'), null)
  assert.ok(!idp.asked.includes('/token'))
  assert.ok((await arrive(own, 'oidc', idp, {})).headers.get('set-auth-token'))
})

test('clients cannot choose the provider in the state', async () => {
  const body = { provider: 'mairie', callbackURL: `${FRONT}/`, additionalData: { provider: 'epci' } }
  assert.equal(outcome(await signInAt(app).post('/sign-in/social', body)), '422 validation_failed')
})

test('a provider that never answers delays no sign-in at another one', async () => {
  mairie.lies.silent = true
  const own = await startApp({
    env: {
      OIDC_PROVIDERS: 'mairie,epci',
      CORS_ORIGINS: FRONT,
      RATE_LIMIT_SCALE: '0',
      ...settings('epci', epci),
      ...settings('mairie', mairie),
    },
  })
  mairie.asked.length = 0
  let answered = 0
  const body = { provider: 'mairie', callbackURL: `${FRONT}/` }
  const waiting = Array.from({ length: 40 }, async () => {
    const answer = await signInAt(own).post('/sign-in/social', body)
    answered++
    return outcome(answer)
  })
  await eventually(async () => mairie.asked.length > 0, 'the silent provider was asked')
  const arrived = await arrive(own, 'epci', epci, { sub: 'vite', email: 'vite@exemple.fr' })
  assert.equal(answered, 0, 'the sign-in at the other provider was over first')
  assert.ok(arrived.headers.get('set-auth-token'))
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['503 unavailable']))
  // They share one discovery; tried again after it has failed.
  assert.ok(mairie.asked.length <= 4, `${mairie.asked.length} requests`)
  mairie.lies.silent = false
})

test('tokens of several issuers are accepted, also while another issuer does not answer', async () => {
  await using good = await Issuer.open()
  await using other = await Issuer.open()
  await using silent = await Issuer.open()
  silent.lies.discovery = () => {}
  const audience = { CLIENT_ID: '', CLIENT_SECRET: '', AUDIENCE: 'https://parvis.test/api' }
  const own = await startApp({
    env: {
      OIDC_PROVIDERS: 'un,deux',
      ...settings('oidc', { issuer: silent.url }, audience),
      ...settings('un', { issuer: good.url }, audience),
      ...settings('deux', { issuer: other.url }, audience),
    },
  })
  const visit = async (token: string) =>
    outcome(await own.as({ id: '', email: '', subject: '', token }, null).get('/me'))
  let answered = 0
  const waiting = Array.from({ length: 10 }, () =>
    visit(silent.token()).then(said => {
      answered++
      return said
    }),
  )
  await eventually(async () => silent.asked.discovery > 0, 'the silent issuer was asked')
  assert.equal(await visit(good.token()), '200')
  assert.equal(answered, 0, 'the request with another token was over first')
  assert.equal(await visit(other.token()), '200')
  // Signed by one issuer in the name of the other.
  assert.equal(await visit(good.token({ iss: other.url })), '401 unauthenticated')
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['503 unavailable']))
})

test('another issuer under the same name does not open the accounts of the former one', async () => {
  const before = await lyingProvider()
  const after = await lyingProvider()
  const own = await startApp({ env: { ...settings('oidc', before), CORS_ORIGINS: FRONT } })
  const claims = { sub: '1', email: 'un@exemple.fr' }
  const one = await meOf(own, (await arrive(own, 'oidc', before, claims)).headers.get('set-auth-token'))
  await own.service.db.transaction(tx => grantRole(tx, one.id, 'operator_claims'))
  const changed = { ...own, url: (await own.beside(settings('oidc', after))).url }
  for (let times = 0; times < 2; times++) {
    const arrived = await arrive(changed, 'oidc', after, { sub: '1', email: 'un@ailleurs.example' })
    const other = await meOf(own, arrived.headers.get('set-auth-token'))
    assert.notEqual(other.id, one.id)
    assert.deepEqual(other.roles, [])
  }
  const back = await arrive(own, 'oidc', before, claims)
  assert.equal((await meOf(own, back.headers.get('set-auth-token'))).id, one.id)
})

test('a key that the provider has just begun to sign with is fetched', async t => {
  const idp = await lyingProvider()
  const own = await startApp({ env: { ...settings('oidc', idp), CORS_ORIGINS: FRONT } })
  // The test controls the clock, whatever the machine does meanwhile.
  let time = performance.now()
  t.mock.method(performance, 'now', () => time)
  assert.ok((await arrive(own, 'oidc', idp, {})).headers.get('set-auth-token'))
  await idp.rotate()
  assert.equal((await arrive(own, 'oidc', idp, {})).headers.get('set-auth-token'), null)
  time += 31_000
  const keys = () => idp.asked.filter(path => path === '/jwks').length
  const asked = keys()
  assert.ok((await arrive(own, 'oidc', idp, {})).headers.get('set-auth-token'))
  assert.equal(keys(), asked + 1)
})
