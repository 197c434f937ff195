import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { outcome, PASSWORD, signInAt } from '../../../test/sign-in.ts'

/** Pages that a developer serves on the machine of the service sign people in, unless origins are configured. */

const HERE = ['http://localhost:5173', 'http://localhost', 'http://127.0.0.1:8080', 'http://localhost:65535']
const ELSEWHERE = [
  'https://evil.example',
  'http://localhost.evil.example:5173',
  'http://evil.example:5173',
  'https://localhost:5173',
  'http://127.0.0.1.evil.example',
  'http://127.0.0.2:5173',
  'http://192.168.1.2:5173',
  'http://localhost:5173.evil.example',
  'http://localhost:5173@evil.example',
  'capacitor://localhost',
  'null',
]
const SERVICES: readonly (readonly [env: Record<string, string>, developers: boolean])[] = [
  [{ PUBLIC_URL: 'http://localhost:3000' }, true],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, true],
  [{ PUBLIC_URL: 'http://localhost:3000', CORS_ORIGINS: 'https://front.example' }, false],
  [{ PUBLIC_URL: 'https://parvis.example.fr' }, false],
  [{ PUBLIC_URL: 'http://localhost.example.fr' }, false],
]

for (const [env, developers] of SERVICES)
  test(`${JSON.stringify(env)}: pages of this machine ${developers ? 'sign people in' : 'are refused'}`, async t => {
    const app = await startApp({ env: { ...env, RATE_LIMIT_SCALE: '0' } })
    t.after(app.stop)
    const auth = signInAt(app)
    const email = 'dev@example.org'
    await auth.member(email)
    const asked = async (origin: string) => {
      const headers = { origin }
      const preflight = await auth.send('OPTIONS', '/sign-in/email', undefined, {
        headers: { ...headers, 'access-control-request-method': 'POST' },
      })
      const office = await app.as(undefined, 'backoffice').get('/admin/dashboard', { headers })
      const callbackURL = `${origin}/bienvenue`
      return {
        preflight: preflight.headers,
        office: office.headers,
        answer: await auth.post('/sign-in/email', { email, password: PASSWORD }, { headers }),
        back: await auth.get(`/verify-email?token=x&callbackURL=${encodeURIComponent(callbackURL)}`),
      }
    }
    const allowed = (headers: Headers) => headers.get('access-control-allow-origin')
    const withCookies = (headers: Headers) => headers.get('access-control-allow-credentials')
    for (const origin of developers ? HERE : []) {
      const { preflight, office, answer, back } = await asked(origin)
      assert.equal(outcome(answer), '200', origin)
      for (const headers of [preflight, office, answer.headers]) assert.equal(allowed(headers), origin)
      for (const headers of [preflight, answer.headers]) assert.equal(withCookies(headers), 'true')
      assert.equal(withCookies(office), null)
      assert.equal(new URL(back.headers.get('location') ?? '').origin, origin)
    }
    for (const origin of [...(developers ? [] : HERE), ...ELSEWHERE]) {
      const { preflight, office, answer, back } = await asked(origin)
      assert.equal(outcome(answer), '403 origin_forbidden', origin)
      for (const headers of [preflight, office]) assert.equal(allowed(headers), null, origin)
      // The refusal alone can be read, and by a real origin alone.
      assert.equal(allowed(answer.headers), URL.canParse(origin) ? origin : null)
      for (const headers of [preflight, office, answer.headers]) assert.equal(withCookies(headers), null)
      assert.equal(back.headers.get('location'), null, origin)
    }
  })
