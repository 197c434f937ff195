import pg from 'pg'
import { isPostgresError } from '../db-errors.ts'
import type { Connection } from './db.ts'
import type { Pool } from './pool.ts'
import { clientSettings, endConnection } from './session.ts'

/** How often it is asked, and how long it may take to answer: its loss is noticed within a second. */
const LOOK_MS = 300
const ANSWER_MS = 600
/** Further behind, it is not read; it is read again once its lag is below `CAUGHT_UP_SECONDS`. */
const MOST_LAG_SECONDS = 15
const CAUGHT_UP_SECONDS = 2
const MOST_MARKS = 240

/** Positions are bytes of the write-ahead log. */
interface Mark {
  readonly at: number
  readonly position: number
}
interface Answer {
  readonly position: number | null
}

export interface ReplicaState {
  readonly state: 'ok' | 'late' | 'away'
  /** The age of its data in seconds; undefined when it cannot be known. */
  readonly lag: number | undefined
  /** Why it is away. */
  readonly reason: string | undefined
}

/** The log position of the primary; undefined when this is no primary, or it does not answer. */
export async function positionOf(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query({ text: PRIMARY_POSITION, values: [] })
  return (rows[0] as Answer | undefined)?.position ?? undefined
}
const PRIMARY_POSITION = `
  select case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint end as position`
const REPLICA_POSITION = `
  select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as position`

/**
 * Whether the replica may be read: it answers, and has replayed nearly everything that the primary has written. Its lag is
 * the age of the oldest position of the primary that it has not reached, by our own clock: a replica that is cut off from
 * its primary would report itself as up to date.
 */
export class Replica {
  readonly connection: Connection
  readonly #mostLag: number
  readonly #primaryPosition: () => Promise<number | undefined>
  readonly #listeners: ((now: ReplicaState) => void)[] = []
  #now: ReplicaState = { state: 'away', lag: undefined, reason: undefined }
  /** Positions of the primary that it had not reached when it last answered. */
  #marks: Mark[] = []
  #line: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #stopped = false

  constructor(
    connection: Connection,
    primaryPosition: () => Promise<number | undefined>,
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
  doubt(error: unknown): void {
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
    try {
      const position = await this.#ask()
      const lag = position === undefined ? 0 : this.#lagAt(position)
      const most = this.#now.state === 'late' ? Math.min(this.#mostLag, CAUGHT_UP_SECONDS) : this.#mostLag
      this.#become({ state: lag > most ? 'late' : 'ok', lag, reason: undefined })
    } catch (error) {
      this.#hangUp()
      if (!this.#stopped) this.doubt(error)
    }
  }

  /** The primary may take longer to answer: without its answer the lag is unknown, and the replica is read. */
  #mark(): void {
    if (this.#marking) return
    this.#marking = true
    const at = Date.now()
    const marked = this.#primaryPosition().then(
      position => {
        if (position === undefined || position === this.#marks.at(-1)?.position) return
        this.#marks.push({ at, position })
        // Every second one is dropped: the oldest stays, and with it the lag.
        if (this.#marks.length > MOST_MARKS) this.#marks = this.#marks.filter((_, place) => place % 2 === 0)
      },
      () => {},
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

  /** Undefined when it is no standby, but a second address of the primary. */
  async #ask(): Promise<number | undefined> {
    const line = this.#line ?? (await this.#connect())
    const { rows } = await line.query<Answer>(REPLICA_POSITION)
    return rows[0]?.position ?? undefined
  }

  async #connect(): Promise<pg.Client> {
    const line = new pg.Client({
      ...this.connection,
      ...clientSettings('parvis replica', ANSWER_MS),
      query_timeout: ANSWER_MS,
      connectionTimeoutMillis: ANSWER_MS,
    })
    line.on('error', () => this.#forget(line))
    line.on('end', () => this.#forget(line))
    this.#line = line
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
