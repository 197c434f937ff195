import { mutex } from '../../kernel/concurrency/semaphore.ts'
import type { Database } from '../../kernel/db/database.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import type { Listening } from '../../kernel/db/listen.ts'
import { EventStream, eventText, HEARTBEAT } from '../../kernel/http/event-stream.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import type { StreamAsked } from '../../kernel/routes/services.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Identity } from '../../kernel/tokens/tokens.ts'
import { type Caller, can } from '../access/permissions.ts'
import { callersOf, type Seen } from '../access/seen.ts'
import { CHANNEL } from './number.ts'
import { type Item, type Told, textFor } from './visible.ts'

/**
 * The event streams of the open screens of this node. One connection listens for all of them, and each change is read
 * once; it is sent to those who by the rights of that moment may see the item.
 */

/** A browser has one for all its tabs. */
export const MOST_OF_A_USER = 6
const MOST_OF_A_NODE = 1_000
/** As long as an access token lasts. A third more at random, so that a thousand streams do not open anew at once. */
const LONGEST_MS = 15 * 60_000
const BEAT_MS = 15_000
/** Without a listening connection the changes are looked for. */
const LOOK_MS = 1_000
/** More at once: screens read again what they show. */
export const MOST_CHANGES = 500

interface Stream {
  readonly out: EventStream
  readonly identity: Identity
  readonly userId: string
  readonly rights: string
  readonly endsAt: number
}

/** A row of `desk_changes`: after a restored backup or a failover its number may be another's. */
interface Cursor {
  readonly seq: number
  /** Microseconds since 1970. */
  readonly at: number
}
type Row = Cursor & Item & { readonly item: string; readonly item_id: string }

export class DeskStreams {
  readonly #db: Database
  readonly #rule: Pick<Config, 'secondFactor'>
  readonly #most: number
  readonly #streams = new Set<Stream>()
  /** Being opened, by user. */
  readonly #held = new Map<string, number>()
  #holding = 0
  readonly #inTurn = mutex()
  #listening: Listening | undefined
  #timer: NodeJS.Timeout | undefined
  #lastBeat = performance.now()
  #cursor: Cursor | undefined
  #isWoken = false
  #isClosed = false
  #presence = new Map<string, Item>()

  constructor(db: Database, rule: Pick<Config, 'secondFactor'>, most = MOST_OF_A_NODE) {
    this.#db = db
    this.#rule = rule
    this.#most = most
  }

  get count(): number {
    return this.#streams.size
  }

  /** Ends all streams, and opens no more: their clients go to another node. */
  close(): void {
    this.#isClosed = true
    for (const { out } of this.#streams) out.end()
    this.#stopWatching()
  }

  async open({ identity, caller, after }: StreamAsked): Promise<EventStream> {
    if (this.#isClosed || this.#holding >= this.#most)
      throw new Problem('unavailable', { headers: { 'retry-after': '30' } })
    const held = this.#held.get(caller.id) ?? 0
    if (held >= MOST_OF_A_USER) throw new Problem('rate_limited', { headers: { 'retry-after': '30' } })
    this.#held.set(caller.id, held + 1)
    this.#holding++
    const out = new EventStream()
    out.body.once('close', () => this.#release(caller.id))
    try {
      await this.#inTurn(() => this.#begin(out, identity, caller.id, after))
    } catch (error) {
      out.body.destroy()
      throw error
    }
    return out
  }

  #release(userId: string): void {
    const held = (this.#held.get(userId) ?? 1) - 1
    if (held > 0) this.#held.set(userId, held)
    else this.#held.delete(userId)
    this.#holding--
    // One that is being opened keeps the node listening, also where the last open one ends meanwhile.
    if (this.#holding === 0) this.#stopWatching()
  }

  async #begin(out: EventStream, identity: Identity, userId: string, after: string | undefined) {
    const [seen] = await callersOf(this.#db.short, [identity], this.#rule)
    if (!seen) throw new Problem('unauthenticated')
    // Until then a colleague who comes to an item would be missed; changes are looked for.
    await this.#watch().tried
    this.#cursor ??= await newest(this.#db.short)
    const missed = after === undefined ? undefined : await this.#since(after, this.#cursor)
    const id = written(this.#cursor)
    if (missed) {
      const sent = await textFor(this.#db.short, seen, [{ event: 'changed', id, rows: missed }], new Map())
      out.send(sent === '' ? eventText({ event: 'changed', id, data: [] }) : sent)
    } else out.send(eventText({ event: 'reset', id, data: [] }))
    const endsAt = performance.now() + LONGEST_MS * (1 + Math.random() / 3)
    const stream = { out, identity, userId, rights: rightsIn(seen), endsAt }
    this.#streams.add(stream)
    out.body.once('close', () => this.#streams.delete(stream))
    if (this.#isClosed) out.end()
  }

  /** What a stream missed up to where this node is. Undefined: too much, or its last event is unknown here. */
  async #since(after: string, until: Cursor): Promise<readonly Row[] | undefined> {
    const cursor = readCursor(after)
    // Ahead of this node: it hears what comes next like the others.
    if (!cursor || cursor.seq > until.seq) return undefined
    const rows = await changesFrom(this.#db.short, cursor)
    return rows?.filter(({ seq }) => seq <= until.seq)
  }

  #watch(): Listening {
    if (this.#listening) return this.#listening
    this.#cursor = undefined
    this.#lastBeat = performance.now()
    this.#listening = this.#db.listen(CHANNEL, payload => this.#hear(payload))
    this.#timer = setInterval(() => {
      const isBeat = performance.now() - this.#lastBeat > BEAT_MS
      if (isBeat) this.#lastBeat = performance.now()
      if (isBeat || !this.#listening?.isOpen) this.#wake(isBeat)
    }, LOOK_MS).unref()
    return this.#listening
  }

  #stopWatching(): void {
    clearInterval(this.#timer)
    this.#listening?.close()
    this.#listening = undefined
    this.#presence.clear()
  }

  #hear(payload: string | undefined): void {
    if (payload) {
      for (const [kind, id] of JSON.parse(payload) as [string, string][])
        if (this.#presence.size < MOST_CHANGES) this.#presence.set(`${kind} ${id}`, { kind, id })
    }
    this.#wake()
  }

  #wake(isBeat = false): void {
    if (this.#isWoken && !isBeat) return
    this.#isWoken = true
    // A database that is away: the next beat looks again, and nothing is lost.
    void this.#inTurn(() => this.#tell(isBeat)).catch(() => {})
  }

  async #tell(isBeat: boolean): Promise<void> {
    this.#isWoken = false
    if (this.#streams.size === 0 || !this.#cursor) return
    const presence = [...this.#presence.values()]
    this.#presence.clear()
    const changes = await changesFrom(this.#db.short, this.#cursor)
    const cursor = changes ? (changes.at(-1) ?? this.#cursor) : await newest(this.#db.short)
    if (changes?.length === 0 && presence.length === 0 && !isBeat) return
    const streams = [...this.#streams]
    const callers = await callersOf(
      this.#db.short,
      streams.map(({ identity }) => identity),
      this.#rule,
    )
    const id = written(cursor)
    const told: readonly Told[] = [
      ...(changes && changes.length > 0 ? [{ event: 'changed', id, rows: changes }] : []),
      ...(presence.length > 0 ? [{ event: 'presence', rows: presence.map(ofItem) }] : []),
    ]
    const reset = changes ? undefined : eventText({ event: 'reset', id, data: [] })
    const known = new Map<string, Promise<string>>()
    for (const [place, stream] of streams.entries()) {
      const caller = callers[place]
      if (
        !caller ||
        !mayFollow(caller) ||
        rightsIn(caller) !== stream.rights ||
        performance.now() > stream.endsAt
      ) {
        stream.out.end()
        continue
      }
      const text = await textFor(this.#db.short, caller, told, known)
      stream.out.send(`${reset ?? ''}${text}${isBeat ? HEARTBEAT : ''}`)
    }
    this.#cursor = { seq: cursor.seq, at: cursor.at }
  }
}

const mayFollow = (caller: Seen): boolean =>
  caller.provenTwice && can(caller, { action: 'administer', area: 'dashboard' }) === 'allowed'

/** Roles and territories, to be compared. */
const rightsIn = ({ roles, territories, status }: Caller): string =>
  JSON.stringify([
    status,
    roles.toSorted(),
    Object.entries(territories)
      .map(([role, ids = []]) => [role, ids.toSorted()])
      .sort(),
  ])

const ofItem = ({ kind, id }: Item): Row => ({ seq: 0, at: 0, kind, id, item: kind, item_id: id })

const MICROS = sql`(extract(epoch from at) * 1000000)::bigint`

async function newest(db: Db): Promise<Cursor> {
  const row = await db.one<Cursor>(
    sql`select seq, ${MICROS} as at from desk_changes order by seq desc limit 1`,
  )
  if (!row) throw new Error('The table desk_changes has lost its newest row.')
  return row
}

/** Undefined: too many, or the row of the cursor is gone. */
async function changesFrom(db: Db, cursor: Cursor): Promise<Row[] | undefined> {
  const [own, ...rows] = await db.all<Row>(sql`
    select seq, ${MICROS} as at, kind, record_id as id, item, item_id from desk_changes
    where seq >= ${cursor.seq} order by seq limit ${MOST_CHANGES + 2}`)
  return own?.seq === cursor.seq && own.at === cursor.at && rows.length <= MOST_CHANGES ? rows : undefined
}

const written = ({ seq, at }: Cursor): string => `${seq}-${at}`

function readCursor(text: string): Cursor | undefined {
  const [, seq, at] = /^(\d{1,15})-(\d{1,17})$/.exec(text) ?? []
  const cursor = { seq: Number(seq), at: Number(at) }
  return Number.isSafeInteger(cursor.seq) && Number.isSafeInteger(cursor.at) ? cursor : undefined
}
