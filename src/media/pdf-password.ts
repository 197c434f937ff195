import { createCipheriv, createHash } from 'node:crypto'

/**
 * Whether a PDF opens only with a password, by the standard security handler (ISO 32000-2, 7.6.4). Most protected files have a
 * password for changes alone and open without one. False wherever that is not certain: viewers open what this cannot read.
 */
export function needsPassword(pdf: Buffer): boolean {
  const protection = protectionOf(pdf)
  if (!protection) return false
  const { revision, user } = protection
  if (revision === 5 || revision === 6) return user.length >= 48 && !opensByHash(protection)
  return revision >= 2 && revision <= 4 && user.length >= 32 && hasMd5() && !opensByKey(protection)
}

/** OpenSSL in FIPS mode has no MD5, by which the older protections work. */
function hasMd5(): boolean {
  try {
    return createHash('md5') !== undefined
  } catch {
    return false
  }
}

interface Protection {
  readonly revision: number
  readonly keyBytes: number
  readonly owner: Buffer
  readonly user: Buffer
  readonly permissions: number
  readonly id: Buffer
  readonly hidesMetadata: boolean
}

function protectionOf(pdf: Buffer): Protection | undefined {
  const found = lastMatch(pdf, '/Encrypt', /^\/Encrypt\s+(\d{1,10})\s+(\d{1,5})\s+R/)
  if (!found) return undefined
  const [, number = '', generation = ''] = found
  const object = lastMatch(pdf, `${number} ${generation} obj`, /^.*?endobj/s)?.[0]
  if (!object || !/\/Filter\s*\/Standard\b/.test(object)) return undefined
  const revision = numberIn(object, 'R')
  const version = numberIn(object, 'V')
  const permissions = numberIn(object, 'P')
  const [owner, user] = [stringIn(object, '/O'), stringIn(object, '/U')]
  if (revision === undefined || permissions === undefined || !owner || !user || owner.length < 32)
    return undefined
  const id = stringIn(lastMatch(pdf, '/ID', /^\/ID\s*\[.*/s)?.[0] ?? '', '[')
  if (!id) return undefined
  return {
    revision,
    // The first `Length` may be that of a crypt filter, in bytes.
    keyBytes: revision === 2 ? 5 : version === 4 ? 16 : (numberIn(object, 'Length') ?? 40) / 8,
    owner: owner.subarray(0, 32),
    user,
    permissions,
    id,
    hidesMetadata: !/\/EncryptMetadata\s+false/.test(object),
  }
}

const LONGEST_OBJECT = 8_192
const MOST_PLACES = 1_000

/** The last place where the pattern matches: an update of a PDF is written behind it. */
function lastMatch(pdf: Buffer, words: string, pattern: RegExp): RegExpExecArray | undefined {
  let at = pdf.length
  for (let tried = 0; tried < MOST_PLACES && at > 0; tried++) {
    at = pdf.lastIndexOf(words, at - 1, 'latin1')
    if (at === -1) return undefined
    // `15 0 obj` is not `5 0 obj`.
    const isWhole = at === 0 || !/\d/.test(String.fromCharCode(pdf[at - 1] ?? 0))
    const found = isWhole && pattern.exec(pdf.toString('latin1', at, at + LONGEST_OBJECT))
    if (found) return found
  }
  return undefined
}

function numberIn(object: string, name: string): number | undefined {
  const found = new RegExp(`/${name}\\s+(-?\\d{1,10})`).exec(object)
  return found ? Number(found[1]) : undefined
}

/** The string behind a name: `<c922>`, `(\)a\(…)`. */
function stringIn(text: string, name: string): Buffer | undefined {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const behind = text.slice(at + name.length).trimStart()
    const hex = /^<([\da-f\s]*)>/i.exec(behind)
    if (hex) return Buffer.from((hex[1] ?? '').replaceAll(/\s/g, ''), 'hex')
    if (behind.startsWith('(')) return literal(behind)
  }
  return undefined
}

function literal(text: string): Buffer | undefined {
  const bytes: number[] = []
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    let sign = text[at] ?? ''
    if (sign === '(' && depth++ === 0) continue
    if (sign === ')' && --depth === 0) return Buffer.from(bytes)
    if (sign === '\\') {
      const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0]
      if (octal) {
        bytes.push(Number.parseInt(octal, 8) & 0xff)
        at += octal.length
        continue
      }
      const next = text[++at] ?? ''
      if (next === '\n' || next === '\r') {
        if (next === '\r' && text[at + 1] === '\n') at++
        continue
      }
      sign = ESCAPED[next] ?? next
    } else if (sign === '\r') {
      if (text[at + 1] === '\n') at++
      sign = '\n'
    }
    bytes.push(sign.charCodeAt(0))
  }
  return undefined
}
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

////////////////////////////////////////////////////////////////////////////// whether the empty password opens it

const digest = (algorithm: string, ...parts: readonly Buffer[]): Buffer =>
  createHash(algorithm).update(Buffer.concat(parts)).digest()

/** A password is filled up with these bytes; the empty one is nothing else. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** Revisions 2 to 4: algorithms 2, 4 and 5. */
function opensByKey({
  revision,
  keyBytes,
  owner,
  user,
  permissions,
  id,
  hidesMetadata,
}: Protection): boolean {
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions | 0)
  const open = revision >= 4 && !hidesMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  let key = digest('md5', PADDING, owner, flags, id, open)
  if (revision >= 3) for (let round = 0; round < 50; round++) key = digest('md5', key.subarray(0, keyBytes))
  key = key.subarray(0, keyBytes)
  if (revision === 2) return rc4(key, PADDING).equals(user.subarray(0, 32))
  let known = digest('md5', PADDING, id)
  for (let round = 0; round < 20; round++)
    known = rc4(
      key.map(byte => byte ^ round),
      known,
    )
  return known.equals(user.subarray(0, 16))
}

/** Node leaves this cipher to old versions of OpenSSL. */
function rc4(key: Uint8Array, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  const swap = (one: number, other: number) => {
    const held = state[one] ?? 0
    state[one] = state[other] ?? 0
    state[other] = held
  }
  for (let at = 0, to = 0; at < 256; at++) {
    to = (to + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 0xff
    swap(at, to)
  }
  let [one, other] = [0, 0]
  return data.map(byte => {
    one = (one + 1) & 0xff
    other = (other + (state[one] ?? 0)) & 0xff
    swap(one, other)
    return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 0xff] ?? 0)
  }) as Buffer
}

/** Revisions 5 and 6: algorithms 11 and 2.B. */
function opensByHash({ revision, user }: Protection): boolean {
  const salt = user.subarray(32, 40)
  const first = digest('sha256', salt)
  return (revision === 5 ? first : hardened(first)).equals(user.subarray(0, 32))
}

function hardened(first: Buffer): Buffer {
  let key = first
  let last = 0
  for (let round = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    )
    const mixed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)))
    const kind = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = digest(['sha256', 'sha384', 'sha512'][kind] ?? 'sha256', mixed)
    last = mixed.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}
