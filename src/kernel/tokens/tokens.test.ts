import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { copyOf } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import { connect } from '../db/database.ts'
import { sql } from '../db/db.ts'
import { secretsFrom } from '../settings/secrets.ts'
import { embeddedTokens } from './tokens.ts'

const database = await copyOf('empty')
const [one, other] = [connect(database.owner), connect(database.owner)]
after(() => Promise.all([one.close(), other.close()]))
const secrets = secretsFrom('the secret of the tests, long enough for all')

test("two nodes that start on an empty database sign with one key, and know each other's tokens", async () => {
  for (let round = 0; round < 10; round++) {
    const nodes = await Promise.all(
      [one, other].map(db => embeddedTokens(db.pool, secrets, () => 'http://parvis.test')),
    )
    for (const signer of nodes) {
      const token = await signer.sign('somebody', 60)
      for (const node of nodes) assert.equal((await node.verify(token))?.subject, 'somebody')
    }
    assert.equal((await one.pool.all(sql`select kid from signing_keys`)).length, 1)
    await one.pool.run(sql`delete from signing_keys`)
  }
})

test('a database made with another secret is refused with one message', async () => {
  await embeddedTokens(one.pool, secrets, () => 'http://parvis.test')
  const wrong = secretsFrom('another secret, long enough as well')
  await assert.rejects(
    embeddedTokens(other.pool, wrong, () => ''),
    /^Refusal: PARVIS_SECRET is not the one/,
  )
})

test('a cached token is refused once it has expired', async () => {
  const node = await embeddedTokens(one.pool, secrets, () => 'http://parvis.test')
  // Expired 55 seconds ago: still within the minute of clock skew, for five seconds.
  const token = await node.sign('somebody', -55)
  assert.equal((await node.verify(token))?.subject, 'somebody')
  assert.equal((await node.verify(token))?.subject, 'somebody')
  await eventually(async () => (await node.verify(token)) === undefined, 'the token is refused')
})
