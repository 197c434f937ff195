import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingAddress } from './address.ts'

test('a day of an address is a day of the calendar, written as 2026-11-20', () => {
  const read = (jour: unknown) => readingAddress({ jour }).day('jour')
  assert.deepEqual(['2026-11-20', '2028-02-29', '2026-12-31'].map(read), [
    '2026-11-20',
    '2028-02-29',
    '2026-12-31',
  ])
  for (const wrong of [
    '2026-02-29',
    '2026-11-31',
    '2026-13-01',
    '2026-1-2',
    '20/11/2026',
    'demain',
    '',
    undefined,
    20261120,
  ])
    assert.equal(read(wrong), undefined, String(wrong))
})
