/** A bucket as the media store: the requests sent to it, and the effects of its failures. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import { fetchMedia, picture, sendFile } from '../../test/fixtures/own-pictures.ts'
import { BUCKET, KEY, REGION, s3Server, type Trouble, verdictOn } from '../../test/media/s3-server.ts'
import type { Problem } from '../kernel/refusals/errors.ts'
import { baseOf, clientFor } from '../kernel/s3/client.ts'
import { StoreRefused } from '../kernel/s3/requests.ts'
import { NO_CONTENT, sha256, signed } from '../kernel/s3/signing.ts'
import type { BucketSettings } from '../kernel/settings/bucket.ts'
import { media } from '../operation/doctor/media.ts'
import { CACHE_CONTROL } from './caching.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

const server = await s3Server()
const place: BucketSettings = {
  endpoint: server.url,
  region: REGION,
  bucket: BUCKET,
  style: 'path',
  prefix: '',
  ...KEY,
}
const SOON = { firstWaitMs: 5 }
const client = clientFor(place, SOON, 1_000_000)
const AS = { type: 'image/webp', cacheControl: CACHE_CONTROL }
const ALL = { most: 10_000_000 }
const all = async (reading: Promise<Readable | undefined>) => buffer((await reading) as Readable)
const refusal = async (trying: Promise<unknown>): Promise<string> =>
  trying.then(
    () => 'taken',
    error => {
      assert.ok(error instanceof StoreRefused, String(error))
      assert.doesNotMatch(
        JSON.stringify([error, error.stack, error.cause]),
        /AKPARVIS|the-store|PRIVATE|AWS4/,
      )
      return error.message.replace(/127.0.0.1:\d+/, 'it')
    },
  )
const asked = async (doing: () => Promise<unknown>) => {
  const before = server.asked.length
  await doing()
  return server.asked.slice(before)
}
const folder = mkdtempSync(join(tmpdir(), 'parvis-s3-'))
after(() => rmSync(folder, { recursive: true }))

test('signatures equal the examples of AWS, and the test server refuses any other', () => {
  const example = {
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }
  const now = new Date('2013-05-24T00:00:00Z')
  const welcome = Buffer.from('Welcome to Amazon S3.')
  const put = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' }
  const examples = [
    [
      'GET',
      '/test.txt',
      { range: 'bytes=0-9' },
      '',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT',
      '/test%24file.text',
      put,
      welcome,
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    ['GET', '/?lifecycle', {}, '', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    [
      'GET',
      '/?max-keys=2&prefix=J',
      {},
      '',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ] as const
  for (const [method, path, given, content, signature] of examples) {
    const url = new URL(path, 'https://examplebucket.s3.amazonaws.com')
    const headers = signed(
      { method, url, headers: { ...given }, sha256: content ? sha256(content) : NO_CONTENT },
      example,
      now,
    )
    assert.equal(headers.authorization.split('Signature=')[1], signature, path)
    const request = { method, url: path, headers }
    const bytes = Buffer.from(content)
    assert.equal(verdictOn(request, bytes, example, now), undefined, path)
    assert.equal(verdictOn(request, Buffer.from('other'), example, now), 'XAmzContentSHA256Mismatch')
    assert.equal(verdictOn({ ...request, url: '/other' }, bytes, example, now), 'SignatureDoesNotMatch')
    assert.equal(verdictOn({ ...request, method: 'DELETE' }, bytes, example, now), 'SignatureDoesNotMatch')
    assert.equal(
      verdictOn(request, bytes, { ...example, secretAccessKey: 'x' }, now),
      'SignatureDoesNotMatch',
    )
    assert.equal(verdictOn(request, bytes, example), 'AccessDenied')
    assert.equal(verdictOn({ ...request, headers: {} }, bytes, example, now), 'AccessDenied')
  }
})

test('put, sized, read whole and in part, listed page by page and removed', async () => {
  const bytes = randomBytes(3_000_000)
  const file = join(folder, 'three')
  writeFileSync(file, bytes)
  await client.put('a/1600.webp', bytes, AS)
  await client.put('a/été & co (1).pdf', { file, bytes: bytes.length }, { ...AS, type: 'application/pdf' })
  const { type, cacheControl, bytes: stored } = server.stored.get('a/été & co (1).pdf') ?? assert.fail()
  assert.deepEqual([type, cacheControl, stored.equals(bytes)], ['application/pdf', AS.cacheControl, true])
  assert.equal(await client.size('a/1600.webp'), bytes.length)
  assert.ok((await all(client.read('a/1600.webp', ALL))).equals(bytes))
  assert.ok((await all(client.read('a/1600.webp', { first: 5, last: 1004 }))).equals(bytes.subarray(5, 1005)))
  assert.deepEqual([await client.size('none'), await client.read('none', ALL)], [undefined, undefined])
  server.pageSize.most = 2
  for (const name of ['b/1', 'b/2', 'b/3', 'b/4', 'b/5']) await client.put(name, Buffer.from(name), AS)
  const listed = (await Array.fromAsync(client.list('b/'))).map(({ name, bytes }) => [name, bytes])
  assert.deepEqual(
    listed,
    [1, 2, 3, 4, 5].map(n => [`b/${n}`, 3]),
  )
  await client.remove('b/1')
  await client.remove('b/1')
  assert.equal(server.stored.has('b/1'), false)
  const withHost = baseOf({ ...place, endpoint: 'https://s3.example.fr', style: 'host' } as const)
  assert.deepEqual([baseOf(place).pathname, withHost.href], ['/mairie/', 'https://mairie.s3.example.fr/'])
})

test('a file removed by another node is cached here for five seconds at most', async t => {
  // The test controls the clock, whatever the machine does meanwhile.
  let now = performance.now()
  t.mock.method(performance, 'now', () => now)
  const [here, elsewhere] = [s3Store(place, SOON), s3Store(place, SOON)]
  const key = 'fe'.repeat(20)
  await here.put(key, '480.webp', Buffer.from('picture'))
  assert.equal(await here.size(key, '480.webp'), 7)
  await elsewhere.remove(key)
  assert.equal(await here.size(key, '480.webp'), 7)
  now += 5_000
  assert.equal(await here.size(key, '480.webp'), undefined)
})

test('a file of unknown length is uploaded in parts; an aborted upload is deleted, a lost one swept later', async () => {
  const bytes = randomBytes(3_500_000)
  const pieces = async function* (fails = false) {
    for (let at = 0; at < bytes.length; at += 70_000) {
      if (fails && at > 2_000_000) throw new Error('the disk it is read from')
      yield bytes.subarray(at, at + 70_000)
    }
  }
  server.trouble(1, (_request, response) => response.writeHead(503).end())
  assert.equal(await client.write('c/long', pieces(), AS), bytes.length)
  assert.ok(server.stored.get('c/long')?.bytes.equals(bytes))
  await assert.rejects(client.write('c/other', pieces(true), AS), /the disk it is read from/)
  assert.deepEqual([server.stored.has('c/other'), server.uploads.size], [false, 0])
  assert.equal(await client.write('c/short', (async function* () {})(), AS), 0)
  for (const name of ['c/killed', 'd/of somebody else'])
    server.uploads.set(name, { name, parts: new Map(), since: new Date(0) })
  assert.deepEqual(
    (await client.sweep('c/', new Date(), () => true)).map(({ name }) => name),
    ['c/killed'],
  )
  assert.deepEqual([...server.uploads.keys()], ['d/of somebody else'])
  server.uploads.clear()
})

test('a store in trouble is asked again, a refusal is final, and neither tells a secret', async () => {
  const inTrouble =
    (status: number): Trouble =>
    (_request, response) => {
      response.writeHead(status).end('<Error><Code>SlowDown</Code><Message>PRIVATE</Message></Error>')
    }
  server.trouble(2, inTrouble(503))
  const took = await asked(() => client.put('c/1', Buffer.from('whole'), AS))
  assert.deepEqual(took, Array(3).fill('PUT /mairie/c/1'))
  server.trouble(4, inTrouble(500))
  assert.equal(
    await refusal(client.put('c/2', Buffer.from('never'), AS)),
    'The store at it refuses PUT: 500 SlowDown.',
  )
  const stranger = (change: Partial<typeof place>) => clientFor({ ...place, ...change }, SOON)
  const refused = await asked(async () => {
    const wrong = stranger({ secretAccessKey: 'another/secret' })
    const large = randomBytes(8_000_000)
    const advice = '(check the access key, its secret and its rights).'
    assert.equal(
      await refusal(wrong.put('c/3', large, AS)),
      `The store at it refuses PUT: 403 SignatureDoesNotMatch ${advice}`,
    )
    assert.equal(await refusal(wrong.size('c/1')), `The store at it refuses HEAD: 403 ${advice}`)
  })
  assert.equal(refused.length, 2)
  // The store refuses before it has received the whole body.
  server.trouble(1, inTrouble(403))
  assert.match(
    await refusal(client.put('c/4', randomBytes(15_000_000), AS)),
    /^The store at it refuses PUT: 403/,
  )
  const away = createServer().listen(0, '127.0.0.1')
  await once(away, 'listening')
  const endpoint = `http://127.0.0.1:${(away.address() as AddressInfo).port}`
  away.close()
  assert.equal(
    await refusal(stranger({ endpoint }).size('c/1')),
    'The store at it does not serve HEAD: ECONNREFUSED (nothing answers there).',
  )
  assert.ok([...server.stored.keys()].every(name => !/c\/[234]/.test(name)))
})

test('cut in the middle: what is sent is sent again or not kept, what is read goes on where it was cut', async () => {
  const bytes = randomBytes(5_000_000)
  server.trouble(1, request => request.once('data', () => request.socket.destroy()))
  await client.put('d/1', bytes, AS)
  assert.ok(server.stored.get('d/1')?.bytes.equals(bytes))
  const cut =
    (after: number): Trouble =>
    (request, response) => {
      const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0])
      response.writeHead(from ? 206 : 200, { 'content-length': bytes.length - from })
      response.flushHeaders()
      response.write(bytes.subarray(from, from + after), () => response.destroy())
    }
  server.trouble(2, cut(1_000_000))
  const took = await asked(async () => assert.ok((await all(client.read('d/1', ALL))).equals(bytes)))
  assert.deepEqual(took, ['GET /mairie/d/1', ...[1, 2].map(n => `GET /mairie/d/1 bytes=${n}000000-`)])
  // Retries end when the store sends no more bytes.
  server.trouble(9, cut(0))
  await assert.rejects(all(client.read('d/1', ALL)))
  server.trouble(0, () => {})
})

test('a store that hangs holds up one visitor: the next are refused at once, until it answers again', async () => {
  const key = 'ab'.repeat(20)
  await client.put(`${key}/1.webp`, Buffer.from('there'), AS)
  const store = s3Store(place, { ...SOON, answerMs: 50 })
  server.trouble(1_000, () => {})
  const took = await asked(async () => {
    for (let visitor = 0; visitor < 40; visitor++)
      await assert.rejects(store.size(key, '1.webp'), (error: Problem) =>
        /too slow/.test((error.cause as Error).message),
      )
  })
  assert.ok(took.length < 5, `${took.length} of 40 asked`)
  server.trouble(0, () => {})
  await eventually(async () => (await store.size(key, '1.webp').catch(() => 0)) === 5, 'it is asked again')
})

test('a slow store is given up; who leaves ends the reading, and who gives up the writing', async () => {
  const bytes = randomBytes(4_000_000)
  await client.put('e/1', bytes, AS)
  const never = () => {}
  server.trouble(1, never)
  const slow = 'The store at it does not serve HEAD: too slow.'
  const took = await asked(async () =>
    assert.equal(await refusal(clientFor(place, { ...SOON, answerMs: 50 }).size('e/1')), slow),
  )
  assert.equal(took.length, 1, 'whoever waits for it has waited long enough')
  const left = (await client.read('e/1', ALL)) as Readable
  left.destroy()
  await once(left, 'close')
  server.trouble(1, never)
  const controller = new AbortController()
  const writing = client.put('e/2', bytes, { ...AS, signal: controller.signal })
  controller.abort()
  await assert.rejects(writing, { name: 'AbortError' })
  assert.equal(server.stored.has('e/2'), false)
  server.trouble(0, never)
})

test('the folder and the bucket are the same store to whoever uses them; what others keep in a bucket stays', async () => {
  server.pageSize.most = 3
  const bucket = s3Store({ ...place, prefix: 'parvis/' }, SOON)
  const [one, two] = ['a'.repeat(40), 'b'.repeat(40)] as const
  await client.put('parvis/notes.txt', Buffer.from('not ours'), AS)
  await client.put(`other/${one}/480.webp`, Buffer.from('of others'), AS)
  for (const store of [bucket, folderStore(join(folder, 'store'))]) {
    await store.put(one, '480.webp', Buffer.from('first'))
    await store.put(one, '480.webp', Buffer.from('again'))
    await store.put(one, '960.jpg', Buffer.from('jpeg'))
    const file = join(folder, 'document')
    writeFileSync(file, 'pdf')
    await store.put(two, 'document.pdf', { file, bytes: 3 })
    assert.deepEqual([await store.size(one, '480.webp'), await store.size(two, '480.webp')], [5, undefined])
    assert.equal((await all(store.read(one, '480.webp'))).toString(), 'first')
    assert.equal((await all(store.read(one, '480.webp', { first: 1, last: 2 }))).toString(), 'ir')
    const keys = (await Array.fromAsync(store.keys())).map(({ key, bytes, changed }) => {
      assert.ok(Math.abs(changed.getTime() - Date.now()) < 600_000)
      return [key, bytes]
    })
    assert.deepEqual(keys.sort(), [
      [one, 9],
      [two, 3],
    ])
    assert.partialDeepStrictEqual(await media(store), { state: 'ok', says: `are kept in ${store.place}` })
    await store.remove(one)
    await store.remove(one)
    assert.deepEqual(
      [await store.size(one, '480.webp'), await store.read(one, '960.jpg')],
      [undefined, undefined],
    )
  }
  assert.equal(server.stored.get(`parvis/${two}/document.pdf`)?.type, 'application/pdf')
  assert.ok(server.stored.has('parvis/notes.txt') && server.stored.has(`other/${one}/480.webp`))
})

test('a folder on a full disk is a store in trouble: whoever sends is told to come again', t => {
  const script = `mount -t tmpfs -o size=16k tmpfs "$PLACE" || exit 9
    "$NODE" --input-type=module -e '
      const { mediaFolder } = await import(process.env.STORE)
      const put = mediaFolder(process.env.PLACE).put("a".repeat(40), "480.webp", Buffer.alloc(65_536))
      console.log(await put.catch(({ code, cause }) => [code, cause.code].join()))'; ls -R "$PLACE" | grep -c part`
  const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script], {
    env: {
      ...process.env,
      NODE: process.execPath,
      PLACE: mkdtempSync(join(folder, 'small-')),
      STORE: import.meta.resolve('./folder-store.ts'),
    },
    encoding: 'utf8',
  })
  if (/^(mount|unshare):/m.test(stderr) || status === 9) return t.skip('nobody may mount a small disk here')
  assert.equal(stdout, 'unavailable,ENOSPC\n0\n', stderr)
})

test('a picture that is sent lies in the bucket and is shown from there; while the bucket is away, 503 and a line for the operator', async () => {
  const log: string[] = []
  const app = await startApp({
    log: line => log.push(line),
    env: {
      MEDIA_S3_ENDPOINT: server.url,
      MEDIA_S3_REGION: REGION,
      MEDIA_S3_BUCKET: BUCKET,
      MEDIA_S3_ACCESS_KEY_ID: KEY.accessKeyId,
      MEDIA_S3_SECRET_ACCESS_KEY: KEY.secretAccessKey,
      MEDIA_S3_PREFIX: 'town',
    },
  })
  const member = await app.user()
  const acteur = await make.acteur(app, await make.commune(app))
  await make.member(app, acteur, member)
  const { image } = (await sendFile(app, member, acteur, await picture())).body.data
  const file = server.stored.get(`town/${image.url.split('/media/')[1]}`) ?? assert.fail()
  const shown = await fetch(image.url.replace('http://parvis.test', app.url), {
    headers: { range: 'bytes=3-' },
  })
  assert.deepEqual([shown.status, shown.headers.get('content-length')], [206, `${file.bytes.length - 3}`])
  assert.ok(Buffer.from(await shown.arrayBuffer()).equals(file.bytes.subarray(3)))
  server.trouble(99, (_request, response) => response.writeHead(503).end())
  assert.equal((await fetchMedia(app, image.url)).status, 503)
  assert.equal((await sendFile(app, member, acteur, await picture())).status, 503)
  const health = await app.as(await app.user(['admin'])).get('/admin/health')
  const line = health.body.data.checks.find((check: { about: string }) => check.about === 'media')
  assert.deepEqual([line.state, line.code], ['wrong', 'no_media'])
  server.trouble(0, () => {})
  assert.equal((await fetchMedia(app, image.url)).status, 200)
  assert.doesNotMatch(log.join(), /AKPARVIS|the-store/)
})
