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

/** UTF-8 that was read as windows-1252: `Ã©`, `â€™`. */
const DOUBLE_ENCODED = /[ÃÂâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸŽ]/
export const isDoubleEncoded = (text: string): boolean => DOUBLE_ENCODED.test(text)

/** The text as it was before UTF-8 was decoded as windows-1252; undefined where that did not happen to all of it. */
export function decodedOnce(text: string): string | undefined {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const byte = code < 256 ? code : BYTE_OF.get(text[at] ?? '')
    if (byte === undefined) return undefined
    bytes[at] = byte
  }
  return strictly(bytes)
}

const BYTE_OF: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, at) => {
    const byte = 0x80 + at
    return [windows1252.decode(Uint8Array.of(byte)), byte] as const
  }),
)
