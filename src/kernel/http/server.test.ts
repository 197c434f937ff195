import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { asker } from '../../../test/fuzz/asking.ts'

test('with an https PUBLIC_URL every response has HSTS for a year; with http none has', async () => {
  for (const [publicUrl, expected] of [
    ['https://parvis.example.fr', 'max-age=31536000'],
    ['http://parvis.test', undefined],
  ] as const) {
    const app = await startApp({ env: { PUBLIC_URL: publicUrl } })
    const ask = asker(Number(new URL(app.url).port))
    const asked: [method: string, target: string, headers: Record<string, string>, status: number][] = [
      ['GET', '/healthz', {}, 200],
      ['GET', '/openapi.json', {}, 200],
      ['GET', '/api/v1/communes', { 'X-App-Source': 'public' }, 200],
      ['GET', '/auth/get-session', {}, 200],
      ['OPTIONS', '/api/v1/admin/communes', { Origin: 'https://evil.example' }, 204],
      ['GET', '/nowhere', {}, 404],
      ['PUT', '/api/v1/communes', {}, 405],
      ['GET', '/media/x/y', {}, 404],
      ['GET', '/api/v1/communes', {}, 400],
      ['GET', '/%zz', {}, 400],
      ['GET', '/healthz', { Expect: 'x' }, 400],
      ['GET', '/healthz', { 'Content-Length': 'x' }, 400],
      ['GET', '/healthz', { 'X-Big': 'a'.repeat(17_000) }, 431],
      ['GET', `/api/v1/communes?q=${'a'.repeat(17_000)}`, {}, 431],
    ]
    for (const [method, target, headers, status] of asked) {
      const reply = await ask(method, target, headers)
      assert.equal(reply.status, status, `${method} ${target} ${Object.keys(headers)}`)
      assert.equal(reply.headers['strict-transport-security'], expected, `${publicUrl}: ${method} ${target}`)
      if (status < 400 || method === 'HEAD') continue
      const { error, message, request_id } = JSON.parse(reply.body)
      for (const said of [error, message, request_id])
        assert.equal(typeof said, 'string', target.slice(0, 60))
      assert.equal(reply.headers['x-request-id'], request_id)
    }
    await app.stop()
  }
})
