import { TextDecoder } from 'node:util'
import { markedEncoding, strictly } from '../encodings.ts'
import { charsetOf } from './headers.ts'

export interface Decoded {
  readonly text: string
  /** The name of the WHATWG encoding that read it. */
  readonly encoding: string
}

/** How much of a document is searched for a declaration of its encoding. */
const HEAD_BYTES = 4096

/**
 * Bytes from outside as text, without their byte order mark. In this order: the mark, the HTTP charset, the
 * document's own declaration (XML, HTML), strict UTF-8, windows-1252. A declaration that the bytes contradict is
 * ignored, since servers add one to files that they never looked at.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null | undefined): Decoded {
  const declared = declaredEncodings(bytes, contentType)
  for (const encoding of [...declared, 'utf-8']) {
    const text = strictly(bytes, encoding)
    if (text !== undefined) return { text, encoding }
  }
  // UTF-8 with a few broken characters (a summary cut in the middle of an é) stays UTF-8: read as windows-1252, every
  // other accent would be lost. In windows-1252 text, two bytes that form a UTF-8 character are the exception.
  const lenient = new TextDecoder('utf-8').decode(bytes)
  if (isMostlyUtf8(lenient)) return { text: lenient, encoding: 'utf-8' }
  const plain = markedEncoding(bytes) === 'utf-8' ? bytes.subarray(3) : bytes
  return { text: new TextDecoder('windows-1252').decode(plain), encoding: 'windows-1252' }
}

/** The encodings that mark, HTTP and document declare, in that order, without those that cannot be true. */
function declaredEncodings(bytes: Uint8Array, contentType: string | null | undefined): string[] {
  const marked = markedEncoding(bytes)
  if (marked) return [marked]
  // Two bytes a character without a mark: `<`, `{` or `B` (of BEGIN:VCALENDAR) with a zero beside it.
  const [first = 0, second = 0] = bytes
  if (first !== 0 && second === 0 && bytes.length > 2) return ['utf-16le']
  if (first === 0 && second !== 0) return ['utf-16be']
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  const own =
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']{1,40})["']/.exec(head)?.[1] ??
    /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1]
  return [charsetOf(contentType), own].flatMap(label => encodingOf(label) ?? [])
}

/** Labels that occur although no standard has them. */
const ODD: Readonly<Record<string, string>> = {
  utf8mb4: 'utf-8',
  latin9: 'iso-8859-15',
  iso885915: 'iso-8859-15',
  iso88591: 'windows-1252',
  win1252: 'windows-1252',
  ansi: 'windows-1252',
}

/**
 * Undefined for a label that decides nothing: an unknown one; US-ASCII, the old default of text/xml, under which UTF-8 is
 * often sent; UTF-16, since its declaration could not have been read as ASCII.
 */
function encodingOf(label: string | null | undefined): string | undefined {
  const name = label?.trim().toLowerCase() ?? ''
  if (name === '' || /^(us-)?ascii$/.test(name)) return undefined
  try {
    const { encoding } = new TextDecoder(ODD[name.replaceAll(/[^a-z0-9]/g, '')] ?? name)
    return encoding.startsWith('utf-16') ? undefined : encoding
  } catch {
    return undefined
  }
}

function isMostlyUtf8(lenient: string): boolean {
  let whole = 0
  let broken = 0
  for (const character of lenient) {
    if (character === '\ufffd') broken++
    else if (character > '\u007f') whole++
  }
  return whole > broken
}
