import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './app.ts'
import { eventually } from './eventually.ts'
import * as make from './factories.ts'
import { CLIENT } from './fixtures/lying-provider.ts'
import { proConnect } from './fixtures/pro-connect.ts'
import { siretOf } from './fixtures/town-halls.ts'
import { signInAt } from './sign-in.ts'

/** Sign-in and sign-out with a real provider that is configured like ProConnect, by the settings of docs/signing-in.md. */

const PUBLIC = 'http://parvis.test'
const BACK = `${PUBLIC}/auth/callback/proconnect`
const ANNE = {
  given_name: 'Anne',
  usual_name: 'Exemple',
  email: 'anne@ville.example',
  siret: siretOf(1),
}

for (const alg of ['RS256', 'ES256'] as const)
  test(`people sign in and out at a provider like ProConnect (${alg})`, async () => {
    const idp = await proConnect(alg)
    const app = await startApp({
      env: {
        OIDC_PROVIDERS: 'proconnect',
        OIDC_PROCONNECT_ISSUER: idp.issuer,
        OIDC_PROCONNECT_CLIENT_ID: CLIENT.id,
        OIDC_PROCONNECT_CLIENT_SECRET: CLIENT.secret,
        OIDC_PROCONNECT_LABEL: 'ProConnect',
        OIDC_PROCONNECT_SCOPE: 'openid given_name usual_name email siret',
        OIDC_PROCONNECT_ACR_VALUES: 'eidas1',
        OIDC_PROCONNECT_PKCE: 'off',
        OIDC_PROCONNECT_EMAILS: 'all',
        OIDC_PROCONNECT_SIRET: 'vouched',
      },
    })
    await idp.open({ publicUrl: PUBLIC, url: app.url })
    const auth = signInAt(app)

    const signIn = async () => {
      const begun = await auth.post('/sign-in/social', { provider: 'proconnect', callbackURL: '/' })
      assert.equal(begun.status, 200)
      const cookie = begun.headers
        .getSetCookie()
        .map(one => one.split(';')[0])
        .join('; ')
      const back = await idp.signIn(begun.body.url, 'anne', ANNE, BACK)
      const arrived = await auth.get(`/callback/proconnect${back.search}`, { headers: { cookie } })
      const bearer = arrived.headers.get('set-auth-token')
      assert.ok(bearer, arrived.headers.get('location') ?? '')
      return { bearer, token: await auth.token(bearer) }
    }
    const me = (token: string) => app.as({ id: '', email: '', token }, null).get('/me')

    const [desk, telephone] = [await signIn(), await signIn()]
    const { data } = (await me(desk.token)).body
    assert.deepEqual([data.nom, data.email, data.roles], ['Anne Exemple', 'anne@ville.example', []])
    const [authorization = '', type = ''] = idp.userInfos
    assert.match(authorization, /^Bearer [^.]+$/, 'an opaque access token has no parts')
    assert.match(type, /^application\/jwt/)

    // The SIRET opens the page of her town hall, and that of no other town.
    const prove = async (siret: string) => {
      const commune = await make.commune(app)
      await app.owner.query(
        `insert into town_hall_readings (commune_id, register, siret, read_on)
         select $1, register, $2, current_date from unnest(array['dila', 'dpnt']) register`,
        [commune, siret],
      )
      const { token } = desk
      return await app
        .as({ id: '', email: '', token }, null)
        .post(`/me/town-halls/${commune}`, { code: null })
    }
    assert.equal((await prove(siretOf(2))).body.error, 'siret_differs')
    assert.equal((await prove(ANNE.siret)).body.data?.status, 'approved')
    // What it gives is no access token of this service.
    assert.equal((await me(authorization.replace('Bearer ', ''))).status, 401)

    const { body } = await auth.post('/sign-out', { callbackURL: '/connexion' }, { bearer: desk.bearer })
    const back = await idp.signOut(body.url, `${PUBLIC}/auth/signed-out`)
    const at = await auth.get(`/signed-out${back.search}`)
    assert.equal(at.headers.get('location'), `${PUBLIC}/connexion`)
    // The provider tells that its session has ended: the other device is signed out too.
    await eventually(async () => (await me(telephone.token)).status === 401, 'the other session has ended')
    assert.equal((await auth.get('/token', { bearer: telephone.bearer })).status, 401)
  })
