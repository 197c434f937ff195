// A process of its own: it measures the memory of the process.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { eventually } from '../../../test/eventually.ts'
import { codeOf, World } from '../../../test/fixtures/outside-world.ts'

const MEBIBYTE = 1024 * 1024
const OK = 'HTTP/1.1 200 OK\r\n'

/** Writes `piece` repeatedly, as fast as it is read, or every `pause` ms. */
async function pour(socket: Socket, piece: string | Buffer, pause = 0) {
  while (!socket.destroyed) {
    if (!socket.write(piece))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
    if (pause) await sleep(pause)
  }
}

async function gzipBomb(mebibytes: number): Promise<Buffer> {
  const zip = createGzip({ level: 9 })
  const pieces: Buffer[] = []
  zip.on('data', piece => pieces.push(piece))
  for (let n = 0; n < mebibytes; n++) if (!zip.write(Buffer.alloc(MEBIBYTE))) await once(zip, 'drain')
  zip.end()
  await once(zip, 'end')
  return Buffer.concat(pieces)
}

const allClosed = (world: World) => eventually(async () => world.connections === 0, 'every connection closed')

/** Writes `head`, then `piece` repeatedly. */
const after = (head: string, piece: string | Buffer, pause?: number) => (socket: Socket) => {
  socket.write(head)
  void pour(socket, piece, pause)
}

test('slow data is cut at the deadline, in every phase', async () => {
  await using world = await World.open()
  const door = world.door()
  const drips: Record<string, (socket: Socket) => void> = {
    silence: () => {},
    'status line': after('HTTP/1.1 200 O', 'O', 50),
    headers: after(OK, 'a', 50),
    'interim answers': after('', 'HTTP/1.1 102 Processing\r\n\r\n', 20),
    body: after(`${OK}content-length: 1000\r\n\r\n`, 'a', 50),
    chunks: after(`${OK}transfer-encoding: chunked\r\n\r\n`, '1\r\na\r\n', 50),
    'chunk extension': after(`${OK}transfer-encoding: chunked\r\n\r\n1`, ';a', 50),
    trailers: after(`${OK}transfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n`, 'a', 50),
    'empty gzip': after(`${OK}content-encoding: gzip\r\n\r\n`, gzipSync(''), 20),
  }
  await Promise.all(
    Object.entries(drips).map(async ([what, drip]) => {
      const site = await world.wire(drip)
      assert.equal(await codeOf(door.fetch(`http://${site}/`, { timeoutMs: 500 })), 'timeout', what)
    }),
  )
  const hops = await world.site((_request, response) => {
    setTimeout(() => response.writeHead(302, { location: '/' }).end(), 150)
  })
  assert.equal(await codeOf(door.fetch(`http://${hops}/`, { timeoutMs: 400 })), 'timeout', 'redirects')
  world.name('nowhere.example.com', () => new Promise(() => {}))
  assert.equal(await codeOf(door.fetch('http://nowhere.example.com/', { timeoutMs: 100 })), 'timeout', 'DNS')
  const mute = await world.wire(() => {})
  const [where] = await world.resolve(mute)
  const deaf = world.door({ dial: to => world.dial({ ...to, port: 80 }) })
  world.name('deaf.example.com', async () => (where ? [where] : []))
  assert.equal(await codeOf(deaf.fetch('https://deaf.example.com/', { timeoutMs: 300 })), 'timeout', 'TLS')
  await allClosed(world)
})

test('endless data is cut at its limit', async () => {
  await using world = await World.open()
  const door = world.door()
  const line = `x-a: ${'a'.repeat(1000)}\r\n`
  const endless: Record<string, [string, (socket: Socket) => void]> = {
    'header lines': ['headers_too_large', after(OK, line)],
    'one header': ['headers_too_large', after(`${OK}x: `, 'a'.repeat(1000))],
    body: ['too_large', after(`${OK}\r\n`, 'a'.repeat(65_536))],
    chunks: ['too_large', after(`${OK}transfer-encoding: chunked\r\n\r\n`, '1\r\na\r\n'.repeat(999))],
    'empty gzip members': ['too_large', after(`${OK}content-encoding: gzip\r\n\r\n`, gzipSync(''))],
    'announced length': [
      'too_large',
      socket => void socket.write(`${OK}content-length: 99999999999\r\n\r\n`),
    ],
  }
  await Promise.all(
    Object.entries(endless).map(async ([what, [code, write]]) => {
      const site = await world.wire(write)
      assert.equal(
        await codeOf(door.fetch(`http://${site}/`, { maxBytes: 200_000, timeoutMs: 90_000 })),
        code,
        what,
      )
    }),
  )
  const exact = await world.site((_request, response) => response.end(Buffer.alloc(1000)))
  assert.equal(await codeOf(door.fetch(`http://${exact}/`, { maxBytes: 1000 })), 'ok')
  assert.equal(await codeOf(door.fetch(`http://${exact}/`, { maxBytes: 999 })), 'too_large')
  await allClosed(world)
})

test('compressed replies are decompressed, limited by their decompressed size, and refused when broken or unknown', async () => {
  await using world = await World.open()
  const door = world.door()
  const text = 'été '.repeat(1000)
  const packed: Record<string, [string, Buffer, string]> = {
    '/gzip': ['gzip', gzipSync(text), 'ok'],
    '/x-gzip': ['X-GZip', gzipSync(text), 'ok'],
    '/br': ['br', brotliCompressSync(text), 'ok'],
    '/identity': ['identity', Buffer.from(text), 'ok'],
    '/members': ['gzip', Buffer.concat([gzipSync(text.slice(0, 2000)), gzipSync(text.slice(2000))]), 'ok'],
    '/cut': ['gzip', gzipSync(text).subarray(0, 20), 'bad_encoding'],
    '/cut-br': ['br', brotliCompressSync(text).subarray(0, 12), 'bad_encoding'],
    '/empty': ['gzip', Buffer.alloc(0), 'bad_encoding'],
    '/plain': ['gzip', Buffer.from(text), 'bad_encoding'],
    '/changed': ['gzip', gzipSync(text).fill(7, 15, 18), 'bad_encoding'],
    '/deflate': ['deflate', deflateSync(text), 'bad_encoding'],
    '/zstd': ['zstd', zstdCompressSync(text), 'bad_encoding'],
    '/twice': ['gzip, gzip', gzipSync(gzipSync(text)), 'bad_encoding'],
    '/odd': ['__proto__', Buffer.from(text), 'bad_encoding'],
  }
  const site = await world.site((request, response) => {
    const [encoding = '', body] = packed[request.url ?? ''] ?? []
    response.writeHead(200, { 'content-encoding': encoding }).end(body)
  })
  for (const [path, [, , code]] of Object.entries(packed)) {
    const answer = door.fetch(`http://${site}${path}`)
    assert.equal(await codeOf(answer), code, path)
    if (code === 'ok')
      assert.equal(String(Object.entries(await answer).find(([k]) => k === 'bytes')?.[1]), text)
  }
})

test('decompression bombs of 100 MiB and 1 GiB are refused with less than 50 MiB of memory', async () => {
  await using world = await World.open()
  const door = world.door()
  const flat = Buffer.alloc(100 * MEBIBYTE)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  const bombs: Record<string, [string, Buffer]> = {
    '/gzip': ['gzip', await gzipBomb(100)],
    '/big': ['gzip', await gzipBomb(1024)],
    '/br': ['br', brotliCompressSync(flat, quality)],
  }
  const site = await world.site((request, response) => {
    const [encoding = '', body] = bombs[request.url ?? ''] ?? []
    response.writeHead(200, { 'content-encoding': encoding }).end(body)
  })
  // What is only waiting to be collected is not held: on a busy machine it is tens of megabytes.
  setFlagsFromString('--expose-gc')
  const collect: (how: { type: 'minor' }) => void = runInNewContext('gc')
  // The first one loads code, and leaves memory that the next ones use again.
  assert.equal(await codeOf(door.fetch(`http://${site}/gzip`)), 'too_large')
  let most = 0
  const before = process.memoryUsage().rss
  const watch = setInterval(() => {
    collect({ type: 'minor' })
    most = Math.max(most, process.memoryUsage().rss - before)
  }, 5)
  for (const path of Object.keys(bombs)) {
    assert.equal(await codeOf(door.fetch(`http://${site}${path}`)), 'too_large', path)
  }
  // Read completely without keeping it.
  const streamed = await door.stream(`http://${site}/gzip`)
  assert.ok(streamed.status === 'ok')
  let bytes = 0
  for await (const chunk of streamed.chunks) bytes += chunk.length
  clearInterval(watch)
  assert.equal(bytes, 100 * MEBIBYTE)
  assert.ok(most < 50 * MEBIBYTE, `${most / MEBIBYTE} MiB`)
})

test('a slow reader slows the sender down; one that stops, discards or never reads is disconnected', async () => {
  await using world = await World.open()
  const door = world.door()
  let sent = 0
  const site = await world.site(async (_request, response) => {
    const piece = Buffer.alloc(65_536)
    response.setMaxListeners(0)
    while (!response.destroyed && sent < 400 * MEBIBYTE) {
      sent += piece.length
      if (!response.write(piece))
        await new Promise<void>(more => response.once('drain', more).once('close', more))
    }
  })
  const open = async (timeoutMs = 60_000) => {
    const streamed = await door.stream(`http://${site}/`, { timeoutMs })
    assert.ok(streamed.status === 'ok')
    return streamed
  }
  const slow = await open()
  let read = 0
  for await (const chunk of slow.chunks) {
    read += chunk.length
    await sleep(20)
    if (read > 500_000) break
  }
  assert.ok(sent < 40 * MEBIBYTE, `${sent / MEBIBYTE} MiB were sent for ${read} read bytes`)
  await allClosed(world)
  ;(await open()).discard()
  await allClosed(world)
  // On a busy machine its time may be over before it is open.
  const never = await eventually(() => open(2_000).catch(() => false as const), 'it is open')
  await allClosed(world)
  assert.equal(await codeOf(Array.fromAsync(never.chunks)), 'timeout')
  const caller = new AbortController()
  const left = codeOf(door.fetch(`http://${site}/`, { maxBytes: 1e9, signal: caller.signal }))
  setTimeout(() => caller.abort(), 30)
  assert.equal(await left, 'aborted')
  assert.equal(await codeOf(door.fetch(`http://${site}/`, { signal: AbortSignal.abort() })), 'aborted')
  const under = codeOf(door.fetch(`http://${(await world.wire(() => {})).toString()}/`))
  await sleep(30)
  door.close()
  assert.equal(await under, 'aborted')
  assert.equal(await codeOf(door.fetch(`http://${site}/`)), 'aborted')
  await allClosed(world)
})

test('a proxy in the environment is ignored', async () => {
  await using world = await World.open()
  const port = await world.inside((_request, response) => response.end('direct'))
  const proxy = `http://127.0.0.1:${world.canaryPort}`
  const script = `
    const { openDoor } = await import(${JSON.stringify(new URL('./fetch.ts', import.meta.url).href)})
    const log = { debug() {}, warn() {} }
    const door = openDoor({ userAgent: 'Parvis', log }).allowing(['127.0.0.1:${port}'])
    console.log(String((await door.fetch('http://127.0.0.1:${port}/')).bytes))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      ...process.env,
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
      ALL_PROXY: proxy,
      http_proxy: proxy,
      https_proxy: proxy,
      NO_PROXY: '',
      no_proxy: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([child.stdout.toArray(), once(child, 'exit')])
  assert.equal(output.join(''), 'direct\n')
  assert.equal(world.canary, 0)
})
