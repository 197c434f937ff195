// Begun first: it takes long.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startApp } from './app.ts'
import { eventually } from './eventually.ts'
import { Issuer, type SigningKey, signingKey, TestClock } from './fixtures/issuer.ts'

/** A provider that lies, rotates keys, hangs, goes away and recovers. The test controls the clock. */

const HOUR = 3600

async function served(prepare: (issuer: Issuer) => void = () => {}) {
  const issuer = await Issuer.open()
  after(() => issuer[Symbol.asyncDispose]())
  prepare(issuer)
  const clock = new TestClock()
  const app = await startApp({ env: issuer.env, clock })
  const answerTo = (token: string) => app.as({ id: '', email: '', subject: '', token }, null).get('/me')
  const sub = randomUUID()
  return {
    issuer,
    clock,
    app,
    answerTo,
    /** With a fresh token. */
    async visit(key?: SigningKey): Promise<string> {
      const { status, body } = await answerTo(issuer.token({ sub }, key, clock.now()))
      return `${status} ${body.error ?? ''}`.trim()
    },
    async asked(times: number) {
      await eventually(
        async () => issuer.asked.keys + issuer.asked.discovery >= times,
        `asked ${times} times`,
      )
    },
  }
}

const reply =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }

const evil = signingKey('ES256')
const EVIL_KEYS = JSON.stringify({ keys: [evil.jwk] })
/** The redirect leads to keys that would be accepted. */
function elsewhere(from: string, lie: (host: string) => string): RequestListener {
  return (request, response) => {
    const redirect = reply(302, '', { location: '/elsewhere' })
    const body = request.url === '/evil' ? EVIL_KEYS : lie(`http://${request.headers.host}`)
    return (request.url === from ? redirect : reply(200, body))(request, response)
  }
}

const LIES: Readonly<Record<string, Issuer['lies']>> = {
  'keys fail with 500': { keys: reply(500, '{}') },
  'discovery fails with 500': { discovery: reply(500, '{}') },
  'the line is cut': { keys: request => request.socket.destroy() },
  'keys are cut in the middle': {
    keys: (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"keys": [')
      response.destroy()
    },
  },
  'keys are huge': { keys: reply(200, JSON.stringify({ keys: [evil.jwk], filler: 'x'.repeat(300_000) })) },
  'keys are huge once unpacked': {
    keys: reply(200, gzipSync(`${EVIL_KEYS}${' '.repeat(300_000)}`), { 'content-encoding': 'gzip' }),
  },
  'keys redirect': { keys: elsewhere('/keys', () => EVIL_KEYS) },
  'discovery redirects': {
    discovery: reply(301, '', { location: '/elsewhere' }),
    keys: elsewhere('', host => JSON.stringify({ issuer: host, jwks_uri: `${host}/evil` })),
  },
  'keys are HTML': { keys: reply(200, '<html>', { 'content-type': 'text/html' }) },
  'keys are a list': { keys: reply(200, `[${JSON.stringify(evil.jwk)}]`) },
  'keys are null': { keys: reply(200, 'null') },
  'keys are none': { keys: reply(200, '{"keys":[]}') },
  'keys are no UTF-8': { keys: reply(200, Buffer.from([0x7b, 0xff, 0x7d])) },
  'discovery names another issuer': {
    discovery: (request, response) =>
      reply(
        200,
        JSON.stringify({ issuer: 'https://evil.example', jwks_uri: `http://${request.headers.host}/keys` }),
      )(request, response),
    keys: reply(200, EVIL_KEYS),
  },
  'discovery names no keys': { discovery: reply(200, '{"issuer": 1}') },
}

const shared = await served()

for (const [lie, lies] of Object.entries(LIES)) {
  test(`${lie}: known keys are good for 24 hours, then 503 until it comes back`, async () => {
    const { issuer, clock, visit, asked } = shared
    issuer.lies = {}
    clock.seconds(25 * HOUR)
    assert.equal(await visit(), '200')
    const honest = issuer.asked.keys + issuer.asked.discovery
    issuer.lies = lies
    for (let hour = 1; hour < 24; hour++) {
      clock.seconds(HOUR)
      assert.equal(await visit(), '200', `after ${hour} hours`)
    }
    await asked(honest + 1)
    assert.equal(await visit(evil), '401 unauthenticated')
    clock.seconds(HOUR - 10)
    assert.equal(await visit(), '200', 'just before a day is over')
    clock.seconds(20)
    assert.equal(await visit(), '503 unavailable')
    issuer.lies = {}
    clock.seconds(31)
    assert.equal(await visit(), '200', 'it came back')
  })
}

test('a provider that was never there: 503 with Retry-After, and good half a minute after it comes', async () => {
  const { issuer, clock, visit, answerTo } = await served(issuer => {
    issuer.lies = { discovery: reply(503, '') }
  })
  const { status, body, headers } = await answerTo(issuer.token({}, undefined, clock.now()))
  assert.equal(`${status} ${body.error}`, '503 unavailable')
  const wait = Number(headers.get('retry-after'))
  assert.ok(wait >= 1 && wait <= 30, `${wait}`)
  issuer.lies = {}
  assert.equal(await visit(), '503 unavailable', 'too early to ask again')
  clock.seconds(wait)
  assert.equal(await visit(), '200')
  assert.equal(issuer.asked.keys, 1)
})

test('an unreachable provider does not affect tokens of the embedded issuer', async () => {
  const { app } = await served(issuer => {
    issuer.lies = { discovery: () => {} }
  })
  assert.equal((await app.as(await app.user()).get('/me')).status, 200)
})

test('a new key is known within half a minute, to fifty requests at once by one asking; the old one ends', async () => {
  const { issuer, clock, visit } = await served()
  const old = issuer.keys[0] as SigningKey
  assert.equal(await visit(old), '200')
  const next = signingKey('EdDSA')
  issuer.keys = [next]
  assert.equal(await visit(next), '401 unauthenticated', 'just asked')
  clock.seconds(30)
  const before = issuer.asked.keys
  const answers = await Promise.all(Array.from({ length: 50 }, () => visit(next)))
  assert.deepEqual([...new Set(answers)], ['200'])
  assert.equal(issuer.asked.keys, before + 1)
  assert.equal(await visit(old), '401 unauthenticated')
})

test('a key that was withdrawn is refused once what is known is five minutes old', async () => {
  const { issuer, clock, visit } = await served()
  const old = issuer.keys[0] as SigningKey
  assert.equal(await visit(old), '200')
  issuer.keys = [signingKey('ES256')]
  clock.seconds(301)
  await eventually(async () => (await visit(old)) === '401 unauthenticated', 'the key is forgotten')
  assert.equal(issuer.asked.keys, 2)
})

for (const [state, lies] of Object.entries({ honest: {}, failing: { keys: reply(500, '') } })) {
  test(`10 000 made-up names of keys ask a ${state} provider at most once in 30 seconds`, async () => {
    const { issuer, clock, visit, app } = await served()
    assert.equal(await visit(), '200')
    issuer.lies = lies
    const before = issuer.asked.keys
    const real = issuer.keys[0] as SigningKey
    const template = issuer.token({}, real, clock.now())
    const [, payload, signature] = template.split('.')
    for (let round = 1; round <= 10; round++) {
      clock.seconds(30)
      const tokens = Array.from({ length: 1000 }, () => {
        const header = { alg: 'ES256', typ: 'at+jwt', kid: randomUUID() }
        return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.${signature}`
      })
      const verdicts = await Promise.all(tokens.map(token => app.service.tokens.verify(token)))
      assert.ok(verdicts.every(one => one === undefined))
      assert.equal(issuer.asked.keys - before, round)
      assert.equal(issuer.asked.discovery - before, round)
    }
  })
}

test('a hanging key fetch delays only tokens with unknown keys, and only for a moment', async () => {
  const { issuer, clock, visit, answerTo } = await served()
  assert.equal(await visit(), '200')
  const held: ServerResponse[] = []
  issuer.lies = { keys: (_request, response) => void held.push(response) }
  clock.seconds(HOUR)
  assert.equal(await visit(), '200', 'while it is asked beside')
  await eventually(async () => held.length === 1, 'it hangs')
  const unknown = answerTo(issuer.token({}, signingKey('ES256'), clock.now()))
  for (let n = 0; n < 20; n++) assert.equal(await visit(), '200')
  assert.equal(held[0]?.writableEnded, false, 'still hanging')
  assert.equal((await unknown).status, 401)
  assert.equal(held.length, 1)
})

test('a token of another issuer than the configured one causes no request', async () => {
  const { issuer, clock, visit, answerTo } = await served()
  assert.equal(await visit(), '200')
  const before = { ...issuer.asked }
  clock.seconds(31)
  for (const iss of [`${issuer.url}/`, `${issuer.url}/realm`, 'https://evil.example', [issuer.url], null]) {
    const { status } = await answerTo(issuer.token({ iss }, signingKey('ES256'), clock.now()))
    assert.equal(status, 401)
  }
  assert.deepEqual(issuer.asked, before)
})
