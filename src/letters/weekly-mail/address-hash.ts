import { createHmac } from 'node:crypto'
import type { Secrets } from '../../kernel/settings/secrets.ts'

const PURPOSE = 'addresses of the weekly mail'

const hashWith = (key: Buffer, address: string) =>
  createHmac('sha256', key).update(address.toLowerCase()).digest('base64url')

export const addressHash = (secrets: Secrets, address: string): string =>
  hashWith(secrets.derive(PURPOSE), address)

/** Also with the other secrets, during an exchange of the secret. */
export const addressHashes = (secrets: Secrets, address: string): string[] => [
  addressHash(secrets, address),
  ...secrets.deriveOthers(PURPOSE).map(key => hashWith(key, address)),
]
