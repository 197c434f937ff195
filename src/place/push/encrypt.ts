import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Message encryption for Web Push (RFC 8291) in one record of `aes128gcm` (RFC 8188). */

/** The public keys of a browser, in base64url. */
export interface BrowserKeys {
  readonly p256dh: string
  readonly auth: string
}

export const CURVE = 'prime256v1'
/** Push services accept 4096 bytes: 86 of the header, 16 of the tag and one delimiter are not the text’s. */
export const LARGEST_TEXT = 3_993
const RECORD_SIZE = 4_096
/** The delimiter of the last record. */
const LAST = Buffer.of(2)

export function encrypted(
  text: Buffer,
  keys: BrowserKeys,
  // Given by the test vectors only.
  { sender = newPair(), salt = randomBytes(16) }: { readonly sender?: ECDH; readonly salt?: Buffer } = {},
): Buffer {
  if (text.length > LARGEST_TEXT) throw new RangeError('The text does not fit into a push message.')
  const receiver = Buffer.from(keys.p256dh, 'base64url')
  const own = sender.getPublicKey()
  const secret = hkdf(
    sender.computeSecret(receiver),
    Buffer.from(keys.auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), receiver, own]),
    32,
  )
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_SIZE)
  const header = Buffer.concat([salt, size, Buffer.of(own.length), own])
  return Buffer.concat([
    header,
    cipher.update(text),
    cipher.update(LAST),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function newPair(): ECDH {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return pair
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Whether messages can be encrypted for these keys: a point of the curve, and 16 bytes. */
export function areKeys({ p256dh, auth }: BrowserKeys): boolean {
  try {
    newPair().computeSecret(Buffer.from(p256dh, 'base64url'))
    return Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}
