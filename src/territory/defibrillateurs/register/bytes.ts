import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { markedEncoding, utf8OrWindows1252 } from '../../../kernel/texts/encodings.ts'
import { UnreadableRegister } from './unreadable.ts'

/** A stream of bytes whose beginning has been read. */
export interface Peeked {
  readonly head: Buffer
  readonly all: AsyncIterable<Buffer>
}

const ENOUGH = 64
/** The most that a gzip may unpack to: three times the largest form of the register. */
const MOST_UNPACKED = 1024 ** 3

export async function peeked(bytes: AsyncIterable<Buffer>): Promise<Peeked> {
  const iterator = bytes[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let size = 0
  while (size < ENOUGH) {
    const { value, done } = await iterator.next()
    if (done) break
    first.push(value)
    size += value.length
  }
  const begin = Buffer.concat(first)
  async function* all() {
    try {
      yield begin
      for (;;) {
        const { value, done } = await iterator.next()
        if (done) return
        yield value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { head: begin.subarray(0, ENOUGH), all: all() }
}

/** Unpacks gzip, also twice: the file may be packed, and its transfer as well. */
export async function unpackedBytes(bytes: AsyncIterable<Buffer>, times = 2): Promise<Peeked> {
  const found = await peeked(bytes)
  const { head, all } = found
  if (head[0] !== 0x1f || head[1] !== 0x8b || times === 0) return found
  return await unpackedBytes(gunzipped(all), times - 1)
}

async function* gunzipped(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: PIECE })
  pipeline(packed, gunzip, () => {})
  let size = 0
  try {
    for await (const chunk of gunzip) {
      size += chunk.length
      if (size > MOST_UNPACKED) throw new UnreadableRegister('unpacked_too_large')
      yield chunk
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^Z_/.test(String(error.code)))
      throw new UnreadableRegister('broken_compression', {}, { cause: error })
    throw error
  } finally {
    gunzip.destroy()
  }
}

/**
 * Text, piece by piece, each of complete lines. A line that is not valid UTF-8 is read as windows-1252, that line alone: the
 * register is put together from files of both encodings.
 */
export async function* linesAsText({ head, all }: Peeked): AsyncGenerator<string> {
  const marked = markedEncoding(head)
  if (marked && marked !== 'utf-8') {
    const decoder = new TextDecoder(marked)
    for await (const chunk of all) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
    return
  }
  let rest: Buffer[] = []
  let size = 0
  for await (const chunk of inPieces(all)) {
    const end = chunk.lastIndexOf(NEWLINE) + 1
    if (end > 0) {
      yield decoded(Buffer.concat([...rest, chunk.subarray(0, end)]))
      rest = []
      size = 0
    }
    rest.push(chunk.subarray(end))
    size += chunk.length - end
    if (size > LONGEST_LINE) throw new UnreadableRegister('no_lines')
  }
  if (size > 0) yield decoded(Buffer.concat(rest))
}

/**
 * Small pieces: the objects made from one are garbage before the next one is read, and are collected cheaply. With pieces of
 * 256 KiB the process grows by 160 MB, with these by 75.
 */
const PIECE = 32 * 1024

async function* inPieces(all: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of all)
    for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE)
}

const NEWLINE = 10
const LONGEST_LINE = 1024 ** 2

function decoded(lines: Buffer): string {
  if (isUtf8(lines)) return lines.toString('utf8')
  const texts: string[] = []
  for (let at = 0; at < lines.length; ) {
    const found = lines.indexOf(NEWLINE, at)
    const end = found < 0 ? lines.length : found + 1
    const line = lines.subarray(at, end)
    texts.push(utf8OrWindows1252(line))
    at = end
  }
  return texts.join('')
}
