import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'

/**
 * Reads a ZIP from outside by its directory. What could deceive is refused before a byte is unpacked: two entries of one name,
 * entries that share bytes, sizes that do not fit the file, encryption, other methods. What unpacks to more than it says is
 * stopped there.
 */
export interface ZipEntry {
  readonly name: string
  /** Unpacked. */
  readonly bytes: number
  readonly packed: number
  readonly isDeflated: boolean
  readonly crc: number
  /** The offset of its local header. */
  readonly at: number
}

/** The file is no ZIP, or none that is read here. The message completes “FILE …”. */
export class NotZip extends Error {}

export interface Zip {
  readonly entries: ReadonlyMap<string, ZipEntry>
  /** Its bytes, piece by piece, checked by length and checksum at their end. */
  read(entry: ZipEntry): AsyncGenerator<Buffer>
}

const MOST_ENTRIES = 250_000
const LONGEST_DIRECTORY = 64 * 1024 * 1024
const LONGEST_COMMENT = 0xffff
const END = 22
const LOCAL = 30
const DAMAGED = 'is damaged or cut short'

export async function openZip(file: FileHandle): Promise<Zip> {
  const { size } = await file.stat()
  const directory = await directoryOf(file, size)
  const entries = new Map<string, ZipEntry>()
  for (const entry of entriesIn(await bytesAt(file, directory.at, directory.bytes), directory.count)) {
    if (entries.has(entry.name)) throw new NotZip(`holds ${shown(entry.name)} twice`)
    entries.set(entry.name, entry)
  }
  refuseShared([...entries.values()], directory.at)
  return { entries, read: entry => read(file, entry) }
}

/** A name from the file, fit for a message. */
const shown = (name: string) => JSON.stringify(name.slice(0, 80))

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  if (bytesRead !== length) throw new NotZip(DAMAGED)
  return buffer
}

interface Directory {
  readonly at: number
  readonly bytes: number
  readonly count: number
}

async function directoryOf(file: FileHandle, size: number): Promise<Directory> {
  if (size < END) throw new NotZip('is no ZIP file')
  const length = Math.min(size, END + LONGEST_COMMENT)
  const tail = await bytesAt(file, size - length, length)
  // The last one whose comment ends with the file: a comment may hold the signature too.
  let at = tail.length - END
  while (
    at >= 0 &&
    !(tail.readUInt32LE(at) === 0x06054b50 && at + END + tail.readUInt16LE(at + 20) === tail.length)
  )
    at--
  if (at < 0) throw new NotZip(tail.includes('PK\x03\x04') || size > length ? DAMAGED : 'is no ZIP file')
  const end = tail.subarray(at)
  const short = { count: end.readUInt16LE(10), bytes: end.readUInt32LE(12), at: end.readUInt32LE(16) }
  const isLong = short.count === 0xffff || short.bytes === 0xffffffff || short.at === 0xffffffff
  const found = isLong ? await longDirectory(file, size - length + at) : short
  const endsAt = size - length + at
  if (found.count > MOST_ENTRIES || found.bytes > LONGEST_DIRECTORY) throw new NotZip('has too many entries')
  if (found.at + found.bytes > endsAt) throw new NotZip(DAMAGED)
  return found
}

async function longDirectory(file: FileHandle, endAt: number): Promise<Directory> {
  if (endAt < 20) throw new NotZip(DAMAGED)
  const locator = await bytesAt(file, endAt - 20, 20)
  if (locator.readUInt32LE(0) !== 0x07064b50) throw new NotZip(DAMAGED)
  const end = await bytesAt(file, numberAt(locator, 8), 56)
  if (end.readUInt32LE(0) !== 0x06064b50) throw new NotZip(DAMAGED)
  return { count: numberAt(end, 32), bytes: numberAt(end, 40), at: numberAt(end, 48) }
}

function numberAt(bytes: Buffer, at: number): number {
  const number = bytes.readBigUInt64LE(at)
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw new NotZip(DAMAGED)
  return Number(number)
}

function* entriesIn(directory: Buffer, count: number): Generator<ZipEntry> {
  let at = 0
  for (let n = 0; n < count; n++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw new NotZip(DAMAGED)
    const [name, extra, comment] = [28, 30, 32].map(of => directory.readUInt16LE(at + of)) as [
      number,
      number,
      number,
    ]
    const end = at + 46 + name + extra + comment
    if (end > directory.length) throw new NotZip(DAMAGED)
    const head = directory.subarray(at, at + 46)
    const nameBytes = directory.subarray(at + 46, at + 46 + name)
    yield entryOf(
      head,
      nameBytes.toString('utf8'),
      directory.subarray(at + 46 + name, at + 46 + name + extra),
    )
    at = end
  }
  if (at !== directory.length) throw new NotZip(DAMAGED)
}

function entryOf(head: Buffer, name: string, extra: Buffer): ZipEntry {
  const [flags, method] = [head.readUInt16LE(8), head.readUInt16LE(10)]
  if (flags & ENCRYPTED) throw new NotZip(`holds ${shown(name)} encrypted`)
  if (method !== 0 && method !== 8) throw new NotZip(`packs ${shown(name)} by a method that is not read`)
  const long = longNumbers(extra)
  const number = (of: number) => (head.readUInt32LE(of) === 0xffffffff ? long() : head.readUInt32LE(of))
  // In the order in which the long form holds them.
  const [bytes, packed, at] = [number(24), number(20), number(42)]
  if (method === 0 && bytes !== packed) throw new NotZip(DAMAGED)
  return { name, bytes, packed, isDeflated: method === 8, crc: head.readUInt32LE(16), at }
}
const ENCRYPTED = (1 << 0) | (1 << 6) | (1 << 13)

/** The numbers that do not fit into the short form, one after the other. */
function longNumbers(extra: Buffer): () => number {
  let field = Buffer.alloc(0)
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1)
      field = Buffer.from(extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2)))
  let next = 0
  return () => {
    if (next + 8 > field.length) throw new NotZip(DAMAGED)
    next += 8
    return numberAt(field, next - 8)
  }
}

/** A bomb of a few bytes lists the same bytes thousands of times. */
function refuseShared(entries: readonly ZipEntry[], directoryAt: number): void {
  const inOrder = entries.toSorted((one, other) => one.at - other.at)
  for (const [n, { at, packed, name }] of inOrder.entries()) {
    const next = inOrder[n + 1]?.at ?? directoryAt
    if (at + LOCAL + Buffer.byteLength(name) + packed > next) throw new NotZip(DAMAGED)
  }
}

async function* read(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  const local = await bytesAt(file, entry.at, LOCAL)
  const named = await bytesAt(file, entry.at + LOCAL, local.readUInt16LE(26))
  if (local.readUInt32LE(0) !== 0x04034b50 || named.toString('utf8') !== entry.name) throw new NotZip(DAMAGED)
  const begin = entry.at + LOCAL + local.readUInt16LE(26) + local.readUInt16LE(28)
  let [bytes, crc] = [0, 0]
  const packed = chunksOf(file, begin, entry.packed)
  for await (const chunk of entry.isDeflated ? inflated(packed) : packed) {
    bytes += chunk.length
    if (bytes > entry.bytes) throw new NotZip(`holds more in ${shown(entry.name)} than it says`)
    crc = crc32(chunk, crc)
    yield chunk
  }
  if (bytes !== entry.bytes || crc !== entry.crc) throw new NotZip(DAMAGED)
}

const PIECE = 64 * 1024

async function* chunksOf(file: FileHandle, begin: number, length: number): AsyncGenerator<Buffer> {
  for (let at = begin; at < begin + length; at += PIECE)
    yield await bytesAt(file, at, Math.min(PIECE, begin + length - at))
}

async function* inflated(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw()
  const fed = pipeline(packed, inflate)
  fed.catch(() => {})
  try {
    yield* inflate as AsyncIterable<Buffer>
    await fed
  } catch (error) {
    if (/^Z_|^ERR_STREAM_PREMATURE/.test((error as NodeJS.ErrnoException).code ?? ''))
      throw new NotZip(DAMAGED)
    throw error
  }
}
