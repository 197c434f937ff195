import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { pushBrowser } from '../../../test/fixtures/push-service.ts'
import { authorizationWith } from './keys.ts'

const app = await startApp({ env: { PUBLIC_URL: '' } })
const town = await make.commune(app, { nom: 'Œuilly', slug: 'oeuilly' })
const endpoint = 'https://push.example.net/a'
const post = (path: string, content: object, headers = {}) =>
  fetch(`${app.url}/place/-/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(content),
  })
const page = async (path: string) => {
  const response = await fetch(app.url + path)
  return { headers: response.headers, status: response.status, text: await response.text() }
}
const stored = async () => (await app.owner.query('select commune_id from push_subscriptions')).rows

test('the page of subscriptions offers alerts once the service has its key, and may load a worker there alone', async () => {
  assert.doesNotMatch((await page('/place/oeuilly/suivre')).text, /<script|data-cle/)
  await authorizationWith(app.service.db.pool, app.service.secrets, 'https://parvis.exemple.fr')
  const { rows } = await app.owner.query('select public_key from push_keys')
  const other = await make.commune(app, { nom: 'Ailleurs', slug: 'ailleurs' })
  const fresh = await page('/place/ailleurs/suivre')
  assert.ok(
    fresh.text.includes(`data-commune="${other}" data-nom="Ailleurs" data-cle="${rows[0].public_key}"`),
  )
  assert.match(
    fresh.headers.get('content-security-policy') ?? '',
    /script-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; .*trusted-types parvis-alertes$/,
  )
  assert.doesNotMatch(
    (await page('/place/ailleurs')).headers.get('content-security-policy') ?? '',
    /worker-src/,
  )
  const manifest = await page('/place/ailleurs/suivre.json')
  assert.equal(manifest.headers.get('content-type'), 'application/manifest+json; charset=utf-8')
  assert.equal(JSON.parse(manifest.text).start_url, '/place/ailleurs')
  const worker = await page('/place/-/alertes-recues.js')
  assert.deepEqual([worker.status, worker.headers.get('cache-control')], [200, 'no-cache'])
})

test('its script subscribes and leaves through the API, from the pages alone', async () => {
  const subscription = { commune_id: town, endpoint, ...pushBrowser().keys }
  assert.equal((await post('abonner', subscription, { origin: 'https://autre.exemple.fr' })).status, 403)
  assert.deepEqual(await stored(), [])
  const made = await post('abonner', subscription, { origin: app.url })
  assert.deepEqual([made.status, made.headers.get('cache-control')], [201, 'no-store'])
  assert.deepEqual(await stored(), [{ commune_id: town }])
  assert.equal((await post('abonner', { ...subscription, auth: '' })).status, 422)
  assert.equal((await post('abonner', { ...subscription, endpoint: 'a'.repeat(5_000) })).status, 413)
  assert.equal((await post('desabonner', { endpoint })).status, 200)
  assert.deepEqual(await stored(), [])
})
