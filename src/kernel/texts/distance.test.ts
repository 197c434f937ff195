import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distance } from './distance.ts'

test('letters left out, added, changed or swapped are one error each', () => {
  for (const [one, other, errors] of [
    ['marche', 'marche', 0],
    ['marhe', 'marche', 1],
    ['marchee', 'marche', 1],
    ['narche', 'marche', 1],
    ['mrache', 'marche', 1],
    ['defibilateur', 'defibrillateur', 2],
    ['loto', 'lundi', undefined],
  ] as const)
    assert.equal(distance(one, other, 2), errors, one)
})
