import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { BucketSettings } from '../settings/bucket.ts'
import { type Lost, sweepUploads, writeInParts } from './multipart.ts'
import {
  chunksOf,
  FOR_READING,
  FOR_WRITING,
  type RequestLimits,
  StoreRefused,
  type StoreRequest,
  StoreTimeout,
  sendRequest,
} from './requests.ts'
import { encoded, sha256 } from './signing.ts'
import { elementsOf, textIn } from './xml.ts'

/** A client for one bucket of an S3-compatible store. docs/decisions/0017 explains why it is not a library. */

type Bucket = Omit<BucketSettings, 'prefix'>
type Content = Buffer | { readonly file: string; readonly bytes: number }
export interface Listed {
  readonly name: string
  readonly bytes: number
  readonly changed: Date
}
interface Written {
  readonly type: string
  readonly cacheControl: string
  readonly signal?: AbortSignal
}

interface Client {
  /** Atomic: the store refuses content with another hash. */
  put(name: string, content: Content, written: Written): Promise<void>
  /** Undefined if there is no such object; the same below. */
  size(name: string): Promise<number | undefined>
  /** Reads a range, both ends included, of an object of at most `most` bytes. Resumes after a broken connection. */
  read(name: string, part: Part): Promise<Readable | undefined>
  remove(name: string): Promise<void>
  /** Lists names in order, page by page. Names that are not ours are passed to `strange` instead. */
  list(prefix: string, strange?: () => void): AsyncIterable<Listed>
  /** Writes a stream of any length; the object appears when it is complete. Returns the number of bytes. */
  write(name: string, pieces: AsyncIterable<Buffer>, written: Written): Promise<number>
  /** Removes multipart uploads left by killed processes; younger ones may still be in progress. */
  sweep(prefix: string, before: Date, ours: (name: string) => boolean): Promise<readonly Lost[]>
}
type Part =
  | { readonly first: number; readonly last: number }
  | { readonly most: number; readonly least?: number }

export function clientFor(bucket: Bucket, limits: Partial<RequestLimits> = {}, partBytes?: number): Client {
  const reading = { ...FOR_READING, ...limits }
  const writing = { ...FOR_WRITING, ...limits }
  const base = baseOf(bucket)
  const at = (name: string) => {
    // URLs are normalised: `..` would lead into another bucket.
    if (!isName(name)) throw new Error('This is no name of a file in a bucket.')
    return new URL(name.split('/').map(encoded).join('/'), base)
  }
  const ask = (question: StoreRequest, limits = reading) => sendRequest(question, bucket, limits)
  const askUnlessMissing = (question: StoreRequest) =>
    ask(question).catch(error => {
      if (error instanceof StoreRefused && error.status === 404) return undefined
      throw error
    })

  /** The address of the bucket, for listing. */
  const root = () => {
    const url = new URL(base)
    if (bucket.style === 'path') url.pathname = url.pathname.replace(/\/$/, '')
    return url
  }
  const read = async (question: StoreRequest) => await drained(question, await ask(question), reading)
  const parts = {
    async write(question: StoreRequest) {
      const answer = await ask(question, writing)
      await drained(question, answer, writing)
      return answer.headers
    },
    said: async (question: StoreRequest) => await drained(question, await ask(question, writing), writing),
    isThere: async (url: URL) => (await askUnlessMissing({ method: 'HEAD', url })) !== undefined,
  }

  return {
    async put(name, content, { type, cacheControl, signal }) {
      const headers = { 'content-type': type, 'cache-control': cacheControl }
      const question = {
        method: 'PUT',
        url: at(name),
        headers,
        content: await toSend(content),
        signal,
      } as const
      await drained(question, await ask(question, writing), writing)
    },

    async size(name) {
      const question = { method: 'HEAD', url: at(name) } as const
      const answer = await askUnlessMissing(question)
      answer?.resume()
      return answer && lengthOf(question, answer)
    },

    async read(name, part) {
      const range = 'most' in part ? undefined : part
      const from = (first: number): StoreRequest => {
        const last = range ? range.last : ''
        const headers = first > 0 || range ? { range: `bytes=${first}-${last}` } : {}
        return { method: 'GET', url: at(name), headers }
      }
      const start = range?.first ?? 0
      const question = from(start)
      const answer = await askUnlessMissing(question)
      if (!answer) return undefined
      const bytes = lengthOf(question, answer)
      const { most, least = 0 } = 'most' in part ? part : exactly(part.last - part.first + 1)
      if (bytes > most || bytes < least) {
        answer.destroy()
        throw new StoreRefused(question, { status: answer.statusCode, code: 'other_length_than_asked' })
      }
      return Readable.from(toTheEnd(answer, { start, bytes }, from), { objectMode: false })
    },

    async remove(name) {
      const question = { method: 'DELETE', url: at(name) } as const
      const answer = await askUnlessMissing(question)
      if (answer) await drained(question, answer, writing)
    },

    async *list(prefix, strange = () => {}) {
      let next: string | undefined
      for (let pages = 0, names = 0, empty = 0, waited = 0; ; pages++) {
        const url = root()
        url.search = `${new URLSearchParams({
          'list-type': '2',
          prefix,
          ...(next && { 'continuation-token': next }),
        })}`.replaceAll('+', '%20')
        const question = { method: 'GET', url } as const
        const since = performance.now()
        const page = await read(question)
        waited += performance.now() - since
        const before = names
        for (const entry of entriesIn(page)) {
          if (++names > MOST_NAMES) throw new StoreRefused(question, { code: 'endless_list' })
          if (isListed(entry, prefix)) yield entry
          else strange()
        }
        if (textIn(page, 'IsTruncated') !== 'true') return
        const last = next
        next = textIn(page, 'NextContinuationToken')
        if (!next || next.length > LONGEST_TOKEN || next === last)
          throw new StoreRefused(question, { code: 'list_cut_short' })
        empty = names > before ? 0 : empty + 1
        if (empty > MOST_EMPTY_PAGES || pages > MOST_PAGES || waited > LONGEST_LIST_MS)
          throw new StoreRefused(question, { code: 'endless_list' })
      }
    },

    write: (name, pieces, written) => writeInParts(parts, at(name), pieces, written, partBytes),
    sweep: async (prefix, before, ours) =>
      await sweepUploads(parts, root(), { prefix, before, at, ours: name => isName(name) && ours(name) }),
  }

  /** Requests the rest after a broken connection, as long as each attempt makes progress. */
  async function* toTheEnd(
    first: IncomingMessage,
    { start, bytes }: { readonly start: number; readonly bytes: number },
    from: (at: number) => StoreRequest,
  ) {
    const expected = start + bytes
    const waited = { ms: 0, bytes: 0 }
    let [answer, at, cuts] = [first, start, 0]
    for (;;) {
      const before = at
      try {
        for await (const piece of chunksOf(answer, reading, waited)) {
          at += piece.length
          if (at > expected) throw new StoreRefused(from(start), { code: 'other_length_than_announced' })
          yield piece
        }
      } catch (error) {
        if (at === before || at > expected || error instanceof StoreTimeout) throw error
      }
      if (at === expected) return
      cuts++
      if (at === before || cuts > MOST_CUTS + (at - start) / BYTES_A_CUT)
        throw new StoreRefused(from(at), { code: 'other_length_than_announced' })
      answer = await ask(from(at))
      if (answer.statusCode !== 206) {
        answer.destroy()
        throw new StoreRefused(from(at), { status: answer.statusCode, code: 'rest_not_given' })
      }
    }
  }
}

/** After more interruptions than this, the network is not the cause. */
const MOST_CUTS = 10
const BYTES_A_CUT = 1024 * 1024

export function baseOf({ endpoint, bucket, style }: Pick<Bucket, 'endpoint' | 'bucket' | 'style'>): URL {
  const url = new URL(endpoint)
  if (style === 'host') url.hostname = `${bucket}.${url.hostname}`
  else url.pathname = `/${bucket}/`
  return url
}

/** Reads the file twice, for its hash and to send it, piece by piece. */
async function toSend(content: Content): Promise<StoreRequest['content']> {
  if (Buffer.isBuffer(content))
    return { bytes: content.length, sha256: sha256(content), read: () => Readable.from([content]) }
  const hash = createHash('sha256')
  for await (const piece of createReadStream(content.file)) hash.update(piece)
  return { bytes: content.bytes, sha256: hash.digest('hex'), read: () => createReadStream(content.file) }
}

/** Limit of a reply that is read into memory; the largest is a list page with a thousand names. */
const LONGEST_ANSWER = 4 * 1024 * 1024

async function drained(
  question: StoreRequest,
  answer: IncomingMessage,
  limits: RequestLimits,
): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of chunksOf(answer, limits)) {
      bytes += piece.length
      if (bytes > LONGEST_ANSWER) throw new Error('an answer without end')
      pieces.push(piece)
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StoreRefused(question, { code: code ?? message })
  }
  return Buffer.concat(pieces).toString('utf8')
}

////////////////////////////////////////////////////////////////////////////// limits for what a store may answer

/** Pages of the ten thousand parts that an upload may have. */
const LONGEST_FILE = 312 * 1024 ** 3
const LONGEST_NAME = 1_024
const LONGEST_TOKEN = 4_096
/** More pages than any real bucket has. */
const MOST_NAMES = 10_000_000
const MOST_PAGES = 100_000
const LONGEST_LIST_MS = 2 * 3_600_000
/** After many deletions, some pages are empty. */
const MOST_EMPTY_PAGES = 100

const exactly = (bytes: number) => ({ most: bytes, least: bytes })

function lengthOf(question: StoreRequest, { headers }: IncomingMessage): number {
  const announced = headers['content-length']
  const bytes = announced === undefined ? Number.NaN : Number(announced)
  if (!(Number.isSafeInteger(bytes) && bytes >= 0 && bytes <= LONGEST_FILE))
    throw new StoreRefused(question, { status: 200, code: 'no_length' })
  return bytes
}

/** A name that cannot lead out of the bucket. */
const isName = (name: string) =>
  name.length > 0 &&
  name.length <= LONGEST_NAME &&
  !/\p{Cc}/u.test(name) &&
  !name.split('/').some(part => part === '.' || part === '..')

const isListed = ({ name, bytes, changed }: Listed, prefix: string) =>
  isName(name) &&
  name.startsWith(prefix) &&
  Number.isSafeInteger(bytes) &&
  bytes >= 0 &&
  !Number.isNaN(changed.getTime())

function* entriesIn(page: string): Iterable<Listed> {
  for (const entry of elementsOf(page, 'Contents'))
    yield {
      name: textIn(entry, 'Key') ?? '',
      bytes: Number(textIn(entry, 'Size')),
      changed: new Date(textIn(entry, 'LastModified') ?? Number.NaN),
    }
}
