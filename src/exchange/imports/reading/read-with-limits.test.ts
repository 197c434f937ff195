import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../../test/growth.ts'
import { ical, rss, type Thing } from '../../../../test/imports/documents.ts'
import { inDays } from '../../../../test/imports/world.ts'
import { type Door, type Fetched, FetchRefused } from '../../../kernel/fetch/fetch.ts'
import { type SourceToRead, Unreadable } from './item.ts'
import { readDocument } from './read-document.ts'
import { readSource } from './read-source.ts'
import { readWithLimits } from './read-with-limits.ts'

/** What is large or costly to read is read in a thread, and comes out as it would here. */

const NOW = new Date()
const SOURCE: SourceToRead = {
  url: 'https://ville.example.org/fil',
  kind: 'auto',
  api_key: null,
  etag: null,
  last_modified: null,
}
const found = (body: string): Fetched => ({
  status: 'ok',
  url: SOURCE.url,
  contentType: null,
  charset: null,
  etag: '"e"',
  lastModified: null,
  retryAfter: null,
  headers: {},
  bytes: Buffer.from(body),
})
/** Says this, and counts how often it was asked. */
function doorTo(body: string) {
  const asked: string[] = []
  const door: Pick<Door, 'fetch'> = {
    async fetch(url) {
      asked.push(url)
      return found(body)
    },
  }
  return { door, asked }
}
const signal = new AbortController().signal
const things = (count: number): Thing[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `${n}`,
    title: `Été ${n}`,
    text: 'Un texte. '.repeat(30),
    link: `https://ville.example.org/${n}`,
    from: inDays(3),
    to: inDays(3).replace('T10', 'T12'),
    at: inDays(-1),
  }))

for (const [name, body] of [
  ['a large feed', rss(things(600))],
  ['a calendar', ical(things(3))],
  ['a small feed', rss(things(3))],
] as const)
  test(`${name}: the same reading as here, fetched once`, async () => {
    const { door, asked } = doorTo(body)
    const reading = await readWithLimits(door, SOURCE, NOW, signal)
    assert.deepEqual(reading, await readSource(doorTo(body).door, SOURCE, NOW))
    assert.equal(asked.length, 1)
  })

test('an address that failed before the first large answer is not asked again, and its failure stays its own', async () => {
  const asked: string[] = []
  const event = { '@type': 'Event', name: 'Loto', startDate: '2099-12-12', description: 'x'.repeat(5_000) }
  const page = `<!doctype html><script type="application/ld+json">${JSON.stringify(event)}</script>`
  const door: Pick<Door, 'fetch'> = {
    async fetch(url) {
      asked.push(new URL(url).pathname)
      if (url.endsWith('/robots.txt')) throw new FetchRefused('bad_status', { status: 404 })
      return found(page)
    },
  }
  const reading = await readWithLimits(door, { ...SOURCE, kind: 'page' }, NOW, signal)
  assert.ok(reading !== 'not_modified')
  assert.deepEqual([reading.items.length, asked], [1, ['/robots.txt', '/fil']])
})

test('an agenda of several large pages: each is fetched once, in the thread too', async () => {
  const asked: string[] = []
  const door: Pick<Door, 'fetch'> = {
    async fetch(url) {
      asked.push(url)
      const more = asked.length < 3
      const events = Array.from({ length: 300 }, (_, n) => ({
        uid: asked.length * 1000 + n,
        title: { fr: `Concert ${asked.length} ${n}` },
        description: { fr: 'Un texte. '.repeat(60) },
        timezone: 'Europe/Paris',
        timings: [{ begin: inDays(5), end: inDays(5).replace('T10', 'T12') }],
        state: 2,
        status: 1,
      }))
      return found(JSON.stringify({ total: 900, events, after: more ? [asked.length] : null }))
    },
  }
  const url = 'https://api.openagenda.com/v2/agendas/12345/events'
  const reading = await readWithLimits(door, { ...SOURCE, url, api_key: 'k' }, NOW, signal)
  assert.ok(reading !== 'not_modified')
  assert.equal(reading.items.length, 900)
  assert.equal(new Set(asked).size, 3)
  assert.equal(asked.length, 3)
})

test('what is no feed is refused from the thread as from here', async () => {
  const page = `<html><body>${'<p>Bonjour</p>'.repeat(20_000)}</body></html>`
  await assert.rejects(
    readWithLimits(doorTo(page).door, SOURCE, NOW, signal),
    error => error instanceof Unreadable && error.code === 'not_a_feed',
  )
})

test('a refusal of the door passes through as it is', async () => {
  const door: Pick<Door, 'fetch'> = {
    fetch: async () => {
      throw new FetchRefused('bad_status', { status: 410, retryAfter: 7 })
    },
  }
  await assert.rejects(
    readWithLimits(door, SOURCE, NOW, signal),
    error => error instanceof FetchRefused && error.status === 410 && error.retryAfter === 7,
  )
})

test('a document that takes too long is given up, and so is a run that is stopped', async () => {
  const { door } = doorTo(rss(things(2_000)))
  await assert.rejects(
    readWithLimits(door, SOURCE, NOW, signal, { workMs: 1 }),
    error => error instanceof Unreadable && error.code === 'reading_too_long',
  )
  // A busy machine is not the fault of the document.
  await assert.rejects(
    readWithLimits(door, SOURCE, NOW, signal, { patienceMs: 1 }),
    error => error instanceof Unreadable && error.code === 'reading_broke',
  )
  const stopped = new AbortController()
  const reading = readWithLimits(doorTo(rss(things(2_000))).door, SOURCE, NOW, stopped.signal)
  setTimeout(() => stopped.abort(), 20)
  await assert.rejects(reading, error => error instanceof FetchRefused && error.code === 'aborted')
})

test('a broken feed, however it is broken, costs the service itself next to nothing', async () => {
  const open = '<rss version="2.0"><channel><title>t</title>'
  for (const broken of ['<', '<b', '<a b=', '<item>', '<item><title>', '&', '<![CDATA[', '<!--']) {
    const { door } = doorTo(open + broken.repeat(Math.floor((120 * 1024) / broken.length)))
    const before = process.threadCpuUsage()
    await readWithLimits(door, SOURCE, NOW, signal).catch(error =>
      assert.ok(error instanceof Unreadable, String(error)),
    )
    const { user, system } = process.threadCpuUsage(before)
    assert.ok(
      user + system < 400_000,
      `${broken}: ${Math.round((user + system) / 1000)} ms of the main thread`,
    )
  }
})

test('tags that are begun and never ended cost no more than their length', () => {
  for (const broken of ['<', '<b', '<img ', '<a b='])
    assertLinear(
      size => {
        const text = `<rss><channel><item><title>a</title></item>${broken.repeat(size)}`
        return assert.doesNotThrow(() => readDocument({ text, url: SOURCE.url, kind: 'auto' }, NOW))
      },
      20_000,
      broken,
    )
})
