import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { startApp } from './app.ts'

const app = await startApp()

/** Sends half of a body, waits until the service has read it, and disconnects. */
const hangUp = () =>
  new Promise<void>(resolve => {
    const one = request(`${app.url}/api/v1/publications/${crypto.randomUUID()}/report`, {
      method: 'POST',
      agent: false,
      headers: {
        'x-app-source': 'public',
        'content-type': 'application/json',
        'content-length': '10',
        expect: '100-continue',
      },
    })
    one.on('error', () => {})
    one.on('close', resolve)
    one.on('continue', () => {
      one.write('x')
      one.destroy()
    })
    one.flushHeaders()
  })

test('a thousand clients that disconnect within their body block no other client', async () => {
  for (let round = 0; round < 22; round++) await Promise.all(Array.from({ length: 50 }, hangUp))
  assert.equal((await app.anyone.get('/communes')).status, 200)
})
