import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { test } from 'node:test'
import { FELT_HASH, startApp } from '../../test/app.ts'
import { PASSWORD, signInAt } from '../../test/sign-in.ts'
import { HASH_COST } from './hash-in-thread.ts'
import { hashPassword } from './passwords.ts'

const stranger = (clientNetwork: string) => ({ clientNetwork, known: false, hashCost: FELT_HASH })

test('with sixty hashes queued for six client networks, one of a seventh is next', async () => {
  let done = 0
  const flood = Array.from({ length: 60 }, (_, at) =>
    hashPassword('un mot de passe assez long', stranger(`192.0.2.${at % 6}`)).then(() => done++),
  )
  const hashed = await hashPassword('un autre mot de passe', stranger('198.51.100.1'))
  assert.match(hashed, /^[0-9a-f]{32}:[0-9a-f]{128}$/)
  assert.ok(done <= 4, `${done} of the flood came first`)
  const outcomes = await Promise.allSettled(flood)
  assert.ok(outcomes.filter(one => one.status === 'fulfilled').length >= 1)
})

test('every password costs 32 MiB and 16 384 rounds, from sign-in and command alike', async () => {
  const app = await startApp({ hashCost: HASH_COST })
  await signInAt(app).member('cout@example.org')
  const { rows } = await app.owner.query('select password from auth_accounts')
  for (const hash of [rows[0].password, await hashPassword(PASSWORD)]) {
    const [salt = '', key] = hash.split(':')
    const made = scryptSync(PASSWORD, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 2 ** 20 })
    assert.equal(key, made.toString('hex'))
  }
})
