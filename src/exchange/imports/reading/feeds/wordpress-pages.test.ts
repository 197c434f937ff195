import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { World } from '../../../../../test/fixtures/outside-world.ts'
import type { SourceToRead } from '../item.ts'
import { readSource } from '../read-source.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

/** A WordPress with this many posts and events, newest first; it answers 400 behind its last page. */
function wordpress(count: number, seen: URLSearchParams[], withLinks = true): RequestListener {
  return (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://x')
    seen.push(query)
    const size = Number(query.get('per_page') ?? 10)
    const page = Number(query.get('page') ?? 1)
    const ids = Array.from({ length: count }, (_, at) => at).slice((page - 1) * size, page * size)
    if (page > 1 && ids.length === 0)
      return response.writeHead(400).end('{"code":"rest_post_invalid_page_number"}')
    const isMore = page * size < count
    response.setHeader('content-type', 'application/json; charset=UTF-8')
    if (pathname.includes('/tribe/')) {
      const events = ids.map(id => ({ id, title: `Loto ${id}`, start_date: '2026-12-12 10:00:00' }))
      // Another host: the next page is asked of the same one.
      return response.end(
        JSON.stringify({ events, ...(isMore && { next_rest_url: 'https://other.example/wp-json/tribe/x' }) }),
      )
    }
    if (withLinks && isMore) response.setHeader('link', '<https://other.example/>; rel="next"')
    return response.end(
      JSON.stringify(
        ids.map(id => ({
          guid: { rendered: `?p=${id}` },
          link: `https://ville.example/${id}`,
          title: { rendered: `Titre ${id}` },
          content: { rendered: '<p>Texte</p>' },
        })),
      ),
    )
  }
}

async function reading(listener: RequestListener, path: string, fields: Partial<SourceToRead> = {}) {
  await using world = await World.open()
  const site = await world.site(listener)
  const source = {
    url: `http://${site}${path}`,
    kind: 'auto',
    api_key: null,
    etag: null,
    last_modified: null,
  } as const
  const found = await readSource(world.door(), { ...source, ...fields }, NOW)
  assert.ok(found !== 'not_modified')
  return { kind: found.kind, items: found.items.length, notes: found.notes.map(({ code }) => code) }
}
const POSTS = '/wp-json/wp/v2/posts'

test('posts are fetched up to the number that the source takes, with their filters', async () => {
  for (const withLinks of [true, false]) {
    const seen: URLSearchParams[] = []
    const found = await reading(wordpress(400, seen, withLinks), `${POSTS}?categories=7&page=3`, {
      max_items: 120,
    })
    assert.deepEqual(found, { kind: 'wordpress', items: 150, notes: [] })
    assert.deepEqual(
      seen.map(query => [query.get('categories'), query.get('page'), query.get('_embed')]),
      [null, '2', '3'].map(page => ['7', page, 'wp:featuredmedia,wp:term']),
    )
  }
})

test('the last page ends the reading; an address in the query is read too', async () => {
  const seen: URLSearchParams[] = []
  const query = `/?rest_route=${encodeURIComponent('/wp/v2/posts')}`
  assert.deepEqual(await reading(wordpress(100, seen), query), { kind: 'wordpress', items: 100, notes: [] })
  assert.equal(seen.length, 2)
  assert.deepEqual(await reading(wordpress(0, seen), POSTS), { kind: 'wordpress', items: 0, notes: [] })
})

test('events are fetched page by page from the same server', async () => {
  const seen: URLSearchParams[] = []
  const found = await reading(wordpress(130, seen), '/wp-json/tribe/events/v1/events')
  assert.deepEqual([found, seen.length], [{ kind: 'json_events', items: 130, notes: [] }, 3])
})

test('a site whose API is closed is told for what it answers', async () => {
  const page: RequestListener = (_, response) => void response.end('<!doctype html><input type="password">')
  await assert.rejects(reading(page, POSTS), { code: 'is_sign_in_page' })
  const error: RequestListener = (_, response) => void response.end('{"code":"rest_no_route"}')
  await assert.rejects(reading(error, POSTS), { code: 'json_not_a_feed' })
})
