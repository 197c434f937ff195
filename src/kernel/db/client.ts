import pg from 'pg'
import type { Address } from './addresses.ts'
import type { Hosts } from './hosts.ts'
import { identityOf } from './server-identity.ts'
import { markErrorsOf } from './session.ts'

/** The first sign of life that is asked of an idle connection; then one a second, and ten that fail end it. */
const KEEP_ALIVE_MS = 10_000
/** How long a connection without a limit of its own waits for a server that may be given it. */
const PATIENCE_MS = 5_000

export type DatabaseClientConfig = pg.ClientConfig & { readonly hosts?: Hosts }

/**
 * A connection of the driver. Where the database has several servers it asks which one to take, and goes back where the
 * one it came to is another than it was thought to be. Every connection of the service and its commands is one of these.
 */
export class DatabaseClient extends pg.Client {
  readonly #hosts: Hosts | undefined
  readonly #patienceMs: number
  /** Where it leads, once it is known. */
  address: Address | undefined
  /** A commit on it was answered although no standby has it: somebody cancelled the wait for that. */
  unconfirmed = false

  constructor(config: DatabaseClientConfig = {}) {
    const { password } = config
    // The driver's pool hides the password: it would not be copied with the rest.
    super({
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...config,
      ...(password !== undefined && { password }),
    })
    this.#hosts = config.hosts
    this.#patienceMs = config.connectionTimeoutMillis || PATIENCE_MS
    markErrorsOf(this)
    // While it asks who the server is, nobody else listens yet: a server that ends then would end the process.
    this.on('error', () => {})
    // The words of the warning are in the server's language; the place in its sources is not.
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
    // Whoever wanted it has given up meanwhile.
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
