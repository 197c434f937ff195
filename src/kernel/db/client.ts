import pg from 'pg'
import type { Address } from '../settings/database-addresses.ts'
import type { Hosts } from './hosts.ts'
import { identityOf } from './server-identity.ts'
import { markErrorsOf } from './session.ts'

/** Idle time before the first TCP keep-alive probe; then one a second, and ten failed probes close the connection. */
const KEEP_ALIVE_MS = 10_000
/** Default time to wait for a usable server. */
const TIMEOUT_MS = 5_000

export type DatabaseClientConfig = pg.ClientConfig & { readonly hosts?: Hosts }

/**
 * The client behind every connection of the service and its commands. With several database servers it asks `Hosts` for the
 * address, and gives up a server that turns out to have another role.
 */
export class DatabaseClient extends pg.Client {
  readonly #hosts: Hosts | undefined
  readonly #patienceMs: number
  /** The server it is connected to, once known. */
  address: Address | undefined
  /** A commit was answered although no standby has it, because the wait was cancelled. */
  unconfirmed = false

  constructor(config: DatabaseClientConfig = {}) {
    const { password } = config
    // pg's pool makes `password` non-enumerable, so a spread does not copy it.
    super({
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...config,
      ...(password !== undefined && { password }),
    })
    this.#hosts = config.hosts
    this.#patienceMs = config.connectionTimeoutMillis || TIMEOUT_MS
    markErrorsOf(this)
    // No one else listens while it identifies the server: an unhandled error would end the process.
    this.on('error', () => {})
    // The text of the warning is in the server's language; the routine name is not.
    this.on('notice', notice => {
      if (notice.routine === 'SyncRepWaitForLSN') this.unconfirmed = true
    })
  }

  override connect(): Promise<pg.Client>
  override connect(done: Done): void
  override connect(done?: Done): Promise<pg.Client> | undefined {
    const opened = this.#hosts ? this.#openAt(this.#hosts) : super.connect()
    if (!done) return opened
    const tell = done as (error: Error | null, client?: pg.Client) => void
    opened.then(
      client => tell(null, client),
      error => tell(error),
    )
    return undefined
  }

  async #openAt(hosts: Hosts): Promise<pg.Client> {
    const address = await hosts.resolve(this.#patienceMs)
    this.address = address
    // The caller has timed out meanwhile.
    if ((this as unknown as Driver).connection.stream.destroyed) throw new Error('timeout expired')
    if (hosts.several) Object.assign(this, address)
    try {
      await super.connect()
      hosts.admit(this, address, await identityOf(this))
      return this
    } catch (error) {
      hosts.recheck(address)
      ;(this as unknown as Driver).connection.stream.destroy()
      throw error
    }
  }
}

type Done = Parameters<typeof pg.Client.prototype.connect>[0]

interface Driver {
  readonly connection: { readonly stream: { readonly destroyed: boolean; destroy(error?: Error): void } }
}
