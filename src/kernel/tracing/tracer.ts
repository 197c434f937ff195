import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { Sampler } from '../tracing-settings.ts'
import { codeOf } from './codes.ts'

/**
 * Who caused what: request → statement → job → mail, as OpenTelemetry's spans. No values of statements, no queries of
 * addresses, no names, no addresses of people. Decision 18 says why it is ours.
 */

/** As the protocol numbers them. */
export const KINDS = { inside: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const
export type Kind = keyof typeof KINDS
export type Attributes = Readonly<Record<string, string | number>>

/** Where in a trace one is: goes from a request into its jobs, also where nothing of it is recorded. */
interface Place {
  readonly trace: string
  readonly id: string
  readonly recorded: boolean
}

/** What the exporter sends; times in milliseconds since 1970. */
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

  /** Once: whoever is first. */
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

  /** For the job that is enqueued here. */
  get traceparent(): string {
    return spelt(this.place)
  }
}

const NONE: readonly never[] = []
const spelt = ({ trace, id, recorded }: Place) => `00-${trace}-${id}-${recorded ? '01' : '00'}`

/** `00-<32 hex>-<16 hex>-<flags>`; anything else is no caller of ours to follow. */
export function placeIn(traceparent: unknown): Place | undefined {
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

  /** Everything that `work` does is done within the span; the caller ends it. */
  run<T>(span: Span | undefined, work: () => T): T {
    return span ? this.#here.run(span, work) : work()
  }

  /** The same, and the span ends with the work. */
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

  /** A part of what is under way; undefined where nothing is, or nothing of it is recorded. */
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
   * A request begins. The ids of its caller are taken, and a caller who records nothing is believed. One who says that theirs
   * is recorded is not: a stranger may say so with every request, and may choose the id, so that our own share is thrown for.
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

  /** A job begins: a part of what enqueued it. A batch belongs to the first of its jobs, and names the others. */
  job(name: string, attributes: Attributes, data: readonly unknown[]): Span {
    const [above, ...others] = data.flatMap(
      one => placeIn((one as { traceparent?: unknown } | null)?.traceparent) ?? [],
    )
    const place = above ?? { trace: newId(16), id: '', recorded: this.#chosen() }
    return this.#below(place, name, 'consumer', attributes, others.slice(0, MOST_LINKS))
  }

  /** What a job carries along, where something is under way. */
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
/** Randomness is fetched for hundreds of ids at once: 40 ns an id in place of 700. */
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

/** A statement as spans show it: its parameters are `$1`, so that no value is in it. */
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
