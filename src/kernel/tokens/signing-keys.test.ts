import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { signInAt } from '../../../test/sign-in.ts'
import { rotateSigningKeys } from './signing-keys.ts'

const app = await startApp()
const auth = signInAt(app)
const rotate = (service = app.service) => service.db.transaction(tx => rotateSigningKeys(tx, service.secrets))
const age = (interval: string) =>
  app.owner.query(`update signing_keys set created_at = created_at - $1::interval where retired_at is null`, [
    interval,
  ])
/** A minute later, when the new key is used for signing. */
const aMinuteLater = () =>
  app.owner.query(
    `update signing_keys set created_at = created_at - interval '61 seconds', retired_at = retired_at - interval '61 seconds'`,
  )
const kids = async () =>
  (await auth.get('/jwks')).body.keys.map((key: { kid: string }) => key.kid) as string[]
const kidOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string
const me = async (token: string, as = app.as) =>
  (await as({ id: '', email: '', token }, null).get('/me')).status

test('the key set contains only public keys', async () => {
  const { status, headers, body } = await auth.get('/jwks')
  assert.equal(status, 200)
  assert.match(headers.get('cache-control') ?? '', /^public, max-age=30$/)
  assert.deepEqual(Object.keys(body.keys[0]).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  assert.deepEqual([body.keys[0].kty, body.keys[0].crv, body.keys[0].alg], ['OKP', 'Ed25519', 'EdDSA'])
})

test('keys are rotated after a month, and the old one still verifies', async () => {
  const user = await app.user()
  const [old] = await kids()
  assert.deepEqual(await rotate(), { made: 0, gone: 0 })
  await age('31 days')
  assert.deepEqual(await rotate(), { made: 1, gone: 0 })
  // Published at once, so that every node learns it; signs a minute later.
  assert.equal((await kids()).length, 2)
  assert.equal(kidOf(await app.service.tokens.sign(user.id, 60)), old)
  await aMinuteLater()
  const fresh = await app.service.tokens.sign(user.id, 60)
  assert.notEqual(kidOf(fresh), old)
  assert.deepEqual(await kids(), [kidOf(fresh), old])
  assert.equal(await me(user.token), 200)
})

test('nodes that rotate concurrently create one new key', async () => {
  const other = await app.beside()
  await age('31 days')
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, at) => rotate(at % 2 ? other.service : app.service)),
  )
  assert.equal(
    made.reduce((sum, one) => sum + one.made, 0),
    1,
  )
  const { rows } = await app.owner.query(
    'select count(*)::int as n from signing_keys where retired_at is null',
  )
  assert.equal(rows[0].n, 1)
})

test('a node rereads keys for an unknown key id, once in half a minute at most, without delaying known keys', async t => {
  // The test controls the clock, whatever the machine does meanwhile.
  let time = performance.now()
  t.mock.method(performance, 'now', () => time)
  const user = await app.user()
  const other = await app.beside()
  await age('31 days')
  await rotate()
  await aMinuteLater()
  const token = await app.service.tokens.sign(user.subject, 3600)
  // Read recently: not reread within half a minute.
  assert.equal(await me(token, other.as), 401)
  time += 31_000
  const answers = await Promise.all(Array.from({ length: 20 }, () => me(token, other.as)))
  assert.deepEqual([...new Set(answers)], [200])
})

test('a retired key verifies as long as its tokens may be valid, then disappears from the key set and all caches', async t => {
  const user = await app.user()
  const old = kidOf(user.token)
  const node = await app.beside()
  await age('31 days')
  await rotate()
  await app.owner.query(`update signing_keys set retired_at = now() - interval '24 hours' where kid = $1`, [
    old,
  ])
  assert.ok((await kids()).includes(old))
  assert.equal(await me(user.token, node.as), 200)
  await app.owner.query(
    `update signing_keys set retired_at = now() - interval '24 hours 6 minutes' where kid = $1`,
    [old],
  )
  assert.ok(!(await kids()).includes(old))
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + 11 * 60_000)
  // Noticed after the request, which does not wait for it.
  await eventually(async () => (await me(user.token, node.as)) === 401, 'the old key to be forgotten')
  const { gone } = await rotate()
  assert.ok(gone >= 1)
  assert.equal((await app.owner.query('select from signing_keys where kid = $1', [old])).rowCount, 0)
})
