import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A device with one passkey, in software: what browsers and authenticators send (WebAuthn level 3). */

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

interface Lies {
  readonly origin?: string
  readonly type?: string
  readonly host?: string
  /** Without the PIN or finger that unlocks it. */
  readonly unverified?: true
  readonly challenge?: string
}

export function passkeyDevice(host: string, counts = true) {
  const ownOrigin = `https://${host}`
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? ownOrigin,
      }),
    )
  const data = (lies: Lies, attested: boolean) => {
    if (counts) counter++
    const flags = Buffer.from([(lies.unverified ? 0b01 : 0b101) + (attested ? 0b0100_0000 : 0)])
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const length = Buffer.from([0, id.length])
    const key = attested ? [Buffer.alloc(16), length, id, cose] : []
    return Buffer.concat([sha256(lies.host ?? host), flags, count, ...key])
  }
  const text = (bytes: Buffer) => bytes.toString('base64url')
  return {
    id: text(id),
    create(challenge: string, lies: Lies = {}) {
      return {
        id: text(id),
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, lies)),
          authenticatorData: text(data(lies, true)),
          transports: ['internal'],
        },
      }
    },
    get(challenge: string, lies: Lies & { readonly by?: typeof privateKey; readonly again?: true } = {}) {
      // A copy of the key counts from where it was taken.
      if (lies.again) counter--
      const client = clientData('webauthn.get', challenge, lies)
      const authenticator = data(lies, false)
      const signature = sign('sha256', Buffer.concat([authenticator, sha256(client)]), lies.by ?? privateKey)
      return {
        id: text(id),
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(authenticator),
          signature: text(signature),
        },
      }
    },
  }
}
