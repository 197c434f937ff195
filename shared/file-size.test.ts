import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileSize } from './file-size.ts'

test('a size has three digits at most, in units of 1024', () => {
  const [KIB, MIB] = [1024, 1024 ** 2]
  for (const [bytes, french, english] of [
    [0, '0 ko', '0 kB'],
    [10, '1 ko', '1 kB'],
    [240 * KIB, '240 ko', '240 kB'],
    [1023 * KIB, '1 Mo', '1 MB'],
    [1.84 * MIB, '1,8 Mo', '1.8 MB'],
    [15 * MIB, '15 Mo', '15 MB'],
    [512.6 * MIB, '513 Mo', '513 MB'],
    [1024 * MIB, '1 Go', '1 GB'],
    [2048 ** 4, '16 To', '16 TB'],
  ] as const) {
    assert.equal(fileSize('fr', bytes).replaceAll('\u00a0', ' '), french)
    assert.equal(fileSize('en', bytes).replaceAll('\u00a0', ' '), english)
  }
})
