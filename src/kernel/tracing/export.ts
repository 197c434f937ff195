import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { TracingSettings } from '../settings/tracing.ts'
import { traceWith } from './active.ts'
import { codeOf } from './codes.ts'
import { post } from './post.ts'
import { type Attributes, type EndedSpan, KINDS, Tracer } from './tracer.ts'

/** Sends ended spans to the collector as OTLP JSON over HTTP. When the collector fails, only spans are lost. */

/** Queue limit; further spans are dropped and counted. */
const MOST_WAITING = 2_048
const BATCH = 512
const EVERY_MS = 5_000
const TRIES = 3
const LONGEST_WAIT_MS = 30_000
const STOP_MS = 2_000

interface Tracing {
  /** Flushes the queue within two seconds. */
  stop(): Promise<void>
}

/** The log adds the trace id to each line. */
interface Told {
  warn(about: object, message: string): void
  info(message: string): void
}

interface SpanFigures {
  sent(spans: number): void
  dropped(spans: number): void
}

export function startTracing(
  settings: TracingSettings,
  version: string,
  log: Told,
  figures: SpanFigures,
): Tracing {
  const url = new URL(settings.url)
  const headers = {
    ...settings.headers,
    'content-type': 'application/json',
    ...(settings.gzip && { 'content-encoding': 'gzip' }),
  }
  const resource = { ...settings.resource, 'service.version': version }
  const stopping = new AbortController()
  let waiting: EndedSpan[] = []
  let sending: Promise<void> | undefined
  let failing = false

  function take(span: EndedSpan): void {
    if (waiting.length >= MOST_WAITING) figures.dropped(1)
    else if (waiting.push(span) >= BATCH) void send()
  }

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      const why = await deliver(batch)
      if (why === undefined) figures.sent(batch.length)
      else figures.dropped(batch.length)
      if (why !== undefined && !failing)
        log.warn({ why }, 'traces do not reach their collector: what cannot be sent is dropped')
      if (why === undefined && failing) log.info('traces reach their collector again')
      failing = why !== undefined
      if (batch.length < BATCH) return
    }
  }

  /** Returns why the batch was not accepted; undefined on success. */
  async function deliver(batch: readonly EndedSpan[]): Promise<string | undefined> {
    const json = JSON.stringify(message(batch, resource, version))
    const body = settings.gzip ? await promisify(gzip)(json) : Buffer.from(json)
    for (let attempt = 1; ; attempt++) {
      const { why, wait } = await once(body, attempt)
      if (why === undefined || wait === undefined || attempt === TRIES || stopping.signal.aborted) return why
      await sleep(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  async function once(body: Buffer, attempt: number) {
    const wait = 1_000 * 2 ** (attempt - 1)
    try {
      const { status, retryAfter } = await post(url, headers, body)
      if (status >= 200 && status < 300) return {}
      const why = `${status}`
      if (![429, 502, 503, 504].includes(status)) return { why }
      const asked = Number(retryAfter) * 1_000
      return { why, wait: asked > 0 ? Math.min(asked, LONGEST_WAIT_MS) : wait }
    } catch (error) {
      return { why: codeOf(error), wait }
    }
  }

  const timer = setInterval(() => void send(), EVERY_MS).unref()
  traceWith(new Tracer(settings.sampler, take))
  return {
    async stop() {
      clearInterval(timer)
      traceWith(undefined)
      const late = setTimeout(() => stopping.abort(), STOP_MS).unref()
      await Promise.race([send().then(send), sleep(STOP_MS, undefined, { ref: false })])
      clearTimeout(late)
      stopping.abort()
      if (waiting.length > 0) figures.dropped(waiting.length)
      waiting = []
    },
  }
}

/** ExportTraceServiceRequest in OTLP JSON: ids in hex, 64-bit numbers as text. */
const message = (batch: readonly EndedSpan[], resource: Attributes, version: string) => ({
  resourceSpans: [
    {
      resource: { attributes: listed(resource) },
      scopeSpans: [{ scope: { name: 'parvis', version }, spans: batch.map(spanOf) }],
    },
  ],
})

const spanOf = (span: EndedSpan) => ({
  traceId: span.place.trace,
  spanId: span.place.id,
  ...(span.parent !== undefined && { parentSpanId: span.parent }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanoseconds(span.began),
  endTimeUnixNano: nanoseconds(span.ended),
  attributes: listed(
    span.failed === undefined ? span.attributes : { ...span.attributes, 'error.type': span.failed },
  ),
  ...(span.links.length > 0 && {
    links: span.links.map(({ trace, id }) => ({ traceId: trace, spanId: id })),
  }),
  status: span.failed === undefined ? {} : { code: 2 },
})

const listed = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: `${Math.round(value)}` },
  }))

/** Microsecond precision: a number has no more digits. */
const nanoseconds = (ms: number) => `${Math.round(ms * 1_000)}000`
