import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'

test('security.txt names the contact of the setting, and is not there without it', async () => {
  const path = '/.well-known/security.txt'
  const contact = 'mailto:securite@bourg.example'
  const app = await startApp({ env: { SECURITY_CONTACT: contact, PUBLIC_URL: 'https://parvis.example' } })
  const reply = await fetch(app.url + path)
  const text = await reply.text()
  const fields = new Map(
    text
      .trimEnd()
      .split('\n')
      .map(line => line.split(': ', 2) as [string, string]),
  )
  assert.equal(reply.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.deepEqual([...fields.keys()], ['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  assert.equal(fields.get('Contact'), contact)
  assert.equal(fields.get('Canonical'), `https://parvis.example${path}`)
  // A year is the longest that RFC 9116 advises.
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  assert.ok(days > 90 && days < 365)
  await app.stop()

  const without = await startApp()
  assert.equal((await fetch(without.url + path)).status, 404)
  assert.equal((await fetch(without.url + path, { method: 'POST' })).status, 405)
  await without.stop()
})
