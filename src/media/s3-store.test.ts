/** A hostile bucket, seen by a visitor. s3-store-api.test.ts has honest ones. */
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { BUCKET, KEY, type Lie, REGION, s3Server } from '../../test/media/s3-server.ts'

const server = await s3Server()
const log: string[] = []
const app = await startApp({
  log: line => log.push(line),
  env: {
    MEDIA_S3_ENDPOINT: server.url,
    MEDIA_S3_REGION: REGION,
    MEDIA_S3_BUCKET: BUCKET,
    MEDIA_S3_ACCESS_KEY_ID: KEY.accessKeyId,
    MEDIA_S3_SECRET_ACCESS_KEY: KEY.secretAccessKey,
  },
})
const picture = Buffer.from('the picture, as it was put there')
let keys = 0
/** A new key, of which nothing is cached. */
function stored(): string {
  const key = String(++keys).padStart(40, '0')
  server.stored.set(`${key}/480.webp`, { bytes: picture, type: '', cacheControl: '', changed: new Date() })
  return `${app.url}/media/${key}/480.webp`
}
async function shown(url: string, lie?: Lie, headers = {}) {
  server.lies.by = lie
  try {
    const answer = await fetch(url, { headers })
    const body = await buffer(answer.body as never).catch(() => undefined)
    return { status: answer.status, body }
  } finally {
    server.lies.by = undefined
  }
}
const toGet =
  (length: string | undefined, bytes: Buffer): Lie =>
  (request, response) => {
    if (request.method !== 'GET') return false
    response.writeHead(200, length === undefined ? {} : { 'content-length': length }).end(bytes)
    return true
  }
const toHead =
  (headers: Record<string, string>, status = 200): Lie =>
  (request, response) => {
    if (request.method !== 'HEAD') return false
    response.writeHead(status, headers).end()
    return true
  }

test('a response has exactly its announced length, even when the store sends more', async () => {
  const behind = Buffer.concat([picture, Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil')])
  const url = stored()
  assert.deepEqual(await shown(url), { status: 200, body: picture })
  for (const lie of [
    toGet(`${behind.length}`, behind),
    toGet(`${picture.length - 1}`, picture.subarray(1)),
    toGet(undefined, behind),
    toGet(`${2 ** 50}`, picture),
  ])
    assert.equal((await shown(stored(), lie)).status, 503)
  // The store returns the whole file for a range request.
  const part = await shown(stored(), toGet(`${picture.length}`, picture), { range: 'bytes=3-5' })
  assert.equal(part.status, 503)
  assert.deepEqual(await shown(url), { status: 200, body: picture })
})

test('a store that says nothing of use, or refuses us, is away: 503, and the log says why', async () => {
  for (const lie of [
    toHead({}),
    toHead({ 'content-length': `${2 ** 40}` }),
    toHead({ 'content-length': `${64 * 1024 * 1024}` }),
    toHead({}, 403),
  ])
    assert.equal((await shown(stored(), lie)).status, 503)
  // Logged at most once a second.
  assert.match(
    log.join(''),
    /"level":"warn".*127\.0\.0\.1:\d+ refuses GET: 200 other_length_than_asked.*request not served/,
  )
  assert.doesNotMatch(log.join(''), /"level":"error"|AKPARVIS|the-store/)
})
