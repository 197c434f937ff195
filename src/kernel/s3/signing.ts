import { createHash, createHmac } from 'node:crypto'

/**
 * AWS Signature Version 4 (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html). Signs all headers
 * and the hash of the content.
 */
export interface Signer {
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

interface Unsigned {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** SHA-256 of the content, in hex. */
  readonly sha256: string
}

export const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
export const NO_CONTENT = sha256('')

/** Returns the headers to send. */
export function signed({ method, url, headers, sha256: hash }: Unsigned, signer: Signer, now: Date) {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': hash,
    'x-amz-date': time,
  }
  const names = Object.keys(all).sort()
  const request = [
    method,
    url.pathname
      .split('/')
      .map(part => encoded(decodeURIComponent(part)))
      .join('/'),
    queryOf(url),
    ...names.map(name => `${name}:${(all[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    names.join(';'),
    hash,
  ].join('\n')
  const scope = `${day}/${signer.region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')
  const signature = hmac(keyOfDay(signer, day), text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${signer.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...all, authorization }
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const keyOfDay = ({ region, secretAccessKey }: Signer, day: string) =>
  [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`) as Buffer

const queryOf = (url: URL) =>
  [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')

/** Encodes more characters than `encodeURIComponent`, as signatures require. */
export const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
