import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { test } from 'node:test'
import { routes } from '../src/routes.ts'
import { startApp } from './app.ts'
import * as make from './factories.ts'
import { asker, assertRefused, errorOf } from './fuzz/asking.ts'
import type { Document } from './fuzz/document.ts'
import { type Reply, readReplies, talk } from './fuzz/wire.ts'

const OWN = 'http://parvis.test'
const TRUSTED = 'https://app.example.fr'
const app = await startApp({ env: { CORS_ORIGINS: TRUSTED } })
const admin = await app.user(['admin'])
const port = Number(new URL(app.url).port)
await app.as(admin).post('/admin/communes', { nom: 'Parvis', slug: 'parvis' })

const PUBLIC = '/api/v1/communes'
const ADMIN = '/api/v1/admin/communes'
const signed = { 'X-App-Source': 'backoffice', Authorization: `Bearer ${admin.token}` }
const app_source = { 'X-App-Source': 'public' }

const ask = asker(port)

type Named = { readonly $ref?: string }
interface Documented {
  readonly parameters?: readonly Named[]
  readonly responses: Readonly<Record<string, Named>>
}

test('a request with Expect: 100-continue is continued', async () => {
  const headers = { ...app_source, Expect: '100-continue' }
  assert.equal((await ask('GET', PUBLIC, headers)).status, 200)
})

test('every address that exists answers 405 with Allow to the methods it does not take', async () => {
  const { paths } = (await app.anyone.get('/openapi.json')).body as Document
  const beside = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/openapi/public.json'].map(
    path => [path, { get: {} }] as const,
  )
  for (const [path, byMethod] of [...Object.entries(paths), ...beside]) {
    const written = Object.keys(byMethod).map(method => method.toUpperCase())
    const allowed = [...written, 'OPTIONS', ...(written.includes('GET') ? ['HEAD'] : [])].sort()
    const target = path.replaceAll(/\{\w+\}/g, 'x')
    const others = METHODS.filter(method => method !== 'CONNECT' && !allowed.includes(method))
    for (const [method, reply] of await askedWith(others, target)) {
      assert.equal(reply.status, 405, `${method} ${target}`)
      assert.deepEqual(reply.headers.allow?.split(', ').sort(), allowed)
      if (method !== 'HEAD') assert.equal(errorOf(reply), 'method_not_allowed')
    }
  }
})

/** All on one connection except HEAD, whose answer announces a body that does not come: exactly one answer each. */
async function askedWith(methods: readonly string[], target: string): Promise<(readonly [string, Reply])[]> {
  const others = methods.filter(method => method !== 'HEAD')
  const requests = others.map(
    (method, at) =>
      `${method} ${target} HTTP/1.1\r\nHost: parvis.test\r\n${at === others.length - 1 ? 'Connection: close\r\n' : ''}\r\n`,
  )
  const replies = readReplies(await talk(port, requests.join('')))
  assert.equal(replies.length, others.length, target)
  const answers = others.map((method, at) => [method, replies[at] as Reply] as const)
  return methods.includes('HEAD') ? [...answers, ['HEAD', await ask('HEAD', target)] as const] : answers
}

test('every path of the document answers OPTIONS, and HEAD where it answers GET; neither is described', async () => {
  const { paths, components } = (await app.anyone.get('/openapi.json')).body as Document
  const ids = Object.values(paths).flatMap(methods => Object.values(methods).map(one => one.operationId))
  assert.equal(new Set(ids).size, ids.length)
  for (const [path, methods] of Object.entries(paths)) {
    const target = path.replaceAll(/\{\w+\}/g, 'x')
    assert.deepEqual([methods.head, methods.options], [undefined, undefined], path)
    assert.equal((await ask('OPTIONS', target)).status, 204, path)
    if (!methods.get) continue
    const { status, body } = await ask('HEAD', target, app_source)
    const told = Object.keys(methods.get.responses ?? {})
    assert.ok(told.includes(`${status}`), `HEAD ${target}: ${status}`)
    assert.equal(body, '')
  }
  const refs = JSON.stringify(paths).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)
  for (const [, kind = '', name = ''] of refs)
    assert.ok(name in ((components as Record<string, object>)[kind] ?? {}), `${kind}/${name}`)
})

test('HEAD answers what GET answers, without the body', async () => {
  const targets = [
    PUBLIC,
    `${PUBLIC}/parvis`,
    `${PUBLIC}/nowhere`,
    `${PUBLIC}?page=x`,
    '/healthz',
    '/openapi.json',
    '/openapi/office.json',
    '/nowhere',
  ]
  for (const target of targets) {
    const headers = { ...app_source, 'X-Request-Id': 'same' }
    const [get, head] = [await ask('GET', target, headers), await ask('HEAD', target, headers)]
    const { date: _get, ...expected } = get.headers
    const { date: _head, ...actual } = head.headers
    assert.deepEqual({ status: head.status, ...actual }, { status: get.status, ...expected }, target)
    assert.equal(head.body, '')
  }
})

test('preflights need no token: any origin for the public API, configured ones for the back-office', async () => {
  const preflight = (target: string, origin: string) =>
    ask('OPTIONS', target, { Origin: origin, 'Access-Control-Request-Method': 'PATCH' })
  const open = await preflight(PUBLIC, 'https://evil.example')
  assert.equal(open.status, 204)
  assert.equal(open.headers['access-control-allow-origin'], '*')
  assert.match(open.headers['access-control-allow-methods'] ?? '', /GET/)
  for (const origin of [TRUSTED, OWN]) {
    const { status, headers } = await preflight(ADMIN, origin)
    assert.equal(status, 204)
    assert.equal(headers['access-control-allow-origin'], origin)
    assert.match(headers['access-control-allow-headers'] ?? '', /Authorization.*If-Match.*Idempotency-Key/)
    assert.equal(headers.vary, 'Origin')
  }
  for (const target of [
    ADMIN,
    '/api/v1/%61dmin/communes',
    '/api/v1/admin/nowhere',
    '/api/v1/%61dmin/nowhere',
    'http://x/api/v1/admin/y',
  ]) {
    for (const origin of ['https://evil.example', 'null', `${OWN}.evil.example`, 'HTTPS://APP.EXAMPLE.FR']) {
      const { headers } = await preflight(target, origin)
      assert.equal(headers['access-control-allow-origin'], undefined, `${target} ${origin}`)
    }
  }
})

test('no answer ever allows credentials, and every refusal can be read across origins', async () => {
  const refused: [string, string, Record<string, string>, string?][] = [
    ['GET', PUBLIC, {}],
    ['GET', `${PUBLIC}?page=0`, app_source],
    ['GET', `${PUBLIC}/%zz`, app_source],
    ['GET', `${PUBLIC}/${'a'.repeat(9_000)}`, app_source],
    ['GET', '/api/v1/nowhere', app_source],
    ['PUT', PUBLIC, app_source],
    ['GET', PUBLIC, { ...app_source, 'X-Big': 'a'.repeat(17_000) }],
    ['GET', PUBLIC, { ...app_source, Expect: 'x' }],
  ]
  for (const [method, target, headers] of refused) {
    const reply = await ask(method, target, { ...headers, Origin: 'https://any.example' })
    assertRefused(reply)
    assert.equal(reply.headers['access-control-allow-origin'], '*', `${method} ${target.slice(0, 60)}`)
    assert.equal(reply.headers['access-control-allow-credentials'], undefined)
    assert.equal(reply.headers['cache-control'], 'no-store')
  }
  const reply = await ask('POST', ADMIN, { 'X-App-Source': 'backoffice', Origin: TRUSTED })
  assert.equal(reply.status, 401)
  assert.equal(reply.headers['access-control-allow-origin'], TRUSTED)
  assert.match(reply.headers['access-control-expose-headers'] ?? '', /ETag.*Retry-After.*X-Request-Id/)
})

test('a public read has Vary and ETag, and answers 304', async () => {
  for (const target of [PUBLIC, `${PUBLIC}/parvis`, '/openapi.json', '/openapi/public.json']) {
    const { headers } = await ask('GET', target, app_source)
    const etag = headers.etag ?? ''
    assert.match(etag, /^(W\/)?"[^"]+"$/)
    if (!target.startsWith('/openapi'))
      assert.match(headers.vary ?? '', /X-App-Source.*Accept-Language.*Origin/)
    const bare = etag.replace('W/', '')
    for (const known of [etag, bare, `W/${bare}`, '*', `"x", ${etag}`, `"x",${bare},W/"y"`]) {
      const reply = await ask('GET', target, { ...app_source, 'If-None-Match': known })
      assert.equal(reply.status, 304, `${target} ${known}`)
      assert.equal(reply.headers.etag, etag)
      assert.equal(reply.headers.vary, headers.vary)
    }
    for (const other of ['"x"', 'W/"x"', '', bare.slice(1, -1), `"x${bare}`])
      assert.equal((await ask('GET', target, { ...app_source, 'If-None-Match': other })).status, 200, other)
  }
})

test('a query parameter that an address does not know is named', async () => {
  for (const [query, named] of [
    ['per_page=2', undefined],
    ['q=a&search=rennes&d%C3%A9partement=35', 'search, d%C3%A9partement'],
    [`${'%0d%0aX-Evil:'.repeat(9)}=1`, encodeURIComponent('X-Evil:\r\n'.repeat(9).slice(0, 40))],
    [
      Array.from({ length: 30 }, (_, n) => `x${n}`).join('&'),
      Array.from({ length: 10 }, (_, n) => `x${n}`).join(', '),
    ],
  ] as const) {
    const { status, headers } = await ask('GET', `${PUBLIC}?${query}`, app_source)
    assert.deepEqual([status, headers['x-ignored-parameters']], [200, named], query)
  }
})

test('each read that ignores parameters names them, also one behind a token', async () => {
  const named = routes.filter(
    row => row.method === 'GET' && row.access.kind !== 'signed' && row.access.unknownParameters === 'ignore',
  )
  const public_ids = (await ask('GET', `${PUBLIC}?q=parvis`, app_source)).body
  const [{ id }] = JSON.parse(public_ids).data
  const answered: string[] = []
  for (const { path } of named) {
    const target = path.replace(':slug', 'parvis').replaceAll(/:\w+/g, id)
    const { status, headers } = await ask('GET', `${target}?filtre=x`, { ...signed, ...app_source })
    if (status !== 200) continue
    answered.push(path)
    assert.equal(headers['x-ignored-parameters'], 'filtre', path)
  }
  assert.ok(answered.includes('/api/v1/me/publications') && answered.length > 15, `${answered}`)
})

test('pages of other origins may send and read each header that the document names', async () => {
  const { paths, components } = (await app.anyone.get('/openapi.json')).body
  const named = (one: { $ref?: string }) =>
    one.$ref === undefined ? one : components[one.$ref.split('/')[2] ?? ''][one.$ref.split('/')[3] ?? '']
  const operations: Documented[] = Object.values(paths).flatMap(one => Object.values(one as object))
  const sent = operations.flatMap(({ parameters = [] }) =>
    parameters.map(named).flatMap(one => (one.in === 'header' ? [one.name] : [])),
  )
  const got = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(one => Object.keys(named(one).headers ?? {})),
  )
  // The first is always readable, the second is for caches, and browsers hide the third from scripts.
  const unread = ['Cache-Control', 'Vary', 'Set-Cookie']
  const listed = (reply: Reply, header: string) =>
    (reply.headers[`access-control-${header}-headers`] ?? '').toLowerCase().split(', ')
  for (const [target, origin] of [
    [PUBLIC, 'https://other.example'],
    [ADMIN, TRUSTED],
    ['/auth/token', TRUSTED],
  ] as const) {
    const preflight = await ask('OPTIONS', target, { Origin: origin })
    for (const name of new Set(sent))
      assert.ok(listed(preflight, 'allow').includes(name.toLowerCase()), `${target} ${name}`)
    const answer = await ask('GET', target, { Origin: origin })
    for (const name of new Set(got).difference(new Set(unread)))
      if (name !== 'set-auth-token' || target.startsWith('/auth'))
        assert.ok(listed(answer, 'expose').includes(name.toLowerCase()), `${target} ${name}`)
  }
  assert.ok(sent.includes('Last-Event-ID') && sent.includes('If-Match') && got.includes('WWW-Authenticate'))
})

test('a malformed request is told what is wrong with it', async () => {
  const english = { ...signed, 'Accept-Language': 'en' }
  const json = { ...english, 'Content-Type': 'application/json' }
  const file = { ...english, 'Content-Encoding': 'gzip' }
  const acteur = await make.acteur(app, await make.commune(app))
  for (const [path, message, reply] of [
    ['q', 'holds a % that encodes nothing', ask('GET', `${ADMIN}?q=50%`, english)],
    ['', 'holds a % that encodes nothing', ask('GET', `${ADMIN}?50%=q`, english)],
    ['', 'is not UTF-8', ask('POST', ADMIN, json, '{"nom":"\xe9"}')],
    ['', 'an object has the same field twice', ask('POST', ADMIN, json, '{"nom":"a","nom":"b"}')],
    ['x-app-source', 'is given twice', ask('GET', ADMIN, { ...english, 'x-app-source': 'backoffice' })],
    [
      'Content-Encoding',
      'a file is sent without compression',
      ask('POST', `/api/v1/uploads?acteur_id=${acteur}`, file, 'x'),
    ],
  ] as const) {
    const { status, body } = await reply
    assert.ok(status === 400 || status === 415, `${path} ${message}: ${status}`)
    assert.deepEqual(JSON.parse(body).details, [{ path, message }])
  }
  const bare = await ask('POST', ADMIN, { ...english, 'Content-Type': 'text/plain' }, '{}')
  assert.match(JSON.parse(bare.body).message, /Content-Type: application\/json/)
})

test('a well-formed X-Request-Id is kept, any other is replaced, and refusals carry it', async () => {
  for (const mine of ['a', 'A-1_2.3:4', 'r'.repeat(128)]) {
    const reply = await ask('GET', '/nowhere', { 'X-Request-Id': mine })
    assert.equal(reply.headers['x-request-id'], mine)
    assert.equal(JSON.parse(reply.body).request_id, mine)
  }
  for (const bad of ['', 'a b', 'r'.repeat(129), '\xff', '<a>']) {
    const { headers } = await ask('GET', PUBLIC, { ...app_source, 'X-Request-Id': bad })
    assert.match(headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/)
  }
})

test('messages and details are French, or English where it is preferred', async () => {
  const spoken = async (language?: string) => {
    const reply = await ask('GET', `${PUBLIC}?page=0`, {
      ...app_source,
      ...(language !== undefined && { 'Accept-Language': language }),
    })
    const { message, details } = JSON.parse(reply.body)
    return [message, details[0].message]
  }
  const french = ['Certaines valeurs sont invalides.', 'doit être au moins 1']
  const english = ['Some values are invalid.', 'must be at least 1']
  for (const one of [
    undefined,
    '',
    'fr',
    '*',
    'de',
    'en;q=0',
    'fr, en',
    'en;q=0.5, fr;q=0.9',
    'english',
    '\xff',
  ])
    assert.deepEqual(await spoken(one), french, `${one}`)
  for (const one of ['en', 'EN-gb', 'de, en;q=0.1', 'fr;q=0.1, en;q=0.2', 'en, fr;q=0.9'])
    assert.deepEqual(await spoken(one), english, one)
})

test('only the exact spelling of an address exists', async () => {
  const nowhere = [
    '/',
    '/x',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v2/communes',
    '/api/v1/nowhere',
    '/api/v1/admin',
    '/api/v1/admin/',
    '/API/V1/communes',
    '/api/v1/Communes',
    `${PUBLIC}/`,
    `${PUBLIC}/parvis/`,
    `${PUBLIC}/parvis/x`,
    `/${PUBLIC}`,
    '/api/v1//communes',
    `${PUBLIC};x`,
    `${PUBLIC}/parvis;x`,
    `${PUBLIC}/PARVIS`,
    `${PUBLIC}%2f`,
    `${PUBLIC}/..`,
    `${PUBLIC}/.`,
    '/.git/config',
    '/.env',
    '/healthz/',
    '/metrics/x',
  ]
  for (const target of nowhere) {
    const reply = await ask('GET', target, app_source)
    assert.equal(reply.status, 404, target)
    assert.equal(errorOf(reply), 'not_found')
    assertRefused(reply)
  }
})

test('another spelling of a back-office address is the same address, with the same guards', async () => {
  for (const target of [
    '/api/v1/%61dmin/communes',
    'http://evil.example/api/v1/admin/communes',
    `${ADMIN}?`,
  ]) {
    assert.equal(errorOf(await ask('POST', target, app_source)), 'unauthenticated')
    assert.equal(
      errorOf(await ask('POST', target, { ...signed, 'X-App-Source': 'public' })),
      'scope_violation',
    )
    assert.equal((await ask('POST', target, signed)).status, 422)
  }
})

test('a body is JSON in UTF-8 of at most 256 KiB, chunked or not', async () => {
  const post = (type: string, body: string) => ask('POST', ADMIN, { ...signed, 'Content-Type': type }, body)
  assert.equal((await post('application/json; charset=UTF-8', '{"nom":"Un"}')).status, 201)
  assert.equal((await post('APPLICATION/JSON', '\xef\xbb\xbf{"nom":"Deux"}')).status, 201)
  assert.equal(
    errorOf(await post('application/json; charset=latin1', '{"nom":"Trois"}')),
    'unsupported_media_type',
  )
  assert.equal(errorOf(await post('text/plain', '{"nom":"Trois"}')), 'unsupported_media_type')
  assert.equal(errorOf(await post('application/json', '{"nom":"\xc0\x80"}')), 'invalid_request')
  assert.equal(errorOf(await post('application/json', '{"nom":')), 'invalid_json')
  assert.equal(errorOf(await post('application/json', '')), 'validation_failed')
  assert.equal(
    errorOf(await post('application/json', `{"nom":"${'a'.repeat(256 * 1024)}"}`)),
    'payload_too_large',
  )
  assert.equal(
    (await ask('GET', PUBLIC, { ...app_source, 'Content-Type': 'application/json' }, '{')).status,
    200,
  )
})
