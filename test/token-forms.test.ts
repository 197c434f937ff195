import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { after, test } from 'node:test'
import { startApp } from './app.ts'
import { AUDIENCE, Issuer, type SigningKey, signingKey } from './fixtures/issuer.ts'
import { ACCEPTED, REFUSED } from './fixtures/token-forms/either.ts'
import type { Form, Oddities, Subject } from './fixtures/token-forms/make.ts'
import { EMBEDDED_REFUSED, OUTSIDE_ACCEPTED, OUTSIDE_REFUSED } from './fixtures/token-forms/one.ts'

/** Sends every forged token, for both issuers. */

const issuer = await Issuer.open()
after(() => issuer[Symbol.asyncDispose]())

const rsaPair = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits })
const odd: Oddities = {
  rsa: signingKey('RS256'),
  ed: signingKey('EdDSA'),
  weak: signingKey('RS256', {}, rsaPair(1024)),
  encryption: signingKey('RS256', { use: 'enc' }),
  notForVerifying: signingKey('RS256', { use: undefined, key_ops: ['wrapKey'] }),
  pssOnly: { ...signingKey('RS256', { alg: 'PS256' }), alg: 'PS256' },
  twins: [signingKey('ES384'), signingKey('ES384')],
  sameKid: [signingKey('ES256', { kid: 'same' }), signingKey('ES256', { kid: 'same' })],
}
const secret = { kty: 'oct', k: Buffer.from('published').toString('base64url'), alg: 'HS256' }
const good = signingKey('ES256')
issuer.keys = [
  good,
  ...Object.values(odd).flat(),
  // Keys that cannot be trusted, beside good ones.
  { ...good, jwk: { ...secret, kid: good.kid } },
  { ...good, jwk: { kty: 'EC', crv: 'secp256k1', x: 'AA', y: 'AA', kid: 'curve' } },
  { ...good, jwk: { kty: 'RSA', n: 'AA', e: 'AQAB', kid: 'broken' } },
  ...([null, 7, 'key', []] as unknown as SigningKey['jwk'][]).map(jwk => ({ ...good, jwk })),
]

const lines: string[] = []
const app = await startApp({
  env: { ...issuer.env, OIDC_CLIENT_ID: 'parvis-web', OIDC_CLIENT_SECRET: 'secret' },
  log: line => lines.push(line),
  // Keys are fetched once, before the first of the many unknown key ids.
  clock: { now: () => Date.now(), ticks: () => 0 },
})
const user = await app.user()
const PUBLIC_URL = 'http://parvis.test'
const longSubject = `${'ab'.repeat(127)}c`
await app.owner.query(`insert into user_identities (issuer, subject, user_id) values ('parvis', $1, $2)`, [
  longSubject,
  user.id,
])

async function ownKey(): Promise<SigningKey> {
  const { rows } = await app.owner.query('select kid, public_jwk, private_sealed from signing_keys')
  const key = JSON.parse(app.service.secrets.open(rows[0].private_sealed))
  return {
    kid: rows[0].kid,
    alg: 'EdDSA',
    key: createPrivateKey({ key, format: 'jwk' }),
    jwk: rows[0].public_jwk,
  }
}

const embedded: Subject = {
  key: await ownKey(),
  strange: signingKey('EdDSA'),
  otherIssuer: issuer.url,
  claims: { ...issuer.claims(), iss: PUBLIC_URL, aud: PUBLIC_URL, sub: user.subject },
  longSubject,
}
const outside: Subject = {
  key: good,
  strange: signingKey('ES256'),
  otherIssuer: PUBLIC_URL,
  claims: { ...issuer.claims(), iss: issuer.url, aud: AUDIENCE, sub: 'known outside' },
  longSubject,
}

async function answerTo(token: string): Promise<string> {
  const { status, body } = await app.as({ id: '', email: '', subject: '', token }, null).get('/me')
  return `${status} ${body.error ?? ''}`.trim()
}

const SUBJECTS = { embedded, outside } as const

for (const [name, subject] of Object.entries(SUBJECTS)) {
  for (const [title, forms] of Object.entries(REFUSED)) {
    test(`${name}: ${title}: every forged form is 401`, async () => {
      for (const [form, make] of Object.entries(forms))
        assert.equal(await answerTo(make(subject)), '401 unauthenticated', form)
    })
  }
  test(`${name}: the good neighbours come in`, async () => {
    for (const [form, make] of Object.entries(ACCEPTED))
      assert.equal(await answerTo(make(subject)), '200', form)
  })
}

test('tokens that only the embedded issuer refuses are answered 401', async () => {
  for (const [form, make] of Object.entries(EMBEDDED_REFUSED))
    assert.equal(await answerTo(make(embedded)), '401 unauthenticated', form)
})

test('tokens that only an external provider signs and that are not valid access tokens are refused', async () => {
  for (const [form, make] of Object.entries(OUTSIDE_REFUSED))
    assert.equal(await answerTo(make(outside, odd)), '401 unauthenticated', form)
})

test('valid access tokens of external providers are accepted in all their variants', async () => {
  for (const [form, make] of Object.entries(OUTSIDE_ACCEPTED))
    assert.equal(await answerTo(make(outside, odd)), '200', form)
})

test('a key of one issuer does not sign tokens of the other', async () => {
  const as = (claims: Subject['claims'], key: SigningKey): Subject => ({ ...embedded, claims, key })
  const make = ACCEPTED.unchanged as Form
  assert.equal(await answerTo(make(as(embedded.claims, good))), '401 unauthenticated')
  assert.equal(await answerTo(make(as(outside.claims, embedded.key))), '401 unauthenticated')
})

test('keys are fetched once, and the log contains no part of a token', async () => {
  assert.deepEqual(issuer.asked, { discovery: 1, keys: 1 })
  assert.doesNotMatch(lines.join(''), /eyJ|known outside|a@b\.fr/)
  assert.doesNotMatch(lines.join(''), /"status":5/)
})
