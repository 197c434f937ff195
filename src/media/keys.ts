import { createHmac } from 'node:crypto'
import type { Secrets } from '../kernel/settings/secrets.ts'

/**
 * The key of a content: a keyed hash. Equal content is stored once, and nobody can compute the key of a known file to
 * ask whether it is here.
 */
export const keyOf = (secrets: Secrets, sha256: string): string =>
  createHmac('sha256', secrets.derive('media')).update(sha256).digest('hex').slice(0, 40)

export const KEY = /^[0-9a-f]{40}$/

/** For example `960.webp`. */
export const pictureName = (width: number, type: 'webp' | 'jpg') => `${width}.${type}`
export const DOCUMENT_NAME = 'document.pdf'
export const NAME = /^(\d{1,4}\.(webp|jpg)|document\.pdf)$/

/** Guards all store access: names listed by a store are not trusted. */
export function refuseOddName(key: string, name?: string): void {
  if (!KEY.test(key) || (name !== undefined && !NAME.test(name)))
    throw new Error('This is no name of a picture or document.')
}
