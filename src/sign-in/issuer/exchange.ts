import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../../kernel/db/database.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import { constraintOf, isPostgresError, isRetryable, problemFrom } from '../../kernel/db-errors.ts'
import { type Language, Problem } from '../../kernel/errors.ts'
import type { HashCost } from '../../users/hash-in-thread.ts'
import type { personFor } from '../../users/linking.ts'

/**
 * One request at the issuer, as seen by code that the library calls: the request, and its transaction, which is committed
 * whole or not at all. The transaction begins with the first write, so that no connection is held while a password is
 * hashed.
 */
export interface Exchange extends Asked {
  /** Reads: in the transaction once there is one, so that an exchange sees its own writes. */
  reads(): Db
  writes(): Promise<Tx>
  /** Commits what was done so far and frees the connection, before another server is asked. */
  settle(): Promise<void>
  /** Reports an error that the library may swallow: the exchange is rolled back. */
  failed(error: unknown): void
  /** The person that the outside provider has just authenticated, until their account is found or created. */
  arrival?: Arrival
  /** Hashes once, however often it is called: a second hash would reveal by its time that an address is known. */
  hashes: Map<string, Promise<string>>
}

export interface Asked {
  readonly language: Language
  readonly body: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** The hash of the client's household, in the form that may be stored. */
  readonly household: string
  readonly householdHash: () => Promise<string>
  /** Whether the caller is known, by a session, a link, or a household from which this account was opened before. */
  readonly known: boolean
  readonly hashCost: HashCost | undefined
}

/** A person who has just been authenticated. */
export type Arrival = Parameters<typeof personFor>[1]

const exchanges = new AsyncLocalStorage<Exchange>()

export function currentExchange(): Exchange {
  const exchange = exchanges.getStore()
  if (!exchange) throw new Error('The issuer was asked outside of a request.')
  return exchange
}

const TRIES = 4

/** Retried from the beginning when a concurrent request was faster: the retry finds what that one did. */
export async function runExchange<T>(db: Database, asked: Asked, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await oneTurn(db, asked, work)
    } catch (error) {
      if (!worthAnother(error) || attempt === TRIES) throw problemFrom(error)
      await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
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

async function oneTurn<T>(db: Database, asked: Asked, work: () => Promise<T>): Promise<T> {
  let failure: { error: unknown } | undefined
  let begun = new Transaction(db)
  const exchange: Exchange = {
    ...asked,
    hashes: new Map(),
    reads: () => begun.tx ?? db.pool,
    writes: () => begun.begin(),
    async settle() {
      await begun.commit()
      begun = new Transaction(db)
    },
    failed(error) {
      failure ??= { error }
    },
  }
  try {
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

/** A transaction that begins with the first write and is ended by the exchange. */
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
        // Only the whole exchange can be retried.
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
