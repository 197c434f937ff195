import { isUtf8 } from 'node:buffer'

/** Decodes text of unknown encoding: UTF-8, or the encodings of older Windows programs. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The encoding of the byte order mark; undefined without one. */
export function markedEncoding(bytes: Uint8Array): Exclude<Encoding, 'windows-1252'> | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

/** The text without its byte order mark; undefined when any byte is invalid in this encoding. */
export function strictly(bytes: Uint8Array, encoding = 'utf-8'): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const windows1252 = new TextDecoder('windows-1252')

/** UTF-8 when all bytes are valid, otherwise windows-1252, in which every byte sequence is valid. */
export const utf8OrWindows1252 = (bytes: Buffer): string =>
  isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes)
