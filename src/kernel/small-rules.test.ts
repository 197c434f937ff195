import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clientNetwork } from './concurrency/client-network.ts'
import { readConfig } from './config.ts'
import { isEmail } from './email-address.ts'
import { ERRORS, Problem } from './errors.ts'
import { eventLoopYielder } from './event-loop.ts'
import { languageOf } from './http/accept-language.ts'
import { parseJson } from './http/json.ts'
import { Refusal } from './refusal.ts'
import { isDay, isTimestamp } from './routes/check.ts'
import { secretsFrom } from './secrets.ts'
import { slugOf } from './texts.ts'

const codeOf = (run: () => unknown) => {
  try {
    run()
    return 'ok'
  } catch (error) {
    return error instanceof Problem ? error.code : String(error)
  }
}
const parsed = (json: string | Uint8Array<ArrayBuffer>) => parseJson(Buffer.from(json as string))

test('every error has both texts, and a status that says what kind it is', () => {
  for (const [code, [status, fr, en]] of Object.entries(ERRORS)) {
    assert.ok((status >= 400 && status <= 503) || status === 507, code)
    assert.ok(fr.endsWith('.') && en.endsWith('.') && String(fr) !== String(en), code)
  }
})

test('messages are in French, and in English when that is preferred', () => {
  for (const header of [
    undefined,
    '',
    '*',
    'de',
    'fr',
    'fr, en',
    'en;q=0.5, fr',
    'en;q=0',
    'en;q=x',
    ';;;,,,',
  ]) {
    assert.equal(languageOf(header), 'fr', String(header))
  }
  for (const header of ['en', 'EN-us', 'en, fr;q=0.9', 'de, en;q=0.8, fr;q=0.7', 'en-GB,en;q=0.9']) {
    assert.equal(languageOf(header), 'en', header)
  }
})

test('a body is strict JSON in strict UTF-8: no key twice, no NUL, no half surrogate, not too deep', () => {
  assert.deepEqual(parsed('{"a": " e\\u0301 ", "b": [{"c": 1}]}'), { a: 'é', b: [{ c: 1 }] })
  assert.equal(
    codeOf(() => parsed('{"a":1,"a":2}')),
    'invalid_request',
  )
  assert.equal(
    codeOf(() => parsed('{"a":1,"\\u0061":2}')),
    'invalid_request',
  )
  assert.equal(
    codeOf(() => parsed('[{"x":{"a":":","b":"\\\\","a":1}}]')),
    'invalid_request',
  )
  assert.equal(
    codeOf(() => parsed('{"a":1,"b":":\\":{}"}')),
    'ok',
  )
  assert.equal(
    codeOf(() => parsed(new Uint8Array([0x22, 0xc0, 0x80, 0x22]))),
    'invalid_request',
  )
  assert.equal(
    codeOf(() => parsed(new Uint8Array([0x22, 0xff, 0x22]))),
    'invalid_request',
  )
  assert.equal(
    codeOf(() => parsed('"\\u0000"')),
    'validation_failed',
  )
  assert.equal(
    codeOf(() => parsed('"\\ud800"')),
    'validation_failed',
  )
  assert.equal(
    codeOf(() => parsed('{"\\ud800":1}')),
    'validation_failed',
  )
  assert.equal(
    codeOf(() => parsed('{"a":')),
    'invalid_json',
  )
  assert.equal(
    codeOf(() => parsed('['.repeat(33) + ']'.repeat(33))),
    'validation_failed',
  )
  assert.equal(
    codeOf(() => parsed('['.repeat(100_000) + ']'.repeat(100_000))),
    'validation_failed',
  )
})

test('what nobody sees is empty; what stands beside something that is seen stays', () => {
  for (const text of ['\u200b\u200b', ' \u2060\u00ad ', '\u3164', '\u2800 \ufe0f', '\u202e', '\u001b'])
    assert.equal(parsed(JSON.stringify(text)), '', JSON.stringify(text))
  for (const text of ['👩‍👩‍👧', 'a\u200bb', '\u200fشكرا', 'n\u00ad°'])
    assert.equal(parsed(JSON.stringify(text)), text.normalize('NFC'))
})

test('a prototype key is a field like any other: unknown, and harmless', () => {
  const value = parsed('{"__proto__": {"admin": true}, "constructor": 1}') as Record<string, unknown>
  assert.deepEqual(Object.keys(value), ['__proto__', 'constructor'])
  assert.equal(({} as { admin?: boolean }).admin, undefined)
})

test('any JSON without a key twice reads as itself', () => {
  const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string({ unit: 'grapheme-ascii' }))
  const tree = fc.letrec(tie => ({
    node: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: 'grapheme-ascii' }), tie('node'), { maxKeys: 4 }),
    ),
  })).node
  const tidy = (value: unknown): unknown =>
    typeof value === 'string'
      ? value.trim()
      : Array.isArray(value)
        ? value.map(tidy)
        : value && typeof value === 'object'
          ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tidy(item)]))
          : value
  fc.assert(
    fc.property(tree, value => assert.deepEqual(parsed(JSON.stringify(value)), tidy(value))),
    { seed: 1 },
  )
})

test('days and moments are real ones', () => {
  for (const day of ['2024-02-29', '1900-01-01', '2200-12-31']) assert.ok(isDay(day), day)
  for (const day of [
    '2023-02-29',
    '0000-01-01',
    '1899-12-31',
    '2024-13-01',
    '2024-1-1',
    '2024-06-31',
    ' 2024-06-30',
  ])
    assert.ok(!isDay(day), day)
  for (const at of ['2026-11-20T09:14:19Z', '2026-11-20T09:14:19.123456+02:00', '2026-11-20T00:00:00-14:00'])
    assert.ok(isTimestamp(at), at)
  for (const at of [
    '2026-11-20 09:14:19Z',
    '2026-11-20T09:14:60Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T09:14:19',
    'now',
    'infinity',
    '2026-11-20T09:14:19+14:01',
    '2026-11-20T09:14:19+23:59',
    '0000-11-20T09:14:19Z',
  ])
    assert.ok(!isTimestamp(at), at)
})

test('slugs: without accents, apostrophes and spaces become hyphens, œ is oe', () => {
  const cases = {
    "L'Haÿ-les-Roses": 'l-hay-les-roses',
    Œuilly: 'oeuilly',
    'Saint-Rémy ': 'saint-remy',
    Y: 'y',
    '(Sò)': 'so',
    '…': '',
  }
  for (const [name, slug] of Object.entries(cases)) assert.equal(slugOf(name), slug)
})

test('addresses are counted by client network: IPv6 by /64, mapped IPv4 as what it is', () => {
  const cases = {
    '192.0.2.1': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2',
    '2001:0DB8:0001:0002::9': '2001:db8:1:2',
    '2001:db8::1': '2001:db8:0:0',
    '::1': '0:0:0:0',
    'fe80::1%eth0': 'fe80:0:0:0',
  }
  for (const [address, kept] of Object.entries(cases)) assert.equal(clientNetwork(address), kept, address)
})

test('what is sealed opens with the same secret only, and not when one byte changed', () => {
  const one = secretsFrom('a'.repeat(40))
  const sealed = one.seal('précieux')
  assert.equal(one.open(sealed), 'précieux')
  assert.notEqual(one.seal('précieux'), sealed)
  assert.throws(() => secretsFrom('b'.repeat(40)).open(sealed))
  const bytes = Buffer.from(sealed, 'base64url')
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => one.open(changed.toString('base64url')))
  }
})

test('mail addresses: one, without what a mail program would read otherwise', () => {
  for (const good of ['a@b.fr', 'prenom.nom+x@mairie-d-ici.example', "o'neil@example.org"])
    assert.ok(isEmail(good), good)
  for (const bad of [
    'a',
    'a@b',
    'a@b.fr,c@d.fr',
    'a b@c.fr',
    'a@b.fr\r\nBcc: x',
    '<a@b.fr>',
    'a@@b.fr',
    'a@b.fr\0',
    'a@b.f\0r',
    '',
  ])
    assert.ok(!isEmail(bad), bad)
})

test('the settings have defaults, and are not to be changed afterwards', () => {
  const config = readConfig({})
  assert.deepEqual(
    [config.host, config.port, config.process, config.rateLimitScale],
    ['127.0.0.1', 3000, 'all', 1],
  )
  assert.ok(Object.isFrozen(config))
  assert.throws(() => readConfig({ PORT: 'abc' }), Refusal)
})

test('a long loop gives way: others have their turn in the middle of it', async () => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  const othersTurn = eventLoopYielder(4)
  // Without a turn of theirs it would go on for ever: then it is given up.
  for (const end = performance.now() + 20_000; turns < 2 && performance.now() < end; ) await othersTurn()
  clearImmediate(next)
  assert.equal(turns, 2)
})

test('a round that takes long is followed by a turn of the others, even the first one', async () => {
  const othersTurn = eventLoopYielder(4)
  for (const end = performance.now() + 8; performance.now() < end; );
  assert.ok(othersTurn() instanceof Promise)
})
