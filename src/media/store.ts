import type { Readable } from 'node:stream'

/**
 * A store of files: each key (`keys.ts`) has a few named files, written once and removed with their key. The store is
 * not trusted: unknown names are reported to `strange` and ignored, and readers set a size limit (`LONGEST_FILE`).
 */
export interface MediaStore {
  /** Atomic. Keeps an existing file. */
  put(key: string, name: string, content: Content): Promise<void>
  /** Undefined when missing. */
  size(key: string, name: string): Promise<number | undefined>
  /** Both ends of the range are inclusive; without a range the whole file. Undefined when missing. */
  read(key: string, name: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removes all files of the key, if any. */
  remove(key: string): Promise<void>
  /** The names under a key. */
  names(key: string, strange?: Strange): AsyncIterable<string>
  /** All keys with files, for the nightly sweep. */
  keys(strange?: Strange): AsyncIterable<StoredKey>
  /** Its location, shown to the operator. */
  readonly place: string
}

/** Called for each unknown name in a place reserved for ours. */
export type Strange = () => void
/** Twice the upload limit. */
export const LONGEST_FILE = 32 * 1024 * 1024

/** Bytes in memory, or a local file. */
export type Content = Buffer | { readonly file: string; readonly bytes: number }
export interface ByteRange {
  readonly first: number
  readonly last: number
}
export interface StoredKey {
  readonly key: string
  readonly bytes: number
  /** Time of the last write. */
  readonly changed: Date
}
