import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/**
 * Writes a ZIP as a stream of bytes (APPNOTE 6.3.10). Only its directory is held: some 100 bytes an entry. The libraries at hand
 * (yazl, archiver, fflate) push; a generator waits for a slow reader by itself.
 */
export class ZipWriter {
  readonly #directory: Buffer[] = []
  readonly #time: readonly [time: number, date: number]
  #offset = 0

  constructor(at: Date) {
    this.#time = dosTime(at)
  }

  /** A text of unknown length, packed. */
  async *packed(name: string, pieces: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
    const begin = this.#offset
    yield this.#counted(
      this.#local(name, { method: DEFLATED, flags: UTF8 | SIZES_LATER, crc: 0, packed: 0, bytes: 0 }),
    )
    const size = { crc: 0, packed: 0, bytes: 0 }
    const deflate = createDeflateRaw()
    const fed = pipeline(Readable.from(measured(pieces, size)), deflate)
    fed.catch(() => {})
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      size.packed += chunk.length
      yield this.#counted(chunk)
    }
    await fed
    refuseLong(name, size.bytes)
    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(0x08074b50, 0)
    writeSizes(descriptor, 4, size)
    yield this.#counted(descriptor)
    this.#list(name, begin, { method: DEFLATED, flags: UTF8 | SIZES_LATER, ...size })
  }

  /** Bytes in memory, as they are: pictures and PDFs are packed already. */
  *stored(name: string, content: Buffer): Generator<Buffer> {
    const begin = this.#offset
    const size = { crc: crc32(content), packed: content.length, bytes: content.length }
    yield this.#counted(this.#local(name, { method: STORED, flags: UTF8, ...size }))
    yield this.#counted(content)
    this.#list(name, begin, { method: STORED, flags: UTF8, ...size })
  }

  /** The directory, in the long form (ZIP64) where there are many entries or 4 GiB. */
  *end(): Generator<Buffer> {
    const begin = this.#offset
    for (const one of this.#directory) yield this.#counted(one)
    const bytes = this.#offset - begin
    const count = this.#directory.length
    const isLong = count > 0xfffe || begin > MOST_32 || bytes > MOST_32
    if (isLong) {
      const at = this.#offset
      yield this.#counted(longEnd(count, bytes, begin))
      const locator = Buffer.alloc(20)
      locator.writeUInt32LE(0x07064b50, 0)
      locator.writeBigUInt64LE(BigInt(at), 8)
      locator.writeUInt32LE(1, 16)
      yield this.#counted(locator)
    }
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(isLong ? 0xffff : count, 8)
    end.writeUInt16LE(isLong ? 0xffff : count, 10)
    end.writeUInt32LE(isLong ? MOST_32 : bytes, 12)
    end.writeUInt32LE(isLong ? MOST_32 : begin, 16)
    yield this.#counted(end)
  }

  #counted(bytes: Buffer): Buffer {
    this.#offset += bytes.length
    return bytes
  }

  #local(name: string, entry: Entry): Buffer {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    this.#writeCommon(head, 6, name, entry)
    return Buffer.concat([head, Buffer.from(name)])
  }

  #list(name: string, begin: number, entry: Entry): void {
    const isFar = begin >= MOST_32
    const far = Buffer.alloc(isFar ? 12 : 0)
    if (isFar) {
      far.writeUInt16LE(1, 0)
      far.writeUInt16LE(8, 2)
      far.writeBigUInt64LE(BigInt(begin), 4)
    }
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(isFar ? 45 : 20, 4)
    head.writeUInt16LE(isFar ? 45 : 20, 6)
    this.#writeCommon(head, 8, name, entry)
    head.writeUInt16LE(far.length, 30)
    head.writeUInt32LE(isFar ? MOST_32 : begin, 42)
    this.#directory.push(Buffer.concat([head, Buffer.from(name), far]))
  }

  #writeCommon(head: Buffer, at: number, name: string, entry: Entry): void {
    head.writeUInt16LE(entry.flags, at)
    head.writeUInt16LE(entry.method, at + 2)
    head.writeUInt16LE(this.#time[0], at + 4)
    head.writeUInt16LE(this.#time[1], at + 6)
    writeSizes(head, at + 8, entry)
    head.writeUInt16LE(Buffer.byteLength(name), at + 20)
  }
}

interface Sizes {
  crc: number
  packed: number
  bytes: number
}
interface Entry extends Sizes {
  readonly method: number
  readonly flags: number
}

const STORED = 0
const DEFLATED = 8
const SIZES_LATER = 1 << 3
const UTF8 = 1 << 11
const MOST_32 = 0xffffffff

function writeSizes(into: Buffer, at: number, { crc, packed, bytes }: Sizes): void {
  into.writeUInt32LE(crc, at)
  into.writeUInt32LE(packed, at + 4)
  into.writeUInt32LE(bytes, at + 8)
}

/** A single entry has no long form here: its text would be 4 GiB. */
function refuseLong(name: string, bytes: number): void {
  if (bytes >= MOST_32) throw new Error(`${name} is longer than an entry of a ZIP may be.`)
}

async function* measured(pieces: AsyncIterable<string | Buffer>, size: Sizes): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    size.crc = crc32(bytes, size.crc)
    size.bytes += bytes.length
    yield bytes
  }
}

function longEnd(count: number, bytes: number, begin: number): Buffer {
  const end = Buffer.alloc(56)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(45, 12)
  end.writeUInt16LE(45, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(bytes), 40)
  end.writeBigUInt64LE(BigInt(begin), 48)
  return end
}

/** In UTC: a ZIP names no time zone. */
const dosTime = (at: Date): readonly [number, number] => [
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  (Math.max(0, at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
]
