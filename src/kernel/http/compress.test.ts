import assert from 'node:assert/strict'
import { get as request } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { startApp } from '../../../test/app.ts'
import { commune, several } from '../../../test/factories.ts'
import { codingOf, compressReplies } from './compress.ts'

const app = await startApp()
const administrator = await app.user(['admin'])
await several(30, at => commune(app, { nom: `Bourg-la-Reine ${at}` }))

interface Sent {
  readonly status: number
  readonly coding: string | undefined
  readonly vary: string
  readonly etag: string | undefined
  readonly bytes: Buffer
}

/** As sent: `fetch` would decompress it and add headers of its own. */
const sent = (path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<Sent>((resolve, reject) => {
    request(app.url + path, { method, headers: { 'x-app-source': 'public', ...headers } }, async response => {
      const bytes = Buffer.concat(await Array.fromAsync(response))
      const { 'content-encoding': coding, vary = '', etag } = response.headers
      resolve({ status: response.statusCode ?? 0, coding, vary, etag, bytes })
    }).on('error', reject)
  })

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync }
const LIST = '/api/v1/communes?per_page=30'

test('the coding follows the weights that the client gives, brotli first', () => {
  const expected = {
    'gzip, deflate, br, zstd': 'br',
    'gzip, br;q=0.5': 'gzip',
    'GZIP;q=0.1': 'gzip',
    'br;q=0, gzip;q=0': undefined,
    '*': 'br',
    '*;q=0': undefined,
    'br;q=0, *': 'gzip',
    'gzip;q=x': undefined,
    'deflate, identity': undefined,
    '': undefined,
  }
  for (const [accepted, coding] of Object.entries(expected))
    assert.equal(codingOf(accepted), coding, accepted)
  assert.equal(codingOf(undefined), undefined)
})

test('public lists, private lists and documents are compressed, and are the same text', async () => {
  const own = { authorization: `Bearer ${administrator.token}`, 'x-app-source': 'backoffice' }
  const asked: [path: string, headers: Record<string, string>][] = [
    [LIST, {}],
    ['/api/v1/admin/communes?per_page=30', own],
    ['/openapi.json', {}],
    ['/openapi/public.json', {}],
  ]
  for (const [path, headers] of asked) {
    const plain = await sent(path, headers)
    assert.deepEqual([plain.status, plain.coding], [200, undefined], path)
    for (const [coding, unpack] of Object.entries(UNPACK)) {
      const packed = await sent(path, { ...headers, 'accept-encoding': coding })
      assert.equal(packed.coding, coding, path)
      assert.deepEqual(unpack(packed.bytes), plain.bytes, path)
      assert.ok(packed.bytes.length < plain.bytes.length / 2, path)
      // One ETag for all codings, which therefore is weak; and caches keep them apart.
      assert.equal(packed.etag, plain.etag)
      assert.match(packed.etag ?? 'W/', /^W\//)
      for (const { vary } of [plain, packed]) assert.equal(vary.match(/accept-encoding/gi)?.length, 1, path)
    }
  }
})

test('a known ETag gives a 304 in every coding', async () => {
  const { etag = '' } = await sent(LIST, { 'accept-encoding': 'br' })
  for (const coding of ['br', 'gzip', 'identity']) {
    const { status, bytes } = await sent(LIST, { 'accept-encoding': coding, 'if-none-match': etag })
    assert.deepEqual([status, bytes.length], [304, 0])
  }
})

test('small replies, refusals and HEAD are sent as they are', async () => {
  const any = { 'accept-encoding': 'br, gzip' }
  assert.equal((await sent('/api/v1/communes?per_page=1', any)).coding, undefined)
  assert.equal((await sent(`/api/v1/communes?q=${'x'.repeat(7_000)}`, any)).coding, undefined)
  assert.equal((await sent(LIST, any, 'HEAD')).coding, undefined)
})

test('no reply to a cookie is compressed, nor what is packed already or no text', async () => {
  const server = Fastify()
  compressReplies(server)
  const body = 'token '.repeat(1_000)
  const headersOf = {
    '/auth/token': {},
    '/authors': {},
    '/packed': { 'content-encoding': 'gzip' },
    '/picture': { 'content-type': 'image/webp' },
    '/strong': { etag: '"strong"' },
  }
  for (const [path, headers] of Object.entries(headersOf))
    server.get(path, (_request, reply) => reply.headers(headers).send(body))
  const expected = {
    '/auth/token': [undefined, undefined],
    '/auth/token?x=1': [undefined, undefined],
    '/authors': ['br', undefined],
    '/packed': ['gzip', undefined],
    '/picture': [undefined, undefined],
    '/strong': ['br', 'W/"strong"'],
  }
  for (const [url, [coding, etag]] of Object.entries(expected)) {
    const { headers } = await server.inject({ url, headers: { 'accept-encoding': 'br' } })
    assert.deepEqual([headers['content-encoding'], headers.etag], [coding, etag], url)
  }
})
