import type { Readable } from 'node:stream'
import { Problem } from '../kernel/refusals/errors.ts'
import { clientFor, type Listed } from '../kernel/s3/client.ts'
import { type RequestLimits, StoreRefused } from '../kernel/s3/requests.ts'
import { type BucketSettings, placeOf } from '../kernel/settings/bucket.ts'
import { CACHE_CONTROL } from './caching.ts'
import { circuitBreaker } from './circuit-breaker.ts'
import { NAME, refuseOddName } from './keys.ts'
import { LONGEST_FILE, type MediaStore, type StoredKey } from './store.ts'

/** Files in a bucket: `<prefix>abcdef…/960.webp`. Other objects are left alone. */

const TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
}
/** Number of cached sizes: every visitor of a page asks for the same pictures. */
const MOST_SIZES = 10_000
/** Short, because another node may remove a file for legal reasons. */
const SIZE_KNOWN_MS = 5_000

export function s3Store(place: BucketSettings, limits?: Partial<RequestLimits>): MediaStore {
  const client = clientFor(place, limits)
  const under = (key: string) => {
    refuseOddName(key)
    return `${place.prefix}${key}/`
  }
  const nameOf = (key: string, name: string) => {
    refuseOddName(key, name)
    return `${under(key)}${name}`
  }
  const sizes = new Map<string, { readonly bytes: number; readonly until: number }>()
  const unlessHung = circuitBreaker()

  async function size(path: string): Promise<number | undefined> {
    const known = sizes.get(path)
    if (known && performance.now() < known.until) return known.bytes
    sizes.delete(path)
    const bytes = await orUnavailable(unlessHung(() => client.size(path)))
    if (bytes === undefined) return undefined
    if (bytes > LONGEST_FILE) throw new Problem('unavailable', { cause: new Error('a file of no such size') })
    const [oldest] = sizes.keys()
    if (oldest !== undefined && sizes.size >= MOST_SIZES) sizes.delete(oldest)
    sizes.set(path, { bytes, until: performance.now() + SIZE_KNOWN_MS })
    return bytes
  }

  return {
    place: placeOf(place),

    async put(key, name, content) {
      const path = nameOf(key, name)
      if ((await orUnavailable(unlessHung(() => client.size(path)))) !== undefined) return
      const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
      await orUnavailable(client.put(path, content, { type, cacheControl: CACHE_CONTROL }))
    },

    size: (key, name) => size(nameOf(key, name)),

    async read(key, name, range) {
      const path = nameOf(key, name)
      // The `Content-Length` already sent to the client must hold.
      const least = sizes.get(path)?.bytes
      const whole = { most: least ?? LONGEST_FILE, ...(least !== undefined && { least }) }
      let bytes: Readable | undefined
      try {
        bytes = await orUnavailable(unlessHung(() => client.read(path, range ?? whole)))
      } finally {
        // Another node may have removed it.
        if (!bytes) sizes.delete(path)
      }
      return bytes
    },

    async remove(key) {
      for await (const { name } of client.list(under(key))) {
        sizes.delete(name)
        await client.remove(name)
      }
    },

    async *names(key, strange) {
      const start = under(key)
      for await (const { name } of client.list(start, strange)) {
        const own = name.slice(start.length)
        if (NAME.test(own)) yield own
        else strange?.()
      }
    },

    async *keys(strange) {
      let stored: StoredKey | undefined
      for await (const file of client.list(place.prefix, strange)) {
        const [, key, name = ''] = BELOW_KEY.exec(file.name.slice(place.prefix.length)) ?? []
        // Other objects in the same bucket.
        if (!key) continue
        if (!NAME.test(name)) {
          strange?.()
          continue
        }
        if (stored && stored.key !== key) yield stored
        stored =
          stored?.key === key ? together(stored, file) : { key, bytes: file.bytes, changed: file.changed }
      }
      if (stored) yield stored
    },
  }
}

const BELOW_KEY = /^([0-9a-f]{40})\/(.*)$/

/** Answers 503 both for an unavailable store and for invalid answers; the log has the cause. */
const orUnavailable = <T>(asking: Promise<T>): Promise<T> =>
  asking.catch(error => {
    throw error instanceof StoreRefused ? new Problem('unavailable', { cause: error }) : error
  })

const together = ({ key, bytes, changed }: StoredKey, file: Listed): StoredKey => ({
  key,
  bytes: bytes + file.bytes,
  changed: file.changed > changed ? file.changed : changed,
})
