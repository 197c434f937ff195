import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'

/**
 * Encryption with a passphrase in the format of age (https://age-encryption.org/v1): `age -d` reads our files, and we
 * read those of `age -p`. The passphrase (scrypt) wraps a file key. The content is sealed with that key in chunks of 64
 * KiB; each nonce holds the chunk's number and whether it is the last (STREAM), so altered, moved, missing or cut off
 * chunks are detected when read.
 *
 * We keep our own code because age-encryption 0.3.1 (JavaScript ciphers) runs at a quarter of the speed: it encrypts
 * 200 MB at 83 MB/s, ours at 360; encrypting and decrypting run at 38 and 160. Both stay within 190 MiB of memory.
 */
const VERSION = 'age-encryption.org/v1'
/** The first bytes of an encrypted file. */
export const AGE = Buffer.from(`${VERSION}\n`)

/** The work factor of `age`: 256 MiB and about a second for each file written or opened. */
const WORK_FACTOR = 18
/** Four times our own cost. Refuses files that would exhaust the memory. */
const MOST_WORK = 20
const CHUNK = 64 * 1024
const TAG = 16
const LONGEST_HEADER = 1024

export class NotOpened extends Error {
  override readonly name = 'NotOpened'
}

const hardened = promisify<string | Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt)

async function wrapKey(passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> {
  const N = 2 ** workFactor
  const salted = Buffer.concat([Buffer.from(`${VERSION}/scrypt`), salt])
  return await hardened(passphrase, salted, 32, { N, r: 8, p: 1, maxmem: 1024 * N + 1024 * 1024 })
}

const derived = (key: Buffer, salt: Buffer, info: string) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32))
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const macOf = (fileKey: Buffer, header: string) =>
  createHmac('sha256', derived(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest()

function seal(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Returns undefined when the content was not sealed with this key and nonce. */
function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | undefined {
  const end = sealed.length - TAG
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG })
  decipher.setAuthTag(sealed.subarray(end))
  const plain = decipher.update(sealed.subarray(0, end))
  try {
    decipher.final()
    return plain
  } catch {
    return undefined
  }
}

function nonceOf(chunk: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(chunk), 3)
  if (last) nonce[11] = 1
  return nonce
}

/**
 * Splits a stream into pieces of one size. The last piece may be shorter; it is empty only when the stream is empty.
 */
async function* chunked(pieces: AsyncIterable<Buffer>, size: number) {
  let held: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece])
    let at = 0
    // Holds one piece back, because it may be the last.
    for (; held.length - at > size; at += size) yield { bytes: held.subarray(at, at + size), last: false }
    held = held.subarray(at)
  }
  yield { bytes: held, last: true }
}

export const encrypted = (passphrase: string, workFactor = WORK_FACTOR) =>
  async function* (plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const [fileKey, salt, nonce] = [randomBytes(16), randomBytes(16), randomBytes(16)]
    const wrapped = seal(await wrapKey(passphrase, salt, workFactor), Buffer.alloc(12), fileKey)
    const header = `${VERSION}\n-> scrypt ${base64(salt)} ${workFactor}\n${base64(wrapped)}\n---`
    yield Buffer.from(`${header} ${base64(macOf(fileKey, header))}\n`)
    yield nonce
    const key = derived(fileKey, nonce, 'payload')
    let chunk = 0
    for await (const { bytes, last } of chunked(plain, CHUNK)) yield seal(key, nonceOf(chunk++, last), bytes)
  }

/** A wrong passphrase fails before the first byte is handed on. */
export const decrypted = (passphrase: string) =>
  async function* (sealed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const pieces = sealed[Symbol.asyncIterator]()
    const { header, behind } = await headerOf(pieces)
    const fileKey = await knownKey(header, passphrase)
    const rest = behindHeader(pieces, behind)
    const nonce = await rest.first(16)
    const key = derived(fileKey, nonce, 'payload')
    let chunk = 0
    for await (const { bytes, last } of chunked(rest.others(), CHUNK + TAG)) {
      const plain = bytes.length < TAG ? undefined : open(key, nonceOf(chunk, last), bytes)
      // Only an empty content may end with an empty chunk.
      if (!plain || (plain.length === 0 && chunk > 0)) throw new NotOpened('was cut short or altered')
      chunk++
      yield plain
    }
  }

/** Cached, because a backup is read twice and deriving the key takes a second and 256 MiB. */
let last: { readonly header: string; readonly passphrase: string; readonly key: Buffer } | undefined
async function knownKey(header: string, passphrase: string): Promise<Buffer> {
  if (last?.header === header && last.passphrase === passphrase) return last.key
  const key = await fileKeyOf(header, passphrase)
  last = { header, passphrase, key }
  return key
}

const FORM =
  /^(age-encryption\.org\/v1\n-> scrypt ([\w+/]{22}) ([1-9]\d?)\n([\w+/]{43})\n---) ([\w+/]{43})\n$/

async function headerOf(pieces: AsyncIterator<Buffer>) {
  let held = Buffer.alloc(0)
  for (;;) {
    const mark = held.indexOf('\n--- ')
    const end = mark < 0 ? -1 : held.indexOf(10, mark + 1)
    if (end >= 0) return { header: held.toString('latin1', 0, end + 1), behind: held.subarray(end + 1) }
    const { value } = held.length > LONGEST_HEADER ? { value: undefined } : await pieces.next()
    if (!value) throw new NotOpened('is not encrypted with a passphrase alone, or was cut short')
    held = Buffer.concat([held, value])
  }
}

async function fileKeyOf(header: string, passphrase: string): Promise<Buffer> {
  const [, signed = '', salt = '', work, wrapped = '', mac = ''] = FORM.exec(header) ?? []
  if (work === undefined) throw new NotOpened('is not encrypted with a passphrase alone: open it with age -d')
  if (Number(work) > MOST_WORK) throw new NotOpened('asks for more memory than a passphrase may take')
  const key = await wrapKey(passphrase, Buffer.from(salt, 'base64'), Number(work))
  const fileKey = open(key, Buffer.alloc(12), Buffer.from(wrapped, 'base64'))
  if (!fileKey) throw new NotOpened('does not open with this passphrase')
  if (!timingSafeEqual(macOf(fileKey, signed), Buffer.from(mac, 'base64'))) throw new NotOpened('was altered')
  return fileKey
}

function behindHeader(pieces: AsyncIterator<Buffer>, start: Buffer) {
  let held = start
  return {
    async first(bytes: number): Promise<Buffer> {
      while (held.length < bytes) {
        const { value, done } = await pieces.next()
        if (done) throw new NotOpened('was cut short or altered')
        held = Buffer.concat([held, value])
      }
      const taken = held.subarray(0, bytes)
      held = held.subarray(bytes)
      return taken
    },
    async *others(): AsyncGenerator<Buffer> {
      if (held.length > 0) yield held
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
    },
  }
}
