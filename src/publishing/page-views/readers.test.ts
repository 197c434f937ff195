import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReader } from './readers.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('a reader is counted; robots, what is fetched ahead and the back-office are not', () => {
  const from = (headers: Record<string, string>) => isReader({ 'user-agent': FIREFOX, ...headers })
  assert.ok(from({}))
  assert.ok(from({ 'sec-fetch-site': 'none' }))
  assert.ok(from({ 'sec-fetch-site': 'cross-site' }))
  assert.ok(from({ 'sec-fetch-site': 'same-origin', referer: 'https://parvis.example/place/rennes' }))
  assert.ok(!from({ 'sec-fetch-site': 'same-origin' }), 'the back-office sends no Referer')
  assert.ok(!from({ 'sec-purpose': 'prefetch;prerender' }))
  assert.ok(!isReader({}))
  for (const agent of [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'facebookexternalhit/1.1',
    'WhatsApp/2.23.20.0',
    'curl/8.5.0',
    'python-requests/2.32',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0',
  ])
    assert.ok(!from({ 'user-agent': agent }), agent)
})
