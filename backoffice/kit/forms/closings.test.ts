import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closingsIn } from '../../../shared/typed/closings.ts'
import { closingsTyped } from './closings.ts'

test('closing days are typed again as they are shown', () => {
  const both = [
    { du: '2026-12-24', au: '2027-01-02', motif: 'congés : Noël' },
    { du: '2026-12-07', au: '2026-12-07', motif: null },
  ]
  assert.deepEqual(closingsIn(closingsTyped(both), new Date('2026-11-23T12:00:00+01:00')), both)
})
