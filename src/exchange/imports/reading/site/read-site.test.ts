import assert from 'node:assert/strict'
import { test } from 'node:test'
import { World } from '../../../../../test/fixtures/outside-world.ts'
import { FetchRefused } from '../../../../kernel/fetch/fetch.ts'
import { Unreadable } from '../item.ts'
import { readSource } from '../read-source.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

const page = (content: string, data?: unknown) =>
  `<!DOCTYPE html><html><head>${data ? `<script type="application/ld+json">${JSON.stringify(data)}</script>` : ''}</head>
  <body><nav><a href="/mairie/1">…</a></nav><main>${content}</main></body></html>`
const event = (name: string, more: object = {}) => ({
  '@type': 'Event',
  name,
  startDate: '2026-12-05T20:00:00+01:00',
  location: 'Salle des fêtes',
  ...more,
})
const links = (...hrefs: string[]) => hrefs.map(href => `<a href="${href}">…</a>`).join('')

interface Answer {
  readonly text?: string
  readonly status?: number
  readonly location?: string
  readonly etag?: string
}

/** A site by its paths; what is not there is not found. */
async function visited(paths: Readonly<Record<string, Answer | string>>, start = '/agenda/', more = {}) {
  const asked: string[] = []
  let open = 0
  let mostOpen = 0
  await using world = await World.open()
  const site = await world.site(async (request, response) => {
    asked.push(request.url ?? '')
    mostOpen = Math.max(mostOpen, ++open)
    await new Promise(done => setTimeout(done, 2))
    open--
    const given = paths[request.url ?? ''] ?? { status: 404 }
    const {
      text = '',
      status = 200,
      location,
      etag,
    }: Answer = typeof given === 'string' ? { text: given } : given
    if (etag && request.headers['if-none-match'] === etag) return response.writeHead(304).end()
    if (etag) response.setHeader('etag', etag)
    if (location) response.setHeader('location', location)
    return response.writeHead(status, { 'content-type': 'text/html' }).end(text)
  })
  const source = {
    url: `http://${site}${start}`,
    kind: 'page',
    api_key: null,
    etag: null,
    last_modified: null,
    ...more,
  } as const
  const reading = await readSource(world.door(), source, NOW).catch((error: unknown) => {
    assert.ok(error instanceof Unreadable || error instanceof FetchRefused, String(error))
    return error.code
  })
  assert.equal(mostOpen, 1)
  if (typeof reading === 'string')
    return { asked, refused: reading, titles: [], codes: [], etag: null, items: [] }
  return {
    asked,
    refused: undefined,
    titles: reading.items.map(each => each.title),
    codes: reading.notes.map(({ code, params }) =>
      [code, params.count].filter(each => each !== undefined).join(' '),
    ),
    etag: reading.etag,
    items: reading.items,
  }
}

test('the events of a list are read from their own pages, one request at a time', async () => {
  const { asked, titles, codes, items } = await visited({
    '/agenda/': page(links('loto', '/agenda/bal#x', '/mairie')),
    '/agenda/loto': page('', event('Loto')),
    '/agenda/bal': page('', event('Bal', { url: '/agenda/bal', startDate: '2026-11-28' })),
  })
  assert.deepEqual(asked, ['/robots.txt', '/agenda/', '/agenda/loto', '/agenda/bal'])
  assert.deepEqual([titles, codes], [['Bal', 'Loto'], ['site_pages_read 2']])
  assert.match(items[1]?.source_url ?? '', /\/agenda\/loto$/)
})

test('an event that the list describes whole is not asked for again; one without a text is', async () => {
  const { asked, titles, items } = await visited({
    '/agenda/': page(links('/agenda/menu'), [
      event('Loto', { url: '/agenda/loto', description: 'Des lots' }),
      event('Bal', { url: '/agenda/bal' }),
    ]),
    '/agenda/bal': page('', event('Bal', { url: '/agenda/bal', description: 'Avec orchestre' })),
  })
  assert.deepEqual(asked, ['/robots.txt', '/agenda/', '/agenda/bal'])
  assert.deepEqual(
    [titles, items.map(each => each.body)],
    [
      ['Loto', 'Bal'],
      ['Des lots', 'Avec orchestre'],
    ],
  )
})

test('the addresses of an ItemList go before the links of the page', async () => {
  const list = {
    '@type': 'ItemList',
    itemListElement: [{ url: '/sortir/loto' }, { url: 'https://other.example/x' }],
  }
  const { asked } = await visited({
    '/agenda/': page(links('/agenda/bal'), list),
    '/sortir/loto': page('', event('Loto')),
  })
  assert.deepEqual(asked.slice(2), ['/sortir/loto'])
})

test('robots.txt forbids single pages, or the list', async () => {
  const site = {
    '/agenda/': page(links('/agenda/loto', '/agenda/bal')),
    '/agenda/loto': page('', event('Loto')),
  }
  const some = await visited({ ...site, '/robots.txt': 'User-agent: *\nDisallow: /agenda/bal' })
  assert.deepEqual([some.titles, some.codes], [['Loto'], ['site_pages_read 1', 'pages_forbidden 1']])
  const all = await visited({ ...site, '/robots.txt': 'User-agent: Parvis\nDisallow: /agenda' })
  assert.deepEqual([all.refused, all.asked], ['robots_forbid', ['/robots.txt']])
})

test('a robots.txt that is away for the moment forbids all, one that is refused nothing', async () => {
  const site = { '/agenda/': page('', event('Loto')) }
  for (const status of [500, 503, 429])
    assert.equal(
      (await visited({ ...site, '/robots.txt': { status } })).refused,
      'robots_forbid',
      String(status),
    )
  for (const status of [401, 403, 404, 410])
    assert.deepEqual((await visited({ ...site, '/robots.txt': { status } })).titles, ['Loto'], String(status))
})

test('a wait that robots.txt asks for is kept between all requests', async () => {
  const began = performance.now()
  await visited({
    '/robots.txt': 'User-agent: *\nCrawl-delay: 0.3',
    '/agenda/': page(links('/agenda/loto')),
    '/agenda/loto': page('', event('Loto')),
  })
  assert.ok(performance.now() - began > 300)
})

test('fifty pages at most, and the rest is told', async () => {
  const paths = Array.from({ length: 60 }, (_, index) => `/agenda/${index}`)
  const { asked, titles, codes, etag } = await visited({
    '/agenda/': { text: page(links(...paths)), etag: '"1"' },
    ...Object.fromEntries(paths.map(path => [path, page('', event(`Fête ${path}`))])),
  })
  assert.deepEqual([asked.length, titles.length], [52, 50])
  assert.deepEqual([codes, etag], [['site_pages_read 50', 'pages_left 10'], null])
})

test('pages without events, or that fail, end the visit', async () => {
  const paths = Array.from({ length: 30 }, (_, index) => `/agenda/${index}`)
  const inVain = await visited({
    '/agenda/': page(links(...paths)),
    ...Object.fromEntries(paths.map((path, index) => [path, page('', index === 0 && event('Loto'))])),
  })
  assert.deepEqual(
    [inVain.titles, inVain.codes],
    [['Loto'], ['site_pages_read 11', 'pages_without_event 10', 'pages_given_up 19']],
  )
  const down = await visited({ '/agenda/': page(links(...paths), event('Loto', { description: 'x' })) })
  assert.deepEqual([down.titles, down.asked.length], [['Loto'], 5])
  assert.deepEqual(down.codes, [...Array(3).fill('bad_status'), 'site_pages_read 3', 'pages_given_up 27'])
})

test('a page that leads to another site is passed over, one that leads to the same site is read there', async () => {
  const { titles, codes, items } = await visited({
    '/agenda/': page(links('/agenda/a', '/agenda/b')),
    '/agenda/a': { status: 302, location: '/agenda/loto' },
    '/agenda/loto': page('', event('Loto')),
    '/agenda/b': { status: 302, location: 'https://127.0.0.1/' },
  })
  assert.deepEqual([titles, codes], [['Loto'], ['forbidden_address', 'site_pages_read 2']])
  assert.match(items[0]?.source_url ?? '', /\/agenda\/loto$/)
})

test('a list that did not change is not read again on the same day', async () => {
  const list = { text: page(links('/agenda/loto')), etag: '"1"' }
  const site = { '/agenda/': list, '/agenda/loto': page('', event('Loto')) }
  assert.equal((await visited(site)).etag, '"1"')
  const again = await visited(site, '/agenda/', { etag: '"1"' })
  assert.deepEqual([again.refused, again.asked], ['not_modified', ['/robots.txt', '/agenda/']])
})

test('a site without any event is refused as any page', async () => {
  const { refused } = await visited({ '/agenda/': page(links('/agenda/a')), '/agenda/a': page('rien') })
  assert.equal(refused, 'not_a_feed')
})

test('a list that is a feed is told so', async () => {
  const feed = '<rss version="2.0"><channel><item><guid>1</guid><title>Un</title></item></channel></rss>'
  assert.equal((await visited({ '/agenda/': feed })).refused, 'wrong_kind')
})
