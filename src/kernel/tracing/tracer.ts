import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { Sampler } from '../settings/tracing.ts'
import { codeOf } from './codes.ts'

/**
 * Traces request → statement → job → mail as OpenTelemetry spans. Contains no parameters of statements, query strings,
 * names or addresses of people. Decision 18 explains why we wrote our own.
 */

/** The protocol's numbers. */
export const KINDS = { inside: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const
export type Kind = keyof typeof KINDS
export type Attributes = Readonly<Record<string, string | number>>

/** A position in a trace; passed from a request to its jobs, even when not recorded. */
interface Place {
  readonly trace: string
  readonly id: string
  readonly recorded: boolean
}

/** Times in milliseconds since 1970. */
export interface EndedSpan {
  readonly place: Place
  readonly parent: string | undefined
  readonly name: string
  readonly kind: Kind
  readonly attributes: Attributes
  readonly began: number
  readonly ended: number
  /** A code, never a message. */
  readonly failed: string | undefined
  readonly links: readonly Place[]
}

export class Span {
  readonly place: Place
  readonly #take: (span: EndedSpan) => void
  readonly #parent: string | undefined
  readonly #kind: Kind
  readonly #links: readonly Place[]
  readonly #began = performance.now()
  #name: string
  #attributes: Attributes
  #failed: string | undefined
  #over = false

  constructor(
    take: (span: EndedSpan) => void,
    place: Place,
    parent: string | undefined,
    name: string,
    kind: Kind,
    attributes: Attributes,
    links: readonly Place[] = NONE,
  ) {
    this.#take = take
    this.place = place
    this.#parent = parent
    this.#name = name
    this.#kind = kind
    this.#attributes = attributes
    this.#links = links
  }

  set(attributes: Attributes, name = this.#name): void {
    this.#attributes = { ...this.#attributes, ...attributes }
    this.#name = name
  }

  fail(code: string): void {
    this.#failed = code
  }

  /** Idempotent: the first call counts. */
  end(): void {
    if (!this.place.recorded || this.#over) return
    this.#over = true
    const { timeOrigin } = performance
    this.#take({
      place: this.place,
      parent: this.#parent,
      name: this.#name,
      kind: this.#kind,
      attributes: this.#attributes,
      began: timeOrigin + this.#began,
      ended: timeOrigin + performance.now(),
      failed: this.#failed,
      links: this.#links,
    })
  }

  /** For a job queued in this span. */
  get traceparent(): string {
    return spelt(this.place)
  }
}

const NONE: readonly never[] = []
const spelt = ({ trace, id, recorded }: Place) => `00-${trace}-${id}-${recorded ? '01' : '00'}`

/** Parses `00-<32 hex>-<16 hex>-<flags>`; undefined for anything else. */
function placeIn(traceparent: unknown): Place | undefined {
  const found = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null
  const [, version, trace = '', id = '', flags = '', more = ''] = found ?? []
  if (!found || version === 'ff' || /^0+$/.test(trace) || /^0+$/.test(id)) return undefined
  if (version === '00' && more !== '') return undefined
  return { trace, id, recorded: (Number.parseInt(flags, 16) & 1) === 1 }
}
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

export class Tracer {
  readonly #here = new AsyncLocalStorage<Span>()
  readonly #take: (span: EndedSpan) => void
  readonly #sampler: Sampler

  constructor(sampler: Sampler, take: (span: EndedSpan) => void) {
    this.#sampler = sampler
    this.#take = take
  }

  get current(): Span | undefined {
    return this.#here.getStore()
  }

  /** Runs `work` in the span; the caller ends it. */
  run<T>(span: Span | undefined, work: () => T): T {
    return span ? this.#here.run(span, work) : work()
  }

  /** Runs `work` in the span and ends it. */
  async within<T>(span: Span, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#here.run(span, work)
    } catch (error) {
      span.fail(codeOf(error))
      throw error
    } finally {
      span.end()
    }
  }

  /** Starts a child span; undefined when no recorded span is active. */
  start(name: string, kind: Kind, attributes: Attributes): Span | undefined {
    const above = this.current?.place
    return above?.recorded ? this.#below(above, name, kind, attributes) : undefined
  }

  statement(text: string): Span | undefined {
    const above = this.current?.place
    if (!above?.recorded) return undefined
    const { name, attributes } = described(text)
    return this.#below(above, name, 'client', attributes)
  }

  /**
   * Starts the span of a request with the caller's trace id. A caller's decision not to record is honoured. A decision
   * to record is not: any stranger could claim it with every request and choose ids that pass our sampling.
   */
  request(name: string, attributes: Attributes, traceparent: unknown): Span {
    const caller = placeIn(traceparent)
    const refused = caller !== undefined && !caller.recorded && this.#sampler.followsRefusal
    const recorded = !refused && this.#chosen()
    return this.#below(
      { trace: caller?.trace ?? newId(16), id: caller?.id ?? '', recorded },
      name,
      'server',
      attributes,
    )
  }

  /**
   * Starts the span of a job as a child of the span that queued it. A batch is a child of its first job's span and
   * links to the others.
   */
  job(name: string, attributes: Attributes, data: readonly unknown[]): Span {
    const [above, ...others] = data.flatMap(
      one => placeIn((one as { traceparent?: unknown } | null)?.traceparent) ?? [],
    )
    const place = above ?? { trace: newId(16), id: '', recorded: this.#chosen() }
    return this.#below(place, name, 'consumer', attributes, others.slice(0, MOST_LINKS))
  }

  /** The trace context stored with a job; undefined without an active span. */
  get carried(): { readonly traceparent: string } | undefined {
    const span = this.current
    return span && { traceparent: span.traceparent }
  }

  #chosen = () => this.#sampler.share === 1 || Math.random() < this.#sampler.share

  #below(above: Place, name: string, kind: Kind, attributes: Attributes, links?: readonly Place[]): Span {
    const { trace, id, recorded } = above
    const place = { trace, id: newId(8), recorded }
    return new Span(this.#take, place, id || undefined, name, kind, attributes, links)
  }
}

const MOST_LINKS = 32
/** Random bytes are buffered for hundreds of ids: 40 ns per id instead of 700. */
const random = Buffer.alloc(8_192)
let used = random.length
function newId(bytes: 8 | 16): string {
  if (used + bytes > random.length) {
    randomFillSync(random)
    used = 0
  }
  used += bytes
  return random.toString('hex', used - bytes, used)
}

/** A statement as shown in spans: parameters appear as `$1`, never their values. */
interface Described {
  readonly name: string
  readonly attributes: Attributes
}
const statements = new Map<string, Described>()
const MOST_STATEMENTS = 1_000
const LONGEST_TEXT = 2_000

function described(text: string): Described {
  const known = statements.get(text)
  if (known) return known
  const line = text.trim().replace(/\s+/g, ' ')
  const operation = /^\w+/.exec(line)?.[0].toLowerCase() ?? 'statement'
  const made = {
    name: operation,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': line.slice(0, LONGEST_TEXT),
    },
  }
  if (statements.size >= MOST_STATEMENTS) statements.clear()
  statements.set(text, made)
  return made
}
