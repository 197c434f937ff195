import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/**
 * A minimal S3 server. It verifies every signature and content hash from the received bytes (`verdictOn` is tested with
 * AWS's examples). Existing test servers do not: s3rver accepts unsigned requests and does not compare content
 * (docs/decisions/0017).
 */
export const KEY = { accessKeyId: 'AKPARVIS', secretAccessKey: 'the/secret+of=the-store' }
export const REGION = 'fr-par'
export const BUCKET = 'mairie'

interface Stored {
  readonly bytes: Buffer
  readonly type: string | undefined
  readonly cacheControl: string | undefined
  readonly changed: Date
}
/** Replaces an answer. */
export type Trouble = (request: IncomingMessage, response: ServerResponse) => unknown
/** Replaces every answer while set; false answers normally. */
export type Lie = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>

export interface S3Server {
  readonly url: string
  readonly stored: Map<string, Stored>
  /** Unfinished multipart uploads. */
  readonly uploads: Map<
    string,
    {
      readonly name: string
      readonly parts: Map<number, { tag: string; bytes: Buffer }>
      readonly since: Date
    }
  >
  /** The requests, in order: `GET /mairie/abc bytes=5-` */
  readonly asked: string[]
  /** Fails this many of the next requests. */
  trouble(times: number, by: Trouble): void
  readonly lies: { by?: Lie | undefined }
  readonly pageSize: { most: number }
  stop(): void
}

const REFUSED = {
  AccessDenied: 403,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
  NoSuchKey: 404,
  NoSuchUpload: 404,
}

export async function s3Server(): Promise<S3Server> {
  const stored = new Map<string, Stored>()
  const uploads: S3Server['uploads'] = new Map()
  const asked: string[] = []
  const troubles: Trouble[] = []
  const pageSize = { most: 1000 }
  const lies: S3Server['lies'] = {}
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.range ?? ''}`.trim())
    const trouble = troubles.shift()
    if (trouble) return void (await trouble(request, response))
    if (await lies.by?.(request, response)) return
    const pieces: Buffer[] = []
    try {
      for await (const piece of request) pieces.push(piece)
    } catch {
      // The upload was cut: stores nothing.
      return
    }
    const bytes = Buffer.concat(pieces)
    const refused = verdictOn(request, bytes, { ...KEY, region: REGION })
    if (refused) refuse(response, refused)
    else answer(request, response, bytes)
  })

  function answer(request: IncomingMessage, response: ServerResponse, bytes: Buffer): unknown {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://here')
    const [, bucket, ...rest] = pathname.split('/')
    const name = decodeURIComponent(rest.join('/'))
    if (bucket !== BUCKET) return refuse(response, 'NoSuchKey')
    if (name === '' && searchParams.has('uploads'))
      return listUploads(response, searchParams.get('prefix') ?? '')
    if (name === '') return list(response, searchParams)
    if (searchParams.has('uploads') || searchParams.has('uploadId'))
      return inParts(request, response, bytes, name, searchParams)
    const file = stored.get(name)
    switch (request.method) {
      case 'PUT':
        stored.set(name, {
          bytes,
          type: request.headers['content-type'],
          cacheControl: request.headers['cache-control'],
          changed: new Date(),
        })
        return response.writeHead(200, { etag: '"of this"' }).end()
      case 'DELETE':
        stored.delete(name)
        return response.writeHead(204).end()
      default: {
        if (!file) return refuse(response, 'NoSuchKey')
        const size = file.bytes.length
        const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
        const part = file.bytes.subarray(Number(from), to === '' ? size : Number(to) + 1)
        response.writeHead(from === '' ? 200 : 206, { 'content-length': part.length })
        return response.end(request.method === 'HEAD' ? undefined : part)
      }
    }
  }

  /** A multipart upload becomes an object only when it is completed. */
  function inParts(
    request: IncomingMessage,
    response: ServerResponse,
    bytes: Buffer,
    name: string,
    asked: URLSearchParams,
  ): unknown {
    const id = asked.get('uploadId') ?? `upload-${uploads.size + 1}`
    if (asked.has('uploads')) {
      uploads.set(id, { name, parts: new Map(), since: new Date() })
      return response.writeHead(200).end(`<X><UploadId>${id}</UploadId></X>`)
    }
    const upload = uploads.get(id)
    if (!upload || upload.name !== name) return refuse(response, 'NoSuchUpload')
    if (request.method === 'PUT') {
      const tag = createHash('md5').update(bytes).digest('hex')
      upload.parts.set(Number(asked.get('partNumber')), { tag, bytes })
      return response.writeHead(200, { etag: `"${tag}"` }).end()
    }
    uploads.delete(id)
    if (request.method === 'DELETE') return response.writeHead(204).end()
    const listed = [
      ...bytes.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag>/g),
    ]
    const parts = listed.map(([, number, tag]) => {
      const part = upload.parts.get(Number(number))
      return part && part.tag === tag ? part.bytes : undefined
    })
    if (parts.length !== upload.parts.size || parts.includes(undefined))
      return response.writeHead(200).end('<Error><Code>InvalidPart</Code></Error>')
    const { 'content-type': type, 'cache-control': cacheControl } = request.headers
    stored.set(name, { bytes: Buffer.concat(parts as Buffer[]), type, cacheControl, changed: new Date() })
    return response.writeHead(200).end('<X></X>')
  }

  function listUploads(response: ServerResponse, prefix: string): void {
    const own = [...uploads].filter(([, { name }]) => name.startsWith(prefix))
    const entry = ([id, { name, since }]: (typeof own)[number]) =>
      `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${since.toISOString()}</Initiated></Upload>`
    response
      .writeHead(200)
      .end(`<ListMultipartUploadsResult>${own.map(entry).join('')}</ListMultipartUploadsResult>`)
  }

  function list(response: ServerResponse, asked: URLSearchParams): void {
    const prefix = asked.get('prefix') ?? ''
    const behind = asked.get('continuation-token')?.replace('after & ', '') ?? ''
    const names = [...stored.keys()].filter(name => name.startsWith(prefix) && name > behind).sort()
    const page = names.slice(0, pageSize.most)
    const entry = (name: string) => {
      const { bytes, changed } = stored.get(name) as Stored
      return `<Contents><Key>${name}</Key><LastModified>${changed.toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${bytes.length}</Size></Contents>`
    }
    const more = names.length > page.length
    const next = more ? `<NextContinuationToken>after &amp; ${page.at(-1)}</NextContinuationToken>` : ''
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${page.map(entry).join('')}${next}</ListBucketResult>`,
    )
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  after(stop)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stored,
    uploads,
    asked,
    trouble: (times, by) =>
      void troubles.splice(0, troubles.length, ...Array.from({ length: times }, () => by)),
    lies,
    pageSize,
    stop,
  }
}

/** Like real stores, quotes what was signed: it must not reach a log. */
function refuse(response: ServerResponse, code: keyof typeof REFUSED): void {
  response.writeHead(REFUSED[code], { 'content-type': 'application/xml' })
  response.end(
    `<Error><Code>${code}</Code><Message>no</Message><AWSAccessKeyId>${KEY.accessKeyId}</AWSAccessKeyId><StringToSign>PRIVATE</StringToSign></Error>`,
  )
}

////////////////////////////////////////////////////////////////////////////// signatures

interface Known {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

/** Undefined: signature and content hash are right. */
export function verdictOn(
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  content: Buffer,
  { accessKeyId, secretAccessKey, region }: Known,
  now = new Date(),
): keyof typeof REFUSED | undefined {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/
  const [, key, day = '', zone, names = '', signature] = form.exec(headers.authorization ?? '') ?? []
  const time = String(headers['x-amz-date'])
  const sent = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (key !== accessKeyId || zone !== region || !time.startsWith(day)) return 'AccessDenied'
  if (!(Math.abs(now.getTime() - sent) < 15 * 60_000)) return 'AccessDenied'
  const signedNames = names.split(';')
  const must = ['host', ...Object.keys(headers).filter(name => name.startsWith('x-amz-') || name === 'range')]
  if (must.some(name => !signedNames.includes(name))) return 'AccessDenied'
  const [path = '', query = ''] = url.split('?')
  const canonical = `${method}\n${path}\n${query
    .split('&')
    .filter(Boolean)
    .map(part => (part.includes('=') ? part : `${part}=`))
    .sort()
    .join(
      '&',
    )}\n${signedNames.map(name => `${name}:${headers[name]}\n`).join('')}\n${names}\n${headers['x-amz-content-sha256']}`
  const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
  let secret: string | Buffer = `AWS4${secretAccessKey}`
  for (const part of [day, region, 's3', 'aws4_request'])
    secret = createHmac('sha256', secret).update(part).digest()
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${hash(canonical)}`
  if (createHmac('sha256', secret).update(text).digest('hex') !== signature) return 'SignatureDoesNotMatch'
  return hash(content) === headers['x-amz-content-sha256'] ? undefined : 'XAmzContentSHA256Mismatch'
}
