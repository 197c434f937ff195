import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Keys are never stored in clear: each is derived from `PARVIS_SECRET` for one purpose, or encrypted (sealed) with it.
 */
export interface Secrets {
  derive(purpose: string): Buffer
  seal(plain: string): string
  /** Decrypts. Throws when the text was sealed with another secret, or was changed. */
  open(sealed: string): string
}

const NONCE = 12
const TAG = 16

export function secretsFrom(secret: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'parvis', purpose, 32))
  const key = derive('seal')
  return {
    derive,
    seal(plain) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
