import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../../kernel/db/database.ts'
import type { Db, Sql, Tx } from '../../kernel/db/db.ts'
import { constraintOf, isPostgresError, isRetryable, problemFrom } from '../../kernel/refusals/db-errors.ts'
import { type Language, Problem } from '../../kernel/refusals/errors.ts'
import type { HashCost } from '../../people/users/hash-in-thread.ts'
import type { personFor } from '../../people/users/linking.ts'
import type { MappedRoles } from '../../people/users/mapped-roles.ts'
import type { ProviderSession } from './provider-sessions.ts'

/**
 * One request to the issuer, as seen by code that the library calls, with its all-or-nothing transaction.
 *
 * A request that writes runs twice. The first pass has no transaction and does the slow work (password hashes, requests
 * to the outside provider); its first write ends it. The second pass repeats everything in one transaction and locks
 * the rows it reads, so no decision rests on a row read before a slow step, and no connection is held during one.
 */
interface Exchange extends ExchangeRequest {
  /** Reads in the transaction once it exists, so that an exchange sees its own writes. */
  reads(): Db
  writes(): Promise<Tx>
  /** Locks the rows of this `select … for …` before they are read; does nothing in the first pass. */
  lock(query: Sql): Promise<void>
  /** Slow work whose result depends only on its key: runs once for all passes, never in a transaction. */
  slowly<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Reports an error that the library may swallow: the exchange is rolled back. */
  failed(error: unknown): unknown
  /** The person just authenticated by the outside provider, until their account is found or created. */
  arrival?: Arrival
  /** The passkey by which the session begins, or began that is replaced. */
  passkeyId?: string | undefined
}

interface ExchangeRequest {
  readonly language: Language
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** A hash of the client network, which may be stored. */
  readonly clientNetwork: string
  readonly clientNetworkHash: () => Promise<string>
  /** Known by a session, a link, or a client network from which this account was used before. */
  readonly known: boolean
  readonly hashCost: HashCost | undefined
}

/** A person just authenticated by the outside provider. */
export type Arrival = Parameters<typeof personFor>[1] & {
  /** The roles that their groups give; undefined where groups give none. */
  readonly mapped?: MappedRoles | undefined
  readonly session: ProviderSession
}

const exchanges = new AsyncLocalStorage<Exchange>()

export function currentExchange(): Exchange {
  const exchange = exchanges.getStore()
  if (!exchange) throw new Error('The issuer was asked outside of a request.')
  return exchange
}

/** Signing in with the provider takes three tries: it needs two requests to the provider. */
const TRIES = 6

/** Ends the first pass at its first write. The library may swallow it, so the exchange keeps it. */
export class FirstWrite extends Error {}

/** The second pass needs slow work that was not done: a row has changed since, or the work comes after a write. */
class SlowWork extends Problem {
  readonly begin: () => Promise<unknown>

  constructor(begin: () => Promise<unknown>) {
    super('unavailable')
    this.begin = begin
  }
}

/** Retries the transaction after a conflict; the retry sees what the concurrent request wrote. */
export async function runExchange<T>(
  db: Database,
  asked: ExchangeRequest,
  work: () => Promise<T>,
): Promise<T> {
  const results: Results = new Map()
  try {
    return await onePass(db, asked, results, 'first', work)
  } catch (error) {
    if (!(error instanceof FirstWrite)) throw problemFrom(error)
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await onePass(db, asked, results, 'second', work)
    } catch (error) {
      const again = error instanceof SlowWork || worthAnother(error)
      if (!again || attempt === TRIES) throw problemFrom(error)
      // Errors are ignored here: the work fails again where its result is needed.
      if (error instanceof SlowWork) await error.begin().catch(() => {})
      else await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

const TAKEN =
  /^(auth_users_email_taken|auth_accounts_once|auth_two_factors_once|users_email_key|user_identities_pkey)$/

const worthAnother = (error: unknown) => {
  const cause = error instanceof Problem ? error.cause : error
  if (isRetryable(cause)) return true
  const constraint = error instanceof Problem ? constraintOf(error) : undefined
  return TAKEN.test(constraint ?? (isPostgresError(cause) ? (cause.constraint ?? '') : ''))
}

type Results = Map<string, Promise<unknown>>

async function onePass<T>(
  db: Database,
  asked: ExchangeRequest,
  results: Results,
  pass: 'first' | 'second',
  work: () => Promise<T>,
): Promise<T> {
  let failure: { error: unknown } | undefined
  const begun = new Transaction(db)
  const failed = (error: unknown) => {
    failure ??= { error }
    return error
  }
  const exchange: Exchange = {
    ...asked,
    failed,
    // The library serialises some calls within the process. Such a call must not wait for a pool connection, because
    // exchanges waiting for that call may hold them all.
    reads: () => begun.tx ?? db.short,
    async writes() {
      if (pass === 'first') throw failed(new FirstWrite())
      return await begun.begin()
    },
    async lock(query) {
      if (pass === 'second') await (await begun.begin()).all(query)
    },
    async slowly<R>(key: string, slow: () => Promise<R>) {
      const begin = () => {
        const result = slow()
        results.set(key, result)
        return result
      }
      if (!results.has(key) && begun.tx) throw failed(new SlowWork(begin))
      return (await (results.get(key) ?? begin())) as R
    },
  }
  try {
    if (pass === 'second') await begun.begin()
    const result = await exchanges.run(exchange, work)
    if (failure) throw failure.error
    await begun.commit()
    return result
  } catch (error) {
    await begun.rollback()
    throw failure ? failure.error : error
  }
}

class RolledBack extends Error {}

/** A transaction begun and ended by the exchange. */
class Transaction {
  tx: Tx | undefined
  #opened: Promise<Tx> | undefined
  #done: Promise<void> | undefined
  readonly #end = Promise.withResolvers<void>()
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
    this.#end.promise.catch(() => {})
  }

  begin(): Promise<Tx> {
    if (!this.#opened) {
      const opened = Promise.withResolvers<Tx>()
      this.#opened = opened.promise
      this.#opened.catch(() => {})
      this.#done = this.#db.transaction(async tx => {
        // A retry by the driver is impossible: only the whole exchange can be retried.
        if (this.tx) throw new Problem('unavailable')
        this.tx = tx
        opened.resolve(tx)
        await this.#end.promise
      })
      this.#done.catch(opened.reject)
    }
    return this.#opened
  }

  async commit(): Promise<void> {
    this.#end.resolve()
    await this.#done
  }

  async rollback(): Promise<void> {
    this.#end.reject(new RolledBack())
    await this.#done?.catch(() => {})
  }
}
