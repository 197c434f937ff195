import type { Readable } from 'node:stream'

export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** Reads a stream to its end, with limits of bytes and time. Always destroys the stream. */
export async function readWithin(
  stream: Readable,
  { most, ms }: { readonly most: number; readonly ms: number },
): Promise<Buffer> {
  const timer = setTimeout(() => stream.destroy(new TooLong(`longer than ${ms} ms`)), ms)
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > most) throw new TooLong(`more than ${most} bytes`)
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  } finally {
    clearTimeout(timer)
    stream.destroy()
  }
}
