import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { test } from 'node:test'
import { FELT_HASH, QUICK_HASH, startApp } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import { outcome, PASSWORD, signInAt } from '../../../test/sign-in.ts'
import { HASH_COST } from './hash-in-thread.ts'
import { hashPassword } from './passwords.ts'

const stranger = (clientNetwork: string) => ({ clientNetwork, known: false, hashCost: FELT_HASH })

test('with sixty hashes queued for six client networks, one of a seventh is next', async () => {
  let done = 0
  const flood = Array.from({ length: 60 }, (_, at) =>
    hashPassword('un mot de passe assez long', stranger(`192.0.2.${at % 6}`)).then(() => done++),
  )
  const hashed = await hashPassword('un autre mot de passe', stranger('198.51.100.1'))
  assert.match(hashed, /^scrypt:4096,16,1:exact:[0-9a-f]{32}:[0-9a-f]{128}$/)
  assert.ok(done <= 4, `${done} of the flood came first`)
  const outcomes = await Promise.allSettled(flood)
  assert.ok(outcomes.filter(one => one.status === 'fulfilled').length >= 1)
})

const COST = { N: 32_768, r: 8, p: 3, maxmem: 64 * 2 ** 20 }

test('every password costs 32 MiB and three times 32 768 rounds, from sign-in and command alike', async () => {
  const app = await startApp({ hashCost: HASH_COST })
  await signInAt(app).member('cout@example.org')
  const { rows } = await app.owner.query('select password from auth_accounts')
  for (const hash of [rows[0].password, await hashPassword(PASSWORD)]) {
    const [named, cost, reading, salt = '', key] = hash.split(':')
    assert.deepEqual([named, cost, reading], ['scrypt', '32768,8,3', 'exact'])
    assert.equal(key, scryptSync(PASSWORD, salt, 64, COST).toString('hex'))
  }
})

const cost = { ...QUICK_HASH }
const app = await startApp({ hashCost: cost })
const auth = signInAt(app)
const storedOf = async (email: string) =>
  (
    await app.owner.query(
      'select a.password from auth_accounts a join auth_users u on u.id = a.user_id where u.email = $1',
      [email],
    )
  ).rows[0].password as string
const store = (email: string, hash: string) =>
  app.owner.query(
    'update auth_accounts set password = $2 where user_id = (select id from auth_users where email = $1)',
    [email, hash],
  )
/** As releases before wrote it: without its cost, of the password without blanks around it. */
function formerHash(password: string): string {
  const salt = '00112233445566778899aabbccddeeff'
  const key = scryptSync(password.trim().normalize('NFKC'), salt, 64, {
    N: 16_384,
    r: 16,
    p: 1,
    maxmem: 2 ** 26,
  })
  return `${salt}:${key.toString('hex')}`
}

test('a hash from before is accepted and replaced at the next sign-in; a wrong password replaces nothing', async () => {
  const email = 'ancienne@example.org'
  await auth.member(email)
  const former = formerHash(PASSWORD)
  await store(email, former)
  // Dearer than before, and cheaper than the service.
  Object.assign(cost, { N: 16_384, r: 8, p: 3 })
  assert.equal(outcome(await auth.signIn(email, 'jamais le bon mot')), '401 invalid_credentials')
  assert.equal(await storedOf(email), former)
  assert.equal((await auth.signIn(email)).status, 200)
  const renewed = await storedOf(email)
  assert.match(renewed, /^scrypt:16384,8,3:trimmed:/)
  assert.equal((await auth.signIn(email)).status, 200)
  assert.equal(await storedOf(email), renewed)
  // A lower cost keeps the dearer hash.
  Object.assign(cost, QUICK_HASH)
  assert.equal((await auth.signIn(email)).status, 200)
  assert.equal(await storedOf(email), renewed)
})

test('blanks around a password are part of it, and around a password from before they are not', async () => {
  const email = 'blancs@example.org'
  const blank = `  ${PASSWORD}\u00a0`
  await auth.member(email, blank)
  for (const wrong of [PASSWORD, blank.trim(), ` ${PASSWORD}`, `${blank} `])
    assert.equal(outcome(await auth.signIn(email, wrong)), '401 invalid_credentials', JSON.stringify(wrong))
  await store(email, formerHash(PASSWORD))
  for (const right of [PASSWORD, blank, ` ${PASSWORD}`, PASSWORD])
    assert.equal((await auth.signIn(email, right)).status, 200, JSON.stringify(right))
})

test('a password that is changed while its hash is replaced stays changed', async () => {
  const email = 'entre-deux@example.org'
  await auth.member(email)
  const changed = await hashPassword('un autre mot de passe', stranger('192.0.2.1'))
  Object.assign(cost, { N: 32 })
  await app.owner.query('begin')
  await store(email, changed)
  const signingIn = auth.signIn(email)
  await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) === 1, 'it waits')
  await app.owner.query('commit')
  assert.equal((await signingIn).status, 200)
  assert.equal(await storedOf(email), changed)
  Object.assign(cost, QUICK_HASH)
})

test('compatible characters are the same password', async () => {
  const email = 'compatible@example.org'
  await auth.member(email, 'une ﬁche bien remplie ①')
  assert.equal((await auth.signIn(email, 'une fiche bien remplie 1')).status, 200)
})
