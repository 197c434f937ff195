import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../../kernel/db/database.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import { constraintOf, isPostgresError, isRetryable, problemFrom } from '../../kernel/db/db-errors.ts'
import { type Language, Problem } from '../../kernel/errors.ts'
import type { personFor } from '../../users/linking.ts'

/**
 * One request at the issuer, as the code sees it that is called from inside the library: what was asked, and the
 * transaction in which all of it becomes true or none. The transaction begins with the first write, so that nobody
 * holds a connection while a password is hashed.
 */
export interface Exchange extends Asked {
  /** In the transaction once there is one: an exchange reads what it wrote. */
  reads(): Db
  writes(): Promise<Tx>
  /** What was done so far is kept, and no connection is held: before somebody outside is asked. */
  settle(): Promise<void>
  /** Something went wrong that the library may swallow: nothing of this exchange is kept. */
  failed(error: unknown): void
  /** Whom another issuer has just vouched for, until the account is made or found. */
  arrival?: Arrival
  /** Hashed once, however often it is asked for: twice would tell by its time that an address is known. */
  hashes: Map<string, Promise<string>>
}

export interface Asked {
  readonly language: Language
  readonly body: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** Of whoever asks; its hash, as it may be kept. */
  readonly household: string
  readonly householdHash: () => Promise<string>
  /** No password is hashed before they have shown a session or a link, or they opened this account from here before. */
  readonly known: boolean
}

/** Somebody who has just proven who they are. */
export type Arrival = Parameters<typeof personFor>[1]

const exchanges = new AsyncLocalStorage<Exchange>()

export function currentExchange(): Exchange {
  const exchange = exchanges.getStore()
  if (!exchange) throw new Error('The issuer was asked outside of a request.')
  return exchange
}

const TRIES = 4

/** Again from the beginning when another one was faster: it then finds what the other one made. */
export async function takeTurn<T>(db: Database, asked: Asked, work: () => Promise<T>): Promise<T> {
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

/** `Database.transaction` the other way round: begun by whoever writes first, ended by the exchange. */
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
        // Only the whole exchange can be tried again.
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
