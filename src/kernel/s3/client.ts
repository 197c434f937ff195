import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { BucketSettings } from '../bucket.ts'
import {
  asked,
  FOR_READING,
  FOR_WRITING,
  type Patience,
  piecesOf,
  type Question,
  StoreRefused,
} from './exchange.ts'
import { type Lost, sweepUploads, writeInParts } from './multipart.ts'
import { encoded, sha256 } from './signing.ts'
import { textIn } from './xml.ts'

/** What is asked of an S3-compatible store, in one bucket. docs/decisions/0017 says why this is ours and no library. */

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

export interface Client {
  /** Whole or not at all: the store keeps nothing whose hash is another. */
  put(name: string, content: Content, written: Written): Promise<void>
  /** Undefined where there is nothing, here and below. */
  size(name: string): Promise<number | undefined>
  /** From the first byte to the last, both counted in. Cut on the way, it goes on where it was cut. */
  read(name: string, range?: { first: number; last: number }): Promise<Readable | undefined>
  remove(name: string): Promise<void>
  /** In the order of their names, page by page. */
  list(prefix: string): AsyncIterable<Listed>
  /** What comes piece by piece, of any length: under its name when it is whole, and not before. Answers how many bytes. */
  write(name: string, pieces: AsyncIterable<Buffer>, written: Written): Promise<number>
  /** Takes away what such a writing left behind whose process was killed; what is younger may still be written. */
  sweep(prefix: string, before: Date): Promise<readonly Lost[]>
}

export function clientFor(bucket: Bucket, patience: Partial<Patience> = {}, partBytes?: number): Client {
  const reading = { ...FOR_READING, ...patience }
  const writing = { ...FOR_WRITING, ...patience }
  const base = baseOf(bucket)
  const at = (name: string) => new URL(name.split('/').map(encoded).join('/'), base)
  const ask = (question: Question, patience = reading) => asked(question, bucket, patience)
  const askUnlessMissing = (question: Question) =>
    ask(question).catch(error => {
      if (error instanceof StoreRefused && error.status === 404) return undefined
      throw error
    })

  /** The bucket itself, to be asked what is in it. */
  const root = () => {
    const url = new URL(base)
    if (bucket.style === 'path') url.pathname = url.pathname.replace(/\/$/, '')
    return url
  }
  const read = async (question: Question) => await drained(await ask(question), reading)
  const parts = {
    write: (question: Question) => ask(question, writing),
    said: async (question: Question) => await drained(await ask(question, writing), writing),
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
      await drained(await ask(question, writing), writing)
    },

    async size(name) {
      const answer = await askUnlessMissing({ method: 'HEAD', url: at(name) })
      answer?.resume()
      return answer && Number(answer.headers['content-length'])
    },

    async read(name, range) {
      const from = (first: number): Question => {
        const last = range ? range.last : ''
        const headers = first > 0 || range ? { range: `bytes=${first}-${last}` } : {}
        return { method: 'GET', url: at(name), headers }
      }
      const start = range?.first ?? 0
      const answer = await askUnlessMissing(from(start))
      return answer && Readable.from(toTheEnd(answer, start, from), { objectMode: false })
    },

    async remove(name) {
      const answer = await askUnlessMissing({ method: 'DELETE', url: at(name) })
      if (answer) await drained(answer, writing)
    },

    async *list(prefix) {
      let next: string | undefined
      do {
        const url = root()
        url.search = `${new URLSearchParams({
          'list-type': '2',
          prefix,
          ...(next && { 'continuation-token': next }),
        })}`.replaceAll('+', '%20')
        const question = { method: 'GET', url } as const
        const page = await read(question)
        yield* entriesIn(page)
        const more = textIn(page, 'IsTruncated') === 'true'
        next = more ? textIn(page, 'NextContinuationToken') : undefined
        if (more && !next) throw new StoreRefused(question, { code: 'half a list' })
      } while (next)
    },

    write: (name, pieces, written) => writeInParts(parts, at(name), pieces, written, partBytes),
    sweep: (prefix, before) => sweepUploads(parts, root(), prefix, before),
  }

  /** A store that hangs up in the middle is asked for the rest, as often as it gives something. */
  async function* toTheEnd(first: IncomingMessage, start: number, from: (at: number) => Question) {
    const expected = start + Number(first.headers['content-length'])
    let [answer, at] = [first, start]
    for (;;) {
      const before = at
      try {
        for await (const piece of piecesOf(answer, reading)) {
          at += piece.length
          yield piece
        }
        // Without a length, its end is where it ends.
        if (!(at < expected)) return
      } catch (error) {
        if (at === before) throw error
      }
      if (at === expected) return
      if (at === before || at > expected)
        throw new StoreRefused(from(at), { code: 'another length than was said' })
      answer = await ask(from(at))
      if (answer.statusCode !== 206) {
        answer.destroy()
        throw new StoreRefused(from(at), { status: answer.statusCode, code: 'the rest was not given' })
      }
    }
  }
}

export function baseOf({ endpoint, bucket, style }: Pick<Bucket, 'endpoint' | 'bucket' | 'style'>): URL {
  const url = new URL(endpoint)
  if (style === 'host') url.hostname = `${bucket}.${url.hostname}`
  else url.pathname = `/${bucket}/`
  return url
}

/** A file is read twice: for its hash, then to be sent. Neither holds more than a piece of it. */
async function toSend(content: Content): Promise<Question['content']> {
  if (Buffer.isBuffer(content))
    return { bytes: content.length, sha256: sha256(content), read: () => Readable.from([content]) }
  const hash = createHash('sha256')
  for await (const piece of createReadStream(content.file)) hash.update(piece)
  return { bytes: content.bytes, sha256: hash.digest('hex'), read: () => createReadStream(content.file) }
}

/** A page of a list has a thousand names; nothing else that is read whole comes near it. */
const LONGEST_ANSWER = 4 * 1024 * 1024

async function drained(answer: IncomingMessage, patience: Patience): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of piecesOf(answer, patience)) {
    bytes += piece.length
    if (bytes > LONGEST_ANSWER) throw new Error('The store answers at too great a length.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

////////////////////////////////////////////////////////////////////////////// of a list

function* entriesIn(page: string): Iterable<Listed> {
  for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const [name, bytes, changed] = [
      textIn(entry, 'Key'),
      textIn(entry, 'Size'),
      textIn(entry, 'LastModified'),
    ]
    if (name !== undefined) yield { name, bytes: Number(bytes), changed: new Date(changed ?? 0) }
  }
}
