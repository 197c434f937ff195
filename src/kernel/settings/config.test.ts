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

test('an address of the service has its scheme and host in lower case, whatever case it is typed in', () => {
  const { publicUrl, mediaUrl } = readConfig({
    PUBLIC_URL: 'HTTPS://Parvis.Example.FR:8443/Parvis//',
    MEDIA_URL: 'https://CDN.example.fr/Fichiers/',
  })
  assert.deepEqual(
    [publicUrl, mediaUrl],
    ['https://parvis.example.fr:8443/Parvis', 'https://cdn.example.fr/Fichiers'],
  )
  assert.equal(
    readConfig({ PLACE_URL: 'https://place.fr', PUBLIC_URL: 'https://p.fr' }).placeUrl,
    'https://place.fr',
  )
})
