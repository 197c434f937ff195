import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { idOf, shortId } from './short-id.ts'

test('a short id has 26 signs and stands for its id alone, also in capitals and with look-alike letters', () => {
  const ids = [
    ...Array.from({ length: 200 }, () => randomUUID()),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ]
  for (const id of ids) {
    const short = shortId(id)
    assert.match(short, /^[0-9a-hjkmnp-tv-z]{26}$/)
    assert.equal(idOf(short), id)
    assert.equal(idOf(short.toUpperCase().replaceAll('1', 'I').replaceAll('0', 'O')), id)
  }
  for (const text of [
    '',
    'u'.repeat(26),
    '8'.repeat(26),
    'z'.repeat(26),
    '0'.repeat(25),
    `${'0'.repeat(25)}é`,
  ])
    assert.equal(idOf(text), undefined, text)
})
