import { type DestinationStream, type Logger, pino } from 'pino'
import { describePostgresError } from '../refusals/db-errors.ts'
import { tracer } from '../tracing/active.ts'

export type Log = Logger

/** A second safeguard: such fields should not be logged in the first place. */
const NEVER = new Set([
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'email',
  'telephone',
  'signature',
  'body',
])

/** Writes JSON lines to standard output, or to `destination`. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: time,
      formatters: { level: label => ({ level: label }), log: entry => traced(withoutSecrets(entry, 3)) },
    },
    destination ?? standardOutput(),
  )

/** Adds the current trace id. */
const traced = (entry: Record<string, unknown>) => {
  const here = tracer?.current
  return here && !('trace_id' in entry) ? { ...entry, trace_id: here.place.trace } : entry
}

/**
 * Returns a function that writes `log.info({ request_id, ms, ...fields }, 'request')`. By hand, because pino takes twice as long;
 * in two steps, because a page from memory writes the same fields each time. A request id needs no JSON escapes.
 */
export function requestLines(log: Log, fields: Fields): (request_id: string, ms: number) => void {
  if (!log.isLevelEnabled('info')) return () => {}
  const destination = destinationOf(log)
  let rest = ''
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (value !== undefined) rest += `,"${name}":${typeof value === 'string' ? JSON.stringify(value) : value}`
  }
  rest += ',"msg":"request"}\n'
  return (request_id, ms) =>
    destination.write(`{"level":"info"${time()},"request_id":"${request_id}","ms":${ms}${rest}`)
}
type Fields = Readonly<Record<string, string | number | undefined>>
const destinationOf = (log: Log) =>
  (log as unknown as Record<symbol, DestinationStream>)[pino.symbols.streamSym] ?? standardOutput()

let standard: DestinationStream | undefined
const standardOutput = () => (standard ??= together(1))

/** Writes the lines of some milliseconds together: a write costs more than making a hundred lines. */
const LATEST_MS = 10
function together(fd: number): DestinationStream {
  const stream = pino.destination(fd)
  // A closed terminal answers EIO. Ignored, so that the service can still stop in order.
  stream.on('error', () => {})
  let lines = ''
  const flush = () => {
    stream.write(lines)
    lines = ''
  }
  process.on('exit', () => {
    if (lines !== '') flush()
    stream.flushSync()
  })
  return {
    write(line) {
      if (lines === '') setTimeout(flush, LATEST_MS)
      lines += line
    },
  }
}

let stampedAt = 0
let stamp = ''
/** Lines of the same millisecond share their text. */
function time(): string {
  const now = Date.now()
  if (now !== stampedAt) {
    stampedAt = now
    stamp = `,"time":"${new Date(now).toISOString()}"`
  }
  return stamp
}

/** Replaces pino's `redact`, whose wildcards cost more than the rest of a log line. Copies only what it changes. */
function withoutSecrets(entry: Record<string, unknown>, depth: number): Record<string, unknown> {
  let kept = entry
  for (const [name, value] of Object.entries(entry)) {
    const clean = NEVER.has(name) ? '[removed]' : cleaned(value, depth - 1)
    if (clean === value) continue
    if (kept === entry) kept = { ...entry }
    kept[name] = clean
  }
  return kept
}

const cleaned = (value: unknown, depth: number): unknown =>
  depth > 0 && typeof value === 'object' && value !== null
    ? withoutSecrets(value as Record<string, unknown>, depth)
    : value

/** An error for the log. Leaves out the message of a database error, which may quote user input. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const postgres = describePostgresError(error)
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line))
  return {
    name: error.name,
    ...(postgres ?? { message: error.message }),
    stack: frames.slice(0, 8).join('\n'),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}
