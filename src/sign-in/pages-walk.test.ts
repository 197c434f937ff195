import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { outcome, PASSWORD, signInAt } from '../../test/sign-in.ts'
import { signInRoutes } from '../routes.ts'

const app = await startApp()
const auth = signInAt(app)
const meOf = async (token: string) => (await app.as({ id: '', email: '', token }, null).get('/me')).body

test('sign up, read the mail, verify, sign in, get a token, ask who I am', async () => {
  const email = 'marche@example.org'
  const signedUp = await auth.post('/sign-up/email', {
    email: 'Marche@Example.org',
    password: PASSWORD,
    name: 'Anne',
  })
  assert.deepEqual(
    [signedUp.status, signedUp.body],
    [200, { token: null, user: { email, name: 'Anne', emailVerified: false } }],
  )
  assert.equal(signedUp.headers.get('set-cookie'), null)
  assert.equal(signedUp.headers.get('cache-control'), 'no-store')
  const [mail] = await auth.mailsTo(email)
  assert.deepEqual([mail?.template, mail?.language], ['verify-email', 'fr'])

  const early = await auth.signIn(email)
  assert.equal(outcome(early), '403 email_not_verified')
  assert.deepEqual([early.headers.get('set-cookie'), early.headers.get('set-auth-token')], [null, null])
  assert.equal((await app.owner.query('select from users where email = $1', [email])).rowCount, 0)

  const verified = await auth.get(await auth.linkTo(email))
  assert.deepEqual([verified.status, verified.body], [200, { status: true }])
  const signedIn = await auth.signIn(email)
  assert.equal(signedIn.status, 200)
  assert.equal(signedIn.body.user.email, email)
  assert.match(
    signedIn.headers.get('set-cookie') ?? '',
    /^parvis\.session_token=[^;]+;.*HttpOnly; SameSite=Lax/,
  )
  assert.equal(signedIn.body.token, signedIn.headers.get('set-auth-token'))

  const token = await auth.token(signedIn.body.token)
  const [head = '', payload = ''] = token.split('.')
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  assert.deepEqual([decode(head).typ, decode(head).alg], ['at+jwt', 'EdDSA'])
  const { iss, aud, iat, exp, sub, ...rest } = decode(payload)
  const { id } = (await auth.get('/get-session', { bearer: signedIn.body.token })).body.session
  assert.deepEqual(
    [iss, aud, exp - iat, rest],
    ['http://parvis.test', 'http://parvis.test', 900, { sid: id }],
  )
  assert.ok(sub)
  const { data } = await meOf(token)
  assert.deepEqual([data.email, data.nom, data.roles], [email, 'Anne', []])
})

test('the API page shows every endpoint of the issuer as what it is: beyond the interface, with its own refusals', async () => {
  const { body } = await app.anyone.get('/openapi.json')
  const shown = Object.entries<Record<string, { tags: string[]; 'x-extension': boolean; responses: object }>>(
    body.paths,
  )
    .filter(([path]) => path.startsWith('/auth/'))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, row]) => ({ path, method, row })))
  assert.equal(shown.length, signInRoutes.length)
  for (const { path, row } of shown) {
    assert.ok(['auth', 'passkeys', 'links'].includes(row.tags[0] ?? ''), path)
    assert.equal(row['x-extension'], true, path)
    assert.ok('200' in row.responses && '422' in row.responses)
  }
})
