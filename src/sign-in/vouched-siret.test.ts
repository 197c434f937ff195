import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp, testConfig } from '../../test/app.ts'
import { CLIENT, lyingProvider } from '../../test/fixtures/lying-provider.ts'
import { siretOf } from '../../test/fixtures/town-halls.ts'
import { signInAt } from '../../test/sign-in.ts'
import { vouchedSiret } from './vouched-siret.ts'

const idp = await lyingProvider()
const settings = {
  OIDC_ISSUER: idp.issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
}
const VOUCHED = { ...settings, OIDC_SIRET: 'vouched' }
const app = await startApp({ env: VOUCHED })
const SIRET = siretOf(1)

/** Signs in there, and returns the session here. */
async function signedIn(at: TestApp, claims: object, userinfo?: object): Promise<string> {
  Object.assign(idp.lies, { claims: () => claims, userinfo })
  const auth = signInAt(at)
  const begun = await auth.post('/sign-in/social', { provider: 'oidc', callbackURL: '/' })
  const cookie = begun.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
  const arrived = await auth.get(`/callback/oidc${idp.arrive(begun.body.url)}`, { headers: { cookie } })
  const bearer = arrived.headers.get('set-auth-token')
  assert.ok(bearer, arrived.headers.get('location') ?? '')
  const { body } = await auth.get('/get-session', { bearer })
  return body.session.id
}
const siretOfSession = (session: string | undefined, env: Record<string, string> = VOUCHED) =>
  vouchedSiret(app.service.db.pool, testConfig(env), session)

test('a session keeps the SIRET that its provider vouches for, from the ID token or the user info', async () => {
  const known = { siret: SIRET, issuer: idp.issuer, isFresh: true }
  assert.deepEqual(await siretOfSession(await signedIn(app, { siret: SIRET })), known)
  const info = { sub: 'somebody', siret: SIRET }
  assert.deepEqual(await siretOfSession(await signedIn(app, {}, info)), known)
  // The provider says in the user info alone that the person is from outside.
  assert.equal(await siretOfSession(await signedIn(app, {}, { ...info, is_external: true })), undefined)
  assert.equal(await siretOfSession(await signedIn(app, {}, { sub: 'somebody' })), undefined)
  assert.equal(await siretOfSession(undefined), undefined)
})

test('after a day the SIRET is stale, and it ends with its session', async () => {
  const session = await signedIn(app, { siret: SIRET })
  const since = (hours: number) =>
    app.owner.query(
      `update auth_provider_sessions set siret_at = now() - $1::int * interval '1 hour' where session_id = $2`,
      [hours, session],
    )
  await since(23)
  assert.equal((await siretOfSession(session))?.isFresh, true)
  await since(24)
  assert.equal((await siretOfSession(session))?.isFresh, false)
  await app.owner.query('delete from auth_sessions where id = $1', [session])
  assert.equal(await siretOfSession(session), undefined)
})

test('a provider that is not declared vouches for nothing, also for what was stored before', async () => {
  const undeclared = await startApp({ env: settings })
  const ignored = await startApp({ env: { ...settings, OIDC_SIRET: 'ignored' } })
  for (const other of [undeclared, ignored]) {
    const session = await signedIn(other, { siret: SIRET })
    const { rows } = await other.owner.query(
      'select siret from auth_provider_sessions where session_id = $1',
      [session],
    )
    assert.deepEqual(rows, [{ siret: null }])
  }
  const before = await signedIn(app, { siret: SIRET })
  assert.equal(await siretOfSession(before, settings), undefined)
})
