import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusals/refusal.ts'
import { readConfig } from './config.ts'

test('settings have defaults and are frozen', () => {
  const config = readConfig({})
  assert.deepEqual(
    [config.host, config.port, config.process, config.rateLimitScale],
    ['127.0.0.1', 3000, 'all', 1],
  )
  assert.ok(Object.isFrozen(config))
  assert.throws(() => readConfig({ PORT: 'abc' }), Refusal)
})
