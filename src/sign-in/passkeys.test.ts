import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { type Answer, startApp, type TestApp } from '../../test/app.ts'
import { passkeyDevice } from '../../test/passkey-device.ts'
import { outcome, PASSWORD, signInAt, totp } from '../../test/sign-in.ts'
import { grantRole } from '../people/users/queries.ts'

const HOST = 'parvis.test'
const ORIGIN = `https://${HOST}`
const app = await startApp({
  env: { PUBLIC_URL: ORIGIN, CORS_ORIGINS: 'https://ville.parvis.test,https://autre.test' },
})
const strict = await startApp({ env: { PUBLIC_URL: ORIGIN, SECOND_FACTOR: 'required' } })
const plainHttp = await startApp({ env: { PUBLIC_URL: 'http://127.0.0.1:3000' } })

const cookieOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .find(one => one.includes('.passkey='))
    ?.split(';')[0] ?? ''

function passkeysAt(at: TestApp) {
  const auth = signInAt(at)
  const withCookie = (cookie: string, origin = ORIGIN) => ({ headers: { cookie, origin } })
  const begin = async (bearer: string, password = PASSWORD) =>
    auth.post('/passkeys/begin', { password }, { bearer })
  const register = (begun: Answer, bearer: string, response: object, name = 'Téléphone') =>
    auth.post('/passkeys/add', { name, response }, { bearer, ...withCookie(cookieOf(begun)) })
  const ask = () => auth.post('/sign-in/passkey/begin', {})
  const answer = (asked: Answer, response: object, origin = ORIGIN) =>
    auth.post('/sign-in/passkey', { response }, withCookie(cookieOf(asked), origin))
  return {
    auth,
    begin,
    register,
    ask,
    answer,
    /** A member with a passkey. */
    async owner(email: string, counts = true) {
      const bearer = await auth.member(email)
      const device = passkeyDevice(HOST, counts)
      const begun = await begin(bearer)
      assert.equal(begun.status, 200, outcome(begun))
      const added = await register(begun, bearer, device.create(begun.body.challenge))
      assert.equal(added.status, 200, outcome(added))
      return { email, bearer, device, id: added.body.id as string }
    },
    async enter(device: ReturnType<typeof passkeyDevice>) {
      const asked = await ask()
      return await answer(asked, device.get(asked.body.challenge))
    },
  }
}
const here = passkeysAt(app)
const userId = async (email: string, at = app) =>
  (await at.owner.query('select id from users where email = $1', [email])).rows[0].id as string

test('a passkey: added with the password, told by mail and in the trail, then it signs in alone', async () => {
  const { auth } = here
  const { email, bearer, device, id } = await here.owner('cle@example.org')
  const [own] = (await auth.get('/passkeys', { bearer })).body
  assert.deepEqual([own.id, own.name, own.lastUsedAt], [id, 'Téléphone', null])
  const mail = (await auth.mailsTo(email)).at(-1)
  assert.equal(mail?.template, 'passkey-changed')
  assert.match(mail?.text ?? '', /une clé d’accès de plus ouvre votre compte/)
  const entered = await here.enter(device)
  assert.equal(entered.status, 200, outcome(entered))
  assert.equal((await auth.get('/token', { bearer: entered.body.token })).status, 200)
  assert.equal(entered.body.user.email, email)
  const [used] = (await auth.get('/passkeys', { bearer })).body
  assert.ok(used.lastUsedAt)
  const { rows } = await app.owner.query(
    `select action, after from audit_log where entity_id = $1 and action like 'user.passkey%'`,
    [await userId(email)],
  )
  assert.deepEqual(rows, [{ action: 'user.passkey_added', after: { passkey: id } }])
})

test('what is asked for says that the device must be unlocked, and names no account', async () => {
  const asked = await here.ask()
  assert.deepEqual([asked.body.userVerification, asked.body.rpId], ['required', HOST])
  assert.equal(asked.body.allowCredentials, undefined)
  const bearer = await here.auth.member('demande@example.org')
  const { body } = await here.begin(bearer)
  assert.equal(body.authenticatorSelection.userVerification, 'required')
  assert.equal(body.attestation, 'none')
  assert.equal(outcome(await here.begin(bearer, 'un autre mot de passe')), '400 invalid_password')
})

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const LIES = {
  'for another site': { origin: 'https://parvis.test.evil.example' },
  'of another origin that is allowed, but is not below the host': { origin: 'https://autre.test' },
  'of another host': { host: 'evil.example' },
  'without unlocking the device': { unverified: true },
  'of another kind': { type: 'webauthn.create' },
  'of another challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  'signed by another key': { by: stranger },
  'by a copy of the key that has not counted on': { again: true },
} as const

for (const [what, lies] of Object.entries(LIES))
  test(`an assertion ${what} is refused, and spends its challenge`, async () => {
    const { device } = await here.owner(`${what.replaceAll(/\W/g, '')}@example.org`)
    assert.equal((await here.enter(device)).status, 200)
    const asked = await here.ask()
    assert.equal(
      outcome(await here.answer(asked, device.get(asked.body.challenge, lies))),
      '400 passkey_refused',
    )
    assert.equal(outcome(await here.answer(asked, device.get(asked.body.challenge))), '400 passkey_refused')
    assert.equal((await here.enter(device)).status, 200)
  })

test('a front end below the host signs in with the same passkeys', async () => {
  const { device } = await here.owner('dessous@example.org')
  const origin = 'https://ville.parvis.test'
  const asked = await here.ask()
  const entered = await here.answer(asked, device.get(asked.body.challenge, { origin }), origin)
  assert.equal(entered.status, 200, outcome(entered))
})

const REGISTRATIONS = { ...LIES, 'of another kind': { type: 'webauthn.get' } } as const
for (const what of [
  'for another site',
  'of another host',
  'without unlocking the device',
  'of another kind',
  'of another challenge',
] as const)
  test(`a registration ${what} is refused`, async () => {
    const bearer = await here.auth.member(`r${what.replaceAll(/\W/g, '')}@example.org`)
    const begun = await here.begin(bearer)
    const forged = passkeyDevice(HOST).create(begun.body.challenge, REGISTRATIONS[what])
    assert.equal(outcome(await here.register(begun, bearer, forged)), '400 passkey_refused')
    const again = passkeyDevice(HOST).create(begun.body.challenge)
    assert.equal(outcome(await here.register(begun, bearer, again)), '400 passkey_refused', 'it is spent')
    assert.deepEqual((await here.auth.get('/passkeys', { bearer })).body, [])
  })

test('a registration belongs to the account that asked for it, and a challenge to what it was made for', async () => {
  const one = await here.auth.member('demandeur@example.org')
  const other = await here.auth.member('autre-compte@example.org')
  const begun = await here.begin(one)
  const made = passkeyDevice(HOST).create(begun.body.challenge)
  assert.equal(outcome(await here.register(begun, other, made)), '400 passkey_refused')
  const asked = await here.ask()
  const wrongly = passkeyDevice(HOST).create(asked.body.challenge)
  assert.equal(outcome(await here.register(asked, one, wrongly)), '400 passkey_refused')
  const { device } = await here.owner('melange@example.org')
  const registering = await here.begin(one)
  const signing = await here.answer(registering, device.get(registering.body.challenge))
  assert.equal(outcome(signing), '400 passkey_refused')
})

test('an assertion opens one session, of ten at once', async () => {
  // A key that makers of devices copy to others does not count.
  const { device } = await here.owner('dix@example.org', false)
  const asked = await here.ask()
  const response = device.get(asked.body.challenge)
  const answers = await Promise.all(Array.from({ length: 10 }, () => here.answer(asked, response)))
  assert.deepEqual(answers.map(outcome).sort(), ['200', ...Array(9).fill('400 passkey_refused')])
  assert.equal(outcome(await here.answer(asked, response)), '400 passkey_refused', 'replayed later')
})

test('a registration is stored once, of ten at once, and the same key never for a second account', async () => {
  const bearer = await here.auth.member('dix-cles@example.org')
  const begun = await here.begin(bearer)
  const device = passkeyDevice(HOST)
  const made = device.create(begun.body.challenge)
  const answers = await Promise.all(Array.from({ length: 10 }, () => here.register(begun, bearer, made)))
  assert.deepEqual(answers.map(outcome).sort(), ['200', ...Array(9).fill('400 passkey_refused')])
  const other = await here.auth.member('meme-cle@example.org')
  const second = await here.begin(other)
  const taken = await here.register(second, other, device.create(second.body.challenge))
  assert.equal(outcome(taken), '409 conflict')
})

test('an expired challenge is refused', async () => {
  const { device } = await here.owner('tard@example.org')
  const asked = await here.ask()
  await app.owner.query(`update auth_verifications set expires_at = now() - interval '1 second'`)
  assert.equal(outcome(await here.answer(asked, device.get(asked.body.challenge))), '400 passkey_refused')
})

const HOSTILE = {
  'nothing of a device': { clientDataJSON: 'AA', authenticatorData: 'AA' },
  'no JSON': { clientDataJSON: Buffer.from('{').toString('base64url'), authenticatorData: 'A'.repeat(4_000) },
  'null as JSON': { clientDataJSON: Buffer.from('null').toString('base64url'), authenticatorData: 'AAAA' },
  'deep lists': {
    clientDataJSON: Buffer.from('[]').toString('base64url'),
    authenticatorData: Buffer.concat([
      Buffer.alloc(32),
      Buffer.from([0xc5]),
      Buffer.alloc(22),
      Buffer.alloc(2_900, 0x81),
    ]).toString('base64url'),
  },
  'half a byte': { clientDataJSON: 'A', authenticatorData: 'A' },
} as const
for (const [what, response] of Object.entries(HOSTILE))
  test(`${what} in place of an answer is refused`, async () => {
    const { bearer, device } = await here.owner(`h${what.replaceAll(/\W/g, '').toLowerCase()}@example.org`)
    const asked = await here.ask()
    const signed = { ...response, signature: 'AA' }
    assert.equal(
      outcome(await here.answer(asked, { id: device.id, response: signed })),
      '400 passkey_refused',
    )
    const begun = await here.begin(bearer)
    assert.equal(outcome(await here.register(begun, bearer, { id: 'AA', response })), '400 passkey_refused')
  })

test('a suspended user has no use of a passkey, and a stranger’s is unknown', async () => {
  const { device, email } = await here.owner('suspendu@example.org')
  await app.owner.query(`update users set status = 'suspended' where email = $1`, [email])
  assert.equal(outcome(await here.enter(device)), '403 account_suspended')
  assert.equal(outcome(await here.enter(passkeyDevice(HOST))), '400 passkey_refused')
})

test('a passkey is removed with the password; other sessions that began with it end, and it opens nothing', async () => {
  const { device, bearer, id, email } = await here.owner('perdu@example.org')
  const there = (await here.enter(device)).body.token as string
  const remove = (password: string) => here.auth.post('/passkeys/remove', { id, password }, { bearer })
  assert.equal(outcome(await remove('un autre mot de passe')), '400 invalid_password')
  assert.equal(outcome(await remove(PASSWORD)), '200')
  assert.equal(outcome(await here.auth.get('/token', { bearer: there })), '401 unauthenticated')
  assert.equal((await here.auth.get('/token', { bearer })).status, 200)
  assert.equal(outcome(await here.enter(device)), '400 passkey_refused')
  assert.match((await here.auth.mailsTo(email)).at(-1)?.text ?? '', /n’ouvre plus votre compte/)
  assert.equal(outcome(await remove(PASSWORD)), '404 not_found')
})

test('a passkey of somebody else is not found', async () => {
  const { id } = await here.owner('voisine@example.org')
  const { bearer } = await here.owner('voisin@example.org')
  const answer = await here.auth.post('/passkeys/remove', { id, password: PASSWORD }, { bearer })
  assert.equal(outcome(answer), '404 not_found')
})

test('a passkey is in the export of the person, and goes with them', async () => {
  const { email } = await here.owner('effacee@example.org')
  const office = app.as(await app.user(['admin']))
  const exported = await office.post('/admin/personal-data/export', { email })
  assert.match(JSON.stringify(exported.body), /"passkeys":\[\{"name":"Téléphone"/)
  const erased = await office.post('/admin/personal-data/erase', { email, really: true })
  assert.equal(erased.status, 200, outcome(erased))
  const { rows } = await app.owner.query(
    'select from auth_passkeys k join auth_users a on a.id = k.user_id where a.email = $1',
    [email],
  )
  assert.equal(rows.length, 0)
})

test('an administrator removes the passkeys of a lost device with the second factor', async () => {
  const { device, email } = await here.owner('telephone-perdu@example.org')
  const session = (await here.enter(device)).body.token as string
  const office = app.as(await app.user(['admin']))
  const id = await userId(email)
  assert.equal((await office.get(`/admin/users/${id}`)).body.data.second_factor, true)
  const reset = await office.delete(`/admin/users/${id}/second-factor`)
  assert.deepEqual([reset.status, reset.body.data.second_factor], [200, false])
  assert.equal(outcome(await here.auth.get('/token', { bearer: session })), '401 unauthenticated')
  assert.equal(outcome(await here.enter(device)), '400 passkey_refused')
})

test('an account with codes signs in by its passkey without one', async () => {
  const { device, bearer } = await here.owner('deux@example.org')
  const begun = await here.auth.post('/two-factor/enable', { password: PASSWORD }, { bearer })
  const code = totp(begun.body.totpURI)
  assert.equal((await here.auth.post('/two-factor/verify-totp', { code }, { bearer })).status, 200)
  assert.equal((await here.enter(device)).status, 200)
})

test('twenty passkeys at most', async () => {
  const { bearer, id } = await here.owner('vingt@example.org')
  await app.owner.query(
    `insert into auth_passkeys (user_id, credential_id, public_key, counter, device_type, backed_up)
     select user_id, 'x' || n, 'x', 0, 'singleDevice', false from auth_passkeys, generate_series(1, 19) n where id = $1`,
    [id],
  )
  assert.equal(outcome(await here.begin(bearer)), '422 validation_failed')
})

test('where the host can have none, nothing is offered', async () => {
  const auth = signInAt(plainHttp)
  assert.equal((await auth.get('/options')).body.passkeys, false)
  assert.equal((await here.auth.get('/options')).body.passkeys, true)
  assert.equal(outcome(await auth.post('/sign-in/passkey/begin', {})), '404 not_found')
})

test('where a second factor is required, the session of a passkey has it, and that of the password has not', async () => {
  const there = passkeysAt(strict)
  const { auth } = there
  const { email, bearer: added, device, id } = await there.owner('moderatrice@example.org')
  const bearer = await auth.session(email)
  const person = await userId(email, strict)
  await strict.service.db.transaction(tx => grantRole(tx, person, 'operator_moderation'))
  const tokenOf = async (session: string) => (await auth.get('/token', { bearer: session })).body
  const admin = async (session: string) =>
    outcome(
      await strict.as({ id: person, email, token: (await tokenOf(session)).token }).get('/admin/dashboard'),
    )
  assert.equal((await tokenOf(bearer)).secondFactorNeeded, true)
  assert.equal(await admin(added), '200', 'the session that added it')
  assert.equal(await admin(bearer), '403 second_factor_required')
  const session = (await there.enter(device)).body.token as string
  assert.equal((await tokenOf(session)).secondFactorNeeded, undefined)
  assert.equal(await admin(session), '200')
  // An attacker who knows only the password cannot add a factor of their own, nor take over the account.
  const body = { password: PASSWORD }
  const change = { currentPassword: PASSWORD, newPassword: 'une tout autre phrase de passe' }
  for (const [path, sent] of [
    ['/passkeys/begin', body],
    ['/passkeys/remove', { id, ...body }],
    ['/two-factor/enable', body],
    ['/change-password', change],
    ['/change-address', { newEmail: 'x@example.org', ...body }],
    ['/close-account', body],
  ] as const)
    assert.equal(outcome(await auth.post(path, sent, { bearer })), '403 second_factor_required', path)
  const last = await auth.post('/passkeys/remove', { id, ...body }, { bearer: session })
  assert.equal(outcome(last), '403 second_factor_required')
  // The session that a new password brings began with the passkey too.
  const changed = await auth.post(
    '/change-password',
    { ...change, revokeOtherSessions: true },
    { bearer: session },
  )
  assert.equal(changed.status, 200, outcome(changed))
  assert.equal(await admin(changed.body.token), '200')
})
