/**
 * A store that lies: every request ends, and its answers lead nowhere else. Honest stores:
 * src/media/s3-store-api.test.ts.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUCKET, KEY, type Lie, REGION, s3Server } from '../../../test/media/s3-server.ts'
import { clientFor } from './client.ts'
import { chunksOf } from './requests.ts'
import { elementsOf, textIn } from './xml.ts'

const server = await s3Server()
const place = { endpoint: server.url, region: REGION, bucket: BUCKET, style: 'path', ...KEY } as const
const client = clientFor(place, { firstWaitMs: 5 })
const AS = { type: 'image/webp', cacheControl: 'no-store' }
const ALL = { most: 10_000_000 }
const bytes = randomBytes(300_000)
await client.put('a/1', bytes, AS)

const whole = async (reading: Promise<Readable | undefined>) => buffer((await reading) as Readable)
async function lying<T>(by: Lie, work: () => Promise<T>): Promise<T> {
  server.lies.by = by
  try {
    return await work()
  } finally {
    server.lies.by = undefined
  }
}
const says =
  (answer: (response: ServerResponse) => unknown): Lie =>
  (_request, response) => {
    answer(response)
    return true
  }
const entry = (name: string, more = '<Size>3</Size><LastModified>2026-11-22T00:00:00Z</LastModified>') =>
  `<Contents><Key>${name}</Key>${more}</Contents>`
const page = (entries: string, next?: string) =>
  `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${entries}${next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}</ListBucketResult>`

test('a list contains only safe names below the prefix, with size and time', async () => {
  const odd = [
    ...['b/../../other/secret', 'b/..', 'b/./x', '../b/x', 'a/1', '', '/b/x', 'B/x', 'x'.repeat(2_000)].map(
      name => entry(name),
    ),
    entry('b/x\u0001'),
    entry(`b/${'x'.repeat(1_024)}`),
    entry('b/x', '<Size>-1</Size><LastModified>2026-11-22T00:00:00Z</LastModified>'),
    entry('b/x', '<Size>1e99</Size><LastModified>2026-11-22T00:00:00Z</LastModified>'),
    entry('b/x', '<Size>3</Size><LastModified>soon</LastModified>'),
    entry('b/x', '<Size>3</Size>'),
    '<Contents></Contents>',
    '<Contents><Key>b/<Key>x</Key></Contents>',
  ]
  let strange = 0
  const listed = await lying(
    says(response => response.end(page(odd.join('') + entry('b/good')))),
    () => Array.fromAsync(client.list('b/', () => void strange++)),
  )
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['b/good'],
  )
  assert.equal(strange, odd.length)
})

test('an endless list is stopped: repeated pages, empty pages, unclosed elements', async () => {
  const refused = async (answer: (n: number) => string) => {
    let pages = 0
    await lying(
      says(response => response.end(answer(++pages))),
      () => assert.rejects(Array.fromAsync(client.list('b/')), /list_cut_short|endless_list/),
    )
    return pages
  }
  assert.equal(await refused(() => page(entry('b/x'), 'again')), 2)
  assert.equal(await refused(() => page(entry('b/x'), '')), 1)
  assert.equal(await refused(() => page(entry('b/x'), 'x'.repeat(5_000))), 1)
  assert.equal(await refused(n => page('', `page ${n}`)), 101)
  // Linear time: rereading from each opening tag would take hours.
  const begun = '<Contents>'.repeat(400_000)
  for (const answer of [begun, `${begun}<Key>`, `<Contents>${'<Key>'.repeat(800_000)}</Contents>`])
    assert.deepEqual(
      await lying(
        says(response => response.end(answer)),
        () => Array.fromAsync(client.list('b/')),
      ),
      [],
    )
  await lying(
    says(response => {
      const more = () => {
        while (!response.destroyed && response.write('<!-- '.repeat(10_000)));
      }
      response.on('drain', more)
      more()
    }),
    () => assert.rejects(Array.fromAsync(client.list('b/')), /an answer without end/),
  )
  assert.deepEqual([...elementsOf('<a>1</a><a>2', 'a')], ['1'])
  assert.equal(textIn('<a>x &amp;amp; &lt;/a&gt;</a>', 'a'), 'x &amp; </a>')
})

test('a name that leads out of the bucket is never requested', async () => {
  const before = server.asked.length
  for (const name of ['../other/x', 'a/../../other/x', 'a/..', '.', '', 'a/\u0000', 'x'.repeat(1_025)]) {
    const refusal = /This is no name of a file/
    await assert.rejects(client.read(name, ALL), refusal)
    await assert.rejects(client.size(name), refusal)
    await assert.rejects(client.put(name, bytes, AS), refusal)
    await assert.rejects(client.remove(name), refusal)
    assert.throws(() => client.write(name, (async function* () {})(), AS), refusal)
  }
  assert.equal(server.asked.length, before)
})

test('only our own abandoned uploads are removed', async () => {
  const uploads = ['c/../../other/x', 'c/strange', 'd/x', 'c/ours'].map(
    name =>
      `<Upload><Key>${name}</Key><UploadId>1</UploadId><Initiated>2020-01-01T00:00:00Z</Initiated></Upload>`,
  )
  const before = server.asked.length
  const swept = await lying(
    (request, response) => {
      if (request.method === 'DELETE') response.writeHead(204).end()
      else response.end(`${uploads.join('')}${'<Upload>'.repeat(400_000)}`)
      return true
    },
    () => client.sweep('c/', new Date(), name => name === 'c/ours'),
  )
  assert.deepEqual(
    swept.map(({ name }) => name),
    ['c/ours'],
  )
  assert.deepEqual(server.asked.slice(before + 1), ['DELETE /mairie/c/ours?uploadId=1'])
})

test('a file must have the announced length, and no more than requested is read', async () => {
  const lies: readonly [says: Lie, code: RegExp][] = [
    [says(response => response.writeHead(200).write('x')), /no_length/],
    [says(response => response.writeHead(200, { 'content-length': '10000001' }).write('x')), /other_length/],
    [says(response => response.writeHead(200, { 'content-length': `${2 ** 60}` }).write('x')), /no_length/],
  ]
  for (const [lie, code] of lies)
    await lying(lie, () => assert.rejects(async () => whole(client.read('a/1', ALL)), code))
  await lying(
    says(response => response.writeHead(200).end()),
    () => assert.rejects(client.size('a/1'), /no_length/),
  )
  // The whole object instead of a range, or less than announced.
  await lying(
    says(response => response.writeHead(200, { 'content-length': bytes.length }).end(bytes)),
    () => assert.rejects(client.read('a/1', { first: 5, last: 9 }), /other_length/),
  )
  await assert.rejects(client.read('a/1', { ...ALL, least: bytes.length + 1 }), /other_length/)
  assert.ok((await whole(client.read('a/1', { most: bytes.length, least: bytes.length }))).equals(bytes))
})

test('a store that sends single bytes times out, in one reply or in many', async () => {
  const impatient = clientFor(place, { firstWaitMs: 5, wholeMs: 300 })
  const trickle: Lie = async (request, response) => {
    response.writeHead(request.headers.range ? 206 : 200, { 'content-length': 100_000 })
    while (!response.destroyed) {
      response.write('x')
      await sleep(10)
    }
    return true
  }
  await lying(trickle, () => assert.rejects(async () => whole(impatient.read('a/1', ALL)), /too slow/))
  await lying(trickle, () => assert.rejects(Array.fromAsync(impatient.list('a/')), /too slow/))
  await lying(trickle, () => assert.rejects(impatient.put('a/2', bytes, AS), /too slow/))
  let answers = 0
  await lying(
    (request, response) => {
      answers++
      const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0])
      response.writeHead(from ? 206 : 200, { 'content-length': bytes.length - from })
      response.write(bytes.subarray(from, from + 1), () => response.destroy())
      return true
    },
    () => assert.rejects(async () => whole(client.read('a/1', ALL))),
  )
  assert.ok(answers <= 12, `${answers}`)
})

test("a slow reader does not use up the store's time", async () => {
  const answer = async function* () {
    yield Buffer.alloc(10)
    yield Buffer.alloc(10)
    yield Buffer.alloc(10)
  }
  let pieces = 0
  const reading = Object.assign(answer(), { destroy() {} }) as never
  for await (const _ of chunksOf(reading, { pieceMs: 5_000, wholeMs: 1_000 })) {
    pieces++
    await sleep(400)
  }
  assert.equal(pieces, 3)
})
