import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { codeOf, World } from '../../../test/fixtures/outside-world.ts'
import { selfSigned } from '../../../test/fixtures/self-signed.ts'
import { FetchRefused } from './fetch.ts'
import { secondsToWait } from './headers.ts'

test('a reply is returned completely, with its facts', async () => {
  await using world = await World.open()
  const site = await world.site((request, response) => {
    response.setHeader('etag', 'W/"1"')
    response.setHeader('last-modified', 'Thu, 19 Nov 2026 10:00:00 GMT')
    response.setHeader('content-type', 'Application/RSS+xml ; charset="ISO-8859-15"')
    response.setHeader('set-cookie', 'a=b')
    response.setHeader('cache-control', 'max-age=60')
    response.end(`${request.method} ${request.url}`)
  })
  for (const scheme of ['http', 'https']) {
    const got = await world.door().fetch(`${scheme}://${site}/feed?a=é#part`)
    assert.ok(got.status === 'ok')
    const { bytes, headers, ...rest } = got
    assert.equal(String(bytes), 'GET /feed?a=%C3%A9')
    assert.deepEqual(Object.keys(headers).sort(), ['cache-control', 'date'])
    assert.deepEqual(rest, {
      status: 'ok',
      url: `${scheme}://${site}/feed?a=%C3%A9#part`,
      contentType: 'application/rss+xml',
      charset: 'ISO-8859-15',
      etag: 'W/"1"',
      lastModified: 'Thu, 19 Nov 2026 10:00:00 GMT',
      retryAfter: null,
    })
  }
})

test('requests send a User-Agent but no cookie or referrer, on one connection each', async () => {
  await using world = await World.open()
  const seen: string[][] = []
  const site = await world.site((request, response) => {
    seen.push(request.rawHeaders)
    response.setHeader('set-cookie', 'session=1; Path=/')
    if (request.url === '/') response.writeHead(302, { location: '/next' })
    response.end()
  })
  const door = world.door()
  await door.fetch(`http://${site}/`, { headers: { 'X-Api-Key': 'k' }, accept: 'text/xml' })
  assert.equal(seen.length, 2)
  for (const raw of seen) {
    const headers = Object.fromEntries(
      raw.flatMap((v, at) => (at % 2 ? [] : [[v.toLowerCase(), raw[at + 1]]])),
    )
    assert.deepEqual(headers, {
      host: site,
      connection: 'close',
      'x-api-key': 'k',
      'user-agent': 'Parvis/1.2.3 (+https://parvis.example.fr)',
      accept: 'text/xml',
      'accept-encoding': 'gzip, br',
    })
  }
  for (const name of [
    'Cookie',
    'host',
    'Referer',
    'Connection',
    'Transfer-Encoding',
    'Accept-Encoding',
    'If-Match',
  ]) {
    await assert.rejects(door.fetch(`http://${site}/`, { headers: { [name]: 'x' } }), TypeError)
  }
  assert.equal(seen.length, 2)
})

test('headers with keys go only to the first origin, and not to it again after a redirect', async () => {
  await using world = await World.open()
  const seen: string[] = []
  const listener =
    (next: () => string): RequestListener =>
    (request, response) => {
      const { authorization = '-', 'x-api-key': key = '-', 'if-none-match': etag } = request.headers
      seen.push(`${request.headers.host}${request.url} ${authorization} ${key} ${etag}`)
      if (next()) response.writeHead(307, { location: next() })
      response.end()
    }
  const other: string = await world.site(listener(() => `http://${first}/end`))
  let hops = 0
  const first: string = await world.site(
    listener(() => ['', '/same', `http://${other}/`, ''][++hops >> 1] ?? ''),
  )
  hops = 1
  const headers = { authorization: 'Bearer s', 'x-api-key': 'k' }
  const got = await world.door().fetch(`http://${first}/`, { headers, etag: '"e"' })
  assert.equal(got.url, `http://${first}/end`)
  assert.deepEqual(seen, [
    `${first}/ Bearer s k "e"`,
    `${first}/same Bearer s k "e"`,
    `${other}/ - - "e"`,
    `${first}/end - - "e"`,
  ])
  seen.length = 0
  const plain = await world.site((_request, response) =>
    response.writeHead(301, { location: `https://${plainEnd}/` }).end(),
  )
  const plainEnd: string = await world.site(listener(() => ''))
  await world.door().fetch(`http://${plain}/`, { headers })
  assert.deepEqual(seen, [`${plainEnd}/ - - undefined`])
})

test('five redirects are followed, the sixth is not; loops end; https never becomes http', async () => {
  await using world = await World.open()
  let asked = 0
  const site: string = await world.site((request, response) => {
    asked++
    const left = Number(request.url?.slice(1))
    const to: Record<string, string> = {
      '/loop': '/loop',
      '/self': '',
      '/secret': `http://user:pass@${site}/0`,
      '/down': `http://${site}/0`,
      '/up': `https://${site}/0`,
      '/broken': 'http://[::1',
      '/accent': Buffer.from('/été').toString('latin1'),
      '/latin': '/\u00e9t\u00e9',
      '/relative': '//0',
    }
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` })
    else if (request.url && to[request.url] !== undefined)
      response.writeHead(301, { location: to[request.url] })
    else if (request.url === '/nowhere') response.writeHead(302)
    response.end(request.url)
  })
  const door = world.door()
  const get = (path: string, scheme = 'http') => door.fetch(`${scheme}://${site}${path}`)
  assert.equal((await get('/5')).url, `http://${site}/0`)
  asked = 0
  assert.equal(await codeOf(get('/6')), 'too_many_redirects')
  assert.equal(asked, 6)
  assert.equal(await codeOf(get('/loop')), 'too_many_redirects')
  assert.equal(await codeOf(get('/self')), 'too_many_redirects')
  assert.equal(await codeOf(get('/secret')), 'credentials')
  assert.equal(await codeOf(get('/down', 'https')), 'downgrade')
  assert.equal((await get('/up')).url, `https://${site}/0`)
  assert.equal(await codeOf(get('/broken')), 'invalid_url')
  assert.equal(await codeOf(get('/nowhere')), 'bad_status')
  assert.equal((await get('/accent')).url, `http://${site}/%C3%A9t%C3%A9`)
  assert.equal((await get('/latin')).url, `http://${site}/%C3%A9t%C3%A9`)
  assert.equal(await codeOf(door.fetch(`http://${site}/1`, { redirects: 0 })), 'too_many_redirects')
})

test('a conditional request may get 304; an unrequested 304 is an error', async () => {
  await using world = await World.open()
  const site = await world.site((request, response) => {
    const { 'if-none-match': etag, 'if-modified-since': since } = request.headers
    const same = etag === '"v1"' || since === 'Thu, 19 Nov 2026 10:00:00 GMT' || request.url === '/always'
    response.writeHead(same ? 304 : 200, { etag: '"v1"' }).end(same ? undefined : 'body')
  })
  const door = world.door()
  assert.equal((await door.fetch(`http://${site}/`, { etag: '"v0"' })).status, 'ok')
  const same = await door.fetch(`http://${site}/`, { etag: '"v1"' })
  assert.deepEqual([same.status, same.etag, 'bytes' in same], ['not_modified', '"v1"', false])
  const lastModified = 'Thu, 19 Nov 2026 10:00:00 GMT'
  assert.equal((await door.fetch(`http://${site}/`, { lastModified })).status, 'not_modified')
  assert.equal((await door.stream(`http://${site}/`, { lastModified })).status, 'not_modified')
  assert.equal(await codeOf(door.fetch(`http://${site}/always`)), 'bad_status')
  assert.equal((await door.fetch(`http://${site}/`, { etag: '"a"\r\nX-Evil: 1' })).status, 'ok')
  assert.equal((await door.fetch(`http://${site}/`, { etag: null, lastModified: null })).status, 'ok')
})

test('an error reply is reported with status and Retry-After', async () => {
  await using world = await World.open()
  const site = await world.site((request, response) => {
    const [, status, ...wait] = decodeURIComponent(request.url ?? '').split('/')
    response
      .writeHead(Number(status), wait.length ? { 'retry-after': wait.join('/') } : {})
      .end('x'.repeat(100_000))
  })
  const door = world.door()
  for (const [path, status, wait] of [
    ['429/120', 429, 120],
    ['503', 503, null],
    ['500/soon', 500, null],
    ['404', 404, null],
    ['206', 206, null],
    ['300', 300, null],
    ['503/99999999999999999999', 503, 604_800],
  ] as const) {
    await assert.rejects(door.fetch(`http://${site}/${path}`), (error: FetchRefused) => {
      assert.deepEqual([error.code, error.status, error.retryAfter], ['bad_status', status, wait])
      return !error.forbidden
    })
  }
  const empty = await door.fetch(`http://${site}/204`)
  assert.ok(empty.status === 'ok' && empty.bytes.length === 0)
  const now = Date.parse('2026-11-20T11:00:00Z')
  for (const [value, seconds] of [
    ['0', 0],
    [' 7 ', 7],
    ['Fri, 20 Nov 2026 11:02:00 GMT', 120],
    ['Friday, 20-Nov-26 11:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 10:00:00 GMT', 0],
    ['Sat, 20 Nov 2100 10:00:00 GMT', 604_800],
    ['-5', null],
    ['1.5', null],
    ['demain 12', null],
    ['', null],
  ] as const)
    assert.equal(secondsToWait(value, now), seconds, value)
})

test('a connection failure is reported as `network`, and leaves nothing open', async () => {
  await using world = await World.open()
  const cut = await world.wire(socket => socket.destroy())
  const noise = await world.wire(socket => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))
  const short = await world.wire(socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'))
  const unending = await world.wire(socket =>
    socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabcde\r\n'),
  )
  const both = await world.wire(socket =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 5\r\n\r\nabcde'),
  )
  const door = world.door()
  for (const site of [cut, noise, short, unending, both, 'unknown.example.com']) {
    assert.equal(await codeOf(door.fetch(`http://${site}/`)), 'network', site)
  }
  const refused = new FetchRefused('network').message
  await assert
    .rejects(door.fetch(`https://${cut}/`), { message: 'This address is not allowed.' })
    .catch(() => {})
  await assert.rejects(door.fetch(`http://${cut}/`), { message: refused })
  const site = await world.site((_request, response) => response.end())
  const wrong = world.door({ ca: selfSigned('*.example.com').cert })
  assert.equal(await codeOf(wrong.fetch(`https://${site}/`)), 'network')
  const [where] = await world.resolve(site)
  world.name('example.org', async () => (where ? [where] : []))
  assert.equal(await codeOf(door.fetch('https://example.org/')), 'network', 'a certificate of another name')
  world.name('empty.example.com', async () => [])
  assert.equal(await codeOf(door.fetch('http://empty.example.com/')), 'network')
  // Bytes beyond Content-Length are ignored.
  const long = await world.wire(socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabcdef'))
  assert.ok(['ok', 'network'].includes(await codeOf(door.fetch(`http://${long}/`))))
})
