import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener } from 'node:http'
import { test } from 'node:test'
import { World } from '../../../../../test/fixtures/outside-world.ts'
import { inEnglish } from '../../../../../test/imports/notes.ts'
import type { SourceToRead } from '../item.ts'
import { readSource } from '../read-source.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

const EVENT = {
  slug: 'la-brocante',
  title: { fr: 'La brocante' },
  timings: [{ begin: '2026-11-28T07:00:00+01:00', end: '2026-11-28T12:30:00+01:00' }],
  state: 2,
}

const source = (url: string, api_key: string | null = null): SourceToRead => ({
  url,
  kind: 'openagenda',
  api_key,
  etag: null,
  last_modified: null,
})

/** An agenda that answers page by page. */
function agenda(pages: readonly object[], seen: IncomingMessage[]): RequestListener {
  return (request, response) => {
    seen.push(request)
    const after = new URL(request.url ?? '/', 'http://x').searchParams.getAll('after[]')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(pages[Number(after.at(-1) ?? 0)] ?? { events: [], after: null }))
  }
}
const page = (from: number, count: number, after: number | null) => ({
  total: 700,
  events: Array.from({ length: count }, (_, at) => ({ ...EVENT, uid: from + at })),
  after: after === null ? null : [1_700_000_000_000, after],
})

test('page by page, with the key in a header, never in an address', async () => {
  await using world = await World.open()
  const seen: IncomingMessage[] = []
  const site = await world.site(agenda([page(0, 300, 1), page(290, 300, 2), page(590, 110, null)], seen))
  const reading = await readSource(
    world.door(),
    source(`https://${site}/v2/agendas/1/events`, 'cle-secrete'),
    NOW,
  )
  assert.ok(reading !== 'not_modified')
  assert.equal(reading.items.length, 700)
  assert.equal(seen.length, 3)
  for (const request of seen) {
    assert.equal(request.headers.key, 'cle-secrete')
    assert.doesNotMatch(request.url ?? '', /secrete/)
    assert.equal(new URL(request.url ?? '/', 'http://x').searchParams.get('size'), '300')
  }
  assert.doesNotMatch(JSON.stringify(reading), /secrete/)
  assert.deepEqual([reading.etag, reading.last_modified], [null, null])
})

test('paging ends: at 2 000 events, at 20 pages, when a page repeats itself, when one fails', async () => {
  await using world = await World.open()
  const reading = async (pages: readonly object[]) => {
    const seen: IncomingMessage[] = []
    const site = await world.site(agenda(pages, seen))
    const found = await readSource(world.door(), source(`http://${site}/v2/agendas/1/events`), NOW)
    assert.ok(found !== 'not_modified')
    return {
      items: found.items.length,
      pages: seen.length,
      notes: found.notes.map(inEnglish).join(' '),
    }
  }
  const full = await reading(Array.from({ length: 30 }, (_, at) => page(at * 300, 300, at + 1)))
  assert.deepEqual([full.items, full.pages], [2000, 7])
  assert.match(full.notes, /has more than was read/)
  const thin = await reading(Array.from({ length: 30 }, (_, at) => page(at, 1, at + 1)))
  assert.deepEqual([thin.items, thin.pages], [20, 20])
  const stuck = await reading([page(0, 300, 1), page(300, 300, 1)])
  assert.deepEqual([stuck.items, stuck.pages], [600, 2])
  const failing = await reading([page(0, 300, 1), { error: 'quota' }])
  assert.deepEqual([failing.items, failing.pages], [300, 2])
  assert.match(failing.notes, /Page 2 could not be read/)
})

test('a key that is refused is told, without the key', async () => {
  await using world = await World.open()
  for (const status of [401, 403]) {
    const site = await world.site(
      (_, response) => void response.writeHead(status).end('{"message":"cle-secrete"}'),
    )
    await assert.rejects(
      readSource(world.door(), source(`https://${site}/v2/agendas/1/events`, 'cle-secrete'), NOW),
      (error: Error & { code?: string }) =>
        error.code === 'key_refused' && !/secrete/.test(`${error.message} ${error.cause}`),
    )
  }
})

test('the key does not follow a redirect to somebody else', async () => {
  await using world = await World.open()
  const seen: IncomingMessage[] = []
  const other = await world.site(agenda([page(0, 1, null)], seen))
  const site = await world.site(
    (_, response) => void response.writeHead(302, { location: `https://${other}/v2/agendas/1/events` }).end(),
  )
  await readSource(world.door(), source(`https://${site}/v2/agendas/1/events`, 'cle-secrete'), NOW)
  assert.equal(seen.length, 1)
  assert.equal(seen[0]?.headers.key, undefined)
})

test('a key never goes over a line that anybody may read', async () => {
  await using world = await World.open()
  const seen: IncomingMessage[] = []
  const site = await world.site(agenda([page(0, 1, null)], seen))
  await assert.rejects(
    readSource(world.door(), source(`http://${site}/v2/agendas/1/events`, 'cle-secrete'), NOW),
    (error: Error & { code?: string }) => error.code === 'key_needs_https' && /https/.test(error.message),
  )
  assert.equal(seen.length, 0)
})
