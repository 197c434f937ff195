import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { xmlText } from '../texts/xml-text.ts'
import { StoreRefused, type StoreRequest } from './requests.ts'
import { sha256 } from './signing.ts'
import { elementsOf, textIn } from './xml.ts'

/**
 * Multipart upload of streams of unknown length. The object appears only at the end; `sweepUploads` removes unfinished
 * uploads.
 */

/** One part is held in memory. At most 10 000 parts: 312 GiB. All of one size, since some stores require it. */
const PART_BYTES = 32 * 1024 * 1024
const MOST_PARTS = 10_000

interface Asking {
  write(question: StoreRequest): Promise<IncomingHttpHeaders>
  said(question: StoreRequest): Promise<string>
  isThere(url: URL): Promise<boolean>
}
interface Written {
  readonly type: string
  readonly cacheControl: string
  readonly signal?: AbortSignal
}
export interface Lost {
  readonly name: string
  readonly since: Date
}

export async function writeInParts(
  asking: Asking,
  url: URL,
  pieces: AsyncIterable<Buffer>,
  { type, cacheControl, signal }: Written,
  partBytes = PART_BYTES,
): Promise<number> {
  const headers = { 'content-type': type, 'cache-control': cacheControl }
  let upload: string | undefined
  const tags: string[] = []
  let total = 0
  try {
    for await (const { bytes, last } of inParts(pieces, partBytes)) {
      signal?.throwIfAborted()
      total += bytes.length
      if (last && !upload) {
        await asking.said({ method: 'PUT', url, headers, content: contentOf(bytes), signal })
        return total
      }
      upload ??= await begun(asking, {
        method: 'POST',
        url: withQuery(url, { uploads: '' }),
        headers,
        signal,
      })
      if (tags.length === MOST_PARTS) throw new Error('The store takes no file of more than 312 GiB.')
      tags.push(
        await sent(
          asking,
          withQuery(url, { partNumber: `${tags.length + 1}`, uploadId: upload }),
          bytes,
          signal,
        ),
      )
    }
    if (upload) await finished(asking, url, upload, tags, signal)
    return total
  } catch (error) {
    if (upload) await abandoned(asking, url, upload)
    throw error
  }
}

/** Cuts a stream into parts of one size. The last one is not empty, unless the whole stream is. */
async function* inParts(pieces: AsyncIterable<Buffer>, size: number) {
  let held: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    held.push(piece)
    bytes += piece.length
    while (bytes > size) {
      const all = Buffer.concat(held)
      held = [all.subarray(size)]
      bytes -= size
      yield { bytes: all.subarray(0, size), last: false }
    }
  }
  yield { bytes: Buffer.concat(held), last: true }
}

async function begun(asking: Asking, question: StoreRequest): Promise<string> {
  const upload = textIn(await asking.said(question), 'UploadId')
  if (!upload) throw new StoreRefused(question, { code: 'no_upload_id' })
  return upload
}

async function sent(
  asking: Asking,
  url: URL,
  bytes: Buffer,
  signal: AbortSignal | undefined,
): Promise<string> {
  const question = { method: 'PUT', url, content: contentOf(bytes), signal } as const
  const { etag } = await asking.write(question)
  if (!etag) throw new StoreRefused(question, { code: 'part_without_etag' })
  return etag
}

async function finished(
  asking: Asking,
  url: URL,
  upload: string,
  tags: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${xmlText(tag)}</ETag></Part>`,
  )
  const list = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const question = {
    method: 'POST',
    url: withQuery(url, { uploadId: upload }),
    content: contentOf(list),
    signal,
  } as const
  try {
    const answer = await asking.said(question)
    // The store answers 200 before it has assembled the parts, and may still fail.
    if (/<Error>/.test(answer)) throw new StoreRefused(question, { code: textIn(answer, 'Code') })
  } catch (error) {
    // On a retry after a lost reply, the store no longer knows the upload.
    if (error instanceof StoreRefused && error.status === 404 && (await asking.isThere(url))) return
    throw error
  }
}

const abandoned = (asking: Asking, url: URL, upload: string) =>
  asking.said({ method: 'DELETE', url: withQuery(url, { uploadId: upload }) }).catch(() => {})

interface Sweeping {
  readonly prefix: string
  readonly before: Date
  at(name: string): URL
  ours(name: string): boolean
}

export async function sweepUploads(
  asking: Asking,
  root: URL,
  { prefix, before, at, ours }: Sweeping,
): Promise<readonly Lost[]> {
  const page = await asking.said({ method: 'GET', url: withQuery(root, { uploads: '', prefix }) })
  const lost: Lost[] = []
  for (const entry of elementsOf(page, 'Upload')) {
    const [name, upload] = [textIn(entry, 'Key') ?? '', textIn(entry, 'UploadId')]
    const since = new Date(textIn(entry, 'Initiated') ?? Number.NaN)
    if (!name.startsWith(prefix) || !ours(name) || !upload || !(since < before)) continue
    await abandoned(asking, at(name), upload)
    lost.push({ name, since })
  }
  return lost
}

const contentOf = (bytes: Buffer) => ({
  bytes: bytes.length,
  sha256: sha256(bytes),
  read: () => Readable.from([bytes]),
})

function withQuery(url: URL, query: Record<string, string>): URL {
  const asked = new URL(url)
  asked.search = `${new URLSearchParams(query)}`.replaceAll('+', '%20')
  return asked
}
