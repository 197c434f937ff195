import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { becomes } from '../../../test/eventually.ts'
import { Problem } from '../refusals/errors.ts'
import { endBodyIn, limitBodies } from './body-time.ts'
import { receivedFiles } from './received-files.ts'
import { answerBrokenRequest } from './sockets.ts'

const folder = mkdtempSync(join(tmpdir(), 'parvis-received-'))
const pace = { longestMs: 60_000, patienceMs: 1_000, leastBytesAMs: 8 }
const receive = receivedFiles(folder, { most: 1_000_000, tooLarge: 'payload_too_large' }, pace)
const server = createServer(async (request, response) => {
  if (request.url === '/ordinary') return endBodyIn(request, 60)
  try {
    const file = await receive(request, 'a house')
    await file.remove()
    response.end(`${file.bytes}`)
  } catch (error) {
    response.writeHead(error instanceof Problem ? error.status : 500).end(String((error as Problem).code))
  }
})
limitBodies(
  server,
  answerBrokenRequest(() => ({})),
)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

/** Sends headers, then a byte every few milliseconds until the connection ends; returns the response. */
async function drip(path: string, { everyMs = 5, head = 'content-length: 900000' } = {}) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const heard: Buffer[] = []
  socket.on('data', bytes => heard.push(bytes)).on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`)
  const dripping = setInterval(() => socket.writable && socket.write('x'), everyMs)
  await once(socket, 'close')
  clearInterval(dripping)
  return Buffer.concat(heard).toString().split('\r\n')[0]
}

test('a byte now and then holds no place: a file is given up, and an ordinary body is answered in its time', async () => {
  const [file, ordinary] = await Promise.all([drip('/file'), drip('/ordinary')])
  assert.equal(file, 'HTTP/1.1 408 Request Timeout')
  assert.equal(ordinary, 'HTTP/1.1 408 Request Timeout')
  await becomes(async () => readdirSync(folder), [])
})

test('an honest one takes longer than that, and a house that sends too many is told so', async () => {
  const bytes = new Uint8Array(900_000)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const answer = await fetch(url, { method: 'POST', body: bytes })
      return `${answer.status} ${await answer.text()}`
    }),
  )
  assert.ok(answers.filter(one => one === '200 900000').length >= 12, answers.join())
  assert.ok(
    answers.every(one => one === '200 900000' || one === '429 rate_limited'),
    answers.join(),
  )
  await becomes(async () => readdirSync(folder), [])
})
