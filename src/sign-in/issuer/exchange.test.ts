import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, FELT_HASH, QUICK_HASH, startApp } from '../../../test/app.ts'
import { heldTransactions } from '../../../test/held-transactions.ts'
import { outcome, signInAt, totp } from '../../../test/sign-in.ts'

const OWN = 'le mot de passe de la titulaire'
const STRANGERS = 'le mot de passe de l’étranger'
const NEW = 'le tout nouveau mot de passe'

/** Resolves when a hash begins, because its cost is read at that moment. */
function heardHash(cost = QUICK_HASH) {
  let hear = () => {}
  const hashCost = {
    get N() {
      hear()
      return cost.N
    },
    r: cost.r,
    p: cost.p,
  }
  const next = () => new Promise<void>(resolve => (hear = resolve))
  return { hashCost, next, onEach: (told: () => void) => (hear = told) }
}

const hashes = heardHash()
const app = await startApp({ hashCost: hashes.hashCost })
const auth = signInAt(app)
const transactions = heldTransactions(app.service)
const admin = await app.user(['admin'])

/** Pauses `slow` before it writes, lets `quick` commit, then resumes `slow`. */
async function overtaken(slow: () => Promise<Answer>, quick: () => Promise<unknown>): Promise<Answer> {
  const held = transactions.hold()
  const answer = slow()
  await held.reached
  await quick()
  held.release()
  return await answer
}

const tokenIn = async (email: string) =>
  /^\/reset-password\/([^?]+)/.exec(await auth.linkTo(email))?.[1] ?? assert.fail('no link to choose')
const resetLink = async (email: string) => {
  await auth.post('/request-password-reset', { email })
  return await tokenIn(email)
}
const reset = (token: string, newPassword: string, at = auth) =>
  at.post('/reset-password', { token, newPassword })
const verify = async (link: string) => assert.equal((await auth.get(link)).status, 200)

test('a sign-up that was under way when the owner confirmed the address changes nothing', async () => {
  const email = 'devancee@example.org'
  await auth.signUp(email, OWN)
  const link = await auth.linkTo(email)
  const answer = await overtaken(
    () => auth.signUp(email, STRANGERS, 'Étranger'),
    () => verify(link),
  )
  assert.equal(answer.status, 200)
  assert.equal((await auth.signIn(email, OWN)).status, 200)
  assert.equal(outcome(await auth.signIn(email, STRANGERS)), '401 invalid_credentials')
  assert.equal((await auth.mailsTo(email)).at(-1)?.template, 'account-exists')
})

test('a sign-up that was under way when an invited administrator chose a password changes nothing', async () => {
  const email = 'administratrice@example.org'
  const { body } = await app.as(admin).post('/admin/users', { email, roles: ['admin'] })
  const token = await tokenIn(email)
  await overtaken(
    () => auth.signUp(email, STRANGERS, 'Étranger'),
    () => reset(token, OWN),
  )
  assert.equal(outcome(await auth.signIn(email, STRANGERS)), '401 invalid_credentials')
  const session = await auth.session(email, OWN)
  const me = await app.as({ token: await auth.token(session) }, null).get('/me')
  assert.deepEqual([me.body.data.id, me.body.data.roles], [body.data.id, ['admin']])
})

test('a sign-in whose password was replaced while it was checked gets no session', async () => {
  const email = 'remplace@example.org'
  await auth.member(email, OWN)
  const token = await resetLink(email)
  const answer = await overtaken(
    () => auth.signIn(email, OWN),
    () => reset(token, NEW),
  )
  assert.equal(outcome(answer), '401 invalid_credentials')
  const { rows } = await app.owner.query(
    'select from auth_sessions s join auth_users u on u.id = s.user_id where u.email = $1',
    [email],
  )
  assert.equal(rows.length, 0)
})

test('no transaction is open while a password is hashed, also where a row changed in between', async () => {
  const email = 'sans-connexion@example.org'
  let [hashed, inTransaction] = [0, 0]
  hashes.onEach(() => {
    hashed++
    inTransaction += transactions.open()
  })
  const bearer = await auth.member(email, OWN)
  const { body } = await auth.post('/two-factor/enable', { password: OWN }, { bearer })
  await auth.post('/two-factor/verify-totp', { code: totp(body.totpURI) }, { bearer })
  assert.equal((await auth.post('/two-factor/disable', { password: OWN }, { bearer })).status, 401)
  const [token, other] = [await resetLink(email), await resetLink(email)]
  assert.equal(outcome(await reset('no-such-token', NEW)), '400 invalid_token')
  const before = hashed
  assert.equal(outcome(await reset('no-such-token', NEW)), '400 invalid_token')
  assert.equal(hashed, before, 'an invalid link costs a hash')
  await overtaken(
    () => auth.signIn(email, OWN),
    () => reset(token, NEW),
  )
  assert.equal(outcome(await reset(other, NEW)), '400 invalid_token')
  assert.ok(hashed > before + 2)
  assert.equal(inTransaction, 0)
})

test('four sign-ups by a stranger while the owner confirms, and three sign-ins with the old password during a reset', async () => {
  const slow = heardHash(FELT_HASH)
  const real = await startApp({ hashCost: slow.hashCost, env: { RATE_LIMIT_SCALE: '0' } })
  const there = signInAt(real)
  for (let round = 0; round < 4; round++) {
    const email = `course${round}@example.org`
    await there.signUp(email, OWN)
    const link = await there.linkTo(email)
    const begun = slow.next()
    const sent = there.signUp(email, STRANGERS)
    await begun
    const [stranger, owner] = await Promise.all([sent, there.get(link)])
    assert.deepEqual([stranger.status, owner.status], [200, 200])
    assert.equal(outcome(await there.signIn(email, STRANGERS)), '401 invalid_credentials')
    const session = await there.session(email, OWN)
    if (round === 3) continue
    await there.post('/request-password-reset', { email })
    const token = (await there.get(await there.linkTo(email))).body.token
    const resetting = reset(token, NEW, there)
    const signIns = await Promise.all([there.signIn(email, OWN), there.signIn(email, OWN), resetting])
    assert.equal(signIns[2].status, 200)
    assert.equal(outcome(await there.get('/token', { bearer: session })), '401 unauthenticated')
    for (const { status, body } of signIns.slice(0, 2))
      if (status === 200)
        assert.equal(outcome(await there.get('/token', { bearer: body.token })), '401 unauthenticated')
  }
})
