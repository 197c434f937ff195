import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedBuffers } from './settings.ts'

test('PostgreSQL keeps an eighth of the memory, of a small and of a large machine', () => {
  const GB = 2 ** 30
  assert.deepEqual(
    [0.5, 1, 2, 4, 64].map(size => sharedBuffers(size * GB)),
    ['128MB', '128MB', '256MB', '512MB', '1024MB'],
  )
  assert.match(sharedBuffers(), /^\d{3,4}MB$/)
})
