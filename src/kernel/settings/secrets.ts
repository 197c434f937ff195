import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keys are derived from `PARVIS_SECRET` for one purpose each, or stored encrypted (sealed) with it. */
export interface Secrets {
  derive(purpose: string): Buffer
  /** Derived from the other secrets, during an exchange of the secret. */
  deriveOthers(purpose: string): readonly Buffer[]
  seal(plain: string): string
  /** Decrypts. Throws when the text was changed or sealed with an unknown secret. */
  open(sealed: string): string
}

const NONCE = 12
const TAG = 16

/** Seals with `secret`; opens also what was sealed with one of `others`. */
export function secretsFrom(secret: string, others: readonly string[] = []): Secrets {
  const derive = (purpose: string) => derivedFrom(secret, purpose)
  const key = derive('seal')
  const keys = [key, ...others.map(other => derivedFrom(other, 'seal'))]
  return {
    derive,
    deriveOthers: purpose => others.map(other => derivedFrom(other, purpose)),
    seal: plain => sealBytes(key, Buffer.from(plain, 'utf8')).toString('base64url'),
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      for (const [at, one] of keys.entries()) {
        try {
          return openBytes(one, bytes).toString('utf8')
        } catch (error) {
          if (at === keys.length - 1) throw error
        }
      }
      throw new Error('A secret has at least one key.')
    },
  }
}

const derivedFrom = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'parvis', purpose, 32))

/** Encrypts with a key of 32 bytes. `name` is not stored: opening asks for the same, so sealed bytes cannot change places. */
export function sealBytes(key: Buffer, plain: Buffer, name = ''): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Throws when the bytes were changed, or sealed with another key or name. */
export function openBytes(key: Buffer, sealed: Buffer, name = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
}
