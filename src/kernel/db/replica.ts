import type pg from 'pg'
import { isPostgresError } from '../refusals/db-errors.ts'
import { DatabaseClient } from './client.ts'
import type { ConnectionConfig } from './db.ts'
import type { Pool } from './pool.ts'
import { SERVER } from './server-identity.ts'
import { clientSettings, endConnection } from './session.ts'

/** Interval and timeout of health checks: a lost replica is noticed within a second. */
const LOOK_MS = 300
const ANSWER_MS = 600
/** With a greater lag the replica is not read, until its lag falls below `CAUGHT_UP_SECONDS`. */
const MOST_LAG_SECONDS = 15
const CAUGHT_UP_SECONDS = 2
/** A late replica is checked on a new connection this often: its address may lead to another server by now. */
const ANEW_MS = 2_000
const MOST_MARKS = 240

/** Positions are bytes of the write-ahead log. */
interface Mark {
  readonly at: number
  readonly position: number
}
interface ReplicaAnswer {
  readonly position: number | null
  readonly server: string
}

interface ReplicaState {
  readonly state: 'ok' | 'late' | 'away'
  /** The age of its data in seconds; undefined when it cannot be known. */
  readonly lag: number | undefined
  /** Why it is away. */
  readonly reason: string | undefined
}

/** The WAL position and identity of the primary; undefined when the server is not a primary. */
export async function positionOf(pool: Pool): Promise<Primary | undefined> {
  const { rows } = await pool.query({ text: PRIMARY_POSITION, values: [] })
  const { position, server } = rows[0] as ReplicaAnswer
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
/** A promoted replica never receives what is written to the primary. */
const PROMOTED = 'it was promoted, and no longer follows the server that is written to'

/**
 * Whether the replica may be read: it answers and has replayed nearly all of the primary's WAL. The lag is the age, by this
 * node's clock, of the oldest primary position it has not reached: a replica cut off from its primary would report no lag.
 */
export class Replica {
  readonly connection: ConnectionConfig
  readonly #mostLag: number
  readonly #primaryPosition: () => Promise<Primary | undefined>
  readonly #listeners: ((now: ReplicaState) => void)[] = []
  #now: ReplicaState = { state: 'away', lag: undefined, reason: undefined }
  /** Positions of the primary that the replica had not reached at the last check. */
  #marks: Mark[] = []
  /** The primary's identity at the last check. */
  #primary: string | undefined
  #line: pg.Client | undefined
  #openedAt = 0
  /** The replica's identity at the last check. */
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

  /** Called at every change of state, including the first. */
  onChange(listener: (now: ReplicaState) => void): void {
    this.#listeners.push(listener)
  }

  /** Checks now and then periodically. */
  async watch(): Promise<void> {
    await this.look()
    if (this.#stopped) return
    this.#timer = setTimeout(() => this.watch(), LOOK_MS).unref()
  }

  async look(): Promise<void> {
    this.#looking = this.#look()
    await this.#looking
  }

  /** After a failed read: the replica is not used until it answers a check. */
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
      // Open connections lead to the old server: close them, and use the new one after its next answer.
      if (before !== undefined && before !== server) return this.markAway(new Error(MOVED))
      if (position === null && this.#primary !== undefined && this.#primary !== server) {
        this.connection.hosts?.recheck()
        throw new Error(PROMOTED)
      }
      // Not a standby but the primary itself, by a second address.
      const lag = position === null ? 0 : this.#lagAt(position)
      const most = this.#now.state === 'late' ? Math.min(this.#mostLag, CAUGHT_UP_SECONDS) : this.#mostLag
      this.#become({ state: lag > most ? 'late' : 'ok', lag, reason: undefined })
    } catch (error) {
      this.#hangUp()
      if (!this.#stopped) this.markAway(error)
    }
  }

  /** Does not wait for the primary: without its position the lag is unknown, and the replica is read. */
  #mark(): void {
    if (this.#marking) return
    this.#marking = true
    const at = Date.now()
    const marked = this.#primaryPosition().then(
      primary => {
        // Positions of another server cannot be compared (failover).
        if (primary?.server !== this.#primary) this.#marks = []
        this.#primary = primary?.server
        if (primary === undefined || primary.position === this.#marks.at(-1)?.position) return
        this.#marks.push({ at, position: primary.position })
        // Drops every second mark but keeps the oldest, which defines the lag.
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

  async #ask(): Promise<ReplicaAnswer> {
    const line = this.#line ?? (await this.#connect())
    const { rows } = await line.query<ReplicaAnswer>(REPLICA_POSITION)
    return rows[0] as ReplicaAnswer
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

/** The message of a failed connection. It names hosts, users and databases, never a password or row values. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as NodeJS.ErrnoException
  return isPostgresError(error) ? `${error.message} (${error.code})` : error.message || `${code}`
}
