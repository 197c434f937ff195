import type { Static, TObject, TSchema } from 'typebox'
import type { Trail } from '../audit.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Detail, ErrorCode, Language, Problem } from '../errors.ts'
import type { Door } from '../fetch/fetch.ts'
import type { Receiving } from '../http/received-files.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'

/**
 * An action is what a route does, with the shapes of what goes in and out. A read is given a `Db`, a write a `Tx`:
 * a function that changes something cannot be called from a read. `Visit` is what the action needs to know about the
 * caller: a block of routes takes only actions that need no more than its guard knows.
 */

/** A code, or a code with the field: of two unique fields, `conflict` alone would not say which. */
export type Conflicts = Readonly<Record<string, ErrorCode | (Detail & { readonly code: ErrorCode })>>

type Shape<T> = T extends TSchema ? Static<T> : undefined

interface Shapes<Params, Query, Body, Reply> {
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly reply: Reply
  /** Refusals of its own, for the API page; a reply with any other code fails the tests. */
  readonly errors?: readonly ErrorCode[]
  /** One line for the API page. */
  readonly summary: string
  /** More than the line has room for, in Markdown: the rules, and side effects. */
  readonly description?: string
}

export interface Context<Params, Query, Body> {
  readonly params: Shape<Params>
  readonly query: Shape<Query>
  readonly body: Shape<Body>
  readonly now: Date
}

/**
 * Returned by a write whose row creates (201) or queues (202) when nothing is left to create or to queue: answered with 200.
 * The record was there already, or the work was done at once.
 */
export class AlreadyDone<Reply> {
  readonly reply: Reply

  constructor(reply: Reply) {
    this.reply = reply
  }
}

/** Returned by a read: the record has another address for good (301). */
export class Redirect {
  readonly location: string

  constructor(location: string) {
    this.location = location
  }
}

export interface Read<
  Params extends TObject | undefined = TObject | undefined,
  Query extends TObject | undefined = TObject | undefined,
  Reply extends TSchema = TSchema,
  Visit = unknown,
> extends Shapes<Params, Query, undefined, Reply> {
  readonly kind: 'read'
  /** May answer `Redirect`. */
  readonly redirects?: boolean
  /**
   * The reply is written with JSON.stringify, not by its shape: a page of long texts takes 22 µs instead of 40. Only for
   * records that are built field by field; the tests check every reply against its shape.
   */
  readonly asBuilt?: boolean
  /**
   * A private read that clients repeat: with an ETag, and 304 while nothing has changed. Public reads always have one.
   */
  readonly revalidated?: boolean
  readonly run: (context: ReadContext<Params, Query> & Visit) => Promise<Static<Reply> | Redirect>
}

export type ReadContext<Params, Query> = Context<Params, Query, undefined> & {
  readonly config: Config
  readonly db: Db
  /** For statements that find a few rows along an index: they wait for no connection. */
  readonly short: Db
  /** For statements that may take longer than the short public reads allow. */
  readonly slow: Db
  /** For what tells how the service itself is. */
  readonly database: Database
  readonly secrets: Secrets
  /** The caller's language, for messages within the answer. */
  readonly language: Language
  /** The only way out to addresses that someone else chose. */
  readonly door: Door
  /** For an optional part of the answer: given up after `ms`, whatever it waits for. */
  within<T>(ms: number, part: (db: Db) => Promise<T>): Promise<T>
  readonly log: Log
}

export interface Write<
  Params extends TObject | undefined = TObject | undefined,
  Query extends TObject | undefined = TObject | undefined,
  Body extends TSchema | undefined = TSchema | undefined,
  Reply extends TSchema = TSchema,
  Prepared = undefined,
  Visit = unknown,
> extends Shapes<Params, Query, Body, Reply> {
  readonly kind: 'write'
  /** Unique indexes and checks that have a refusal of their own: index name → refusal. */
  readonly conflicts?: Conflicts
  /** Carries a version: `If-Match` is taken, and `refuseStale` compares it. */
  readonly versioned?: boolean
  /** May answer `AlreadyDone`. */
  readonly mayBeDone?: boolean
  /** The answer while the database takes no writes, where a 503 is not needed. */
  readonly whileReadOnly?: Static<Reply>
  /** Answered no sooner, so that how long it took says nothing of what was found. No connection is held meanwhile. */
  readonly noSoonerThanMs?: number
  /** The body is a file: `body: File`. Known by its bytes, whatever its content type says. */
  readonly receives?: Receiving
  /**
   * Refuses before the body is read what `run` would refuse after. `announced`: the bytes of the body by `Content-Length`; 0
   * without one.
   */
  readonly admit?: (
    context: PrepareContext<Params, Query, undefined> & Visit & { readonly announced: number },
  ) => Promise<void>
  /**
   * Long work without a transaction (asking another server), done before one begins, so that no connection is held meanwhile;
   * `run` gets its result as `prepared`. Skipped for a request whose answer is remembered (`Idempotency-Key`). Thrown, a Problem refuses.
   */
  readonly prepare?: (context: PrepareContext<Params, Query, Body> & Visit) => Promise<Prepared>
  /**
   * After the transaction, committed or not: gives back what `prepare` took outside of the database. Not called where `prepare`
   * threw or was skipped; if it fails itself, the answer stays as it is.
   */
  readonly release?: (prepared: Prepared, context: ReleaseContext) => Promise<void>
  /** Thrown, a Problem undoes everything; returned, it refuses and keeps what was written. */
  readonly run: (
    context: WriteContext<Params, Query, Body> & { readonly prepared: Prepared } & Visit,
  ) => Promise<Static<Reply> | Problem | AlreadyDone<Static<Reply>>>
}

export type WriteContext<Params, Query, Body> = Context<Params, Query, Body> & {
  readonly tx: Tx
  readonly audit: Trail
  /** A keyed hash of the client's network address: the same within a month. */
  readonly addressHash: string
  /** The caller's language, for mails to them. */
  readonly language: Language
  /** Throws `stale_version` when the caller knew another version than this one. */
  refuseStale(current: number): void
  readonly config: Config
  readonly secrets: Secrets
  readonly log: Log
  /** The job runs once this request has committed, `after` that many seconds. */
  enqueue(job: string, data: object, after?: number): Promise<void>
}

export type PrepareContext<Params, Query, Body> = Context<Params, Query, Body> & {
  readonly db: Database
  /** The only way out to addresses that someone else chose. */
  readonly door: Door
  readonly config: Config
  readonly secrets: Secrets
  readonly log: Log
}

export type ReleaseContext = Pick<PrepareContext<undefined, undefined, undefined>, 'db' | 'config'>

/**
 * A request that a library answers, such as a step of signing in: with a transaction, session, cookies and redirects of its own.
 * The row gives its address, limits, shapes and documentation.
 */
export interface Exchange
  extends Shapes<TObject | undefined, TObject | undefined, TObject | undefined, TSchema> {
  readonly kind: 'exchange'
  /** May answer 302. */
  readonly redirects?: boolean
  /** A browser gets a page, for the answer and for refusals. */
  readonly page?: string
}

/** Makes the functions that define actions for callers of the type `Visit`. */
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

/** Actions that do not use the caller: they fit into every block. */
export const { read, write } = actionsFor<unknown>()

// biome-ignore lint/suspicious/noExplicitAny: a table of actions forgets the shapes that each one keeps
export type Forgotten = any
export type AnyRead<Visit = Forgotten> = Read<Forgotten, Forgotten, Forgotten, Visit>
export type AnyWrite<Visit = Forgotten> = Write<Forgotten, Forgotten, Forgotten, Forgotten, Forgotten, Visit>
