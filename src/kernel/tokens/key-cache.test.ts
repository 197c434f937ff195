import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { signingKey } from '../../../test/fixtures/issuer.ts'
import { Problem } from '../refusals/errors.ts'
import { keyCache } from './key-cache.ts'
import { keysIn } from './public-keys.ts'

const log = { info: () => {}, warn: () => {} }
const key = signingKey('ES256')
const keys = keysIn({ keys: [key.jwk] }) ?? []
const known = { alg: 'ES256', kid: key.kid }
const unknown = { alg: 'ES256', kid: 'unknown' }
const outcome = (found: Promise<unknown>) =>
  found.then(
    one => (one ? 'a key' : 'no key'),
    error => (error instanceof Problem ? error.code : String(error)),
  )

test('while a fetch hangs, known keys are found at once, and unknown ones time out after 3 s', async t => {
  const hangs = Promise.withResolvers<typeof keys>()
  let asked = 0
  let ticks = 0
  const cache = keyCache(() => (++asked === 1 ? Promise.resolve(keys) : hangs.promise), log, {
    ticks: () => ticks,
  })
  assert.equal(await outcome(cache.find(known)), 'a key')
  ticks += 3600_000
  // The test controls the timers.
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  for (let n = 0; n < 3; n++) assert.equal(await outcome(cache.find(known)), 'a key')
  ticks += 31_000
  assert.equal(await outcome(cache.find(known)), 'a key')
  assert.equal(asked, 2, 'one at a time, however long it takes')
  let answer = 'waiting'
  const waits = outcome(cache.find(unknown)).then(found => {
    answer = found
  })
  mock.timers.tick(2999)
  await new Promise(setImmediate)
  assert.equal(answer, 'waiting')
  mock.timers.tick(2)
  await waits
  assert.equal(answer, 'no key')
  // A late reply after the timeout is still used.
  hangs.resolve(keysIn({ keys: [key.jwk, { ...key.jwk, kid: 'unknown' }] }) ?? [])
  await new Promise(setImmediate)
  assert.equal(await outcome(cache.find(unknown)), 'a key')
  assert.equal(asked, 2)
})

test('a closed cache fetches nothing', async () => {
  let asked = 0
  const load = async () => {
    asked++
    return keys
  }
  const cache = keyCache(load, log, { ticks: () => 0 })
  cache.close()
  cache.refresh()
  assert.equal(await outcome(cache.find(known)), 'unavailable')
  assert.equal(asked, 0)
})
