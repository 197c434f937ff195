import type pg from 'pg'
import { isPostgresError } from '../db-errors.ts'
import { DatabaseClient } from './client.ts'
import type { ConnectionConfig } from './db.ts'
import type { Pool } from './pool.ts'
import { SERVER } from './server-identity.ts'
import { clientSettings, endConnection } from './session.ts'

/** How often it is asked, and how long it may take to answer: its loss is noticed within a second. */
const LOOK_MS = 300
const ANSWER_MS = 600
/** Further behind, it is not read; it is read again once its lag is below `CAUGHT_UP_SECONDS`. */
const MOST_LAG_SECONDS = 15
const CAUGHT_UP_SECONDS = 2
/** How often a late one is asked on a new connection: its address may lead to another one by now. */
const ANEW_MS = 2_000
const MOST_MARKS = 240

/** Positions are bytes of the write-ahead log. */
interface Mark {
  readonly at: number
  readonly position: number
}
interface Answer {
  readonly position: number | null
  readonly server: string
}

export interface ReplicaState {
  readonly state: 'ok' | 'late' | 'away'
  /** The age of its data in seconds; undefined when it cannot be known. */
  readonly lag: number | undefined
  /** Why it is away. */
  readonly reason: string | undefined
}

/** The log position of the primary, and which server that is; undefined when this is no primary. */
export async function positionOf(pool: Pool): Promise<Primary | undefined> {
  const { rows } = await pool.query({ text: PRIMARY_POSITION, values: [] })
  const { position, server } = rows[0] as Answer
  return position === null ? undefined : { position, server }
}
interface Primary {
  readonly position: number
  readonly server: string
}
const PRIMARY_POSITION = `
  select case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint end as position, ${SERVER}`
const REPLICA_POSITION = `
  select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as position, ${SERVER}`
const MOVED = 'its address leads to another server than before'
/** It goes its own way: what is written to the primary never comes there. */
const PROMOTED = 'it was promoted, and no longer follows the server that is written to'

/**
 * Whether the replica may be read: it answers, and has replayed nearly everything that the primary has written. Its lag is
 * the age of the oldest position of the primary that it has not reached, by our own clock: a replica that is cut off from
 * its primary would report itself as up to date.
 */
export class Replica {
  readonly connection: ConnectionConfig
  readonly #mostLag: number
  readonly #primaryPosition: () => Promise<Primary | undefined>
  readonly #listeners: ((now: ReplicaState) => void)[] = []
  #now: ReplicaState = { state: 'away', lag: undefined, reason: undefined }
  /** Positions of the primary that it had not reached when it last answered. */
  #marks: Mark[] = []
  /** The server that was written to when it was last asked. */
  #primary: string | undefined
  #line: pg.Client | undefined
  #openedAt = 0
  /** The one that answered last. */
  #server: string | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #stopped = false

  constructor(
    connection: ConnectionConfig,
    primaryPosition: () => Promise<Primary | undefined>,
    mostLag = MOST_LAG_SECONDS,
  ) {
    this.connection = connection
    this.#primaryPosition = primaryPosition
    this.#mostLag = mostLag
  }

  get now(): ReplicaState {
    return this.#now
  }

  /** Called at every change of state, the first one included. */
  onChange(listener: (now: ReplicaState) => void): void {
    this.#listeners.push(listener)
  }

  /** Asks for the first time, and goes on asking. */
  async watch(): Promise<void> {
    await this.look()
    if (this.#stopped) return
    this.#timer = setTimeout(() => this.watch(), LOOK_MS).unref()
  }

  async look(): Promise<void> {
    this.#looking = this.#look()
    await this.#looking
  }

  /** A read has failed there: it is not read again before it has answered. */
  markAway(error: unknown): void {
    this.#become({ state: 'away', lag: undefined, reason: reasonOf(error) })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#hangUp()
    await this.#looking
    this.#hangUp()
  }

  async #look(): Promise<void> {
    this.#mark()
    if (this.#now.state === 'late' && performance.now() - this.#openedAt > ANEW_MS) this.#hangUp()
    try {
      const { position, server } = await this.#ask()
      const before = this.#server
      this.#server = server
      // Reads still lead to the one before: they are ended, and begin anew once this one has answered again.
      if (before !== undefined && before !== server) return this.markAway(new Error(MOVED))
      if (position === null && this.#primary !== undefined && this.#primary !== server) {
        this.connection.hosts?.recheck()
        throw new Error(PROMOTED)
      }
      // No standby, but the primary itself by a second address.
      const lag = position === null ? 0 : this.#lagAt(position)
      const most = this.#now.state === 'late' ? Math.min(this.#mostLag, CAUGHT_UP_SECONDS) : this.#mostLag
      this.#become({ state: lag > most ? 'late' : 'ok', lag, reason: undefined })
    } catch (error) {
      this.#hangUp()
      if (!this.#stopped) this.markAway(error)
    }
  }

  /** The primary may take longer to answer: without its answer the lag is unknown, and the replica is read. */
  #mark(): void {
    if (this.#marking) return
    this.#marking = true
    const at = Date.now()
    const marked = this.#primaryPosition().then(
      primary => {
        // After a failover the positions of another server mean nothing any more.
        if (primary?.server !== this.#primary) this.#marks = []
        this.#primary = primary?.server
        if (primary === undefined || primary.position === this.#marks.at(-1)?.position) return
        this.#marks.push({ at, position: primary.position })
        // Every second one is dropped: the oldest stays, and with it the lag.
        if (this.#marks.length > MOST_MARKS) this.#marks = this.#marks.filter((_, place) => place % 2 === 0)
      },
      () => {
        this.#primary = undefined
      },
    )
    marked.then(() => {
      this.#marking = false
    })
  }
  #marking = false

  #lagAt(position: number): number {
    this.#marks = this.#marks.filter(mark => mark.position > position)
    const [oldest] = this.#marks
    return oldest ? (Date.now() - oldest.at) / 1_000 : 0
  }

  async #ask(): Promise<Answer> {
    const line = this.#line ?? (await this.#connect())
    const { rows } = await line.query<Answer>(REPLICA_POSITION)
    return rows[0] as Answer
  }

  async #connect(): Promise<pg.Client> {
    const line = new DatabaseClient({
      ...this.connection,
      ...clientSettings('parvis replica', ANSWER_MS),
      query_timeout: ANSWER_MS,
      connectionTimeoutMillis: ANSWER_MS,
    })
    line.on('error', () => this.#forget(line))
    line.on('end', () => this.#forget(line))
    this.#line = line
    this.#openedAt = performance.now()
    await line.connect()
    return line
  }

  #forget(line: pg.Client): void {
    if (this.#line === line) this.#line = undefined
  }

  #hangUp(): void {
    if (this.#line) endConnection(this.#line)
    this.#line = undefined
  }

  #become(next: ReplicaState): void {
    const isOther = next.state !== this.#now.state || (!this.#told && next.state === 'away')
    this.#now = next
    if (!isOther) return
    this.#told = true
    for (const tell of this.#listeners) tell(next)
  }
  #told = false
}

/** The message of a failed connection: it names hosts, users and databases, never a password or a row. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as NodeJS.ErrnoException
  return isPostgresError(error) ? `${error.message} (${error.code})` : error.message || `${code}`
}
