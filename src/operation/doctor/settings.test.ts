import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testConfig } from '../../../test/config.ts'
import { textsOf } from './explanations.ts'
import { settings } from './settings.ts'

test('doctor and the health page name a misspelt setting and the one that was meant', () => {
  assert.deepEqual(settings(testConfig({ SMTP_URL: 'smtp://mail.example.fr' })), [])
  const [found] = settings(testConfig({ SMTP_ULR: 'smtp://mail.example.fr' }))
  assert.ok(found)
  assert.match(found.says, /^SMTP_ULR is set, .* Did you mean SMTP_URL\?$/)
  assert.match(textsOf(found.explanation, 'fr').message, /: SMTP_ULR \(SMTP_URL\)\.$/)
  assert.doesNotMatch(JSON.stringify(found), /mail\.example/)
})
