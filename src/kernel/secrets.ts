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
    seal(plain) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      for (const [at, one] of keys.entries()) {
        try {
          return opened(bytes, one)
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

function opened(bytes: Buffer, key: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
}
