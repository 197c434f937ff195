import type { Dispatcher, Pool } from 'undici'
import { connector, type Network } from './connect.ts'
import type { Target } from './target.ts'

/** Idle connections are closed sooner than common servers close them. */
const IDLE_MS = 4_000
const OPENING_MS = 10_000

/**
 * Connections that the requests of one caller share, each opened to an address that was checked like any other. Not for
 * addresses that the operator exempts: another request could use a connection that was allowed for one alone.
 */
export class KeptConnections implements AsyncDisposable {
  readonly #perOrigin: number
  readonly #openingMs: number
  readonly #pools = new Map<string, Pool>()

  constructor(perOrigin: number, openingMs = OPENING_MS) {
    this.#perOrigin = perOrigin
    this.#openingMs = openingMs
  }

  /** Loads undici lazily: a hundred files. */
  async to(target: Target, wires: Network, maxHeaderSize: number): Promise<Dispatcher> {
    const { Pool } = await import('undici')
    const { origin } = target.url
    const pool =
      this.#pools.get(origin) ??
      new Pool(origin, {
        connect: (options, done) => {
          // A socket ends with the signal that it was opened with, so that one must not abort later.
          const opening = new AbortController()
          const timer = setTimeout(() => opening.abort(), this.#openingMs)
          connector(target, wires, opening.signal, () => {})(options, (...opened) => {
            clearTimeout(timer)
            done(...opened)
          })
        },
        connections: this.#perOrigin,
        pipelining: 1,
        allowH2: false,
        keepAliveTimeout: IDLE_MS,
        maxHeaderSize,
        // Each request has a deadline of its own.
        headersTimeout: 0,
        bodyTimeout: 0,
      })
    this.#pools.set(origin, pool)
    return pool
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#pools.values()].map(pool => pool.destroy()))
  }
}
