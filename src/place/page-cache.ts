import { transcode } from 'node:buffer'
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { isDatabaseAway } from '../kernel/refusals/db-errors.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { type Changed, RecentChanges } from './changes-seen.ts'
import { SEEN_MS } from './purge/queries.ts'
import type { Page, Rules } from './visit.ts'

/**
 * A cache of pages in memory. A page is made once, whoever asks meanwhile: 2 000 readers of a page that has just changed cost the
 * database what one does. It stays until the feed of changes names what it shows, or until it says something else by itself: an
 * hour at most. Where the feed cannot say so, for ten seconds; then the old one is still handed out while the next is made. While
 * it cannot be made, the old one is shown with its age, for an hour. While the database is away, one page at a time tries it,
 * and nobody waits for that.
 */

/** A page in parts. The style, the same in every page, is encoded once. */
export type Pieces = readonly (string | Buffer)[]

interface About {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly rules?: Rules
  readonly publicationId?: Page['publicationId'] | undefined
  /** Refusals are made each time. */
  readonly keep: boolean
  /** It says what may end: not handed out for longer than this, nor while the next is made. */
  readonly freshMs?: number
  /** The ids of what it shows, for which it says the same for `holdsMs`, unless the feed of changes names one of them. */
  readonly shows?: readonly string[]
  readonly holdsMs?: number
}
export interface Made extends About {
  readonly html: Pieces
}

export interface CachedPage extends Omit<About, 'keep' | 'freshMs' | 'shows' | 'holdsMs'> {
  readonly etag: string
  readonly packed: Buffer
  /** Whether it may be sent, by the clock of the cache; never where it is not kept. */
  readonly isFresh: () => boolean
  /**
   * How long a cache in front may keep it that is told of changes; 0 where none is, or the page is not followed; `LATE_SECONDS`
   * while this node is late.
   */
  readonly sharedSeconds: () => number
}

interface Entry {
  readonly page: CachedPage
  readonly about: About
  readonly at: number
  /** It is not right for longer than that: something ends, or a day does. */
  readonly until: number
  /** The feed of changes says how long it is right. */
  readonly isFollowed: boolean
  /** When the feed named what it shows. */
  changedAt?: number
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

type Aged = (made: Made, minutes: number) => Made

/** A change that this node has not seen was perhaps told to caches already. */
export const LATE_SECONDS = 1
const FRESH_MS = 10_000
const LONGEST_MS = 3_600_000
/** A server that does not answer costs each making more than two seconds. */
const AWAY_MS = 2_000
/** Longer than a making takes: meanwhile no other one begins. */
const TRY_MS = 10_000

export class PageCache {
  /** By address, least recently used first. */
  readonly #kept = new Map<string, Entry>()
  readonly #making = new Map<string, Promise<CachedPage>>()
  readonly #changes = new RecentChanges()
  readonly #now: () => number
  readonly #mostBytes: number
  /** Up to this time the feed of changes has named all that changed. */
  #followedUntil = Number.NEGATIVE_INFINITY
  #isFollowing = false
  /** When the look at the feed began by which caches in front were told of all changes too. */
  #toldAt: number | undefined
  #away: Away | undefined
  #bytes = 0

  constructor({ mostBytes, now = () => performance.now() }: { mostBytes: number; now?: () => number }) {
    this.#mostBytes = mostBytes
    this.#now = now
  }

  get isEmpty(): boolean {
    return this.#kept.size === 0 && this.#making.size === 0
  }

  /** Whether the page is being made: a request for it waits for that. */
  isMaking(address: string): boolean {
    return this.#making.has(address)
  }

  /** The feed of changes has named these, and has told all until then. */
  follow(changed: Changed, until: number, toldAt?: number): void {
    const now = this.#now()
    // At first it names all, since it has looked at nothing yet.
    if (this.#isFollowing) this.#changes.add(changed, now)
    this.#isFollowing = true
    if (changed === 'all' || changed.size > 0)
      for (const entry of this.#kept.values())
        if (entry.changedAt === undefined && isNamed(entry.about, changed)) entry.changedAt = now
    this.#followedUntil = Math.max(this.#followedUntil, until)
    this.#toldAt = toldAt
  }

  /**
   * `aged` adds to an old page since when it has not been made anew. A page that reads nothing is made while the database is
   * away too, and does not show that it is back.
   */
  async page(
    address: string,
    make: () => Promise<Made>,
    aged: Aged,
    { readsNothing = false } = {},
  ): Promise<CachedPage> {
    const entry = this.#kept.get(address)
    if (entry) {
      this.#kept.delete(address)
      this.#kept.set(address, entry)
      if (this.#isFresh(entry)) return entry.page
    }
    const away = readsNothing ? undefined : this.#away
    const age = entry ? this.#ageOf(entry) : Number.POSITIVE_INFINITY
    const making = this.#makeUnless(away, address, make, readsNothing)
    if (!entry || age > LONGEST_MS) return await making
    const isRecent =
      age < 2 * FRESH_MS &&
      entry.about.freshMs === undefined &&
      entry.changedAt === undefined &&
      !(entry.isFollowed && this.#now() >= entry.until)
    if (isRecent || away) making.catch(() => {})
    if (isRecent) return entry.page
    if (away) return await this.#agedPage(address, entry, Math.round(age / 60_000), aged)
    return await making.catch(async error => {
      if (isRefusal(error)) throw error
      return await this.#agedPage(address, entry, Math.round(age / 60_000), aged)
    })
  }

  /** Milliseconds since it was last known to be right. */
  #ageOf({ at, changedAt, isFollowed }: Entry): number {
    const right = isFollowed ? Math.max(at, this.#followedUntil) : at
    return this.#now() - Math.min(right, changedAt ?? right)
  }
  #isFresh(entry: Entry): boolean {
    return entry.changedAt === undefined && this.#now() < entry.until && this.#ageOf(entry) < FRESH_MS
  }

  #sharedSecondsOf(entry: Entry): number {
    if (this.#toldAt === undefined) return 0
    if (this.#now() - this.#toldAt >= SEEN_MS) return LATE_SECONDS
    if (!entry.isFollowed || !this.#isFresh(entry)) return 0
    return Math.floor((entry.until - this.#now()) / 1_000)
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
    const began = this.#now()
    const making = make()
      .then(async made => {
        const page = await encoded(made)
        if (!readsNothing) this.#away = undefined
        // A page that was withdrawn meanwhile is not shown again, even if the next making fails.
        this.#forget(address)
        return made.keep ? this.#keep(address, page, made, began) : page
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

  #keep(address: string, encodedPage: CachedPage, made: Made, began: number): CachedPage {
    const { html: _, ...about } = made
    const at = this.#now()
    const named = this.#changes.lastOf(changed => isNamed(about, changed), at)
    const holdsMs = Math.min(about.freshMs ?? LONGEST_MS, about.holdsMs ?? LONGEST_MS, LONGEST_MS)
    const entry: Entry = {
      page: {
        ...encodedPage,
        isFresh: () => this.#isFresh(entry),
        sharedSeconds: () => this.#sharedSecondsOf(entry),
      },
      about,
      at,
      until: about.shows ? began + firmly(holdsMs) : at + Math.min(FRESH_MS, about.freshMs ?? FRESH_MS),
      // A replica may still show what was before a change; such a page is made once more.
      isFollowed: about.shows !== undefined && named === undefined,
      bytes: encodedPage.packed.length,
      // Made from what was before the change, perhaps.
      ...(named !== undefined && named > began && { changedAt: named }),
    }
    this.#kept.set(address, entry)
    this.#bytes += entry.bytes
    this.#makeRoom()
    return entry.page
  }

  #makeRoom(): void {
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#mostBytes) return
      this.#forget(oldest)
    }
  }

  #agedPage(address: string, entry: Entry, minutes: number, aged: Aged): Promise<CachedPage> {
    if (entry.aged?.minutes === minutes) return entry.aged.page
    const page = unpack(entry.page.packed).then(bytes =>
      encoded(aged({ ...entry.about, html: [bytes.toString()] }, minutes)),
    )
    const mine = { minutes, page }
    entry.aged = mine
    page.then(
      made => {
        if (this.#kept.get(address) !== entry || entry.aged !== mine) return
        const bytes = entry.page.packed.length + made.packed.length
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
    // Changes no longer reach it, so an answer that was kept from it (ready.ts) ends now.
    entry.changedAt ??= this.#now()
    this.#kept.delete(address)
    this.#bytes -= entry.bytes
  }
}

/** Browsers and caches in front keep it for a minute more: towards its end it is made again, with the time that is left. */
const LAST_MS = 60_000
const firmly = (holdsMs: number) =>
  holdsMs > LAST_MS + FRESH_MS ? holdsMs - LAST_MS : Math.min(holdsMs, FRESH_MS)

const isNamed = ({ shows = [] }: About, changed: Changed): boolean =>
  changed === 'all' ? shows.length > 0 : shows.some(id => changed.has(id))

/** Not an outage: the page may no longer be shown. */
const isRefusal = (error: unknown) => error instanceof Problem && error.status < 500

const gzipped = promisify(gzip)
/** Level 6 takes nearly twice as long, and makes a page 5 % smaller. */
export const pack = (bytes: Buffer): Promise<Buffer> => gzipped(bytes, { level: 4 })

/** For the few who do not take it packed. */
export const unpack = promisify(gunzip) as (packed: Buffer) => Promise<Buffer>

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
    status,
    headers,
    rules,
    publicationId,
    packed: await pack(bytes),
    isFresh: () => false,
    sharedSeconds: () => 0,
    etag: `W/"${hash('sha1', bytes, 'base64url')}"`,
  }
}
