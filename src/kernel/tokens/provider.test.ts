import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { signingKey } from '../../../test/fixtures/issuer.ts'
import { World } from '../../../test/fixtures/outside-world.ts'
import type { Way } from '../fetch/fetch.ts'
import { publishedKeys } from './provider.ts'

const { jwk } = signingKey('ES256')
const json =
  (value: unknown): RequestListener =>
  (_request, response) =>
    void response.end(JSON.stringify(value))

/** The number of published keys, or the error. */
const outcome = (door: Way, issuer: string) =>
  publishedKeys(door, issuer).then(
    keys => `${keys.length}`,
    error => `${error.message}`,
  )

/** A provider at a public name, with and without TLS, with a configurable discovery document. */
async function provider(world: World) {
  const said: { document: Record<string, unknown> } = { document: {} }
  const host: string = await world.site((request, response) =>
    json(request.url?.includes('well-known') ? said.document : { keys: [jwk] })(request, response),
  )
  return { host, issuer: `https://${host}/realm`, said }
}

test('keys of an https issuer are fetched over https, also from another origin', async () => {
  await using world = await World.open()
  const { host, issuer, said } = await provider(world)
  const elsewhere = await world.site(json({ keys: [jwk, jwk] }))
  const door = world.door()
  said.document = { issuer, jwks_uri: `https://${host}/keys` }
  assert.equal(await outcome(door, issuer), '1')
  said.document = { issuer, jwks_uri: `https://${elsewhere}/keys` }
  assert.equal(await outcome(door, issuer), '2')
  for (const jwks_uri of [`http://${host}/keys`, 'file:///etc/passwd', `ftp://${host}/`]) {
    said.document = { issuer, jwks_uri }
    assert.equal(await outcome(door, issuer), 'discovery: its keys are not behind https.', jwks_uri)
  }
  for (const jwks_uri of [undefined, null, 7, 'keys', { href: `https://${host}/keys` }]) {
    said.document = { issuer, jwks_uri }
    assert.equal(await outcome(door, issuer), 'discovery: it names no keys.')
  }
})

test('the issuer must equal its configured name', async () => {
  await using world = await World.open()
  const { host, issuer, said } = await provider(world)
  for (const named of [`${issuer}/`, issuer.toUpperCase(), `https://${host}`, [issuer], undefined, null]) {
    said.document = { issuer: named, jwks_uri: `https://${host}/keys` }
    assert.equal(await outcome(world.door(), issuer), 'discovery: it names another issuer.', String(named))
  }
  // Some issuers end in a slash: then the setting must too.
  said.document = { issuer: `${issuer}/`, jwks_uri: `https://${host}/keys` }
  assert.equal(await outcome(world.door(), `${issuer}/`), '1')
})

test('a public provider cannot refer to a private address; the operator can', async () => {
  await using world = await World.open()
  const { issuer, said } = await provider(world)
  for (const inside of [
    `127.0.0.1:${world.canaryPort}`,
    `[::1]:${world.canaryPort6}`,
    '169.254.169.254',
    'keycloak',
  ]) {
    said.document = { issuer, jwks_uri: `https://${inside}/keys` }
    assert.equal(await outcome(world.door(), issuer), 'keys: This address is not allowed.', inside)
  }
  assert.deepEqual([world.canary, world.strays], [0, []])
  const allowed = world.door().allowing([`127.0.0.1:${world.canaryPort}`])
  said.document = { issuer, jwks_uri: `https://127.0.0.1:${world.canaryPort}/keys` }
  assert.equal(await outcome(allowed, issuer), 'keys: The server could not be reached, or hung up.')
})

test('unusable and weak keys are ignored', async () => {
  await using world = await World.open()
  let key: object = {}
  const host: string = await world.site((request, response) =>
    json(
      request.url?.includes('well-known')
        ? { issuer: `https://${host}`, jwks_uri: `https://${host}/keys` }
        : { keys: [key] },
    )(request, response),
  )
  const rsa = (modulusLength: number) =>
    signingKey('RS256', {}, generateKeyPairSync('rsa', { modulusLength })).jwk
  const none = 'keys: none of them can check a signature.'
  for (const [what, jwk, expected] of [
    ['1024 bits', rsa(1024), none],
    ['2047 bits', rsa(2047), none],
    ['2048 bits', rsa(2048), '1'],
    ['a shared secret', { kty: 'oct', k: 'c2VjcmV0', alg: 'HS256' }, none],
    ['for encryption', { ...rsa(2048), use: 'enc' }, none],
    ['an algorithm of another kind', { ...rsa(2048), alg: 'ES256' }, none],
    ['HS256 by an RSA key', { ...rsa(2048), alg: 'HS256' }, none],
    ['broken', { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }, none],
  ] as const) {
    key = jwk
    assert.equal(await outcome(world.door(), `https://${host}`), expected, what)
  }
})
