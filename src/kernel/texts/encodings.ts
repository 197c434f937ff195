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

/**
 * UTF-8; a text that is not valid is read as windows-1252, with the UTF-8 in it: files are put together from both. A text in
 * another script than the Latin one stays UTF-8, with its broken characters.
 */
export function utf8OrWindows1252(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  const lenient = bytes.toString('utf8')
  return isOtherScript(lenient) ? lenient : mixed(bytes)
}

/** Bytes in windows-1252, with the UTF-8 among them. */
export const mixed = (bytes: Uint8Array): string =>
  withoutDoubleEncoding(windows1252.decode(bytes)).replaceAll(CUT, '\ufffd')

/** Whether such bytes have UTF-8 among them. */
export const hasUtf8 = (bytes: Uint8Array): boolean => windows1252.decode(bytes).search(DOUBLE_ENCODED) >= 0

/** The first byte of a character of UTF-8 that was cut: no text in windows-1252 has such a word. */
const CUT = /[ÂÃ](?!\p{L})|â€/gu

/** Whether broken UTF-8 has more characters of other scripts than broken ones. */
export function isOtherScript(lenient: string): boolean {
  let balance = 0
  for (const [character] of lenient.matchAll(/[\u0370-\u1fff\u2c00-\ud7ff\ufffd]/g))
    balance += character === '\ufffd' ? -1 : 1
  return balance > 0
}

/** What windows-1252 reads in the bytes 80–9F, and in 80–BF. */
const LOW = '\u0080-\u009f€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const NEXT = `${LOW}\u00a0-\u00bf`

/**
 * A character of UTF-8 that was read as windows-1252: `Ã©`, `â€™`. Only those of western texts, and none that windows-1252
 * would have as words: `é »` with its narrow space is valid UTF-8 as well.
 */
const DOUBLE_ENCODED = new RegExp(
  [
    `[ÂÃ][${NEXT}]`,
    // Œ, œ, š, ł: not `Å ` and not a quotation mark or dash behind an umlaut.
    `[ÄÅ][\u0080-\u009f€‚ƒ†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ\u00a1-\u00ba\u00bc-\u00bf]|Å[’“]`,
    // Accents of decomposed letters.
    '(?<=\\p{L})Ì[€\u0080\u0081‚\u0082ˆ\u0088§]',
    `â[${LOW}][${NEXT}]`,
    'ï(?:¬[€\u0080\u0081‚\u0082ƒ\u0083„\u0084]|¸[Ž\u008e\u008f]|»¿|¿½)',
    `ð[Ÿ\u009f][${NEXT}]{2}`,
  ].join('|'),
  'gu',
)

/** The text with such characters as they were written. */
const withoutDoubleEncoding = (text: string): string =>
  text.replaceAll(DOUBLE_ENCODED, found => bytesOf(found).toString('utf8'))

const bytesOf = (text: string): Buffer =>
  Buffer.from(Array.from(text, character => BYTE_OF.get(character) ?? character.charCodeAt(0)))

const LETTERS = Array.from({ length: 32 }, (_, at) => windows1252.decode(Uint8Array.of(0x80 + at)))
const BYTE_OF: ReadonlyMap<string, number> = new Map(LETTERS.map((letter, at) => [letter, 0x80 + at]))

/** A letter of UTF-8 in quoted-printable. */
const QUOTED =
  /=(?:C[2-9A-F]|D[\dA-F]|E[\dA-F]=[89AB][\dA-F]|F[0-4]=[89AB][\dA-F]=[89AB][\dA-F])=[89AB][\dA-F]/
/** Signs that quoted-printable always encodes: a text with one is not encoded. The parameter of an address has `=3D`. */
const NOT_QUOTED = /[^\0-\x7f]|=(?![\dA-F]{2}|[ \t]*(?:\n|$))|[?&][\w.-]+=(?!3D)/

/** The text of a mail whose quoted-printable nobody decoded: only where each of its signs is valid there. */
function withoutQuotedPrintable(text: string): string {
  if (!QUOTED.test(text) || NOT_QUOTED.test(text.replaceAll('\r\n', '\n'))) return text
  const bytes = text
    .replaceAll(/=[ \t]*(?:\r?\n|$)/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return strictly(Uint8Array.from(bytes, sign => sign.charCodeAt(0))) ?? text
}

/**
 * A text from outside as it was written: UTF-8 that its sender read as windows-1252, windows-1252 that it took for Unicode
 * (`l\u0092école`), and a whole text in quoted-printable.
 */
export const asWritten = (text: string): string =>
  withoutDoubleEncoding(withoutQuotedPrintable(text)).replaceAll(
    /[\u0080-\u009f]/g,
    letter => LETTERS[letter.charCodeAt(0) - 0x80] ?? '',
  )
