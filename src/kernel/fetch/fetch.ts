import type { Config } from '../settings/config.ts'
import type { Log } from '../telemetry/log.ts'
import { tracer } from '../tracing/active.ts'
import type { Span } from '../tracing/tracer.ts'
import { type Dial, type Network, type Resolve, systemDial, systemResolve } from './connect.ts'
import { followRedirects } from './follow-redirects.ts'
import { type Facts, type FetchHeaders, factsOf, first, posted, refuseOddHeaders } from './headers.ts'
import type { KeptConnections } from './kept-connections.ts'
import { type Lifetime, Lifetimes } from './lifetime.ts'
import { asRefused, FetchRefused, type RefusedCode } from './refused.ts'
import { pairsOf, targetOf } from './target.ts'
import { unpacked } from './unpack.ts'

export { FetchRefused, type RefusedCode } from './refused.ts'

export interface DoorOptions {
  /** `Parvis/1.2.3 (+https://parvis.example.fr)`, so that the other server's operator can contact us. */
  readonly userAgent: string
  readonly log: Pick<Log, 'debug' | 'warn'>
  /** Replaced in tests. */
  readonly resolve?: Resolve
  readonly dial?: Dial
  readonly ca?: string
}

export interface FetchOptions extends FetchHeaders {
  /** From the first DNS lookup to the last byte, including redirects. */
  readonly timeoutMs?: number
  /** After decompression. */
  readonly maxBytes?: number
  readonly redirects?: number
  /** The address is configured by the operator, so it may be private. */
  readonly operatorsOwn?: boolean
  /** Without it each request opens a connection. */
  readonly connections?: KeptConnections
  readonly signal?: AbortSignal
}

interface Found extends Facts {
  readonly status: 'ok'
  /** The final address after redirects. */
  readonly url: string
}
interface NotModified extends Facts {
  readonly status: 'not_modified'
  readonly url: string
}
export interface Whole extends Found {
  readonly bytes: Buffer
}
interface Streamed extends Found {
  /** Such as 200 or 204. */
  readonly httpStatus: number
  /** Can be read once, within the deadline. Throws `FetchRefused` when the body is cut short. */
  readonly chunks: AsyncIterable<Buffer>
  /** Closes the body unread. Leaving a `for await` does the same. */
  discard(): void
}
export type Fetched = Whole | NotModified

/** What a caller may do with its addresses. */
export interface Way {
  /** Defaults: 10 s and 10 MiB. */
  fetch(url: string, options?: FetchOptions): Promise<Fetched>
  /** For bodies too large for memory. Defaults: 5 minutes and 256 MiB. */
  stream(url: string, options?: FetchOptions): Promise<Streamed | NotModified>
}

/**
 * Fetches addresses chosen by other people, with protection against SSRF. Every failure is a `FetchRefused`. By itself it
 * reaches public addresses alone.
 */
export interface Door extends Way {
  /**
   * For a caller whose addresses the operator stands for: `host:port` pairs that it may reach although they are private or on
   * another port. No address that a member or a stranger wrote belongs there.
   */
  allowing(pairs: readonly string[]): Way
  /** Aborts all fetches in progress. */
  close(): void
}

const MEBIBYTE = 1024 * 1024
const MAX_REDIRECTS = 5

/** The `Door` of the service. */
export const doorFor = (config: Pick<Config, 'version' | 'publicUrl'>, log: DoorOptions['log']): Door =>
  openDoor({
    userAgent: `Parvis/${config.version}${config.publicUrl ? ` (+${config.publicUrl})` : ''}`,
    log,
  })

/** Checks an address when it is saved, without resolving its name. */
export function refuseAtOnce(url: string, allowPrivate: readonly string[] = []): FetchRefused | undefined {
  try {
    targetOf(url, pairsOf(allowPrivate))
    return undefined
  } catch (error) {
    if (error instanceof FetchRefused) return error
    throw error
  }
}

/** Only the host goes to logs and traces: paths and queries may contain keys. */
const hostOf = (url: string) => URL.parse(url)?.host.slice(0, 260) ?? ''

export function openDoor({ userAgent, log, ...world }: DoorOptions): Door {
  const wires: Network = {
    resolve: world.resolve ?? systemResolve,
    dial: world.dial ?? systemDial,
    ca: world.ca,
  }
  const lives = new Lifetimes()

  async function stream(
    pairs: ReadonlySet<string>,
    url: string,
    options: FetchOptions = {},
  ): Promise<Streamed | NotModified> {
    refuseOddHeaders(options.headers)
    const { maxBytes = 256 * MEBIBYTE, redirects = MAX_REDIRECTS, operatorsOwn = false } = options
    const life = lives.begin(options.timeoutMs ?? 300_000, options.signal)
    const { signal } = life
    const method = posted(options) ? 'POST' : 'GET'
    const span = tracer?.start(method, 'client', {
      'http.request.method': method,
      'server.address': hostOf(url),
    })
    try {
      signal.throwIfAborted()
      const answer = await followRedirects(url, options, {
        pairs,
        wires,
        userAgent,
        redirects,
        operatorsOwn,
        connections: options.connections,
        signal,
      })
      const { status, headers } = answer
      const facts = factsOf(headers, Date.now())
      span?.set({ 'http.response.status_code': status })
      if (status === 304 && (options.etag || options.lastModified)) {
        life.end()
        span?.end()
        return { status: 'not_modified', url: answer.url, ...facts }
      }
      // Refuses 206, since no range was requested, and 304 if the request was not conditional.
      if (status < 200 || status > 299 || status === 206) {
        throw new FetchRefused('bad_status', { status, retryAfter: facts.retryAfter })
      }
      const refuse = (code: RefusedCode, cause?: unknown) => new FetchRefused(code, { status, cause })
      if (Number(first(headers['content-length'])) > maxBytes) throw refuse('too_large')
      const encoding = first(headers['content-encoding']) ?? ''
      const chunks = toTheEnd(unpacked(answer.body, encoding, maxBytes, refuse), life, url, span)
      const discard = () => {
        life.end()
        span?.end()
      }
      return { status: 'ok', httpStatus: status, url: answer.url, ...facts, chunks, discard }
    } catch (error) {
      throw refused(error, life, url, span)
    }
  }

  async function* toTheEnd(
    chunks: AsyncIterable<Buffer>,
    life: Lifetime,
    url: string,
    span: Span | undefined,
  ): AsyncGenerator<Buffer> {
    try {
      yield* chunks
      // A body cut by the deadline may look complete to the decompressor.
      life.signal.throwIfAborted()
    } catch (error) {
      throw refused(error, life, url, span)
    } finally {
      life.end()
      span?.end()
    }
  }

  function refused(error: unknown, life: Lifetime, url: string, span: Span | undefined): FetchRefused {
    const refusal = asRefused(error, life.signal)
    life.end()
    span?.fail(refusal.code)
    span?.end()
    const { code, status, cause } = refusal
    const host = hostOf(url)
    const why = cause instanceof Error ? cause.message : cause
    log[refusal.forbidden ? 'warn' : 'debug']({ host, code, status, why }, 'fetch refused')
    return refusal
  }

  const wayTo = (pairs: ReadonlySet<string>): Way => ({
    stream: (url, options) => stream(pairs, url, options),
    async fetch(url, options = {}) {
      const answer = await stream(pairs, url, { timeoutMs: 10_000, maxBytes: 10 * MEBIBYTE, ...options })
      if (answer.status === 'not_modified') return answer
      const { chunks, discard: _, httpStatus: __, ...found } = answer
      const pieces: Buffer[] = []
      for await (const chunk of chunks) pieces.push(chunk)
      return { ...found, bytes: Buffer.concat(pieces) }
    },
  })

  return {
    ...wayTo(new Set()),
    allowing: pairs => wayTo(pairsOf(pairs)),
    close: () => lives.close(),
  }
}
