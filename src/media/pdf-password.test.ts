import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { type TestContext, test } from 'node:test'
import { pdf } from '../../test/fixtures/own-pictures.ts'
import { lockedPdf, protectedPdf } from '../../test/fixtures/protected-pdfs.ts'
import { needsPassword } from './pdf-password.ts'

/** Dictionaries of PDFs that another program protected: with a password for changes alone, and with one to open them. */
const PROTECTED = [
  [
    'RC4-40, open',
    false,
    '/V 1 /R 2 /Length 40',
    'c92422687facee686e373f10b5c7d04738053152f7e2ee30e11c69ec442576ab',
    'fa34a18be18a8051e5ab19c00e4cfb5e02dac3a2779459d81eaa8f1de03521df',
  ],
  [
    'RC4-40, locked',
    true,
    '/V 1 /R 2 /Length 40',
    '92fe0f4454ad4c9644693f33c07cb54f587dce1e2682fe9ecea6107a1ef630dd',
    'ea38b39ae8a00649bba8d9068f65782a753195ce007048ceef352956c7403111',
  ],
  [
    'RC4-128, open',
    false,
    '/V 2 /R 3 /Length 128',
    '566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5',
    '6e58aa880b3dd2ceaa1898bc3540856428bf4e5e4e758a4164004e56fffa0108',
  ],
  [
    'RC4-128, locked',
    true,
    '/V 2 /R 3 /Length 128',
    '0db5855fc5326569e765906caf64e4429a4c20d6e996fdef963e9b5080f9e083',
    'b5c1e3e565fee36c6c3fa3d29167f75c28bf4e5e4e758a4164004e56fffa0108',
  ],
  [
    'AES-128, open',
    false,
    '/V 4 /R 4 /Length 128',
    '566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5',
    '6e58aa880b3dd2ceaa1898bc3540856428bf4e5e4e758a4164004e56fffa0108',
  ],
  [
    'AES-128, locked',
    true,
    '/V 4 /R 4 /Length 128',
    '0db5855fc5326569e765906caf64e4429a4c20d6e996fdef963e9b5080f9e083',
    'b5c1e3e565fee36c6c3fa3d29167f75c28bf4e5e4e758a4164004e56fffa0108',
  ],
  [
    'AES-256-R5, open',
    false,
    '/V 5 /R 5 /Length 256',
    'fd39ac063c1c5e93ef62a023c70e451e1d772e406fc7405b8d88714583f6c5437bb9452e34b1e86e92c23a4e81c76fab',
    '2bf3f8223a1d24de698ffa4cf9f8761b5aa876c7c81ee1d1bc4acef93144bffb2f816cbe69a92ae6b5fa75dc142befd1',
  ],
  [
    'AES-256-R5, locked',
    true,
    '/V 5 /R 5 /Length 256',
    '855dd524e941c537a361689780b0b774ba917edabc0c85934b1901b215a45a2ad68b458d3c5db22ec26e3746101c6f5b',
    '62c04a87fd67db94dc76ffe4fe841761dac2dd9d2c090829a5b21056383c8af2bc49caeeb6aee52c32f37e10ffa9ea68',
  ],
  [
    'AES-256, open',
    false,
    '/V 5 /R 6 /Length 256',
    'd144fb8f8141e701cb897ce88adb0b473f1c78b513aa5a53ce45f6dc5bdfdbcaf398345df5477592018fb742d16eb62f',
    '09741de87f097019025eab4cb19ffd6fa3d5e2a09b749ac327a1dc0f420d74387baebece0597b7d0800e62f8cdf75918',
  ],
  [
    'AES-256, locked',
    true,
    '/V 5 /R 6 /Length 256',
    '05d528f99dfb3612e398c07122a65af40a5140fe32e49b7365fdb0fb179242493b679ade00de8faa84ed94ef2b8bf560',
    '97d515132fea56deb069a76e380421816f03a5c0ca32db74c54e24cffde7d82d6d68292f620ae8397dfe5105c74cb2c9',
  ],
] as const

test('a PDF that asks for a password is told from one that is protected against changes', () => {
  for (const [name, isLocked, kind, owner, user] of PROTECTED)
    assert.equal(needsPassword(protectedPdf(kind, `<${owner}>`, `<${user}>`)), isLocked, name)
})

test('strings of a PDF may be written out, and a later protection counts', () => {
  const written = (hex: string) =>
    `(${Buffer.from(hex, 'hex')
      .toString('latin1')
      .replaceAll(/[\\()]/g, '\\$&')
      .replaceAll('\r', '\\r')
      .replaceAll('\n', '\\012')})`
  for (const [, isLocked, kind, owner, user] of PROTECTED)
    assert.equal(needsPassword(protectedPdf(kind, written(owner), written(user))), isLocked)
  const [[, , kind, owner, user]] = PROTECTED
  const open = protectedPdf(kind, `<${owner}>`, `<${user}>`)
  assert.equal(needsPassword(Buffer.concat([open, lockedPdf()])), true)
  assert.equal(needsPassword(Buffer.concat([lockedPdf(), open])), false)
})

test('what cannot be read is not taken for locked', () => {
  const [kind, owner, user] = ['/V 2 /R 3 /Length 128', '0'.repeat(64), '0'.repeat(64)]
  const some = protectedPdf(kind, `<${owner}>`, `<${user}>`).toString('latin1')
  assert.equal(needsPassword(Buffer.from(some)), true)
  for (const [name, text] of Object.entries({
    'no protection': Buffer.from(pdf()).toString(),
    'another handler': some.replace('/Standard', '/Adobe.PubSec'),
    'a later revision': some.replace('/R 3', '/R 7'),
    'no id': some.replace('/ID', '/No'),
    'no object': some.replace('5 0 obj', '15 0 obj'),
    'a string without an end': some.replace(`<${user}>`, '('),
    'a short string': some.replace(`<${user}>`, '<00>'),
    'the word alone': `${'/Encrypt '.repeat(10_000)}`,
  }))
    assert.equal(needsPassword(Buffer.from(text, 'latin1')), false, name)
})

/** As OpenSSL in FIPS mode, which this machine may not have. */
function withoutMd5(t: TestContext): void {
  const { createHash } = crypto
  t.mock.method(crypto, 'createHash', (algorithm: string) => {
    if (algorithm === 'md5')
      throw Object.assign(new Error('unsupported'), { code: 'ERR_OSSL_EVP_UNSUPPORTED' })
    return createHash(algorithm)
  })
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
}

test('without MD5, a PDF of an old protection is taken, and one of a new protection still looked into', t => {
  assert.ok(needsPassword(lockedPdf()))
  withoutMd5(t)
  for (const [name, isLocked, kind, owner, user] of PROTECTED) {
    const expected = isLocked && kind.startsWith('/V 5')
    assert.equal(needsPassword(protectedPdf(kind, `<${owner}>`, `<${user}>`)), expected, name)
  }
})
