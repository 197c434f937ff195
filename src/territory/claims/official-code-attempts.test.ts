// Of a release: two hundred generated attempts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { Attempts, SCENARIOS } from '../../../test/fixtures/town-hall-attempts.ts'

const app = await startApp({ template: 'france' })

const EACH = 2 * Object.keys(SCENARIOS).length

test(`of ${4 * EACH} generated attempts, the code grants what it must and nothing else`, async () => {
  const attempts = await Attempts.prepare(app, 4)
  const outcomes = await attempts.run(EACH, 20_260_101)
  await attempts.close()
  assert.equal(outcomes.length, 4 * EACH)
  assert.deepEqual(
    outcomes.filter(({ expected, granted }) => expected !== granted),
    [],
  )
  assert.ok(outcomes.some(({ granted }) => granted) && outcomes.some(({ granted }) => !granted))
})
