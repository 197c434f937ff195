import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FELT_HASH, startApp } from '../../test/app.ts'
import { outcome, PASSWORD, signInAt } from '../../test/sign-in.ts'
import { grantRole } from '../people/users/queries.ts'

const app = await startApp()
const auth = signInAt(app)
const usersWith = async (email: string) =>
  (await app.owner.query('select id, email, nom from users where email = $1', [email])).rows
const rightsOf = async (session: string) =>
  (await app.as({ id: '', email: '', token: await auth.token(session) }, null).get('/me')).body.data
const invited = async (email: string, roles: readonly 'admin'[] = []) => {
  const { rows } = await app.owner.query('insert into users (invited_email) values ($1) returning id', [
    email,
  ])
  for (const role of roles)
    await app.owner.query('insert into user_roles (user_id, role) values ($1, $2)', [rows[0].id, role])
  return rows[0].id as string
}

test('an address that has an account is answered exactly like a new one, and its owner is told', async () => {
  await auth.member('connue@example.org')
  const again = await auth.signUp('connue@example.org', 'un tout autre mot de passe')
  const fresh = await auth.signUp('inconnue@example.org', 'un tout autre mot de passe')
  const shape = ({ status, headers, body }: typeof again) => ({
    status,
    headers: [...headers.keys()].sort(),
    body: JSON.stringify(body).replaceAll('inconnue', 'connue'),
  })
  assert.deepEqual(shape(again), shape(fresh))
  assert.equal((await auth.mailsTo('connue@example.org')).at(-1)?.template, 'account-exists')
  assert.equal(
    outcome(await auth.signIn('connue@example.org', 'un tout autre mot de passe')),
    '401 invalid_credentials',
  )
  assert.equal((await auth.signIn('connue@example.org')).status, 200)
})

test('a wrong password and an unknown address are the same refusal', async () => {
  await auth.member('devine@example.org')
  const wrong = await auth.signIn('devine@example.org', 'pas le bon mot de passe')
  const unknown = await auth.signIn('personne@example.org', 'pas le bon mot de passe')
  assert.deepEqual([outcome(wrong), outcome(unknown)], ['401 invalid_credentials', '401 invalid_credentials'])
  assert.deepEqual([...wrong.headers.keys()].sort(), [...unknown.headers.keys()].sort())
})

test('a link is good again, and twenty at once make one user', async () => {
  const email = 'vingt@example.org'
  await auth.signUp(email)
  const link = await auth.linkTo(email)
  const answers = await Promise.all(Array.from({ length: 20 }, () => auth.get(link)))
  assert.deepEqual([...new Set(answers.map(outcome))], ['200'])
  assert.equal((await usersWith(email)).length, 1)
  const { rows } = await app.owner.query(
    `select count(*)::int as n from audit_log where entity_id = $1 and action = 'user.created'`,
    [(await usersWith(email))[0].id],
  )
  assert.equal(rows[0].n, 1)
  assert.equal((await auth.get(link)).status, 200)
})

test('twenty sign-ups of one address at once make one account, and all are answered alike', async () => {
  const email = 'ruee@example.org'
  const answers = await Promise.all(Array.from({ length: 20 }, () => auth.signUp(email)))
  assert.deepEqual(
    [...new Set(answers.map(answer => `${answer.status} ${JSON.stringify(answer.body)}`))].length,
    1,
  )
  assert.equal(answers[0]?.status, 200)
  const { rowCount } = await app.owner.query('select from auth_users where email = $1', [email])
  assert.equal(rowCount, 1)
  assert.equal((await auth.get(await auth.linkTo(email))).status, 200)
  assert.equal((await auth.signIn(email)).status, 200)
})

test('forged, foreign and altered links verify nothing', async () => {
  const email = 'forge@example.org'
  await auth.signUp(email)
  const link = await auth.linkTo(email)
  const token = new URL(link, app.url).searchParams.get('token') ?? ''
  const [head = '', payload = '', signature = ''] = token.split('.')
  const other = Buffer.from(JSON.stringify({ email, iat: 1, exp: 4e9 })).toString('base64url')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const access = (await app.user()).token
  for (const forged of [
    `${head}.${other}.${signature}`,
    `${none}.${payload}.`,
    `${head}.${payload}.${signature.replace(/^./, letter => (letter === 'A' ? 'B' : 'A'))}`,
    access,
    'x',
    `${head}.${payload}`,
  ])
    assert.equal(outcome(await auth.get(`/verify-email?token=${forged}`)), '400 invalid_token', forged)
  assert.equal(outcome(await auth.get('/verify-email')), '422 validation_failed')
  assert.equal(outcome(await auth.signIn(email)), '403 email_not_verified')
})

test('the link can be had again; for an address without anything to verify nothing is mailed', async () => {
  const email = 'encore@example.org'
  await auth.signUp(email)
  const asked = await Promise.all(
    [email, 'rien@example.org'].map(one => auth.post('/send-verification-email', { email: one })),
  )
  assert.deepEqual(
    asked.map(({ status, body }) => [status, body]),
    Array(2).fill([200, { status: true }]),
  )
  assert.equal((await auth.mailsTo(email)).length, 2)
  assert.equal((await auth.mailsTo('rien@example.org')).length, 0)
  assert.equal((await auth.get(await auth.linkTo(email))).status, 200)
})

test('an invited person takes their rights by choosing a password from their mailbox, not by a click on what another typed', async () => {
  const email = 'invitee@example.org'
  const id = await invited(email, ['admin'])
  assert.equal((await auth.signUp(email, "le mot de passe de l'attaquant")).status, 200)
  assert.equal((await auth.mailsTo(email)).at(-1)?.template, 'invitation')
  const link = await auth.linkTo(email)
  const { status, body } = await auth.get(link)
  assert.equal(status, 200)
  assert.equal(outcome(await auth.signIn(email, "le mot de passe de l'attaquant")), '401 invalid_credentials')
  assert.equal((await auth.post('/reset-password', { token: body.token, newPassword: PASSWORD })).status, 200)
  assert.equal(outcome(await auth.signIn(email, "le mot de passe de l'attaquant")), '401 invalid_credentials')
  const me = await rightsOf(await auth.session(email))
  assert.deepEqual([me.id, me.email, me.roles], [id, email, ['admin']])
  const { rows } = await app.owner.query('select invited_email from users where id = $1', [id])
  assert.equal(rows[0].invited_email, null)
})

test('a sign-up takes over a user created by a command without a password, with their rights', async () => {
  const { id, email } = await app.user(['operator_claims'])
  await auth.signUp(email)
  const { body } = await auth.get(await auth.linkTo(email))
  await auth.post('/reset-password', { token: body.token, newPassword: PASSWORD })
  const me = await rightsOf(await auth.session(email))
  assert.deepEqual([me.id, me.roles], [id, ['operator_claims']])
})

test('a sign-up takes over a user of the external provider only if that user has no rights', async () => {
  for (const [email, right] of [
    ['ailleurs@example.org', false],
    ['ailleurs-admin@example.org', true],
  ] as const) {
    const { rows } = await app.owner.query('insert into users (email) values ($1) returning id', [email])
    const id = rows[0].id as string
    await app.owner.query('insert into user_identities (issuer, subject, user_id) values ($1, $2, $3)', [
      'https://idp.example',
      email,
      id,
    ])
    if (right) await app.service.db.transaction(tx => grantRole(tx, id, 'operator_claims'))
    const me = await rightsOf(await auth.member(email))
    assert.equal(me.id === id, !right)
    assert.deepEqual([me.roles, me.email], [[], right ? null : email])
  }
})

test('a body that is wrong is refused by name, before anything is done', async () => {
  const good = { email: 'forme@example.org', password: PASSWORD }
  const wrong: [object, string][] = [
    [{ ...good, email: 'pas une adresse' }, 'email'],
    [{ ...good, email: 'a@b' }, 'email'],
    [{ ...good, email: 'élodie@exemple.fr' }, 'email'],
    [{ ...good, email: undefined }, 'email'],
    [{ ...good, password: 'trop court' }, 'password'],
    [{ ...good, password: 'x'.repeat(129) }, 'password'],
    [{ ...good, password: '🙂'.repeat(100) }, 'password'],
    [{ ...good, emailVerified: true }, 'emailVerified'],
    [{ ...good, role: 'admin' }, 'role'],
    [{ ...good, twoFactorEnabled: true }, 'twoFactorEnabled'],
    [{ ...good, image: 'x' }, 'image'],
    [{ ...good, name: 'x'.repeat(201) }, 'name'],
    [{ ...good, name: 1 }, 'name'],
  ]
  for (const [body, path] of wrong) {
    const answer = await auth.post('/sign-up/email', body)
    assert.equal(outcome(answer), '422 validation_failed', path)
    assert.equal(answer.body.details[0].path, path)
  }
  assert.equal(
    outcome(await auth.post('/sign-up/email', undefined, { raw: '{"email": ' })),
    '400 invalid_json',
  )
  assert.equal(
    outcome(await auth.post('/sign-up/email', undefined, { raw: `{"a":"${'x'.repeat(300_000)}"}` })),
    '413 payload_too_large',
  )
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, raw: 'email=a' }
  assert.equal(outcome(await auth.post('/sign-up/email', undefined, form)), '415 unsupported_media_type')
  assert.equal((await app.owner.query(`select from auth_users where email like 'forme@%'`)).rowCount, 0)
})

test('unlisted addresses of /auth are 404, and other methods 405', async () => {
  for (const [method, path] of [
    ['POST', '/update-user'],
    ['POST', '/delete-user'],
    ['POST', '/change-email'],
    ['POST', '/verify-password'],
    ['POST', '/set-password'],
    ['POST', '/link-social'],
    ['GET', '/list-accounts'],
    ['POST', '/get-access-token'],
    ['POST', '/two-factor/send-otp'],
    ['POST', '/two-factor/view-backup-codes'],
    ['POST', '/totp/generate'],
    ['GET', '/ok'],
    ['GET', '/error'],
    ['GET', '/'],
    ['POST', '/sign-up/email/'],
  ] as const)
    assert.equal(
      outcome(await auth.send(method, path, method === 'POST' ? {} : undefined)),
      '404 not_found',
      path,
    )
  const wrong = await auth.get('/sign-in/email')
  assert.equal(outcome(wrong), '405 method_not_allowed')
  assert.equal(wrong.headers.get('allow'), 'POST, OPTIONS')
})

test('a flood of sign-ins from one client network is told to come back, and those before it are answered', async () => {
  const body = { email: 'flot@example.org', password: PASSWORD }
  const busy = signInAt(await startApp({ hashCost: FELT_HASH }))
  const answers = await Promise.all(Array.from({ length: 90 }, () => busy.post('/sign-in/email', body)))
  const those = (expected: string) => answers.filter(one => outcome(one) === expected)
  const [answered, toldOff] = [those('401 invalid_credentials'), those('429 rate_limited')]
  // Requests that waited half a minute are refused too: that depends on the machine's load, not on the sender.
  const waited = those('503 unavailable')
  assert.equal(answered.length + toldOff.length + waited.length, answers.length)
  assert.ok([...toldOff, ...waited].every(one => one.headers.get('retry-after')))
  assert.ok(answered.length > 0 && toldOff.length > 0)
  assert.ok(answered.length + waited.length >= 50)
})
