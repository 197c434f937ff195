import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Files of registers, packed by gzip or not. */

/** A stream of bytes whose beginning has been read. */
export interface Peeked {
  readonly head: Buffer
  readonly all: AsyncIterable<Buffer>
}

const ENOUGH = 64
/**
 * Small pieces: the objects made from one are garbage before the next one is read, and are freed cheaply. With pieces of
 * 256 KiB the process grows by 160 MB, with these by 75.
 */
export const PIECE = 32 * 1024
/** The most that a gzip may unpack to: three times the largest form of a register. */
const MOST_UNPACKED = 1024 ** 3

async function peeked(bytes: AsyncIterable<Buffer>): Promise<Peeked> {
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

type Fault = 'unpacked_too_large' | 'broken_compression'
/** The error of the caller for a gzip that cannot be unpacked. */
type Refuse = (fault: Fault, options?: ErrorOptions) => Error

/** Unpacks gzip, also twice: the file may be packed, and its transfer as well. */
export async function unpackedBytes(
  bytes: AsyncIterable<Buffer>,
  refuse: Refuse,
  times = 2,
): Promise<Peeked> {
  const found = await peeked(bytes)
  const { head, all } = found
  if (head[0] !== 0x1f || head[1] !== 0x8b || times === 0) return found
  return await unpackedBytes(gunzipped(all, refuse), refuse, times - 1)
}

async function* gunzipped(packed: AsyncIterable<Buffer>, refuse: Refuse): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: PIECE })
  pipeline(packed, gunzip, () => {})
  let size = 0
  try {
    for await (const chunk of gunzip) {
      size += chunk.length
      if (size > MOST_UNPACKED) throw refuse('unpacked_too_large')
      yield chunk
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^Z_/.test(String(error.code)))
      throw refuse('broken_compression', { cause: error })
    throw error
  } finally {
    gunzip.destroy()
  }
}
