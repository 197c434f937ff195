import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { SourceKind } from '../../../../shared/words/imports.ts'
import { World } from '../../../../test/fixtures/outside-world.ts'
import { FetchRefused } from '../../../kernel/fetch/fetch.ts'
import { type SourceToRead, Unreadable } from './item.ts'
import { readSource } from './read-source.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

const source = (url: string, more: Partial<SourceToRead> = {}): SourceToRead => ({
  url,
  kind: 'auto',
  api_key: null,
  etag: null,
  last_modified: null,
  ...more,
})

const feed = (title: string, declared = '') =>
  `<?xml version="1.0"${declared && ` encoding="${declared}"`}?><rss version="2.0"><channel><item><guid>1</guid><title>${title}</title></item></channel></rss>`
const ics = (title: string) =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:${title}\r\nDTSTART:20270101\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
const json = (title: string) => JSON.stringify({ items: [{ id: '1', title }] })
const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const BOM = Buffer.from([0xef, 0xbb, 0xbf])
/** A line folded as its writer counted: bytes, not letters. */
const foldedWithin = (title: string) => {
  const bytes = Buffer.from(ics(title))
  const at = bytes.indexOf(0xc3) + 1
  return Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)])
}

const ENCODINGS: readonly (readonly [what: string, bytes: Buffer, type: string, title: string])[] = [
  ['RSS, UTF-8 without a word', Buffer.from(feed('Été')), 'text/xml', 'Été'],
  [
    'RSS, UTF-8 said to be ISO-8859-1 by the server',
    Buffer.from(feed('Été')),
    'text/xml; charset=us-ascii',
    'Été',
  ],
  ['RSS, ISO-8859-1 as declared', latin1(feed('\xc9t\xe9', 'ISO-8859-1')), 'text/xml', 'Été'],
  ['RSS, ISO-8859-15 by HTTP', latin1(feed('5 \xa4')), 'text/xml; charset=iso-8859-15', '5 €'],
  ['RSS, windows-1252 without a word', latin1(feed('L\x92\xe9t\xe9')), 'application/rss+xml', 'L’été'],
  [
    'RSS, windows-1252 said to be UTF-8',
    latin1(feed('L\x92\xe9t\xe9', 'utf-8')),
    'text/xml; charset=utf-8',
    'L’été',
  ],
  [
    'RSS, UTF-8 with a mark, declared otherwise',
    Buffer.concat([BOM, Buffer.from(feed('Été', 'iso-8859-1'))]),
    'text/xml',
    'Été',
  ],
  ['RSS, UTF-16 with a mark', utf16be(feed('Été', 'utf-16')), 'text/xml', 'Été'],
  ['RSS, UTF-16 without', Buffer.from(feed('Été'), 'utf16le'), 'text/xml', 'Été'],
  ['RSS called HTML', Buffer.from(feed('Été')), 'text/html', 'Été'],
  ['JSON in UTF-8', Buffer.from(json('Été')), 'application/feed+json', 'Été'],
  ['JSON with a mark', Buffer.concat([BOM, Buffer.from(json('Été'))]), 'application/json', 'Été'],
  ['JSON in windows-1252', latin1(json('\xc9t\xe9 \x80')), 'application/json', 'Été €'],
  ['JSON in UTF-16', utf16be(json('Été')), 'application/json', 'Été'],
  ['calendar in UTF-8', Buffer.from(ics('Été')), 'text/calendar', 'Été'],
  ['calendar in windows-1252', latin1(ics('\xc9t\xe9')), 'text/calendar', 'Été'],
  ['calendar in UTF-16', Buffer.from(`\ufeff${ics('Été')}`, 'utf16le'), 'text/calendar', 'Été'],
  ['calendar folded within a letter', foldedWithin('La fête'), 'text/calendar; charset=utf-8', 'La fête'],
]

test('encodings, each through the door', async t => {
  await using world = await World.open()
  const site = await world.site((request, response) => {
    const [, bytes, type] = ENCODINGS[Number(request.url?.slice(1))] ?? []
    response.setHeader('content-type', type ?? '')
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync(bytes ?? ''))
  })
  for (const [index, [what, , , title]] of ENCODINGS.entries())
    await t.test(what, async () => {
      const reading = await readSource(world.door(), source(`http://${site}/${index}`), NOW)
      assert.ok(reading !== 'not_modified')
      assert.deepEqual(
        reading.items.map(each => each.title),
        [title],
      )
    })
})

async function outcome(
  world: World,
  listener: RequestListener,
  more: Partial<SourceToRead> = {},
): Promise<string> {
  const site = await world.site(listener)
  try {
    const reading = await readSource(world.door(), source(`http://${site}/`, more), NOW)
    return reading === 'not_modified' ? reading : `${reading.kind} ${reading.items.length}`
  } catch (error) {
    assert.ok(error instanceof Unreadable || error instanceof FetchRefused, String(error))
    return error.code
  }
}

test('what the door and the reader refuse, by their codes', async () => {
  await using world = await World.open()
  const saying =
    (text: string | Buffer): RequestListener =>
    (_, response) =>
      void response.end(text)
  const doctype = '<!DOCTYPE rss [<!ENTITY a "b">]><rss version="2.0"><channel/></rss>'
  const cases: [RequestListener, string, SourceKind][] = [
    [saying(feed('Un')), 'rss 1', 'auto'],
    [saying(ics('Un')), 'ical 1', 'auto'],
    [saying(json('Un')), 'json_feed 1', 'auto'],
    [saying(''), 'empty', 'auto'],
    [saying('<!doctype html><title>x</title>'), 'not_a_feed', 'rss'],
    [saying(doctype), 'doctype', 'auto'],
    [saying(utf16be(doctype)), 'doctype', 'auto'],
    [saying(Buffer.from(doctype, 'utf16le')), 'doctype', 'auto'],
    [saying(feed('Un')), 'wrong_kind', 'ical'],
    [saying(Buffer.alloc(11 * 1024 * 1024, 'a')), 'too_large', 'auto'],
    [(_, response) => void response.writeHead(410).end(), 'bad_status', 'auto'],
    [
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
      'forbidden_address',
      'auto',
    ],
  ]
  for (const [listener, expected, kind] of cases)
    assert.equal(await outcome(world, listener, { kind }), expected)
})

test('what did not change is not read again; what did brings what to ask with next time', async () => {
  await using world = await World.open()
  const site = await world.site((request, response) => {
    if (request.headers['if-none-match'] === '"1"') return response.writeHead(304).end()
    response.setHeader('etag', '"1"')
    response.setHeader('last-modified', 'Thu, 19 Nov 2026 10:00:00 GMT')
    return response.end(feed('Un'))
  })
  const reading = await readSource(world.door(), source(`http://${site}/`), NOW)
  assert.ok(reading !== 'not_modified')
  assert.deepEqual([reading.etag, reading.last_modified], ['"1"', 'Thu, 19 Nov 2026 10:00:00 GMT'])
  assert.equal(
    await readSource(world.door(), source(`http://${site}/`, { etag: '"1"' }), NOW),
    'not_modified',
  )
})

test('relative addresses are those of where the answer came from', async () => {
  await using world = await World.open()
  const site = await world.site((request, response) => {
    if (request.url === '/') return response.writeHead(302, { location: '/flux/' }).end()
    return response.end(feed('Un').replace('</title></item>', '</title><link>page</link></item>'))
  })
  const reading = await readSource(world.door(), source(`http://${site}/`), NOW)
  assert.ok(reading !== 'not_modified')
  assert.equal(reading.items[0]?.source_url, `http://${site}/flux/page`)
})

test('a reading that is given up ends', async () => {
  await using world = await World.open()
  const site = await world.site(() => {})
  await assert.rejects(readSource(world.door(), source(`http://${site}/`), NOW, AbortSignal.timeout(100)), {
    code: 'aborted',
  })
})
