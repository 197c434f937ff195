import { join } from 'node:path'
import { type BucketSettings, placeOf } from '../kernel/settings/bucket.ts'
import type { Config } from '../kernel/settings/config.ts'
import { mediaFolder } from './folder-store.ts'
import type { MediaStore } from './store.ts'

type Where = Pick<Config, 'dataDir' | 'mediaBucket'>

/** The store of this installation. */
export const storeOf = ({ dataDir, mediaBucket }: Where): MediaStore =>
  mediaBucket ? bucketStore(mediaBucket) : mediaFolder(join(dataDir, 'media'))

/** Its part for sealed files (`sealed.ts`): `/media` serves nothing of it, and backups copy nothing of it. */
export const sealedStoreOf = ({ dataDir, mediaBucket }: Where): MediaStore =>
  mediaBucket ? bucketStore(mediaBucket, SEALED) : mediaFolder(join(dataDir, 'media', SEALED))
const SEALED = 'sealed/'

/** One instance per bucket and part, because it caches sizes. */
const known = new WeakMap<BucketSettings, Map<string, MediaStore>>()

/** Loads the S3 client at first use: most installations have no bucket. */
function bucketStore(bucket: BucketSettings, part = ''): MediaStore {
  const parts = known.get(bucket) ?? new Map<string, MediaStore>()
  known.set(bucket, parts)
  const place = { ...bucket, prefix: `${bucket.prefix}${part}` }
  let loading: Promise<MediaStore> | undefined
  const loaded = () => {
    loading ??= import('./s3-store.ts').then(({ s3Store }) => s3Store(place))
    return loading
  }
  const store: MediaStore = parts.get(part) ?? {
    place: placeOf(place),
    put: async (...given) => (await loaded()).put(...given),
    size: async (...given) => (await loaded()).size(...given),
    read: async (...given) => (await loaded()).read(...given),
    remove: async (...given) => (await loaded()).remove(...given),
    async *names(...given) {
      yield* (await loaded()).names(...given)
    },
    async *keys(...given) {
      yield* (await loaded()).keys(...given)
    },
  }
  parts.set(part, store)
  return store
}
