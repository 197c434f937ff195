import { transcode } from 'node:buffer'
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { isDatabaseAway } from '../kernel/refusals/db-errors.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import type { Page, Rules } from './visit.ts'

/**
 * A cache of pages in memory. A page is made once, whoever asks meanwhile: 2 000 readers of a page that has just changed cost the
 * database what one does. After ten seconds the old one is still handed out while the next is made; while it cannot be made,
 * for an hour. While the database is away, one page at a time tries it, and nobody waits for that.
 */

/** A page in parts. The style, the same in every page, is encoded once. */
export type Pieces = readonly (string | Buffer)[]

export interface Made {
  readonly status: number
  readonly html: Pieces
  /** Refusals are made each time. */
  readonly keep: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly rules?: Rules
  readonly publicationId?: Page['publicationId'] | undefined
  /** It says what may end: not handed out for longer than this, nor while the next is made. */
  readonly freshMs?: number
}

export interface CachedPage {
  readonly rules?: Rules
  readonly publicationId?: Page['publicationId'] | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly bytes: Buffer
  readonly packed: Buffer
  /** By the clock of the cache; 0 where it is not kept. */
  readonly freshUntil: number
}

interface Entry {
  readonly page: CachedPage
  readonly made: Made
  readonly at: number
  /** The page with its age in minutes, made once for all readers of that minute. */
  aged?: { readonly minutes: number; readonly page: Promise<CachedPage> }
  /** The memory it takes, with its aged page. */
  bytes: number
}

/** The database is away: until this time no page is made. */
interface Away {
  readonly error: unknown
  until: number
}

const FRESH_MS = 10_000
const LONGEST_MS = 3_600_000
/** A server that does not answer costs each making more than two seconds. */
const AWAY_MS = 2_000
/** Longer than a making takes: meanwhile no other one begins. */
const TRY_MS = 10_000
const MOST_BYTES = 64 * 1024 * 1024

export class PageCache {
  /** By address, least recently used first. */
  readonly #kept = new Map<string, Entry>()
  readonly #making = new Map<string, Promise<CachedPage>>()
  readonly #now: () => number
  #away: Away | undefined
  #bytes = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whoever asks for it now waits for another. */
  isMaking(address: string): boolean {
    return this.#making.has(address)
  }

  /**
   * `aged` adds to an old page since when it has not been made anew. A page that reads nothing is made while the database is
   * away too, and does not show that it is back.
   */
  async page(
    address: string,
    make: () => Promise<Made>,
    aged: (made: Made, minutes: number) => Made,
    { readsNothing = false } = {},
  ): Promise<CachedPage> {
    const entry = this.#kept.get(address)
    if (entry) {
      this.#kept.delete(address)
      this.#kept.set(address, entry)
    }
    const age = entry ? this.#now() - entry.at : Number.POSITIVE_INFINITY
    const { freshMs } = entry?.made ?? {}
    if (entry && this.#now() < entry.page.freshUntil) return entry.page
    const away = readsNothing ? undefined : this.#away
    const making = this.#makeUnless(away, address, make, readsNothing)
    if (!entry || age > LONGEST_MS) return await making
    const isRecent = age < 2 * FRESH_MS && freshMs === undefined
    if (isRecent || away) making.catch(() => {})
    if (isRecent) return entry.page
    if (away) return await this.#agedPage(address, entry, Math.round(age / 60_000), aged)
    return await making.catch(async error => {
      if (isRefusal(error)) throw error
      return await this.#agedPage(address, entry, Math.round(age / 60_000), aged)
    })
  }

  #makeUnless(
    away: Away | undefined,
    address: string,
    make: () => Promise<Made>,
    readsNothing: boolean,
  ): Promise<CachedPage> {
    if (away && this.#now() < away.until) return Promise.reject(away.error)
    if (away) away.until = this.#now() + TRY_MS
    return this.#make(address, make, readsNothing)
  }

  #make(address: string, make: () => Promise<Made>, readsNothing: boolean): Promise<CachedPage> {
    const running = this.#making.get(address)
    if (running) return running
    const making = make()
      .then(async made => {
        const bytes = await encoded(made)
        const at = this.#now()
        if (!readsNothing) this.#away = undefined
        const freshUntil = made.keep ? at + Math.min(FRESH_MS, made.freshMs ?? FRESH_MS) : 0
        const page = { ...bytes, freshUntil }
        // A page that was withdrawn meanwhile is not shown again, even if the next making fails.
        this.#forget(address)
        if (made.keep) this.#keep(address, { page, made, at, bytes: sizeOf(page) + textOf(made) })
        return page
      })
      .catch(error => {
        if (isRefusal(error)) this.#forget(address)
        if (isDatabaseAway(error)) this.#away = { error, until: this.#now() + AWAY_MS }
        // An address that is refused before anything is read does not show that the database is back.
        else if (isRefusal(error) && this.#away) this.#away.until = this.#now()
        else this.#away = undefined
        throw error
      })
      .finally(() => this.#making.delete(address))
    this.#making.set(address, making)
    return making
  }

  #keep(address: string, entry: Entry): void {
    this.#forget(address)
    this.#kept.set(address, entry)
    this.#bytes += entry.bytes
    this.#makeRoom()
  }

  #makeRoom(): void {
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MOST_BYTES) return
      this.#forget(oldest)
    }
  }

  #agedPage(
    address: string,
    entry: Entry,
    minutes: number,
    aged: (made: Made, minutes: number) => Made,
  ): Promise<CachedPage> {
    if (entry.aged?.minutes === minutes) return entry.aged.page
    const page = encoded(aged(entry.made, minutes))
    const mine = { minutes, page }
    entry.aged = mine
    page.then(
      made => {
        if (this.#kept.get(address) !== entry || entry.aged !== mine) return
        const bytes = sizeOf(entry.page) + textOf(entry.made) + sizeOf(made)
        this.#bytes += bytes - entry.bytes
        entry.bytes = bytes
        this.#makeRoom()
      },
      () => {},
    )
    return page
  }

  #forget(address: string): void {
    const entry = this.#kept.get(address)
    if (!entry) return
    this.#kept.delete(address)
    this.#bytes -= entry.bytes
  }
}

/** Not an outage: the page may no longer be shown. */
const isRefusal = (error: unknown) => error instanceof Problem && error.status < 500

const sizeOf = ({ bytes, packed }: CachedPage) => bytes.length + packed.length
const textOf = ({ html }: Made) => sum(html.filter(piece => typeof piece === 'string'))
const sum = (pieces: Pieces) => pieces.reduce((size, { length }) => size + length, 0)

export const pack = promisify(gzip)

/** For one page after the other. */
const desk = Buffer.allocUnsafeSlow(512 * 1024)

export const bytesOf = (html: Pieces): Buffer =>
  Buffer.concat(html.map(piece => (typeof piece === 'string' ? utf8(piece) : piece)))

/** A page has apostrophes, so its letters have two bytes in memory: `Buffer.from` takes twice as long for these. */
function utf8(text: string): Buffer {
  const most = 2 * text.length
  const room = most <= desk.length ? desk : Buffer.allocUnsafe(most)
  const size = room.write(text, 'utf16le')
  try {
    return transcode(room.subarray(0, size), 'utf16le', 'utf8')
  } catch {
    // Half a pair: it becomes a replacement character.
    return Buffer.from(text)
  }
}

async function encoded({ status, html, headers, rules = 'page', publicationId }: Made): Promise<CachedPage> {
  const bytes = bytesOf(html)
  return {
    ...{ status, headers, bytes, rules, publicationId },
    packed: await pack(bytes),
    freshUntil: 0,
    etag: `W/"${hash('sha1', bytes, 'base64url')}"`,
  }
}
