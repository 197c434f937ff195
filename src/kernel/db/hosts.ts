import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isPostgresError, markDatabaseError } from '../refusals/db-errors.ts'
import { type Address, type Addresses, nameOf, type ServerRole } from '../settings/database-addresses.ts'
import { HostProbe, type ProbedHost, type ProbeResult } from './host-probe.ts'
import type { Identity } from './server-identity.ts'
import { endConnection } from './session.ts'

/** After the first usable server, wait this long for a better one. */
const GRACE_MS = 200
/** Pause between two rounds while no server is found, and while one is. */
const AGAIN_MS = 150
const WATCH_MS = 2_000
/** Pause with a single address, where each probe opens a connection. */
const FOLLOW_MS = 10_000

/** No server accepts writes (or reads). Ends with the promotion of one. */
export class NoServer extends Error {
  readonly code = 'ENOSERVER'
  /** The caller has waited for one as long as it may. */
  readonly awaited: boolean
  constructor(message: string, awaited = false) {
    super(message)
    this.awaited = awaited
    markDatabaseError(this)
  }
}

/** Logged once per change. */
export type HostEvent =
  | {
      readonly what: 'taken'
      readonly server: string
      readonly before: string | undefined
      readonly timeline: number | undefined
    }
  /** The single address leads to another server than before; all connections follow. */
  | { readonly what: 'moved'; readonly server: string; readonly timeline: number | undefined }
  /** It accepts writes but is not used: another server was promoted in its place. */
  | { readonly what: 'replaced'; readonly server: string; readonly timeline: number | undefined }
  /** A second server accepts writes, and nothing tells which one is right. */
  | { readonly what: 'second'; readonly server: string; readonly timeline: number | undefined }

/**
 * The servers of one database, and which of them to connect to. All are probed in parallel, so that a lost server costs no
 * extra wait. After a promotion, servers on an older timeline are refused: a replaced primary that comes back still
 * believes that it is the primary.
 */
export class Hosts {
  readonly several: boolean
  readonly #all: readonly Address[]
  readonly #wanted: ServerRole
  readonly #watchMs: number
  readonly #probe: HostProbe
  readonly #connections = new Map<pg.Client, ProbedHost>()
  readonly #newest = new Map<string, number>()
  readonly #listeners: ((news: HostEvent) => void)[] = []
  #changed = new Set<string>()
  #current: Address | undefined
  #before: Address | undefined
  #timeline: number | undefined
  #searching: Promise<void> | undefined
  #last: readonly ProbeResult[] = []
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(
    connection: pg.ClientConfig,
    { all, wanted, connectMs }: Omit<Addresses, 'url' | 'database'>,
    watchMs = all.length > 1 ? WATCH_MS : FOLLOW_MS,
  ) {
    this.#all = all
    this.#wanted = wanted
    this.#watchMs = watchMs
    this.#probe = new HostProbe(connection, connectMs)
    this.several = all.length > 1
    if (!this.several) this.#current = all[0]
  }

  /** The server to connect to; waits up to `patienceMs` for one. */
  async resolve(patienceMs: number): Promise<Address> {
    const until = performance.now() + patienceMs
    for (;;) {
      if (this.#current) return this.#current
      await this.#search()
      if (this.#current) return this.#current
      if (this.#closed || this.#isHopeless() || performance.now() + AGAIN_MS > until)
        throw this.#noServerError()
      await sleep(AGAIN_MS)
    }
  }

  /** Registers a new connection. Throws when that server may not be used. */
  admit(line: pg.Client, address: Address, identity: Identity): void {
    const refusal = this.#refusalOf(identity)
    if (refusal) throw new NoServer(`${nameOf(address)} ${refusal}`)
    this.#remember(identity)
    this.#connections.set(line, { address, identity })
    line.once('end', () => this.#connections.delete(line))
    // An unexpected loss: the server may be gone.
    line.once('error', () => this.recheck(address))
    if (this.several && this.#current && this.#current !== address) this.#cut(line)
  }

  /** Makes the next connection probe the servers first. */
  recheck(address = this.#current): void {
    if (this.several && address === this.#current) this.#current = undefined
  }

  /**
   * Probes periodically, which also detects a server that was replaced but still answers. Calls `tell` when another server is
   * taken (also the first of several), and when a second one accepts writes.
   */
  watch(tell: (news: HostEvent) => void): void {
    this.#listeners.push(tell)
    if (this.#before)
      tell({ what: 'taken', server: nameOf(this.#before), before: undefined, timeline: this.#timeline })
    const again = () => {
      if (this.#closed) return
      const look = () => (this.several ? this.#search() : this.#follow())
      this.#timer = setTimeout(() => look().then(again), this.#watchMs).unref()
    }
    again()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#probe.close()
  }

  /**
   * A single address (proxy, DNS name, floating IP) may lead to another server now, while open connections still reach the
   * old one. Compares server start times, since not every provider reveals the timeline.
   */
  async #follow(): Promise<void> {
    const [address] = this.#all
    const found = address && (await this.#probe.probeOnNewConnection(address))
    if (
      this.#closed ||
      !found ||
      !('identity' in found) ||
      found.identity.standby ||
      this.#refusalOf(found.identity)
    )
      return
    this.#remember(found.identity)
    const left = [...this.#connections].filter(
      ([, { identity }]) => identity.server !== found.identity.server,
    )
    for (const [line] of left) this.#cut(line)
    const { timeline } = found.identity
    if (left.length > 0) this.#tell({ what: 'moved', server: nameOf(address), timeline })
  }

  #search(): Promise<void> {
    this.#searching ??= this.#round().finally(() => {
      this.#searching = undefined
    })
    return this.#searching
  }

  async #round(): Promise<void> {
    const found: ProbeResult[] = []
    const probes = this.#all.map(async address => {
      found.push(await this.#probe.probe(address))
    })
    const awaited = probes.filter((_, at) => !this.#probe.isSilent(this.#all[at]))
    await Promise.race([Promise.all(probes), this.#firstUsable(probes, found, awaited)])
    this.#last = [...found]
    this.#choose(this.#last)
  }

  /** After the first usable server, waits a little longer for the others that usually answer. */
  async #firstUsable(probes: Promise<void>[], found: ProbeResult[], awaited: Promise<void>[]): Promise<void> {
    await Promise.any(
      probes.map(async look => {
        await look
        if (!found.some(one => 'identity' in one && !this.#refusalOf(one.identity)))
          throw new Error('not yet')
      }),
    ).catch(() => Promise.all(probes))
    await Promise.race([Promise.all(awaited), sleep(GRACE_MS, undefined, { ref: false })])
  }

  #choose(found: readonly ProbeResult[]): void {
    if (this.#closed) return
    const good = found.filter(one => 'identity' in one).filter(({ identity }) => !this.#refusalOf(identity))
    const [best] = good.sort(
      (one, other) =>
        this.#rank(one.identity) - this.#rank(other.identity) ||
        (other.identity.timeline ?? 0) - (one.identity.timeline ?? 0) ||
        Number(other.address === this.#before) - Number(one.address === this.#before) ||
        this.#all.indexOf(one.address) - this.#all.indexOf(other.address),
    )
    this.#current = best?.address
    if (!best) return
    this.#remember(best.identity)
    for (const [line, { address }] of this.#connections) if (address !== best.address) this.#cut(line)
    if (this.#before !== best.address) {
      const before = this.#before && nameOf(this.#before)
      this.#before = best.address
      this.#timeline = best.identity.timeline
      this.#tell({ what: 'taken', server: nameOf(best.address), before, timeline: best.identity.timeline })
    }
    this.#tellOfOthers(best.address, found)
  }

  #tellOfOthers(best: Address, found: readonly ProbeResult[]): void {
    if (this.#wanted !== 'primary') return
    const changed = new Set<string>()
    for (const one of found) {
      if (one.address === best || !('identity' in one) || one.identity.standby || one.identity.readOnly)
        continue
      const { timeline } = one.identity
      const what = this.#refusalOf(one.identity) ? 'replaced' : 'second'
      const about = `${what} ${nameOf(one.address)}`
      changed.add(about)
      if (!this.#changed.has(about)) this.#tell({ what, server: nameOf(one.address), timeline })
    }
    this.#changed = changed
  }

  #tell(news: HostEvent): void {
    for (const listener of this.#listeners) listener(news)
  }

  /** Lower is better. A read-only primary is still usable for reads. */
  #rank({ standby, readOnly }: Identity): number {
    if (this.#wanted === 'primary') return readOnly ? 1 : 0
    return this.#wanted === 'prefer-standby' && !standby ? 1 : 0
  }

  #refusalOf({ standby, system, timeline }: Identity): string | undefined {
    if (this.#wanted === 'primary' && standby) return 'is a standby'
    if (this.#wanted === 'standby' && !standby) return 'is no standby'
    const newest = system === undefined ? undefined : this.#newest.get(system)
    if (timeline !== undefined && newest !== undefined && timeline < newest)
      return `was replaced: it is on timeline ${timeline}, and ${newest} has begun`
    return undefined
  }

  #remember({ system, timeline }: Identity): void {
    if (system !== undefined && timeline !== undefined)
      this.#newest.set(system, Math.max(timeline, this.#newest.get(system) ?? 0))
  }

  #cut(line: pg.Client): void {
    endConnection(line, new Error('terminated: another server is the primary'))
  }

  /** Every server refuses the account or does not exist: waiting would not help. */
  #isHopeless(): boolean {
    return this.#last.every(one => 'error' in one && isRefused(one.error))
  }

  #noServerError(): unknown {
    if (this.#isHopeless()) return this.#last.flatMap(one => ('error' in one ? [one.error] : []))[0]
    const states = this.#last.map(one =>
      'identity' in one
        ? `${nameOf(one.address)} ${this.#refusalOf(one.identity)}`
        : `${nameOf(one.address)} ${reasonOf(one.error)}`,
    )
    return new NoServer(
      `no server ${this.#wanted === 'primary' ? 'takes writes' : 'may be read'}: ${states.join(', ')}`,
      true,
    )
  }
}

/** Wrong password, unknown database or host, or a TLS failure. */
const isRefused = (error: unknown) =>
  /^(28|3D|ENOTFOUND|ERR_|CERT_|UNABLE_|DEPTH_ZERO|SELF_SIGNED)/.test(codeOf(error)) ||
  (error instanceof Error && /SSL/.test(error.message))
const codeOf = (error: unknown) => String((error as { code?: unknown } | undefined)?.code ?? '')

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'does not answer'
  return isPostgresError(error) ? error.message : codeOf(error) || error.message
}
