import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { AGE, decrypted, NotOpened } from './age.ts'
import { type Digest, unaltered } from './digest.ts'
import { type Header, headerFrom, notABackup, type Table } from './header.ts'

/**
 * A backup is gzipped text, to be looked into with `zcat FILE | less`:
 *
 *     {"parvis_backup":1,"version":"0.1.0","migrations":[…],"tables":[…],"sequences":[…],"secret":"…",…}
 *     {"table":"public.communes"}
 *     018f…	paris	Paris	…            rows as COPY writes them
 *     \.                                 no row can be this line: COPY writes a backslash as two
 *     …
 *     {"end":true,"rows":{"public.communes":34969},"sha256":"…"}
 *
 * The last line covers every byte before it, so a file that was cut short or altered is refused before anything is changed.
 * Encrypted, all of it lies in a file as `age` writes them (`age.ts`).
 */
export const END_OF_ROWS = '\\.\n'

export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${schema}.${name}`
export const headLine = (header: Header) => `${JSON.stringify(header)}\n`
export const tableLine = (table: Table) => `${JSON.stringify({ table: nameOf(table) })}\n`
export const lastLine = (rows: object, sha256: string) => `${JSON.stringify({ end: true, rows, sha256 })}\n`

export function linesIn(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
  return lines
}

/** Must read all rows; returns their number. */
export type Visit = (table: Table, rows: AsyncIterable<Buffer>, header: Header) => Promise<number>

export const countRows: Visit = async (_table, rows) => {
  let count = 0
  for await (const chunk of rows) count += linesIn(chunk)
  return count
}

/** A backup that can be opened several times. */
export interface Source {
  /** Shown to the operator. */
  readonly name: string
  open(): Promise<Readable>
  /** When set, unencrypted files are refused: only encryption tells our backups from forged ones. */
  readonly passphrase: string | undefined
  /** The operator accepts an unencrypted file (`--unencrypted`). */
  readonly unencrypted?: boolean
  /** When set, bytes that do not match are not decompressed. */
  readonly digest?: Digest
  /** Limit of decompressed bytes. */
  readonly mostUnpacked?: number
}
export const fromFile = (file: string, passphrase?: string): Source => ({
  name: file,
  open: async () => createReadStream(file, { highWaterMark: 256 * 1024 }),
  passphrase,
})

/** Turns every read error into a message for the operator. */
export async function readWhole(
  source: Source,
  signal: AbortSignal,
  take: (chunk: Buffer) => void,
): Promise<void> {
  try {
    await pipeline(
      await source.open(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) take(chunk)
      },
      { signal },
    )
  } catch (error) {
    throw unreadable(error, source.name)
  }
}

/** Reads a backup from its first byte to its last in constant memory, and refuses an incomplete one. */
export const readBackup = (source: Source, visit: Visit, signal: AbortSignal): Promise<Header> =>
  reading(source, signal, reader => readParts(reader, source.name, visit))

/** Reads only the header: the rest may still turn out to be damaged. */
export const readHeader = (source: Source, signal: AbortSignal): Promise<Header> =>
  reading(source, signal, async reader => headerOf(reader, source.name), { whole: false })

/** Thrown to stop the pipeline after the header. */
const LEFT = new Error('enough was read')

async function reading(
  source: Source,
  signal: AbortSignal,
  read: (reader: Reader) => Promise<Header>,
  { whole = true } = {},
): Promise<Header> {
  const { name } = source
  let header: Header | undefined
  try {
    await pipeline(
      await source.open(),
      source.digest ? unaltered(name, source.digest) : asItIs,
      unsealed(source),
      createGunzip({ chunkSize: 256 * 1024 }),
      bounded(source),
      async (chunks: AsyncIterable<Buffer>) => {
        header = await read(new Reader(chunks[Symbol.asyncIterator]()))
        if (!whole) throw LEFT
      },
      { signal },
    )
  } catch (error) {
    if (error === LEFT && header) return header
    throw unreadable(error, name)
  }
  return header ?? refuseDamaged(name)
}

export async function* asItIs(chunks: AsyncIterable<Buffer>) {
  yield* chunks
}

/** Guards against decompression bombs. */
const bounded = ({ name, mostUnpacked = Number.POSITIVE_INFINITY }: Source) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > mostUnpacked)
        throw new Refusal(`${name} unpacks to more than a backup of its size holds: it is not restored.`)
      yield chunk
    }
  }

/** Decrypts when the first bytes are those of age. */
const unsealed = ({ name, passphrase, unencrypted }: Source) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const pieces = chunks[Symbol.asyncIterator]()
    let start: Buffer = Buffer.alloc(0)
    for (let more = true; more && start.length < AGE.length; ) {
      const { value, done } = await pieces.next()
      more = !done
      if (value) start = Buffer.concat([start, value])
    }
    const all = (async function* () {
      yield start
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
    })()
    if (!start.subarray(0, AGE.length).equals(AGE)) {
      if (passphrase !== undefined && !unencrypted)
        throw new Refusal(
          `${name} is not encrypted, although there is a passphrase: it may be forged. Is it yours? parvis restore … --unencrypted`,
        )
      yield* all
    } else if (passphrase === undefined)
      throw new Refusal(
        `${name} is encrypted: its passphrase goes into BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.`,
      )
    else yield* decrypted(passphrase)(all)
  }

/** A header that starts like ours but does not parse was altered. */
async function headerOf(reader: Reader, file: string): Promise<Header> {
  const line = await reader.line()
  const given = parse(line)
  if (!given && line?.startsWith('{"parvis_backup":')) refuseDamaged(file)
  return headerFrom(given, file)
}

async function readParts(reader: Reader, file: string, visit: Visit): Promise<Header> {
  const header = await headerOf(reader, file)
  const counted: Record<string, number> = {}
  for (const table of header.tables) {
    const name = nameOf(table)
    if ((await reader.json())?.table !== name) refuseDamaged(file)
    counted[name] = await visit(table, reader.rows(), header)
  }
  const sha256 = reader.digest()
  const last = await reader.json()
  const whole = last?.end === true && last.sha256 === sha256 && (await reader.line()) === undefined
  const rows = (last?.rows ?? {}) as Record<string, number>
  if (!whole || Object.keys(counted).some(name => rows[name] !== counted[name])) refuseDamaged(file)
  return header
}

function refuseDamaged(file: string): never {
  throw new Refusal(`${file} is damaged or cut short: it cannot be restored.`)
}

function unreadable(error: unknown, file: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (error instanceof NotOpened) return new Refusal(`${file} ${error.message}: it cannot be restored.`)
  if (code === 'ENOENT') return new Refusal(`There is no file ${file}.`)
  if (/^(EACCES|EPERM|EISDIR|EIO|ENOTDIR)$/.test(code))
    return new Refusal(`${file} cannot be read: ${(error as Error).message}.`)
  if (/incorrect header check/.test((error as Error).message)) return notABackup(file)
  if (/^Z_|^ERR_.*ZLIB/.test(code))
    return new Refusal(`${file} is damaged or cut short: it cannot be restored.`)
  return error
}

function parse(line: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const END_WITH_BREAK = `\n${END_OF_ROWS}`
/** Far longer than any header, so that a file without line breaks is not read into memory. */
const LONGEST_LINE = 16 * 1024 * 1024

class Reader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #hash = createHash('sha256')
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks
  }

  /** The checksum of everything read so far. */
  digest = () => this.#hash.copy().digest('hex')

  async line(): Promise<string | undefined> {
    let end = this.#rest.indexOf(10)
    while (end < 0) {
      if (this.#rest.length > LONGEST_LINE || !(await this.#more())) break
      end = this.#rest.indexOf(10)
    }
    if (end < 0) return this.#rest.length > 0 ? '' : undefined
    const line = this.#rest.subarray(0, end + 1)
    this.#rest = this.#rest.subarray(end + 1)
    this.#hash.update(line)
    return line.toString('utf8')
  }

  json = async () => parse(await this.line())

  /** Yields the rows, and consumes the line that ends them. */
  async *rows(): AsyncGenerator<Buffer> {
    // A line break is put before the first row, so that one search finds the end even when there are no rows.
    let made = 1
    this.#rest = Buffer.concat([Buffer.from('\n'), this.#rest])
    for (;;) {
      const end = this.#rest.indexOf(END_WITH_BREAK)
      // The last three bytes may be the beginning of the line that ends the rows.
      const ready = end >= 0 ? end + 1 : Math.max(0, this.#rest.length - END_WITH_BREAK.length + 1)
      const rows = this.#rest.subarray(Math.min(made, ready), ready)
      made = Math.max(0, made - ready)
      this.#rest = this.#rest.subarray(ready)
      this.#hash.update(rows)
      if (rows.length > 0) yield rows
      if (end >= 0) {
        this.#rest = this.#rest.subarray(END_OF_ROWS.length)
        this.#hash.update(END_OF_ROWS)
        return
      }
      if (!(await this.#more())) throw Object.assign(new Error('unexpected end'), { code: 'Z_BUF_ERROR' })
    }
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done) return false
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
    return true
  }
}
