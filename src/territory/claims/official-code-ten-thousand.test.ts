// Of a release: it takes five minutes.
// Begun first: it takes long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { Attempts } from '../../../test/fixtures/town-hall-attempts.ts'

const app = await startApp({ template: 'france' })

test('of 10 000 generated attempts, the code grants what it must and nothing else', async () => {
  const attempts = await Attempts.prepare(app, 4)
  const outcomes = await attempts.run(2_500, Math.floor(Date.now() / 86_400_000))
  await attempts.close()
  assert.equal(outcomes.length, 10_000)
  assert.deepEqual(
    outcomes.filter(({ expected, granted }) => expected !== granted),
    [],
  )
})
