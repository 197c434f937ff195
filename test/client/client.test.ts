import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { Webhook } from 'standardwebhooks'
import {
  accessTokens,
  createClient,
  etags,
  items,
  pages,
  Refused,
  renewing,
  signIn,
  verifyWebhook,
  type WebhookEvent,
} from '../../packages/client/src/index.ts'
import { namesOf } from '../../shared/fields/field.ts'
import { SENT_EVENTS } from '../../shared/words/webhooks.ts'
import { numberChanges } from '../../src/exchange/changes/number.ts'
import { startApp } from '../app.ts'
import * as make from '../factories.ts'
import { PASSWORD, signInAt } from '../sign-in.ts'

/** `packages/client` against the service, and against a server that fails as told. */

const app = await startApp()
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune, { can_publish: true })
for (let nth = 0; nth < 5; nth++) await make.publication(app, acteur, commune)
const person = await app.user()
await make.member(app, acteur, person)

/** Counts what is sent, and says the status of each answer. */
function watched(change: (send: typeof fetch) => typeof fetch = send => send) {
  const seen: { method: string; path: string; headers: Headers; status: number }[] = []
  const fetcher: typeof fetch = async (input, init = {}) => {
    const entry = {
      method: init.method ?? 'GET',
      path: new URL(String(input)).pathname,
      headers: new Headers(init.headers),
      status: 0,
    }
    seen.push(entry)
    const response = await fetch(input, init)
    entry.status = response.status
    return response
  }
  return { seen, fetch: change(fetcher) }
}
const clientOf = (token: Parameters<typeof createClient>[0]['token'], more: object = {}) =>
  createClient({ url: app.url, app: 'public', ...(token && { token }), ...more })
const text = { acteur_id: acteur, commune_id: commune, body: 'Sur la place.' }
const created = async (title: string) =>
  Number((await app.owner.query('select count(*) from publications where title = $1', [title])).rows[0].count)
const refusalOf = async (work: Promise<unknown>): Promise<Refused> => {
  const outcome = await work.catch((error: unknown) => error)
  assert.ok(outcome instanceof Refused, String(outcome))
  return outcome
}

test('a request without a parameter of its path is not sent', async () => {
  const { seen, fetch } = watched()
  const client = clientOf(undefined, { fetch })
  for (const params of [{ communeId: '' }, { id: commune } as unknown as { communeId: string }])
    for (const send of [client.send, client.respond])
      await assert.rejects(send('GET /api/v1/communes/{communeId}/publications', { params }), {
        name: 'TypeError',
        message: 'params.communeId is missing: /api/v1/communes/{communeId}/publications',
      })
  assert.equal(seen.length, 0)
})

test('a person signs in, and gets tokens from the session', async () => {
  await signInAt(app).member('anne@example.org')
  const anybody = clientOf(undefined)
  const session = await signIn(anybody, 'anne@example.org', PASSWORD)
  assert.ok(session)
  const api = clientOf(accessTokens(anybody, session))
  assert.equal((await api.send('GET /api/v1/me')).data.email, 'anne@example.org')
})

test('of forty requests refused at once, all are sent again after one renewal', async () => {
  let renewals = 0
  const token = renewing(async () => (++renewals === 1 ? 'an old token' : person.token))
  const { seen, fetch } = watched()
  const api = clientOf(token, { fetch })
  const replies = await Promise.all(Array.from({ length: 40 }, () => api.send('GET /api/v1/me')))
  assert.deepEqual([...new Set(replies.map(({ data }) => data.id))], [person.id])
  assert.equal(renewals, 2)
  assert.deepEqual([seen.filter(({ status }) => status === 401).length, seen.length], [40, 80])
  // A request that was refused with the old token, after others have renewed it, takes theirs.
  assert.equal(await token('an old token'), person.token)
  assert.equal(renewals, 2)
})

test('a token that stays refused is sent twice at most, and a failed renewal can be tried again', async () => {
  let renewals = 0
  const token = renewing(async () => `no token ${++renewals}`)
  const { seen, fetch } = watched()
  assert.equal((await refusalOf(clientOf(token, { fetch }).send('GET /api/v1/me'))).code, 'unauthenticated')
  assert.deepEqual([renewals, seen.length], [2, 2])
  // An API key cannot be renewed.
  const withKey = watched()
  await refusalOf(clientOf('pk_parvis_x', { fetch: withKey.fetch }).send('GET /api/v1/me/publications'))
  assert.equal(withKey.seen.length, 1)
  let failures = 0
  const shaky = renewing(async () => {
    if (++failures === 1) throw new Error('no network')
    return person.token
  })
  const api = clientOf(shaky)
  await assert.rejects(api.send('GET /api/v1/me'), /no network/)
  assert.equal((await api.send('GET /api/v1/me')).data.id, person.id)
})

test('items follow the cursor to the end; a page is fetched only when it is asked for', async () => {
  const { seen, fetch } = watched()
  const api = clientOf(undefined, { fetch })
  const ids: string[] = []
  for await (const { id } of items(api, 'GET /api/v1/publications', { query: { per_page: 2 } })) ids.push(id)
  assert.deepEqual([new Set(ids).size, seen.length], [5, 3])
  for await (const page of pages(api, 'GET /api/v1/publications', { query: { per_page: 2 } })) {
    assert.equal(page.data.length, 2)
    break
  }
  assert.equal(seen.length, 4)
})

test('a reply is held by its ETag: 304 answers with it, a change replaces it, the oldest is forgotten', async () => {
  const { seen, fetch } = watched()
  const cache = etags(2)
  const api = clientOf(undefined, { fetch, cache })
  const read = (per_page: number) => api.send('GET /api/v1/publications', { query: { per_page } })
  const first = await read(1)
  const again = await read(1)
  assert.deepEqual(again, first)
  assert.notEqual(again, first)
  await read(2)
  await read(3)
  await read(1)
  assert.deepEqual(
    seen.map(({ status }) => status),
    [200, 304, 200, 200, 200],
  )
  const bounded = etags(10, 10)
  bounded.set('a', '"1"', 'x'.repeat(6))
  bounded.set('b', '"2"', 'x'.repeat(6))
  bounded.set('c', '"3"', 'x'.repeat(11))
  assert.deepEqual(
    ['a', 'b', 'c'].map(name => bounded.get(name)?.etag),
    [undefined, '"2"', undefined],
  )
})

test('a POST whose answer is lost is sent again with the same key, and executed once', async () => {
  let lost = 0
  const { seen, fetch } = watched(send => async (input, init) => {
    const response = await send(input, init)
    if (lost++ === 0) throw new TypeError('the network failed')
    return response
  })
  const api = clientOf(async () => person.token, { fetch })
  await api.send('POST /api/v1/publications', { body: { ...text, title: 'Loto perdu' } })
  assert.deepEqual(
    seen.map(({ status }) => status),
    [201, 201],
  )
  assert.equal(new Set(seen.map(({ headers }) => headers.get('idempotency-key'))).size, 1)
  assert.equal(await created('Loto perdu'), 1)
  // Two calls are two publications, also at the same time.
  await Promise.all(
    [1, 2].map(() => api.send('POST /api/v1/publications', { body: { ...text, title: 'Double' } })),
  )
  assert.equal(await created('Double'), 2)
})

test('a change or deletion whose answer is lost is sent again with the same key, and succeeds', async () => {
  let lost = false
  const { seen, fetch } = watched(send => async (input, init) => {
    const response = await send(input, init)
    lost = init?.method !== 'POST' && !lost
    if (lost) throw new TypeError('the network failed')
    return response
  })
  const api = clientOf(async () => person.token, { fetch })
  const body = { acteur_id: acteur, content: { title: 'Loto' } }
  const draft = (await api.send('POST /api/v1/me/drafts', { body })).data
  const { data } = await api.send('POST /api/v1/publications', { body: { ...text, title: 'Loto fini' } })
  const params = { id: data.id }
  seen.length = 0
  await api.send('DELETE /api/v1/me/drafts/{id}', { params: { id: draft.id } })
  await api.send('PUT /api/v1/me/digest', { body: { frequency: 'daily' } })
  const edit = { params, version: data.version, body: { title: 'Loto reporté' } }
  const { version } = (await api.send('PATCH /api/v1/publications/{id}', edit)).data
  await api.send('DELETE /api/v1/publications/{id}', { params, version })
  assert.deepEqual(
    seen.map(({ method, status }) => `${method} ${status}`),
    ['DELETE', 'PUT', 'PATCH', 'DELETE'].flatMap(method => Array(2).fill(`${method} 200`)),
  )
  assert.equal(new Set(seen.map(({ headers }) => headers.get('idempotency-key'))).size, 4)
})

test('a POST without a key is not repeated: an API key, whose secret is not remembered, would be made twice', async () => {
  const { seen, fetch } = watched(send => async (input, init) => {
    await send(input, init)
    throw new TypeError('the network failed')
  })
  const api = clientOf(async () => person.token, { fetch })
  const body = {
    nom: 'Site',
    scopes: ['publications:read' as const],
    days: 30,
  }
  const refused = await refusalOf(
    api.send('POST /api/v1/me/acteurs/{id}/api-keys', { params: { id: acteur }, body }),
  )
  assert.deepEqual([refused.code, refused.isUnreachable, seen.length], ['unreachable', true, 1])
  assert.equal(seen[0]?.headers.get('idempotency-key'), null)
})

test('a refusal has its code, the invalid values and the id of the request', async () => {
  const api = clientOf(async () => person.token)
  const invalid = await refusalOf(api.send('POST /api/v1/publications', { body: { ...text, title: '' } }))
  assert.deepEqual(
    [invalid.status, invalid.code, invalid.details[0]?.path],
    [422, 'validation_failed', 'title'],
  )
  assert.match(invalid.requestId, /^[\w-]{8,}$/)
  const { data } = await api.send('POST /api/v1/publications', { body: { ...text, title: 'Vide-grenier' } })
  const edit = { params: { id: data.id }, version: data.version }
  await api.send('PATCH /api/v1/publications/{id}', { ...edit, body: { title: 'Grand vide-grenier' } })
  const stale = await refusalOf(
    api.send('PATCH /api/v1/publications/{id}', { ...edit, body: { title: 'Petit' } }),
  )
  assert.deepEqual([stale.status, stale.code], [412, 'stale_version'])
  const english = await refusalOf(clientOf(undefined, { language: 'en' }).send('GET /api/v1/me'))
  assert.equal(english.message, 'Sign in to continue.')
})

////////////////////////////////////////////////////////////////////////////// a server that fails as told

type Answer = readonly [status: number, headers?: Record<string, string>, body?: string]
async function failing(answers: readonly Answer[]) {
  const asked: { method: string; key: string | undefined; at: number }[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const [status, headers = {}, body = '{"error":"unavailable","message":"","request_id":"r"}'] = answers[
      Math.min(asked.length, answers.length - 1)
    ] ?? [200]
    asked.push({
      method: request.method ?? '',
      key: request.headers['idempotency-key'] as string | undefined,
      at: performance.now(),
    })
    response.writeHead(status, headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return {
    asked,
    api: createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, app: 'public' }),
  }
}
const LIMITED = '{"error":"rate_limited","message":"","request_id":"r"}'
const GOOD: Answer = [200, {}, '{"data":{}}']
const id = crypto.randomUUID()
const edit = { params: { id }, body: { title: 'Bal' } }

test('Retry-After is waited for', async () => {
  const { asked, api } = await failing([[429, { 'retry-after': '1' }, LIMITED], GOOD])
  await api.send('PATCH /api/v1/publications/{id}', edit)
  const [first, second] = asked
  assert.ok(first && second && second.at - first.at >= 990, 'the second request came too early')
})

test('a longer Retry-After than the patience is thrown, and no request is sent before', async () => {
  const { asked, api } = await failing([[429, { 'retry-after': '31' }, LIMITED]])
  const refused = await refusalOf(api.send('GET /api/v1/me'))
  assert.deepEqual([refused.code, refused.retryAfter, asked.length], ['rate_limited', 31, 1])
})

test('an overloaded service is asked three times, a write with one key; other refusals once', async () => {
  const overloaded = await failing([[503]])
  const { api } = overloaded
  assert.equal(
    (
      await refusalOf(
        api.send('POST /api/v1/messages', { body: { subject: 'A', body: 'B', email: 'a@b.fr', nom: 'A' } }),
      )
    ).code,
    'unavailable',
  )
  assert.equal((await refusalOf(api.send('PATCH /api/v1/publications/{id}', edit))).status, 503)
  await refusalOf(api.send('DELETE /api/v1/publications/{id}', { params: { id } }))
  const sent = Map.groupBy(overloaded.asked, ({ method }) => method)
  assert.deepEqual(
    [...sent].map(([method, all]) => [method, all.length, new Set(all.map(({ key }) => key)).size]),
    [
      ['POST', 3, 1],
      ['PATCH', 3, 1],
      ['DELETE', 3, 1],
    ],
  )
  const refusing = await failing([[404, {}, '{"error":"not_found","message":"","request_id":"r"}']])
  await refusalOf(refusing.api.send('GET /api/v1/me'))
  assert.equal(refusing.asked.length, 1)
})

test('the page of a proxy is no answer, and an abort ends the wait', async () => {
  const proxy = await failing([[502, {}, '<h1>Bad Gateway</h1>'], GOOD])
  await proxy.api.send('GET /api/v1/me')
  assert.equal(proxy.asked.length, 2)
  const slow = await failing([[503, { 'retry-after': '20' }]])
  const abort = new AbortController()
  const asking = slow.api.send('GET /api/v1/me', { signal: abort.signal })
  const ended = asking.catch((error: unknown) => error)
  while (slow.asked.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
  abort.abort(new Error('left'))
  assert.match(String(await ended), /left/)
  assert.equal(slow.asked.length, 1)
})

test('an answer that is cut, or is no JSON, is no answer: it is asked for again, and thrown as such', async () => {
  let cuts = 0
  let asked = 0
  const keys = new Set<string | undefined>()
  const server = createServer((request, response) => {
    asked++
    if (request.method !== 'GET') keys.add(String(request.headers['idempotency-key']))
    if (cuts-- <= 0) return response.end('{"data":{"id":"here"}}')
    response.writeHead(200, { 'content-length': 100 }).write('{"data":')
    setImmediate(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const [route, cached] of [
    ['GET /api/v1/me', undefined],
    ['GET /api/v1/me', etags()],
    ['DELETE /api/v1/me/drafts/{id}', undefined],
  ] as const) {
    const api = createClient({ url, app: 'public', ...(cached && { cache: cached }) })
    const send = () =>
      route.startsWith('GET')
        ? api.send('GET /api/v1/me')
        : api.send('DELETE /api/v1/me/drafts/{id}', { params: { id } })
    ;[cuts, asked] = [2, 0]
    assert.equal((await send()).data.id, 'here')
    assert.equal(asked, 3)
    cuts = 3
    const refused = await refusalOf(send())
    assert.deepEqual([refused.code, refused.isUnreachable], ['unreachable', true])
    assert.ok(refused.cause instanceof Error)
  }
  assert.equal(keys.size, 2)
  const portal = await failing([[200, {}, '<h1>Wi-Fi</h1>']])
  assert.equal((await refusalOf(portal.api.send('GET /api/v1/me'))).code, 'unreachable')
  assert.equal(portal.asked.length, 3)
  const abort = new AbortController()
  const cut = createClient({
    url,
    app: 'public',
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      abort.abort(new Error('left'))
      return response
    },
  })
  const ended = await cut.send('GET /api/v1/me', { signal: abort.signal }).catch((error: unknown) => error)
  assert.match(String(ended), /left/)
})

test('a file is sent as it is, with its name, and once', async () => {
  const api = clientOf(person.token)
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const query = { acteur_id: acteur }
  const { data } = await api.send('POST /api/v1/uploads', { query, body: new Uint8Array(picture) })
  assert.equal(data.kind, 'image')
  const pdf = new File(
    ['%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n'],
    'Menu été.pdf',
  )
  const { data: document } = await api.send('POST /api/v1/uploads', { query, body: pdf })
  assert.deepEqual([document.kind, document.document?.name], ['document', 'Menu été.pdf'])
  assert.equal((await api.send('POST /api/v1/uploads', { query, body: pdf })).data.id, document.id)
  // @ts-expect-error Without the acteur it would be refused.
  const refused = await refusalOf(api.send('POST /api/v1/uploads', { body: pdf }))
  assert.equal(refused.code, 'validation_failed')
})

test('a client with cookies sends them at /auth alone, and tells when the session has ended', async () => {
  const asked: [string, string | undefined][] = []
  let status = 200
  const answering: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname
    asked.push([path, init?.credentials])
    if (path === '/auth/token')
      return Response.json(status === 200 ? { token: 'one' } : { error: 'x' }, { status })
    return Response.json({ error: 'unauthenticated' }, { status: 401 })
  }
  let ended = 0
  const signedIn = createClient({ url: 'http://api.test', app: 'public', fetch: answering, cookies: true })
  const token = accessTokens(signedIn, undefined, () => ended++)
  const api = createClient({ url: 'http://api.test', app: 'public', fetch: answering, cookies: true, token })
  // The same token again is refused again, and says nothing about the session.
  assert.equal((await refusalOf(api.send('GET /api/v1/me'))).status, 401)
  assert.deepEqual([new Set(asked.map(String)), ended], [new Set(['/auth/token,include', '/api/v1/me,']), 0])
  status = 401
  assert.equal((await refusalOf(api.send('GET /api/v1/me'))).status, 401)
  assert.equal(ended, 1)
})

test('a network error says why, in the message and as cause', async () => {
  const api = createClient({ url: 'http://127.0.0.1:1', app: 'public', attempts: 1 })
  const { code, message, cause } = await refusalOf(api.send('GET /api/v1/communes'))
  assert.equal(code, 'unreachable')
  assert.ok(cause instanceof Error && cause.message === message && message !== '')
})

test('kind and change of a public change tell the compiler which record is there', async () => {
  const api = clientOf(undefined)
  const query = { kinds: 'publication,acteur' }
  // A mirror is told at first what was public when the newest change got its number.
  await numberChanges(app.service.db)
  const titles: string[] = []
  for await (const { data, meta } of pages(api, 'GET /api/v1/changes', { query })) {
    for (const one of data) {
      if (one.change === 'upsert' && one.kind === 'publication') titles.push(one.publication.title)
      if (one.change === 'upsert' && one.kind === 'acteur') assert.equal(one.acteur.id, one.id)
    }
    if (!meta.has_more) break
  }
  assert.ok(titles.length >= 5, titles.join())
})

test('an event is accepted with the signature of one of the secrets alone, within five minutes', async () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const old = `whsec_${Buffer.alloc(24, 8).toString('base64')}`
  const event = { type: 'publication.published', timestamp: new Date().toISOString(), data: { id: acteur } }
  const body = JSON.stringify(event)
  const sign = (by: string, at = new Date()) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1a,x ${new Webhook(by).sign('msg_1', at, body)}`,
  })
  const verified = await verifyWebhook(body, sign(secret), secret)
  assert.deepEqual(verified, event)
  // The compiler knows each kind of event, and what it has.
  const kinds: readonly WebhookEvent['type'][] = [...namesOf(SENT_EVENTS), 'endpoint.verify']
  const idOf = (one: WebhookEvent): string =>
    one.type === 'endpoint.verify' ? one.data.challenge : one.data.id
  assert.ok(kinds.includes(verified.type))
  assert.equal(idOf(verified), acteur)
  assert.deepEqual(await verifyWebhook(body, new Headers(sign(old)), [secret, old]), event)
  const refused: [string, ReturnType<typeof sign>][] = [
    [body, sign(old)],
    [`${body} `, sign(secret)],
    [body, { ...sign(secret), 'webhook-id': 'msg_2' }],
    [body, { ...sign(secret), 'webhook-signature': 'v1,%%% v1, v2' }],
    [body, { ...sign(secret), 'webhook-timestamp': '' }],
    [body, sign(secret, new Date(Date.now() - 600_000))],
    [body, sign(secret, new Date(Date.now() + 600_000))],
  ]
  for (const [text, headers] of refused)
    assert.equal((await refusalOf(verifyWebhook(text, headers, secret))).code, 'invalid_webhook_signature')
})
