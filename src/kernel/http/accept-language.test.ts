import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf } from './accept-language.ts'

test('messages are in French, or in English if the client prefers it', () => {
  for (const header of [
    undefined,
    '',
    '*',
    'de',
    'fr',
    'fr, en',
    'en;q=0.5, fr',
    'en;q=0',
    'en;q=x',
    ';;;,,,',
  ]) {
    assert.equal(languageOf(header), 'fr', String(header))
  }
  for (const header of ['en', 'EN-us', 'en, fr;q=0.9', 'de, en;q=0.8, fr;q=0.7', 'en-GB,en;q=0.9']) {
    assert.equal(languageOf(header), 'en', header)
  }
})
