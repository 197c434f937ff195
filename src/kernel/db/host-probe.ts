import pg from 'pg'
import type { Address } from '../settings/database-addresses.ts'
import { type Identity, identityOf } from './server-identity.ts'
import { endConnection, markErrorsOf } from './session.ts'

/** Timeouts for connecting to a server and for its answer. */
const CONNECT_MS = 1_000
const ANSWER_MS = 1_000
/** After a timeout, callers do not wait for that server for this long. */
const SILENT_FOR_MS = 10_000

export interface ProbedHost {
  readonly address: Address
  readonly identity: Identity
}
export type ProbeResult = ProbedHost | { readonly address: Address; readonly error: unknown }

/** Asks servers for their identity and role, on connections of its own, which it keeps open. */
export class HostProbe {
  readonly #connection: pg.ClientConfig
  readonly #connectMs: number
  readonly #lines = new Map<Address, pg.Client>()
  readonly #asking = new Set<pg.Client>()
  readonly #silentAt = new Map<Address, number>()
  #closed = false

  constructor(connection: pg.ClientConfig, connectMs = CONNECT_MS) {
    this.#connection = connection
    this.#connectMs = connectMs
  }

  async probe(address: Address): Promise<ProbeResult> {
    try {
      const known = this.#lines.get(address)
      return { address, identity: known ? await identityOf(known) : await this.#ask(address, true) }
    } catch (error) {
      const line = this.#lines.get(address)
      this.#lines.delete(address)
      if (line) endConnection(line)
      if (error instanceof Error && /time(d )?out/i.test(error.message))
        this.#silentAt.set(address, performance.now())
      return { address, error }
    }
  }

  /** Resolves the address again: a kept connection would stay with the old server. */
  probeOnNewConnection(address: Address): Promise<ProbeResult> {
    return this.#ask(address, false).then(
      identity => ({ address, identity }),
      error => ({ address, error }),
    )
  }

  isSilent(address: Address | undefined): boolean {
    const at = address && this.#silentAt.get(address)
    return at !== undefined && performance.now() - at < SILENT_FOR_MS
  }

  close(): void {
    this.#closed = true
    for (const line of [...this.#lines.values(), ...this.#asking]) endConnection(line)
    this.#lines.clear()
  }

  async #ask(address: Address, keep: boolean): Promise<Identity> {
    const line = new pg.Client({
      ...this.#connection,
      application_name: 'parvis hosts',
      connectionTimeoutMillis: this.#connectMs,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    })
    Object.assign(line, address)
    markErrorsOf(line)
    const forget = () => {
      if (this.#lines.get(address) === line) this.#lines.delete(address)
    }
    line.on('error', forget)
    line.on('end', forget)
    this.#asking.add(line)
    try {
      await line.connect()
      const identity = await identityOf(line)
      this.#silentAt.delete(address)
      if (keep && !this.#closed) this.#lines.set(address, line)
      return identity
    } finally {
      this.#asking.delete(line)
      if (this.#lines.get(address) !== line) endConnection(line)
    }
  }
}
