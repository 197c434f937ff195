import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictures } from './pictures.ts'

test('doctor reads a picture, and says so where none can be read', async () => {
  assert.equal((await pictures()).state, 'ok')
  const { state, explanation } = await pictures(async () => ({ refused: 'unreadable' }))
  assert.deepEqual([state, explanation.code], ['wrong', 'no_pictures'])
})
