import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OwnPublication } from '../../kit/api/contract.ts'
import { latestOf } from './latest.ts'

const rowsOf = (kinds: string) =>
  [...kinds].map((kind, at) => ({ at, acte: kind === 'a' ? ({} as OwnPublication['acte']) : null }))

test('acts of one day leave room for other publications, and stay where there is nothing else', () => {
  for (const [kinds, ...shown] of [
    ['aaaaaann', 0, 6, 7],
    ['naaann', 0, 1, 4],
    ['nnnaaa', 0, 1, 2],
    ['aaaan', 0, 1, 4],
    ['aaaa', 0, 1, 2],
    ['n', 0],
    [''],
  ] as const)
    assert.deepEqual(
      latestOf(rowsOf(kinds)).map(({ at }) => at),
      shown,
      kinds,
    )
})
