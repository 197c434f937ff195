import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { outcome, PASSWORD, signInAt } from '../../../test/sign-in.ts'
import { BASE } from '../paths.ts'
import { signInRoutes } from '../routes.ts'
import { allowedTarget, refuseOddCallbacks } from './callbacks.ts'

/** Allowed redirect targets, for every endpoint that takes a URL. */

const FRONT = 'https://front.example'
const HERE = 'http://parvis.test'
const app = await startApp({
  env: {
    CORS_ORIGINS: FRONT,
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'parvis',
    OIDC_CLIENT_SECRET: 'a secret',
  },
})
const auth = signInAt(app)

const EVIL = [
  '/x/..//evil.example',
  '/x/..//evil.example/phish',
  '/./..//evil.example',
  '/x/%2e%2e//evil.example',
  '/x/%2E%2e/%2fevil.example',
  '/x/.%2e//evil.example',
  '/x/../..//evil.example',
  '/x/..\\/evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/x//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\u0000/evil.example',
  '/%5cevil.example',
  '/%2fevil.example',
  '/%2f%2fevil.example',
  '/x/%0d%0aLocation:%20https://evil.example',
  '/\u2028/evil.example',
  '/\u00a0/evil.example',
  '/\u200b/evil.example',
  'https://evil.example',
  'https://evil.example/',
  'http://evil.example',
  'HTTPS://EVIL.example/',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https://front.example@evil.example/',
  'https://user:pass@front.example/',
  'https://front.example.evil.example/',
  'https://evil.example/https://front.example',
  'https://front.example:8443/',
  'http://front.example/',
  'https://front.example/a/..//evil.example',
  'https://front.example//evil.example',
  'https://front.example\\@evil.example/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'blob:https://front.example/x',
  'evil.example',
  '.evil.example',
  '@evil.example',
  'x/../..//evil.example',
  'ftp://front.example/',
]
const GOOD = [
  ['/', `${HERE}/`],
  ['/bienvenue', `${HERE}/bienvenue`],
  ['/bienvenue?de=//ailleurs&x=../y', `${HERE}/bienvenue?de=//ailleurs&x=../y`],
  ['/caf%C3%A9/a.b..c/', `${HERE}/caf%C3%A9/a.b..c/`],
  [FRONT, `${FRONT}/`],
  [`${FRONT}/entree#x`, `${FRONT}/entree#x`],
  [`${HERE}/entree`, `${HERE}/entree`],
] as const

const names = ['callbackURL', 'redirectTo', 'errorCallbackURL'] as const
const takers = signInRoutes.flatMap(({ method, path, action }) => {
  const endpoint = { method, path: path.slice(BASE.length), body: action.body, query: action.query }
  return names
    .filter(name => name in (endpoint.body?.properties ?? {}) || name in (endpoint.query?.properties ?? {}))
    .map(name => ({ endpoint, name }))
})

const VALUES: Readonly<Record<string, string>> = {
  email: 'personne@example.org',
  password: PASSWORD,
  provider: 'oidc',
  token: 'a.b.c',
  callbackURL: '/',
}

/** A valid request of this endpoint, except for the URL. */
function ask({ endpoint, name }: (typeof takers)[number], address: string) {
  const fields = (shape: { properties?: object; required?: readonly string[] } | undefined) =>
    Object.fromEntries([...(shape?.required ?? [])].map(field => [field, VALUES[field] ?? '']))
  const path = endpoint.path.replace(':token', 'x')
  if (endpoint.method === 'POST') return auth.post(path, { ...fields(endpoint.body), [name]: address })
  return auth.get(`${path}?${new URLSearchParams({ ...fields(endpoint.query), [name]: address })}`)
}

test('every endpoint that takes an address is here', () => {
  assert.deepEqual(takers.map(({ endpoint, name }) => `${endpoint.path} ${name}`).sort(), [
    '/request-password-reset redirectTo',
    '/reset-password/:token callbackURL',
    '/send-verification-email callbackURL',
    '/sign-in/email callbackURL',
    '/sign-in/social callbackURL',
    '/sign-in/social errorCallbackURL',
    '/sign-out callbackURL',
    '/sign-up/email callbackURL',
    '/verify-email callbackURL',
  ])
})

for (const taker of takers)
  test(`${taker.endpoint.path} ${taker.name}: ${EVIL.length} forms of elsewhere are refused, and lead nowhere`, async () => {
    for (const address of EVIL) {
      const answer = await ask(taker, address)
      const refused = ['403 origin_forbidden', '422 validation_failed']
      assert.ok(refused.includes(outcome(answer)), `${JSON.stringify(address)}: ${outcome(answer)}`)
      assert.equal(answer.headers.get('location'), null)
    }
  })

test('an address of ours or of a front end is gone on to, whole', async () => {
  for (const [address, whole] of GOOD) {
    assert.equal(
      allowedTarget(address, HERE, origin => origin === FRONT),
      whole,
    )
    assert.doesNotThrow(() => refuseOddCallbacks({ callbackURL: address }))
    const { status, headers } = await auth.get(
      `/verify-email?${new URLSearchParams({ token: 'a.b.c', callbackURL: address })}`,
    )
    assert.equal(status, 302, address)
    const to = new URL(headers.get('location') ?? '')
    assert.equal(to.searchParams.get('error'), 'INVALID_TOKEN')
    assert.deepEqual([to.origin, to.pathname], [new URL(whole).origin, new URL(whole).pathname])
  }
})

test('no answer of the library redirects to a foreign origin', () => {
  const allowed = [undefined, HERE, FRONT]
  for (const location of EVIL) {
    const to = allowedTarget(location, HERE, origin => origin === FRONT)
    const reached = to === undefined ? undefined : new URL(to)
    assert.ok(allowed.includes(reached?.origin), location)
    assert.doesNotMatch(reached?.pathname ?? '', /^\/\//, location)
  }
})
