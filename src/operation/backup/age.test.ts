/** Reads files written by `age`, and refuses altered ones. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { decrypted, encrypted, NotOpened } from './age.ts'

const WORD = 'of a test and of nothing else'
/** A low work factor, to keep the tests fast. */
const FAST = 10
const CHUNK = 64 * 1024
const SEALED = CHUNK + 16

const through = async (
  stage: (pieces: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>,
  bytes: Buffer,
  size = 10_000,
) => {
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  return Buffer.concat(await Array.fromAsync(stage(pieces())))
}
const refused = (bytes: Buffer, sentence: RegExp, word = WORD) =>
  assert.rejects(through(decrypted(word), bytes), (error: Error) => {
    assert.ok(error instanceof NotOpened, String(error.stack))
    assert.match(error.message, sentence)
    assert.doesNotMatch(error.message, new RegExp(WORD))
    return true
  })

/** Written by `age -p` 1.1.1. */
const BY_AGE = [
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBXNkNUOUlvOWlTcnR4VVYxc2EzMXF3IDE4CnQ5SDVlbzVyakk5OFRQQzVx',
  'bDEwbldRTUVDWkhYMG4vbnE4ekc3YnovZGsKLS0tIGd3VGVKOG1pVk8zdzl3MHFXeTNmRStXaEd4RC9XTWRnWGhDMHBXUm1OelUK',
  'hW+uE+GgWpB7L91igP5rYPB/DYe8VMl1P0PJHnuwOIgDoQ5XMHZXh4G4nW+bcePw4Oqft7U=',
].join('')

test('opens files that age encrypted with a passphrase', async () => {
  const plain = await through(decrypted(WORD), Buffer.from(BY_AGE, 'base64'))
  assert.equal(plain.toString(), 'Parvis, read by age.\n')
})

test('decrypts what it encrypted, of any length and in chunks of any size', async () => {
  for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK]) {
    const plain = randomBytes(length)
    const sealed = await through(encrypted(WORD, FAST), plain, 70_001)
    for (const size of [777, 1_000_000])
      assert.ok((await through(decrypted(WORD), sealed, size)).equals(plain))
  }
  const one = await through(encrypted(WORD, FAST), Buffer.from('the same'))
  assert.ok(!one.equals(await through(encrypted(WORD, FAST), Buffer.from('the same'))))
})

test('another passphrase, and what was cut, moved, left out, added or altered, is refused', async () => {
  const sealed = await through(encrypted(WORD, FAST), randomBytes(3 * CHUNK + 5))
  const body = sealed.indexOf('\n', sealed.indexOf('\n---') + 1) + 1 + 16
  const chunk = (n: number) => sealed.subarray(body + n * SEALED, body + (n + 1) * SEALED)
  const head = sealed.subarray(0, body)
  await refused(sealed, /^does not open with this passphrase$/, 'another passphrase, also long enough')
  const damaged = /^was cut short or altered$/
  for (const end of [body + SEALED, body + 2 * SEALED, body + 100, sealed.length - 1, body, body - 3])
    await refused(sealed.subarray(0, end), damaged)
  await refused(Buffer.concat([head, chunk(1), chunk(0), chunk(2), chunk(3)]), damaged)
  await refused(Buffer.concat([head, chunk(0), chunk(2), chunk(3)]), damaged)
  await refused(Buffer.concat([head, chunk(0), chunk(1), chunk(2)]), damaged)
  await refused(Buffer.concat([sealed, Buffer.from('more')]), damaged)
  await refused(Buffer.concat([sealed, sealed]), damaged)
  for (const at of [body - 1, body + 7, body + SEALED - 1, sealed.length - 1]) {
    const bytes = Buffer.from(sealed)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await refused(bytes, damaged)
  }
  const text = head.toString('latin1')
  const withHead = (change: (text: string) => string) =>
    Buffer.concat([Buffer.from(change(text), 'latin1'), sealed.subarray(body)])
  const mac = (all: string) => all.replace(/(?<=--- )./, letter => (letter === 'A' ? 'B' : 'A'))
  await refused(withHead(mac), /^was altered$/)
  await refused(
    withHead(all => all.replace(` ${FAST}\n`, ' 30\n')),
    /^asks for more memory/,
  )
  await refused(
    withHead(all => all.replace('scrypt', 'X25519')),
    /open it with age -d$/,
  )
  await refused(Buffer.from('age-encryption.org/v1\n'), /or was cut short$/)
})
