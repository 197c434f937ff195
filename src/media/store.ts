import type { Readable } from 'node:stream'

/**
 * Where our files lie: each has a key (`keys.ts`), and under it a few names. What lies under a name never changes: it is
 * put there once, and goes with its key. What the store says is not believed: names that are none of ours are told to
 * `strange` and not used, and whoever reads sets a limit (`LONGEST_FILE`).
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
  names(key: string, strange?: Strange): AsyncIterable<string>
  /** Every key that has something, for the nightly sweep. */
  keys(strange?: Strange): AsyncIterable<StoredKey>
  /** Where it is, for an operator. */
  readonly place: string
}

/** Called for each name that is none of ours, where only ours may be. */
export type Strange = () => void
/** Twice what anybody may send. */
export const LONGEST_FILE = 32 * 1024 * 1024

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
