import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { FetchRefused, RefusedCode } from './refused.ts'

/** The encodings that are asked for (`Accept-Encoding`) and can be unpacked, each with a window of at most 16 MiB. */
export const ACCEPT_ENCODING = 'gzip, br'

const UNPACKERS = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress } as const

/** The refusal of an answer, with its status. */
type Refuse = (code: RefusedCode, cause?: unknown) => FetchRefused

/**
 * The body's bytes, unpacked piece by piece at the reader's pace; refused beyond `maxBytes`, counted packed and unpacked:
 * a bomb grows when it is unpacked, and a gzip of endless empty members does not grow at all.
 */
export async function* unpacked(
  body: Readable,
  contentEncoding: string,
  maxBytes: number,
  refuse: Refuse,
): AsyncGenerator<Buffer, void, undefined> {
  const encoding = contentEncoding.trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') {
    yield* counted(body, maxBytes, refuse)
    return
  }
  if (!isKnown(encoding)) throw refuse('bad_encoding', 'an encoding not asked for')
  const unpacker = UNPACKERS[encoding]()
  const packed = (source: AsyncIterable<Buffer>) => counted(source, maxBytes, refuse)
  pipeline(body, packed, unpacker, () => {})
  try {
    yield* counted(unpacker, maxBytes, refuse)
  } catch (error) {
    throw isUnpacking(error) ? refuse('bad_encoding', error) : error
  } finally {
    unpacker.destroy()
  }
}

const isKnown = (encoding: string): encoding is keyof typeof UNPACKERS => Object.hasOwn(UNPACKERS, encoding)

async function* counted(
  source: AsyncIterable<Buffer>,
  maxBytes: number,
  refuse: Refuse,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > maxBytes) throw refuse('too_large')
    yield chunk
  }
}

/** zlib's own codes: `Z_DATA_ERROR`, `Z_BUF_ERROR` (cut short), `ERR__ERROR_FORMAT_…` and such of Brotli. */
const isUnpacking = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(Z_|ERR_+(BROTLI|ERROR))/.test(String(error.code))
