import type { Readable } from 'node:stream'

/**
 * Where our files lie: each has a key (`keys.ts`), and under it a few names. What lies under a name never changes: it is
 * put there once, and goes with its key.
 */
export interface MediaStore {
  /** Whole or not at all. What is there already stays. */
  put(key: string, name: string, content: Content): Promise<void>
  /** Undefined where there is nothing. */
  size(key: string, name: string): Promise<number | undefined>
  /** From the first byte to the last, both counted in; all of it without. Undefined where there is nothing. */
  read(key: string, name: string, range?: ByteRange): Promise<Readable | undefined>
  /** Everything under the key. Nothing happens where there is nothing. */
  remove(key: string): Promise<void>
  /** What there is under a key. */
  names(key: string): AsyncIterable<string>
  /** Every key that has something, for the nightly sweep. */
  keys(): AsyncIterable<StoredKey>
  /** Where it is, for an operator. */
  readonly place: string
}

/** Bytes at hand, or a file of ours. */
export type Content = Buffer | { readonly file: string; readonly bytes: number }
export interface ByteRange {
  readonly first: number
  readonly last: number
}
export interface StoredKey {
  readonly key: string
  readonly bytes: number
  /** When something was put there last. */
  readonly changed: Date
}
