import { join } from 'node:path'
import { type BucketSettings, placeOf } from '../kernel/bucket-settings.ts'
import type { Config } from '../kernel/config.ts'
import { mediaFolder } from './folder-store.ts'
import type { MediaStore } from './store.ts'

/** The store of this installation. */
export const storeOf = ({ dataDir, mediaBucket }: Pick<Config, 'dataDir' | 'mediaBucket'>): MediaStore =>
  mediaBucket ? bucketStore(mediaBucket) : mediaFolder(join(dataDir, 'media'))

/** One instance per bucket, because it caches sizes. */
const known = new WeakMap<BucketSettings, MediaStore>()

/** Loads the S3 client at first use: most installations have no bucket. */
function bucketStore(place: BucketSettings): MediaStore {
  let loading: Promise<MediaStore> | undefined
  const loaded = () => {
    loading ??= import('./s3-store.ts').then(({ s3Store }) => s3Store(place))
    return loading
  }
  const store: MediaStore = known.get(place) ?? {
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
  known.set(place, store)
  return store
}
