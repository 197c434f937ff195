import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../app.ts'
import { asker, assertRefused } from './asking.ts'
import { MALFORMED_CONTENTS } from './malformed-contents.ts'
import { MALFORMED_HEADS } from './malformed-heads.ts'
import { readReplies, talk } from './wire.ts'

const PUBLIC = '/api/v1/communes'
const app = await startApp()
const admin = await app.user(['admin'])
const port = Number(new URL(app.url).port)
const ask = asker(port)
const MALFORMED = [...MALFORMED_HEADS, ...MALFORMED_CONTENTS]

/** How long an unfinished message may wait. */
const TIMEOUT_MS = 300

test('every malformed message is refused in our format or disconnected, and the service continues', async t => {
  assert.ok(MALFORMED.length >= 300)
  const faults: string[] = []
  const queue = [...MALFORMED]
  const sender = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      try {
        const bytes = await talk(port, one.bytes.replaceAll('TOKEN', admin.token), TIMEOUT_MS)
        for (const reply of readReplies(bytes)) assertRefused(reply)
        assert.equal((await ask('GET', '/healthz')).status, 200)
      } catch (error) {
        faults.push(`${one.name}: ${(error as Error).message.split('\n', 1)[0]}`)
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, sender))
  t.diagnostic(`${MALFORMED.length} messages`)
  assert.deepEqual(faults, [])
})

test('bytes after a good request do not affect its answer', async () => {
  const good = `GET ${PUBLIC} HTTP/1.1\r\nHost: parvis.test\r\nX-App-Source: public\r\n\r\n`
  const junk = [
    '\x00',
    'x',
    '\x16\x03\x01',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /\r\nHost : a\r\n\r\n',
    '\xff'.repeat(99),
  ]
  for (const after of junk) {
    const [first, ...rest] = readReplies(await talk(port, good + after))
    assert.equal(first?.status, 200, `before ${JSON.stringify(after)}`)
    for (const reply of rest) assertRefused(reply)
  }
  const three = readReplies(await talk(port, good + good + good.replace('Host', 'Connection: close\r\nHost')))
  assert.deepEqual(
    three.map(reply => reply.status),
    [200, 200, 200],
  )
})
