import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CRITERIA } from './criteria.ts'
import { describeRgaa } from './rgaa-page.ts'

const ROOT = join(import.meta.dirname, '../..')

/** How many criteria each of the thirteen topics of the RGAA 4.1.2 has. */
const TOPICS = [9, 2, 3, 13, 8, 2, 5, 10, 4, 14, 13, 11, 12]

test('each of the 106 criteria is there once, in its order', () => {
  const wanted = TOPICS.flatMap((count, topic) =>
    Array.from({ length: count }, (_, at) => `${topic + 1}.${at + 1}`),
  )
  assert.equal(wanted.length, 106)
  assert.deepEqual(
    CRITERIA.map(({ number }) => number),
    wanted,
  )
})

test('each judgement has its proof: a test that exists, or what was looked at, or why', () => {
  for (const { number, place, townhall, office } of CRITERIA)
    for (const { is, by } of [place, townhall, office]) {
      for (const [file] of by.matchAll(/(?:test|src|backoffice)\/[\w/.-]+\.(?:tsx?|css)/g))
        assert.ok(existsSync(join(ROOT, file)), `${number}: ${file}`)
      assert.ok(by.length > 5, `${number}: ${by}`)
      if (is === 'met') assert.match(by, /\.test\.ts$|^By hand: /, number)
    }
})

test('the page in docs shows the grid', () => {
  assert.equal(
    readFileSync(join(ROOT, 'docs/rgaa.md'), 'utf8'),
    describeRgaa(),
    'run: node launch.mjs test/accessibility/rgaa-page.ts',
  )
})
