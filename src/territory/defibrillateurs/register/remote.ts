import { createHash } from 'node:crypto'
import { FetchRefused, type Way } from '../../../kernel/fetch/fetch.ts'
import type { Passed } from '../../../kernel/files/csv.ts'
import { isPostgresError } from '../../../kernel/refusals/db-errors.ts'
import type { SyncExplanation } from '../explanations.ts'
import type { KnownLines, RawRecord } from './raw-row.ts'
import { recordsIn } from './read.ts'
import { UnreadableRegister } from './unreadable.ts'

/** The register at an address: one document, or the pages of the tabular API one after the other. */

export interface Validators {
  readonly etag: string | null
  readonly last_modified: string | null
}

interface Remote {
  records(known?: KnownLines): AsyncIterable<RawRecord | Passed>
  /** The validators of the document, once it was read completely. */
  validators(): Validators | undefined
}

interface Asked {
  readonly door: Pick<Way, 'stream'>
  readonly signal: AbortSignal
  /** A setting of the operator (GEODAE_URL). */
  readonly url: string
  /** The validators of the version that is already known. */
  readonly known?: Validators | undefined
  /** For all of its pages; a quarter of an hour by default. */
  readonly deadlineMs?: number
}

/** The longest reading. */
const DEADLINE_MS = 15 * 60_000
/** The national register as GeoJSON has some 230 MB. */
const MOST_BYTES = 1024 ** 3
/** The most pages: four times the register, in pages of the smallest useful size. */
const MOST_PAGES = 20_000
const PAGE_SIZE = '200'

/**
 * The tabular API, which can be asked for a part: `…/api/resources/{id}/data/`, also `…/data/csv/` and `…/data/json/`.
 */
const TABULAR = /\/api\/resources\/[^/]+\/data\/?(csv\/?|json\/?)?$/

export const canBeAsked = (url: string) => TABULAR.test(URL.parse(url)?.pathname ?? '')

/** Undefined: the server answered "not modified". */
export async function openRemote(asked: Asked): Promise<Remote | undefined> {
  const url = paged(asked.url)
  const first = await open(asked, url, performance.now() + (asked.deadlineMs ?? DEADLINE_MS), asked.known)
  if (!first) return undefined
  let whole: Validators | undefined
  return {
    records: known =>
      follow(
        asked,
        first,
        validators => {
          whole = validators
        },
        known,
      ),
    validators: () => whole,
  }
}

/** Only the rows with these codes, a small part of the register. */
export async function* askRemote(asked: Asked, codes: readonly string[]): AsyncGenerator<RawRecord | Passed> {
  const until = performance.now() + (asked.deadlineMs ?? DEADLINE_MS)
  for (const code of codes) {
    const url = new URL(paged(asked.url))
    url.searchParams.set('c_com_insee__exact', code)
    url.searchParams.delete('page')
    const first = await open(asked, url.href, until)
    if (first) yield* follow(asked, first, () => {})
  }
}

/** The largest pages that the API gives: a thousand for the whole register, not ten thousand. */
function paged(address: string): string {
  const url = new URL(address)
  const isPages = canBeAsked(address) && !/(csv|json)\/?$/.test(url.pathname)
  if (isPages && !url.searchParams.has('page_size')) url.searchParams.set('page_size', PAGE_SIZE)
  return url.href
}

type Opened = NonNullable<Awaited<ReturnType<typeof open>>>

async function open(asked: Asked, url: string, until: number, known?: Validators) {
  // The operator's permission holds for the server that was named, not for one that it redirects to.
  const operatorsOwn = new URL(url).origin === new URL(asked.url).origin
  const timeoutMs = Math.max(1, until - performance.now())
  const answer = await asked.door.stream(url, {
    operatorsOwn,
    timeoutMs,
    maxBytes: MOST_BYTES,
    signal: asked.signal,
    accept: 'text/csv, application/geo+json, application/json;q=0.9, */*;q=0.5',
    ...(known && { etag: known.etag, lastModified: known.last_modified }),
  })
  return answer.status === 'not_modified' ? undefined : { answer, until }
}

async function* follow(
  asked: Asked,
  { answer, until }: Opened,
  whole: (validators: Validators) => void,
  known?: KnownLines,
): AsyncGenerator<RawRecord | Passed> {
  let page = answer
  let rows = 0
  const seen = new Set<string>()
  for (;;) {
    let around: unknown
    const records = recordsIn(page.chunks, {
      around: document => {
        around = document
      },
      // Lines are counted from the beginning of the first page, which is the only one of a table.
      known: seen.size === 0 ? known : undefined,
    })
    for await (const record of records) {
      rows += 'passed' in record ? record.passed : 1
      yield seen.size === 0 ? record : { ...record, line: rows }
    }
    const { next, total } = linksIn(around, page.url)
    if (next === undefined) {
      if (total !== undefined && rows < total) throw new UnreadableRegister('rows_missing', { rows, total })
      if (seen.size === 0) whole({ etag: page.etag, last_modified: page.lastModified })
      return
    }
    if (seen.has(next) || seen.size >= MOST_PAGES) throw new UnreadableRegister('pages_in_circle')
    seen.add(next)
    const opened = await open(asked, next, until)
    if (!opened) throw new UnreadableRegister('page_not_sent')
    page = opened.answer
  }
}

/** The next page must be on the same server: an answer must not lead to another one. */
function linksIn(around: unknown, from: string): { next: string | undefined; total: number | undefined } {
  const { links, meta } = (around ?? {}) as { links?: { next?: unknown }; meta?: { total?: unknown } }
  const total = typeof meta?.total === 'number' ? meta.total : undefined
  const named = links?.next
  if (typeof named !== 'string' || named === '') return { next: undefined, total }
  const [here, next] = [new URL(from), URL.parse(named, from)]
  if (next?.host !== here.host) throw new UnreadableRegister('other_server')
  // A server behind a TLS proxy may write http into its links.
  next.protocol = here.protocol
  return { next: next.href, total }
}

/** A hash that identifies the source (addresses may hold keys). The number changes when rows are read differently. */
export const READING = 1
export const fingerprintOf = (url: string) => createHash('sha256').update(`${READING} ${url}`).digest('hex')

/** Why the source was not read; undefined when the service stops, or for an error that is not about the source. */
export function whyNotRead(error: unknown): SyncExplanation | undefined {
  if (error instanceof UnreadableRegister) return error.explanation
  // Every retry would be refused too. Only the SQLSTATE: the database's message quotes the value.
  if (isPostgresError(error) && /^2[23]/.test(error.code))
    return { code: 'value_refused', params: { value: error.code } }
  if (!(error instanceof FetchRefused) || !error.explanation) return undefined
  return { ...error.explanation, code: `fetch_${error.explanation.code}` }
}
