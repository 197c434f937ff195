import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isPostgresError } from '../db-errors.ts'
import { type Address, type Addresses, nameOf, type Wanted } from './addresses.ts'
import { type Identity, identityOf } from './server-identity.ts'
import { endConnection } from './session.ts'

/** How long a server may take to be reached, and to say what it is. */
const CONNECT_MS = 1_000
const ANSWER_MS = 1_000
/** Once one has been found, the others have so long to say that they are a better one. */
const GRACE_MS = 200
/** A server that did not answer is not waited for again so soon. */
const SILENT_FOR_MS = 10_000
/** Between two rounds while none is found, and while all is well. */
const AGAIN_MS = 150
const WATCH_MS = 2_000

type Found =
  | { readonly address: Address; readonly is: Identity }
  | { readonly address: Address; readonly error: unknown }

/** None of the servers may be written to (or read from). It passes by itself, with the promotion of one. */
export class NoServer extends Error {
  readonly code = 'ENOSERVER'
}

/** What is told of them, once each time. */
export type News =
  | {
      readonly what: 'taken'
      readonly server: string
      readonly before: string | undefined
      readonly timeline: number | undefined
    }
  /** It takes writes, and is not written to: another one was promoted in its place. */
  | { readonly what: 'replaced'; readonly server: string; readonly timeline: number | undefined }
  /** It takes writes as well, and nothing tells which of the two is right. */
  | { readonly what: 'second'; readonly server: string; readonly timeline: number | undefined }

/**
 * The servers of one database, and which of them is to be asked: the primary, for what is written. All are looked at
 * together, so that one that is gone costs no more than the wait for a better answer. Who has once been on the timeline of
 * a promotion never goes back to a server from before it: a primary that was replaced and comes back believes that it is
 * one.
 */
export class Hosts {
  readonly several: boolean
  readonly #connection: pg.ClientConfig
  readonly #all: readonly Address[]
  readonly #wanted: Wanted
  readonly #connectMs: number
  readonly #lines = new Map<pg.Client, Address>()
  readonly #looking = new Map<Address, pg.Client>()
  readonly #silentAt = new Map<Address, number>()
  readonly #newest = new Map<string, number>()
  readonly #listeners: ((news: News) => void)[] = []
  #told = new Set<string>()
  #current: Address | undefined
  #before: Address | undefined
  #timeline: number | undefined
  #searching: Promise<void> | undefined
  #last: readonly Found[] = []
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(
    connection: pg.ClientConfig,
    { all, wanted, connectMs = CONNECT_MS }: Omit<Addresses, 'url' | 'database'>,
  ) {
    this.#connection = connection
    this.#all = all
    this.#wanted = wanted
    this.#connectMs = connectMs
    this.several = all.length > 1
    if (!this.several) this.#current = all[0]
  }

  /** The one to connect to; waits for it so long while there is none. */
  async where(patienceMs: number): Promise<Address> {
    const until = performance.now() + patienceMs
    for (;;) {
      if (this.#current) return this.#current
      await this.#search()
      if (this.#current) return this.#current
      if (this.#closed || this.#isHopeless() || performance.now() + AGAIN_MS > until) throw this.#why()
      await sleep(AGAIN_MS)
    }
  }

  /** A new connection has come there. Throws when it may not be used. */
  admit(line: pg.Client, address: Address, is: Identity): void {
    const refusal = this.#refusalOf(is)
    if (refusal) throw new NoServer(`${nameOf(address)} ${refusal}`)
    this.#remember(is)
    this.#lines.set(line, address)
    line.once('end', () => this.#lines.delete(line))
    // Lost unasked: the server may be gone.
    line.once('error', () => this.doubt(address))
    if (this.several && this.#current && this.#current !== address) this.#cut(line)
  }

  /** It may be another one from now on: the next connection looks first. */
  doubt(address = this.#current): void {
    if (this.several && address === this.#current) this.#current = undefined
  }

  /**
   * Looks again and again, so that a server that was replaced without falling silent is left, too. `tell` is called when
   * another server is taken, the first one included, and when a second one takes writes.
   */
  watch(tell: (news: News) => void): void {
    if (!this.several) return
    this.#listeners.push(tell)
    if (this.#before)
      tell({ what: 'taken', server: nameOf(this.#before), before: undefined, timeline: this.#timeline })
    const again = () => {
      if (this.#closed) return
      this.#timer = setTimeout(() => this.#search().then(again), WATCH_MS).unref()
    }
    again()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const line of this.#looking.values()) endConnection(line)
    this.#looking.clear()
  }

  #search(): Promise<void> {
    this.#searching ??= this.#round().finally(() => {
      this.#searching = undefined
    })
    return this.#searching
  }

  async #round(): Promise<void> {
    const found: Found[] = []
    const looks = this.#all.map(async address => {
      found.push(await this.#look(address))
    })
    const awaited = looks.filter((_, at) => !this.#isSilent(this.#all[at]))
    await Promise.race([Promise.all(looks), this.#firstGood(looks, found, awaited)])
    this.#last = [...found]
    this.#choose(this.#last)
  }

  /** Once one of them will do, those that usually answer are waited for a little longer. */
  async #firstGood(looks: Promise<void>[], found: Found[], awaited: Promise<void>[]): Promise<void> {
    await Promise.any(
      looks.map(async look => {
        await look
        if (!found.some(one => 'is' in one && !this.#refusalOf(one.is))) throw new Error('not yet')
      }),
    ).catch(() => Promise.all(looks))
    await Promise.race([Promise.all(awaited), sleep(GRACE_MS, undefined, { ref: false })])
  }

  #choose(found: readonly Found[]): void {
    if (this.#closed) return
    const good = found.filter(one => 'is' in one).filter(({ is }) => !this.#refusalOf(is))
    const [best] = good.sort(
      (one, other) =>
        this.#rank(one.is) - this.#rank(other.is) ||
        (other.is.timeline ?? 0) - (one.is.timeline ?? 0) ||
        Number(other.address === this.#before) - Number(one.address === this.#before) ||
        this.#all.indexOf(one.address) - this.#all.indexOf(other.address),
    )
    this.#current = best?.address
    if (!best) return
    this.#remember(best.is)
    for (const [line, address] of this.#lines) if (address !== best.address) this.#cut(line)
    if (this.#before !== best.address) {
      const before = this.#before && nameOf(this.#before)
      this.#before = best.address
      this.#timeline = best.is.timeline
      this.#tell({ what: 'taken', server: nameOf(best.address), before, timeline: best.is.timeline })
    }
    this.#tellOfOthers(best.address, found)
  }

  #tellOfOthers(best: Address, found: readonly Found[]): void {
    if (this.#wanted !== 'primary') return
    const told = new Set<string>()
    for (const one of found) {
      if (one.address === best || !('is' in one) || one.is.standby || one.is.readOnly) continue
      const { timeline } = one.is
      const what = this.#refusalOf(one.is) ? 'replaced' : 'second'
      const about = `${what} ${nameOf(one.address)}`
      told.add(about)
      if (!this.#told.has(about)) this.#tell({ what, server: nameOf(one.address), timeline })
    }
    this.#told = told
  }

  #tell(news: News): void {
    for (const listener of this.#listeners) listener(news)
  }

  /** The lower the better. A primary that takes no writes is still one: what is read there goes on. */
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

  async #look(address: Address): Promise<Found> {
    try {
      return { address, is: await this.#ask(address) }
    } catch (error) {
      const line = this.#looking.get(address)
      this.#looking.delete(address)
      if (line) endConnection(line)
      if (error instanceof Error && /time(d )?out/i.test(error.message))
        this.#silentAt.set(address, performance.now())
      return { address, error }
    }
  }

  /** On a connection of its own, kept for the next time. */
  async #ask(address: Address): Promise<Identity> {
    const known = this.#looking.get(address)
    if (known) return await identityOf(known)
    const line = new pg.Client({
      ...this.#connection,
      application_name: 'parvis hosts',
      connectionTimeoutMillis: this.#connectMs,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    })
    Object.assign(line, address)
    const forget = () => {
      if (this.#looking.get(address) === line) this.#looking.delete(address)
    }
    line.on('error', forget)
    line.on('end', forget)
    try {
      await line.connect()
      const is = await identityOf(line)
      this.#silentAt.delete(address)
      if (!this.#closed) this.#looking.set(address, line)
      return is
    } finally {
      if (this.#looking.get(address) !== line) endConnection(line)
    }
  }

  #isSilent(address: Address | undefined): boolean {
    const at = address && this.#silentAt.get(address)
    return at !== undefined && performance.now() - at < SILENT_FOR_MS
  }

  #cut(line: pg.Client): void {
    endConnection(line, new Error('terminated: another server is the primary'))
  }

  /** Every server refuses the account, or there is no such machine: waiting would change nothing. */
  #isHopeless(): boolean {
    return this.#last.every(one => 'error' in one && isRefused(one.error))
  }

  #why(): unknown {
    if (this.#isHopeless()) return this.#last.flatMap(one => ('error' in one ? [one.error] : []))[0]
    const said = this.#last.map(one =>
      'is' in one
        ? `${nameOf(one.address)} ${this.#refusalOf(one.is)}`
        : `${nameOf(one.address)} ${reasonOf(one.error)}`,
    )
    return new NoServer(
      `no server ${this.#wanted === 'primary' ? 'takes writes' : 'may be read'}: ${said.join(', ')}`,
    )
  }
}

/** A wrong password, no such database or machine, TLS that is not spoken or not believed. */
const isRefused = (error: unknown) =>
  /^(28|3D|ENOTFOUND|ERR_|CERT_|UNABLE_|DEPTH_ZERO|SELF_SIGNED)/.test(codeOf(error)) ||
  (error instanceof Error && /SSL/.test(error.message))
const codeOf = (error: unknown) => String((error as { code?: unknown } | undefined)?.code ?? '')

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'does not answer'
  return isPostgresError(error) ? error.message : codeOf(error) || error.message
}
