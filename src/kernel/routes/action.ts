import type { Static, TObject, TSchema } from 'typebox'
import type { Database } from '../db/database.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Door } from '../fetch/fetch.ts'
import type { EventStream } from '../http/event-stream.ts'
import type { Receiving } from '../http/received-files.ts'
import type { Trail } from '../records/audit.ts'
import type { Detail, ErrorCode, Language, Problem } from '../refusals/errors.ts'
import type { Config } from '../settings/config.ts'
import type { Secrets } from '../settings/secrets.ts'
import type { Log } from '../telemetry/log.ts'

/**
 * An action is what a route does, with its request and reply shapes. A read gets a `Db`, a write a `Tx`, so a read
 * cannot call a function that changes something. `Visit` is what the action must know about the caller: a block of
 * routes accepts only actions that need no more than its guard provides.
 */

/** A code, or a code with the field: with two unique fields, `conflict` alone would not tell which. */
export type Conflicts = Readonly<Record<string, ErrorCode | (Detail & { readonly code: ErrorCode })>>

type Shape<T> = T extends TSchema ? Static<T> : undefined

interface Shapes<Params, Query, Body, Reply> {
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly reply: Reply
  /** Its own refusals, for the API page. Tests fail on replies with any other code. */
  readonly errors?: readonly ErrorCode[]
  /** One line for the API page. */
  readonly summary: string
  /** Rules and side effects, in Markdown. */
  readonly description?: string
}

interface Context<Params, Query, Body> {
  readonly params: Shape<Params>
  readonly query: Shape<Query>
  readonly body: Shape<Body>
  readonly now: Date
}

/** Returned by a write with status 201 or 202 when nothing is left to create or queue: answered with 200. */
export class AlreadyDone<Reply> {
  readonly reply: Reply

  constructor(reply: Reply) {
    this.reply = reply
  }
}

/** Returned by a read when the record has moved permanently (301). */
export class Redirect {
  readonly location: string

  constructor(location: string) {
    this.location = location
  }
}

interface Read<
  Params extends TObject | undefined = TObject | undefined,
  Query extends TObject | undefined = TObject | undefined,
  Reply extends TSchema = TSchema,
  Visit = unknown,
> extends Shapes<Params, Query, undefined, Reply> {
  readonly kind: 'read'
  /** May return `Redirect`. */
  readonly redirects?: boolean
  /**
   * Serialises the reply with JSON.stringify instead of its shape: 22 µs instead of 40 for a page of long texts. Only
   * for records built field by field; tests compare every reply with its shape.
   */
  readonly asBuilt?: boolean
  /** For private reads that clients repeat: adds an ETag and answers 304. Public reads always have one. */
  readonly revalidated?: boolean
  /** Returns an `EventStream`, whose events have the shape of the reply as their data. */
  readonly streams?: boolean
  readonly run: (
    context: ReadContext<Params, Query> & Visit,
  ) => Promise<Static<Reply> | Redirect | EventStream>
  /** The reply in another form, for callers whose `Accept` names its media type. */
  readonly alternative?: {
    readonly type: string
    readonly description: string
    /** Undefined where this record has no such form: the JSON is sent. */
    readonly run: (context: ReadContext<Params, Query> & Visit) => Promise<object | undefined>
  }
}

export type ReadContext<Params, Query> = Context<Params, Query, undefined> & {
  readonly config: Config
  readonly db: Db
  /** For statements that read a few rows by an index: pipelined, so they do not wait for a free connection. */
  readonly short: Db
  /** For statements that exceed the timeout of short public reads. */
  readonly slow: Db
  /** For reporting the state of the service. */
  readonly database: Database
  readonly secrets: Secrets
  /** The caller's language, for messages in the reply. */
  readonly language: Language
  /** The only way to fetch from addresses chosen by others. */
  readonly door: Door
  /** For an optional part of the reply, abandoned after `ms`. */
  within<T>(ms: number, part: (db: Db) => Promise<T>): Promise<T>
  readonly log: Log
  /** For an action that `streams`. */
  openStream(): Promise<EventStream>
}

interface Write<
  Params extends TObject | undefined = TObject | undefined,
  Query extends TObject | undefined = TObject | undefined,
  Body extends TSchema | undefined = TSchema | undefined,
  Reply extends TSchema = TSchema,
  Prepared = undefined,
  Visit = unknown,
> extends Shapes<Params, Query, Body, Reply> {
  readonly kind: 'write'
  /** Refusals of unique indexes and checks, by constraint name. */
  readonly conflicts?: Conflicts
  /** The record has a version: accepts `If-Match`, compared by `refuseStale`. */
  readonly versioned?: boolean
  /** May return `AlreadyDone`. */
  readonly mayBeDone?: boolean
  /** Reply while the database is read-only, instead of 503. */
  readonly whileReadOnly?: Static<Reply>
  /** Minimum response time, so that timing reveals nothing. No connection is held meanwhile. */
  readonly noSoonerThanMs?: number
  /** The body is a file (`body: File`), recognised by its bytes instead of the content type. */
  readonly receives?: Receiving
  /** Refuses before the body is read what `run` would refuse after. `announced`: `Content-Length`, or 0. */
  readonly admit?: (
    context: PrepareContext<Params, Query, undefined> & Visit & { readonly announced: number },
  ) => Promise<void>
  /**
   * Slow work before the transaction (asking another server), so that no connection is held; `run` gets the result as
   * `prepared`. Skipped when the answer is remembered (`Idempotency-Key`). A thrown Problem refuses.
   */
  readonly prepare?: (context: PrepareContext<Params, Query, Body> & Visit) => Promise<Prepared>
  /**
   * Runs after the transaction, committed or not, to release what `prepare` took outside of the database. Not called
   * when `prepare` threw or was skipped; its own failure does not change the answer.
   */
  readonly release?: (prepared: Prepared, context: ReleaseContext) => Promise<void>
  /** A thrown Problem rolls back; a returned one refuses and commits. */
  readonly run: (
    context: WriteContext<Params, Query, Body> & { readonly prepared: Prepared } & Visit,
  ) => Promise<Static<Reply> | Problem | AlreadyDone<Static<Reply>>>
}

export type WriteContext<Params, Query, Body> = Context<Params, Query, Body> & {
  readonly tx: Tx
  readonly audit: Trail
  /** A keyed hash of the client's network, stable within a month. */
  readonly addressHash: string
  /** The caller's language, for mails to the caller. */
  readonly language: Language
  /** Throws `stale_version` when `If-Match` names another version. */
  refuseStale(current: number): void
  readonly config: Config
  readonly secrets: Secrets
  readonly log: Log
  /** Queues a job that runs after this request has committed, delayed by `after` seconds. */
  enqueue(job: string, data: object, after?: number): Promise<void>
}

export type PrepareContext<Params, Query, Body> = Context<Params, Query, Body> & {
  readonly db: Database
  /** The only way to fetch from addresses chosen by others. */
  readonly door: Door
  readonly config: Config
  readonly secrets: Secrets
  readonly log: Log
}

type ReleaseContext = Pick<PrepareContext<undefined, undefined, undefined>, 'db' | 'config'>

/**
 * A request answered by a library, such as a step of signing in, with its own transaction, session, cookies and
 * redirects. The row gives its path, limits, shapes and documentation.
 */
export interface Exchange
  extends Shapes<TObject | undefined, TObject | undefined, TObject | undefined, TSchema> {
  readonly kind: 'exchange'
  /** May redirect (302). */
  readonly redirects?: boolean
  /** Browsers get a page for the answer and for refusals. */
  readonly page?: string
}

/** Creates the functions that define actions for callers of type `Visit`. */
export const actionsFor = <Visit>() => ({
  read: <
    Reply extends TSchema,
    Params extends TObject | undefined = undefined,
    Query extends TObject | undefined = undefined,
  >(
    action: Omit<Read<Params, Query, Reply, Visit>, 'kind'>,
  ): Read<Params, Query, Reply, Visit> => ({ ...action, kind: 'read' }),

  write: <
    Reply extends TSchema,
    Params extends TObject | undefined = undefined,
    Query extends TObject | undefined = undefined,
    Body extends TSchema | undefined = undefined,
    Prepared = undefined,
  >(
    action: Omit<Write<Params, Query, Body, Reply, Prepared, Visit>, 'kind'>,
  ): Write<Params, Query, Body, Reply, Prepared, Visit> => ({ ...action, kind: 'write' }),
})

/** For actions that do not use the caller; they fit every block. */
export const { read, write } = actionsFor<unknown>()

// biome-ignore lint/suspicious/noExplicitAny: a table of actions forgets the shapes that each one keeps
export type Forgotten = any
export type AnyRead<Visit = Forgotten> = Read<Forgotten, Forgotten, Forgotten, Visit>
export type AnyWrite<Visit = Forgotten> = Write<Forgotten, Forgotten, Forgotten, Forgotten, Forgotten, Visit>
