import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { asker } from '../../../test/fuzz/asking.ts'
import { type Reply, readReplies, talk } from '../../../test/fuzz/wire.ts'
import { serveBackoffice } from '../../operation/backoffice/serve.ts'

const TRUSTED = 'https://app.example.fr'
const EVIL = 'https://evil.example'
const PAGE = { name: 'index.html', bytes: Buffer.from('<html></html>') }

/** Once with the back-office's catch-all route, and once without. */
const apps = [
  await startApp({ env: { CORS_ORIGINS: TRUSTED } }),
  await startApp({
    env: { CORS_ORIGINS: TRUSTED },
    backoffice: server =>
      serveBackoffice(server, Promise.resolve(new Map([['index.html', PAGE as never]])), {
        error() {},
      } as never),
  }),
]

/**
 * Paths below `/api/v1/admin` and `/auth`, in every spelling that a proxy, browser or router could normalise to them.
 */
const SPELLINGS = [
  '',
  '/',
  '/nowhere',
  '/communes',
  '/communes/',
  '/communes/x/y/z',
  '?x',
  ';x',
  '/nowhere?a=/api/v1/communes',
  '/%zz',
  `/${'a'.repeat(9_000)}`,
].flatMap(rest => [
  `/api/v1/admin${rest}`,
  `//api/v1/admin${rest}`,
  `/api//v1///admin${rest}`,
  `/api/v1/%61dmin${rest}`,
  `/api/v1/%2561dmin${rest}`,
  `/API/V1/Admin${rest}`,
  `/api/v1/./admin${rest}`,
  `/api/v1/communes/../admin${rest}`,
  `/api/v1/communes/%2e%2e/admin${rest}`,
  `/api\\v1\\admin${rest}`,
  `/api%2fv1%2fadmin${rest}`,
  `http://x/api/v1/admin${rest}`,
  `http://x//api/v1/admin${rest}`,
  `/auth${rest}`,
  `//auth${rest}`,
  `/%61uth${rest}`,
  `/Auth${rest}`,
  `http://x/auth${rest}`,
])

const headersOf = { 'X-App-Source': 'public', Accept: 'text/html,*/*' }

/** Only a configured origin may read the response, whatever it is. */
function assertReserved({ headers, status }: Reply, origin: string | undefined, about: string) {
  const trusted = origin === TRUSTED
  assert.equal(headers['access-control-allow-origin'], trusted ? TRUSTED : undefined, `${status} ${about}`)
  if (!trusted) {
    assert.equal(headers['access-control-allow-credentials'], undefined, about)
    assert.equal(headers['access-control-expose-headers'], undefined, about)
  }
}

for (const [at, app] of apps.entries()) {
  const port = Number(new URL(app.url).port)
  const ask = asker(port)
  const how = at === 0 ? 'without pages' : 'with pages'

  test(`no answer below /api/v1/admin and /auth is for every origin, however it is spelt (${how})`, async () => {
    for (const target of SPELLINGS)
      for (const origin of [EVIL, undefined, TRUSTED]) {
        const headers = { ...headersOf, ...(origin && { Origin: origin }) }
        const reply = await ask('GET', target, headers)
        assertReserved(reply, origin, `GET ${target.slice(0, 60)}`)
      }
  })

  test(`nor are preflights, other methods and requests that are refused for their framing (${how})`, async () => {
    for (const target of SPELLINGS)
      for (const origin of [EVIL, TRUSTED]) {
        const asked = { Origin: origin, 'Access-Control-Request-Method': 'PATCH' }
        assertReserved(await ask('OPTIONS', target, asked), origin, `OPTIONS ${target.slice(0, 60)}`)
        for (const method of ['PUT', 'DELETE', 'TRACE'])
          assertReserved(await ask(method, target, { Origin: origin }), origin, `${method} ${target}`)
      }
    for (const place of [
      '/api/v1/admin/nowhere',
      '/api/v1/admin/communes',
      '/auth/nowhere',
      '/auth/sign-out',
    ]) {
      for (const method of METHODS.filter(one => one !== 'CONNECT'))
        assertReserved(await ask(method, place, { Origin: EVIL }), EVIL, `${method} ${place}`)
      const refused: Record<string, string>[] = [
        { Expect: 'x' },
        { Host: '<x>' },
        { 'X-Big': 'a'.repeat(17_000) },
        { 'Transfer-Encoding': 'x' },
        { 'Content-Length': 'x' },
      ]
      for (const headers of refused) {
        const reply = await ask('POST', place, { Origin: EVIL, ...headers })
        assert.ok(reply.status >= 400, `${reply.status} ${Object.keys(headers)}`)
        assertReserved(reply, EVIL, `${place} ${Object.keys(headers)}`)
      }
      const head = `POST ${place} HTTP/1.1\r\nHost: x\r\nOrigin: ${EVIL}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`
      for (const reply of readReplies(await talk(port, head)))
        assertReserved(reply, EVIL, `${place}: a chunk`)
    }
  })

  test(`an address that is too long to be read is for every origin where its path is whole, and not reserved (${how})`, async () => {
    const long = 'a'.repeat(17_000)
    for (const place of ['/api/v1/admin', '/auth', '/API/V1/Admin', '/api/v1/x/../admin', '/%61uth'])
      for (const rest of [`?${long}`, `/${long}`, `#${long}`, `/x?a=/api/v1/communes&${long}`]) {
        const reply = await ask('GET', place + rest, { Origin: EVIL })
        assert.equal(reply.status, 431)
        assertReserved(reply, EVIL, place + rest.slice(0, 9))
      }
    for (const [rest, open] of [
      [`?q=${long}`, '*'],
      [`?next=/auth&q=${long}`, '*'],
      [`/${long}`, undefined],
    ] as const) {
      const { status, headers, body } = await ask('GET', `/api/v1/communes${rest}`, { Origin: EVIL })
      assert.deepEqual([status, headers['access-control-allow-origin']], [431, open], rest.slice(0, 9))
      assert.equal(JSON.parse(body).error, 'headers_too_large')
    }
  })

  test(`all other addresses allow every origin (${how})`, async () => {
    for (const target of [
      '/api/v1/communes',
      '/api/v1/nowhere',
      '/api/v1/administration',
      '/api/v1/communes/admin',
      '/api/v1/communes?next=/api/v1/admin',
      `/api/v1/communes?q=${'a'.repeat(9_000)}`,
      '/authors',
      '/api/auth',
    ])
      for (const origin of [EVIL, undefined]) {
        const reply = await ask('GET', target, {
          'X-App-Source': 'public',
          ...(origin && { Origin: origin }),
        })
        assert.equal(reply.headers['access-control-allow-origin'], '*', target.slice(0, 60))
        assert.equal(reply.headers['access-control-allow-credentials'], undefined)
      }
  })
}
