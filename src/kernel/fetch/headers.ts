import type { IncomingHttpHeaders } from 'node:http'
import { strictly } from '../texts/encodings.ts'
import { ACCEPT_ENCODING } from './unpack.ts'

/** The options of a fetch that become headers. */
export interface FetchHeaders {
  readonly accept?: string
  /** From an earlier reply: makes the request conditional. */
  readonly etag?: string | null
  readonly lastModified?: string | null
  /** Sent by POST, and not resent after a redirect; without it the request is a GET. */
  readonly form?: Readonly<Record<string, string>>
  /** The same, with a content of the caller's own. */
  readonly content?: Content
  /** Sent only to the origin of the first address, because they may hold keys. */
  readonly headers?: Readonly<Record<string, string>>
}

interface Content {
  readonly bytes: Buffer
  readonly type: string
  readonly encoding?: string
}

/** What is posted; undefined for a GET. */
export const posted = ({ form, content }: FetchHeaders): Content | undefined =>
  form
    ? {
        bytes: Buffer.from(new URLSearchParams({ ...form }).toString()),
        type: 'application/x-www-form-urlencoded',
      }
    : content

/** Headers that a caller may not set: those set here, and connection-specific ones. */
const NOT_THE_CALLERS =
  /^(host|user-agent|accept|accept-encoding|connection|content-.*|cookie2?|expect|from|if-.*|keep-alive|origin|proxy-.*|range|referer|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|forwarded)$/i

export function refuseOddHeaders(headers: Readonly<Record<string, string>> = {}): void {
  const odd = Object.keys(headers).find(name => NOT_THE_CALLERS.test(name))
  if (odd) throw new TypeError(`The door sets ${odd} itself, or never sends it.`)
}

export const requestHeaders = (
  asked: FetchHeaders,
  content: Content | undefined,
  userAgent: string,
  sameOrigin: boolean,
) => ({
  ...(sameOrigin && asked.headers),
  'user-agent': userAgent,
  accept: asked.accept ?? '*/*',
  ...(content && { 'content-type': content.type }),
  ...(content?.encoding && { 'content-encoding': content.encoding }),
  'accept-encoding': ACCEPT_ENCODING,
  ...(asked.etag && isHeaderValue(asked.etag) && { 'if-none-match': asked.etag }),
  ...(asked.lastModified && isHeaderValue(asked.lastModified) && { 'if-modified-since': asked.lastModified }),
})

/** Validators come from other servers: skips values that are invalid in a header. */
const isHeaderValue = (value: string) => value.length <= 1000 && /^[\t\x20-\x7e\x80-\xff]+$/.test(value)

/** The facts of a reply that callers get. */
export interface Facts {
  /** Lower case, without parameters: `application/rss+xml`. */
  readonly contentType: string | null
  /** As the server spelt it; null when it sent none. */
  readonly charset: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  /** Seconds. */
  readonly retryAfter: number | null
  readonly headers: Readonly<Record<string, string>>
}

const KEPT = ['cache-control', 'content-disposition', 'content-language', 'date', 'expires', 'link'] as const

export function factsOf(headers: IncomingHttpHeaders, now: number): Facts {
  const type = first(headers['content-type'])
  return {
    contentType: type?.split(';')[0]?.trim().toLowerCase() || null,
    charset: charsetOf(type),
    etag: first(headers.etag) ?? null,
    lastModified: first(headers['last-modified']) ?? null,
    retryAfter: secondsToWait(first(headers['retry-after']), now),
    headers: Object.fromEntries(
      KEPT.flatMap(name => {
        const value = first(headers[name])
        return value === undefined ? [] : [[name, value]]
      }),
    ),
  }
}

export const first = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0]

export const charsetOf = (contentType: string | null | undefined): string | null =>
  /;\s*charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType ?? '')?.[1] ?? null

/** Upper limit of a Retry-After, one week. */
const LONGEST_WAIT = 7 * 24 * 3600

/** `120`, or a date. */
export function secondsToWait(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : (httpDate(text) - now) / 1000
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_WAIT)
}

/** Requires the look of an HTTP date: `Date.parse` accepts nearly anything. */
const httpDate = (text: string) =>
  /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN

/** Node decodes headers as Latin-1, but servers send `Location: /agenda-été` in UTF-8. */
export function locationOf(headers: IncomingHttpHeaders): string | undefined {
  const value = first(headers.location)
  if (value === undefined) return undefined
  return strictly(Buffer.from(value, 'latin1')) ?? value
}
