import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { outcome, PASSWORD, signInAt, totp } from '../../test/sign-in.ts'

const app = await startApp()
const auth = signInAt(app)

/** Signs up with a second factor: returns the secret's URI, the backup codes and the session. */
async function careful(email: string) {
  const bearer = await auth.member(email)
  const begun = await auth.post('/two-factor/enable', { password: PASSWORD }, { bearer })
  assert.equal(begun.status, 200)
  const { totpURI, backupCodes } = begun.body
  const on = await turnOn(totpURI, bearer)
  return { totpURI, backupCodes: backupCodes as string[], bearer: on.body.token as string }
}

/** Uses the code of the previous step, so that a test can sign in with the current one. */
async function turnOn(uri: string, bearer: string) {
  for (let attempt = 0; ; attempt++) {
    const code = totp(uri, Date.now() - 30_000)
    const on = await auth.post('/two-factor/verify-totp', { code }, { bearer })
    // The step may end meanwhile.
    if (on.status === 200 || attempt === 2) {
      assert.equal(on.status, 200)
      return on
    }
  }
}

/** Signs in with the password and returns the cookie of the pending second factor. */
async function challenge(email: string): Promise<string> {
  const answer = await auth.signIn(email)
  const { twoFactorToken, ...said } = answer.body
  assert.deepEqual(said, { twoFactorRedirect: true, twoFactorMethods: ['totp'] })
  assert.equal(answer.headers.get('set-auth-token'), null)
  const cookies = answer.headers.getSetCookie()
  const live = cookies.find(one => /session_token=[^;]/.test(one) && !/Max-Age=0/.test(one))
  assert.equal(live, undefined, 'no session before the code')
  const cookie = cookies.find(one => one.startsWith('parvis.two_factor='))?.split(';')[0]
  assert.ok(cookie)
  return cookie
}

const withCode = (cookie: string, code: string, way = 'totp') =>
  auth.post(`/two-factor/verify-${way}`, { code }, { headers: { cookie, origin: 'http://parvis.test' } })
/** Six digits that differ from the codes of the current and neighbouring steps. */
const wrong = (uri: string) => {
  const near = [-30_000, 0, 30_000, 60_000].map(shift => totp(uri, Date.now() + shift))
  return ['000000', '111111', '222222', '333333', '444444'].find(code => !near.includes(code)) ?? ''
}

test('a second factor: on with a code, asked for at the next sign-in, off with the password; each told by mail', async () => {
  const email = 'double@example.org'
  const { totpURI, bearer } = await careful(email)
  assert.equal((await auth.mailsTo(email)).at(-1)?.template, 'second-factor-changed')
  assert.match(totpURI, /^otpauth:\/\/totp\/Parvis/)
  const cookie = await challenge(email)
  assert.equal(outcome(await withCode(cookie, wrong(totpURI))), '401 invalid_code')
  const done = await withCode(cookie, totp(totpURI))
  assert.equal(done.status, 200)
  assert.equal((await auth.get('/token', { bearer: done.body.token })).status, 200)
  assert.equal(outcome(await withCode(cookie, totp(totpURI))), '401 second_factor_expired')

  const again = await auth.post('/two-factor/enable', { password: PASSWORD }, { bearer })
  assert.equal(outcome(again), '409 second_factor_enabled')
  assert.equal(
    outcome(await auth.post('/two-factor/disable', { password: 'faux mot de passe' }, { bearer })),
    '400 invalid_password',
  )
  const off = await auth.post('/two-factor/disable', { password: PASSWORD }, { bearer })
  assert.equal((await auth.get('/token', { bearer: off.body.token })).status, 200)
  assert.equal(
    (await auth.mailsTo(email)).filter(mail => mail.template === 'second-factor-changed').length,
    2,
  )
  assert.equal((await auth.signIn(email)).body.twoFactorRedirect, undefined)
})

test('clients without cookies complete the sign-in with twoFactorToken, from any origin', async () => {
  const email = 'sans-temoin@example.org'
  const { totpURI, backupCodes, bearer } = await careful(email)
  const begin = async (rememberMe = true) =>
    (await auth.post('/sign-in/email', { email, password: PASSWORD, rememberMe })).body.twoFactorToken
  // A page of another origin, whose browser sends no cookie, and a program with an old session.
  const asking = { bearer, headers: { origin: 'https://ville.test', 'sec-fetch-site': 'cross-site' } }
  const twoFactorToken = await begin()
  const missed = await auth.post('/two-factor/verify-totp', { code: wrong(totpURI), twoFactorToken }, asking)
  assert.equal(outcome(missed), '401 invalid_code')
  assert.equal(missed.headers.get('www-authenticate'), 'Bearer')
  const done = await auth.post('/two-factor/verify-totp', { code: totp(totpURI), twoFactorToken }, asking)
  assert.equal(done.status, 200)
  assert.notEqual(done.body.token, bearer)
  assert.equal((await auth.get('/token', { bearer: done.body.token })).status, 200)
  const again = await auth.post('/two-factor/verify-totp', { code: totp(totpURI), twoFactorToken })
  assert.equal(outcome(again), '401 second_factor_expired')
  for (const forged of ['x', Buffer.from('parvis.two_factor=x').toString('base64url')]) {
    const refused = await auth.post('/two-factor/verify-totp', { code: '123456', twoFactorToken: forged })
    assert.equal(outcome(refused), '401 second_factor_expired')
  }
  const short = await auth.post('/two-factor/verify-backup-code', {
    code: backupCodes[0],
    twoFactorToken: await begin(false),
  })
  const { expiresAt } = (await auth.get('/get-session', { bearer: short.body.token })).body.session
  assert.ok(Date.parse(expiresAt) < Date.now() + 25 * 3_600_000, 'not to be remembered: a day')
})

test('the code that turned the second factor on is used up: for signing in, for turning it on, and after a new password', async () => {
  const email = 'inscription@example.org'
  const bearer = await auth.member(email)
  const begun = await auth.post('/two-factor/enable', { password: PASSWORD }, { bearer })
  const code = totp(begun.body.totpURI)
  const verify = () => auth.post('/two-factor/verify-totp', { code }, { bearer })
  const answers = await Promise.all(Array.from({ length: 5 }, verify))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, answers.map(outcome).join())
  const on = answers.find(({ status }) => status === 200)?.body.token as string
  assert.equal(outcome(await withCode(await challenge(email), code)), '401 invalid_code')
  const again = await auth.post('/two-factor/verify-totp', { code }, { bearer: on })
  assert.equal(outcome(again), '401 invalid_code')
  const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD} nouveau` }
  assert.equal((await auth.post('/change-password', change, { bearer: on })).status, 200)
  const answer = await auth.signIn(email, change.newPassword)
  const cookie = answer.headers.getSetCookie().find(one => one.startsWith('parvis.two_factor='))
  assert.equal(outcome(await withCode(cookie?.split(';')[0] ?? '', code)), '401 invalid_code')
})

test('a code lets in once, of ten at once', async () => {
  const email = 'une-fois@example.org'
  const { totpURI } = await careful(email)
  const cookies: string[] = []
  for (let at = 0; at < 10; at++) cookies.push(await challenge(email))
  const code = totp(totpURI)
  const answers = await Promise.all(cookies.map(cookie => withCode(cookie, code)))
  assert.equal(answers.filter(one => one.status === 200).length, 1)
  assert.ok(
    answers.every(one => ['200', '401 invalid_code'].includes(outcome(one))),
    answers.map(outcome).join(),
  )
  assert.equal(outcome(await withCode(await challenge(email), code)), '401 invalid_code')
})

test('a sign-in that waited too long for its code is over', async () => {
  const email = 'trop-tard@example.org'
  const { totpURI } = await careful(email)
  const cookie = await challenge(email)
  await app.owner.query(`update auth_verifications set expires_at = now() - interval '1 second'`)
  assert.equal(outcome(await withCode(cookie, totp(totpURI))), '401 second_factor_expired')
})

test('a secret that was never confirmed asks for nothing', async () => {
  const email = 'commence@example.org'
  const bearer = await auth.member(email)
  await auth.post('/two-factor/enable', { password: PASSWORD }, { bearer })
  assert.ok((await auth.signIn(email)).body.token)
  const { body } = await auth.post('/two-factor/enable', { password: PASSWORD }, { bearer })
  assert.equal(
    outcome(await auth.post('/two-factor/verify-totp', { code: wrong(body.totpURI) }, { bearer })),
    '401 invalid_code',
  )
  assert.ok((await auth.signIn(email)).body.token)
})

test('a kept code opens once, of ten at once, and new ones make the old ones void', async () => {
  const email = 'secours@example.org'
  const { backupCodes, bearer } = await careful(email)
  assert.equal(backupCodes.length, 10)
  const [code = '', other = ''] = backupCodes
  const cookies: string[] = []
  for (let at = 0; at < 10; at++) cookies.push(await challenge(email))
  const answers = await Promise.all(cookies.map(cookie => withCode(cookie, code, 'backup-code')))
  assert.equal(answers.filter(one => one.status === 200).length, 1)
  assert.ok(answers.every(one => ['200', '401 invalid_code', '409 conflict'].includes(outcome(one))))
  await app.owner.query('update auth_two_factors set failed_verification_count = 0, locked_until = null')
  assert.equal(outcome(await withCode(await challenge(email), code, 'backup-code')), '401 invalid_code')
  const fresh = await auth.post('/two-factor/generate-backup-codes', { password: PASSWORD }, { bearer })
  assert.equal(fresh.status, 200)
  assert.equal(outcome(await withCode(await challenge(email), other, 'backup-code')), '401 invalid_code')
  assert.equal((await withCode(await challenge(email), fresh.body.backupCodes[0], 'backup-code')).status, 200)
})

test('neither the secret nor the kept codes stand in the tables', async () => {
  const { totpURI, backupCodes } = await careful('scelle@example.org')
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const { rows } = await app.owner.query('select to_jsonb(t)::text as row from auth_two_factors t')
  for (const { row } of rows) for (const text of [secret, ...backupCodes]) assert.ok(!row.includes(text))
})

test('five wrong codes end a sign-in, ten lock the second factor for a while, also against the right code', async () => {
  const email = 'verrou@example.org'
  const { totpURI } = await careful(email)
  const first = await challenge(email)
  for (let at = 0; at < 5; at++)
    assert.equal(outcome(await withCode(first, wrong(totpURI))), '401 invalid_code')
  assert.equal(outcome(await withCode(first, totp(totpURI))), '401 second_factor_expired')
  const second = await challenge(email)
  for (let at = 0; at < 5; at++) await withCode(second, wrong(totpURI))
  const locked = await withCode(await challenge(email), totp(totpURI))
  assert.equal(outcome(locked), '429 rate_limited')
  assert.equal(locked.headers.get('retry-after'), '900')
  await app.owner.query(`update auth_two_factors set locked_until = now() - interval '1 second'`)
  assert.equal((await withCode(await challenge(email), totp(totpURI))).status, 200)
})

test('twenty wrong codes at once are not twenty guesses', async () => {
  const email = 'rafale@example.org'
  const { totpURI } = await careful(email)
  const cookie = await challenge(email)
  await Promise.all(Array.from({ length: 20 }, () => withCode(cookie, wrong(totpURI))))
  const { rows } = await app.owner.query(
    `select failed_verification_count as n from auth_two_factors t join auth_users u on u.id = t.user_id where email = $1`,
    [email],
  )
  assert.ok(rows[0].n <= 5, `${rows[0].n} were weighed`)
})

test('a trusted device is not asked again, until the password changes', async () => {
  const email = 'appareil@example.org'
  const { totpURI } = await careful(email)
  const origin = 'http://parvis.test'
  const cookie = await challenge(email)
  const done = await auth.post(
    '/two-factor/verify-totp',
    { code: totp(totpURI), trustDevice: true },
    { headers: { cookie, origin } },
  )
  const trust =
    done.headers
      .getSetCookie()
      .find(one => one.startsWith('parvis.trust_device='))
      ?.split(';')[0] ?? ''
  assert.ok(trust)
  const body = { email, password: PASSWORD }
  const known = await auth.post('/sign-in/email', body, { headers: { cookie: trust, origin } })
  assert.ok(known.body.token)
  const renewed =
    known.headers
      .getSetCookie()
      .find(one => one.startsWith('parvis.trust_device='))
      ?.split(';')[0] ?? trust
  const newPassword = 'un nouveau mot de passe solide'
  const change = { currentPassword: PASSWORD, newPassword }
  assert.equal((await auth.post('/change-password', change, { bearer: known.body.token })).status, 200)
  const after = await auth.post(
    '/sign-in/email',
    { email, password: newPassword },
    { headers: { cookie: renewed, origin } },
  )
  assert.equal(after.body.twoFactorRedirect, true)
})

test('a user suspended between password and code cannot complete the sign-in', async () => {
  const email = 'entre-deux@example.org'
  const { totpURI } = await careful(email)
  const cookie = await challenge(email)
  await app.owner.query(`update users set status = 'suspended' where email = $1`, [email])
  assert.equal(outcome(await withCode(cookie, totp(totpURI))), '403 account_suspended')
})
