import { isUtf8 } from 'node:buffer'

/** Texts in an encoding that nobody names: UTF-8, or what older programs for Windows write. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** What the byte order mark says; undefined where there is none. */
export function markedEncoding(bytes: Uint8Array): Exclude<Encoding, 'windows-1252'> | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

/** In this encoding from the first byte to the last, without a byte order mark; else undefined. */
export function strictly(bytes: Uint8Array, encoding = 'utf-8'): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const windows1252 = new TextDecoder('windows-1252')

/** UTF-8 where all of it is, else windows-1252, which every sequence of bytes is. */
export const utf8OrWindows1252 = (bytes: Buffer): string =>
  isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes)
