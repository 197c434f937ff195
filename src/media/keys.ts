import { createHmac } from 'node:crypto'
import type { Secrets } from '../kernel/secrets.ts'

/**
 * What a content is called: a keyed hash. The same content has one name and lies there once, and nobody can work out the
 * name of a file that they know, to ask whether it is here.
 */
export const keyOf = (secrets: Secrets, sha256: string): string =>
  createHmac('sha256', secrets.derive('media')).update(sha256).digest('hex').slice(0, 40)

export const KEY = /^[0-9a-f]{40}$/

/** Of a picture: `960.webp`. */
export const pictureName = (width: number, type: 'webp' | 'jpg') => `${width}.${type}`
export const DOCUMENT_NAME = 'document.pdf'
export const NAME = /^(\d{1,4}\.(webp|jpg)|document\.pdf)$/

/** A store may list anything, and is asked for nothing else than what is called so: not even by mistake. */
export function refuseOddName(key: string, name?: string): void {
  if (!KEY.test(key) || (name !== undefined && !NAME.test(name)))
    throw new Error('This is no name of a picture or document.')
}
