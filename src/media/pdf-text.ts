import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

/**
 * Whether a PDF has text, or only pictures of it, which nobody can search, copy or have read aloud. Looks for an operator that
 * shows text in the contents of pages. An encrypted file is taken for one without: it cannot be read as it is.
 */
export async function hasText(pdf: Buffer): Promise<boolean> {
  if (pdf.includes('/Encrypt')) return false
  let unpacked = 0
  let streams = 0
  for (const { header, bytes } of streamsOf(pdf)) {
    if (++streams > MOST_STREAMS) return false
    if (/\/Subtype\s*\/Image|\/(?:DCT|JPX|CCITTFax|JBIG2)Decode|\/FontFile|\/Length1\b/.test(header)) continue
    const content = /\/FlateDecode|\/Fl\b/.test(header) ? await unpack(bytes) : bytes.subarray(0, MOST_OF_ONE)
    if (showsText(content)) return true
    unpacked += content.length
    if (unpacked > MOST_OF_ALL) return false
  }
  return false
}

/** `BT … (words) Tj`, `[<0041>] TJ`: an operator behind a string. Both steps are linear. */
function showsText(content: Buffer): boolean {
  const text = content.toString('latin1')
  const begin = text.search(/\bBT\b/)
  return begin !== -1 && /[)>\]]\s{0,20}T[jJ]\b/.test(text.slice(begin))
}
const MOST_OF_ONE = 4 * 1_048_576
const MOST_OF_ALL = 8 * MOST_OF_ONE
const MOST_STREAMS = 2_000
const HEADER = 1_024

const inflated = promisify(inflate)
/** In a thread of the pool. A damaged or longer stream counts as far as it can be read. */
async function unpack(bytes: Buffer): Promise<Buffer> {
  try {
    return (await inflated(bytes, { maxOutputLength: MOST_OF_ONE, finishFlush: SYNC })) as Buffer
  } catch {
    return Buffer.alloc(0)
  }
}
const SYNC = 2

function* streamsOf(pdf: Buffer): Generator<{ header: string; bytes: Buffer }> {
  for (let at = 0; ; ) {
    const begin = pdf.indexOf('stream', at)
    if (begin === -1) return
    const end = pdf.indexOf('endstream', begin)
    if (end === -1) return
    const first = begin + 'stream'.length
    const skip = pdf[first] === 0x0d ? 2 : 1
    const header = pdf.toString('latin1', Math.max(at, begin - HEADER), begin)
    yield { header: header.slice(header.lastIndexOf('obj') + 1), bytes: pdf.subarray(first + skip, end) }
    at = end + 'endstream'.length
  }
}
