import { type BucketSettings, placeOf } from '../kernel/bucket.ts'
import { Problem } from '../kernel/errors.ts'
import { clientFor, type Listed } from '../kernel/s3/client.ts'
import { type Patience, StoreRefused } from '../kernel/s3/exchange.ts'
import { CACHE_CONTROL } from './caching.ts'
import { circuitBreaker } from './hang.ts'
import type { MediaStore, StoredKey } from './store.ts'

/** Files in a bucket: `<prefix>abcdef…/960.webp`. What else lies there is left alone. */

const TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
}
/** What was asked for lately; a picture is asked for by everybody who opens a page. */
const MOST_SIZES = 10_000
/** Another node may have removed it for legal reasons since. */
const SIZE_KNOWN_MS = 5_000

export function s3Store(place: BucketSettings, patience?: Partial<Patience>): MediaStore {
  const client = clientFor(place, patience)
  const nameOf = (key: string, name: string) => `${place.prefix}${key}/${name}`
  const sizes = new Map<string, { readonly bytes: number; readonly until: number }>()
  const unlessHung = circuitBreaker()

  async function size(path: string): Promise<number | undefined> {
    const known = sizes.get(path)
    if (known && performance.now() < known.until) return known.bytes
    sizes.delete(path)
    const bytes = await orUnavailable(unlessHung(() => client.size(path)))
    if (bytes === undefined) return undefined
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
      const bytes = await orUnavailable(unlessHung(() => client.read(path, range)))
      // Another node may have removed it.
      if (!bytes) sizes.delete(path)
      return bytes
    },

    async remove(key) {
      for await (const { name } of client.list(nameOf(key, ''))) {
        sizes.delete(name)
        await client.remove(name)
      }
    },

    async *names(key) {
      const start = nameOf(key, '')
      for await (const { name } of client.list(start)) yield name.slice(start.length)
    },

    async *keys() {
      let stored: StoredKey | undefined
      for await (const file of client.list(place.prefix)) {
        const key = keyIn(file, place.prefix)
        if (!key) continue
        if (stored && stored.key !== key) yield stored
        stored =
          stored?.key === key ? together(stored, file) : { key, bytes: file.bytes, changed: file.changed }
      }
      if (stored) yield stored
    },
  }
}

/** Whoever asks while the store is away is told to come again; that it refuses us is a fault. */
const orUnavailable = <T>(asking: Promise<T>): Promise<T> =>
  asking.catch(error => {
    if (error instanceof StoreRefused && error.passing) throw new Problem('unavailable', { cause: error })
    throw error
  })

const keyIn = ({ name }: Listed, prefix: string) =>
  /^([0-9a-f]{40})\/[^/]+$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '')?.[1]

const together = ({ key, bytes, changed }: StoredKey, file: Listed): StoredKey => ({
  key,
  bytes: bytes + file.bytes,
  changed: file.changed > changed ? file.changed : changed,
})
