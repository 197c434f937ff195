import { isAscii, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { hasUtf8, isOtherScript, markedEncoding, mixed, strictly } from '../texts/encodings.ts'
import { charsetOf } from './headers.ts'

interface Decoded {
  readonly text: string
  /** The WHATWG name of the encoding that was used. */
  readonly encoding: string
}

/** The part of a document that is searched for an encoding declaration. */
const HEAD_BYTES = 4096

/**
 * Decodes fetched bytes. Tries in this order: byte order mark, UTF-8 where the bytes are valid and hold more than ASCII, HTTP
 * charset, declaration in the document (XML, HTML), windows-1252 with the UTF-8 in it. Servers and old templates declare
 * charsets blindly, and no French text in another encoding is valid UTF-8.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null | undefined): Decoded {
  const declared = declaredEncodings(bytes, contentType)
  for (const encoding of [...declared, 'utf-8']) {
    // Any bytes are valid in these two, also UTF-8.
    if (encoding === 'windows-1252' || (encoding === 'iso-8859-15' && hasUtf8(bytes))) break
    const text = strictly(bytes, encoding)
    if (text !== undefined) return { text, encoding }
  }
  const lenient = new TextDecoder('utf-8').decode(bytes)
  if (isOtherScript(lenient)) return { text: lenient, encoding: 'utf-8' }
  const plain = markedEncoding(bytes) === 'utf-8' ? bytes.subarray(3) : bytes
  return { text: mixed(plain), encoding: 'windows-1252' }
}

/** The encodings declared by byte order mark, HTTP and document, in that order, without impossible ones. */
function declaredEncodings(bytes: Uint8Array, contentType: string | null | undefined): string[] {
  const marked = markedEncoding(bytes)
  if (marked) return [marked]
  // UTF-16 without a byte order mark: the first character is ASCII, with a zero byte beside it.
  const [first = 0, second = 0] = bytes
  if (first !== 0 && second === 0 && bytes.length > 2) return ['utf-16le']
  if (first === 0 && second !== 0) return ['utf-16be']
  if (isUtf8(bytes) && !isAscii(bytes)) return ['utf-8']
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  const own =
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']{1,40})["']/.exec(head)?.[1] ??
    /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1]
  return [charsetOf(contentType), own].flatMap(label => encodingOf(label) ?? [])
}

/** Non-standard labels that occur in practice. */
const ODD: Readonly<Record<string, string>> = {
  utf8mb4: 'utf-8',
  latin9: 'iso-8859-15',
  iso885915: 'iso-8859-15',
  iso88591: 'windows-1252',
  win1252: 'windows-1252',
  ansi: 'windows-1252',
}

/**
 * Undefined for unusable labels: unknown ones; US-ASCII, the old default of text/xml, often sent with UTF-8; UTF-16, whose
 * declaration could not have been read as ASCII.
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
