import type pg from 'pg'
import { isConnectionLoss, isDriverTimeout, isStatementTimeout } from '../refusals/db-errors.ts'
import { DatabaseClient } from './client.ts'
import type { ConnectionConfig } from './db.ts'
import { LIFE_SECONDS } from './pool.ts'
import { preparedStatementsOf } from './prepared-statements.ts'
import { clientSettings, endConnection, prepareSession, WAIT_FOR_CONNECTION_MS } from './session.ts'
import type { Statement } from './statement-query.ts'

const CONNECTIONS = 2
/** Statement timeout: replies come in order, so a slow statement delays the others. */
const READ_MS = 300
/** Wait before retrying a replacement that could not be opened. */
const RETRY_REPLACEMENT_MS = 5_000

interface SharedConnection {
  readonly client: Promise<pg.Client>
  until: number
  inFlight: number
  /** Reads in flight, by statement text. */
  readonly texts: Map<string, number>
  /** `opening`: the next connection is being opened; `left`: it has taken over, and this one closes after its last reply. */
  replacement: 'none' | 'opening' | 'left'
}

interface Options {
  /** The `application_name` of the connections. */
  readonly name: string
  /** `once`: generic plans. `by values`: PostgreSQL chooses. */
  readonly planned: 'once' | 'by values'
  /** Timeout of the reply, which comes after the replies to earlier reads. */
  readonly answerMs: number
  readonly lifeMs?: number
}
/** Public reads use generic plans: planning (70 µs) costs more than execution (16 µs). */
const PUBLIC: Options = { name: 'parvis reads', planned: 'once', answerMs: 2_500 }

/** The connection was closed because another statement in flight exceeded its time: the caller retries this read. */
export class ReadCancelled extends Error {}

/**
 * Two connections in pipeline mode, shared by all requests: a read is sent without waiting for earlier replies (37 % more
 * reads by id, measured). Replies come in order, so only short reads belong here.
 */
export class PipelinedReads {
  readonly #connection: ConnectionConfig
  readonly #options: Options
  readonly #lifeMs: number
  readonly #lines: (SharedConnection | undefined)[] = Array(CONNECTIONS).fill(undefined)
  #closed = false

  constructor(connection: ConnectionConfig, options = PUBLIC) {
    this.#connection = connection
    this.#options = options
    this.#lifeMs = options.lifeMs ?? LIFE_SECONDS * 1_000
  }

  async query(question: Statement): Promise<pg.QueryResult> {
    const at = this.#leastBusy()
    const line = this.#line(at)
    line.inFlight++
    line.texts.set(question.text, (line.texts.get(question.text) ?? 0) + 1)
    try {
      const client = await line.client
      return await preparedStatementsOf(client).query(question)
    } catch (error) {
      // Now, before the socket reports its end: the retry must not use the same dying connection.
      if (isDriverTimeout(error) || isConnectionLoss(error)) this.#drop(line)
      // Each queued read of the same statement would delay all others as long again.
      else if (isStatementTimeout(error) && (line.texts.get(question.text) ?? 0) > 1)
        this.#drop(line, new ReadCancelled())
      throw error
    } finally {
      const same = (line.texts.get(question.text) ?? 1) - 1
      if (same > 0) line.texts.set(question.text, same)
      else line.texts.delete(question.text)
      if (--line.inFlight === 0 && line.replacement === 'left') endOf(line)
    }
  }

  #leastBusy(): number {
    const load = this.#lines.map(line => line?.inFlight ?? 0)
    return load.indexOf(Math.min(...load))
  }

  #line(at: number): SharedConnection {
    const line = this.#lines[at]
    if (!line) return this.#open(at)
    if (Date.now() > line.until && line.replacement === 'none') this.#replace(at, line)
    return line
  }

  /** In the background: the old connection is used until the new one is open. */
  async #replace(at: number, line: SharedConnection): Promise<void> {
    line.replacement = 'opening'
    const next = this.#made()
    try {
      await next.client
    } catch {
      // Keeps the old connection: a server without free connections is not asked again at each read.
      line.until = Date.now() + RETRY_REPLACEMENT_MS
      line.replacement = 'none'
      return
    }
    if (this.#closed || this.#lines[at] !== line) return endOf(next)
    this.#lines[at] = next
    line.replacement = 'left'
    if (line.inFlight === 0) endOf(line)
  }

  #open(at: number): SharedConnection {
    const line = this.#made()
    this.#lines[at] = line
    return line
  }

  #made(): SharedConnection {
    const client = this.#connect(() => this.#forget(line))
    const line: SharedConnection = {
      client,
      // Random, so that the connections are not all replaced at once.
      until: Date.now() + this.#lifeMs * (0.8 + 0.4 * Math.random()),
      inFlight: 0,
      texts: new Map(),
      replacement: 'none',
    }
    return line
  }

  /** A connection may report its end twice; the second report must not remove the connection that replaced it. */
  #forget(line: SharedConnection): void {
    const at = this.#lines.indexOf(line)
    if (at !== -1) this.#lines[at] = undefined
  }

  #drop(line: SharedConnection, error?: Error): void {
    this.#forget(line)
    line.client.then(
      client => endConnection(client, error),
      () => {},
    )
  }

  async #connect(forget: () => void): Promise<pg.Client> {
    const client = new DatabaseClient({
      ...this.#connection,
      ...clientSettings(this.#options.name, READ_MS),
      query_timeout: this.#options.answerMs,
      connectionTimeoutMillis: this.#connection.connectionTimeoutMillis ?? WAIT_FOR_CONNECTION_MS,
      pipeline: true,
    })
    client.on('error', forget)
    client.on('end', forget)
    try {
      await client.connect()
      await prepareSession(client, READ_MS)
      if (this.#options.planned === 'once') await client.query(`set plan_cache_mode = 'force_generic_plan'`)
      return client
    } catch (error) {
      forget()
      endConnection(client)
      throw error
    }
  }

  /** Requests waiting for a reply fail immediately. */
  endConnections(): void {
    for (const line of this.#lines) if (line) this.#drop(line)
  }

  async close() {
    this.#closed = true
    await Promise.allSettled(this.#lines.map(async line => (await line?.client)?.end()))
  }
}

const endOf = (line: SharedConnection) =>
  line.client.then(
    client => client.end(),
    () => {},
  )
