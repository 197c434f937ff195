import { type DestinationStream, type Logger, pino } from 'pino'
import { describePostgresError } from './db-errors.ts'
import { tracer } from './tracing/active.ts'

export type Log = Logger

/** A second safeguard: no such field should be logged in the first place. */
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

/** To the standard output as JSON lines, or to `destination`. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }), log: entry => traced(withoutSecrets(entry, 3)) },
    },
    destination ?? standardOutput(),
  )

/** Where traces are kept, a line belongs to what was under way. */
const traced = (entry: Record<string, unknown>) => {
  const here = tracer?.current
  return here && !('trace_id' in entry) ? { ...entry, trace_id: here.place.trace } : entry
}

/** A terminal that was closed answers EIO: its lines are lost, and the service goes on to stop in order. */
function standardOutput(): DestinationStream {
  const stream = pino.destination(1)
  stream.on('error', () => {})
  return stream
}

/** Not pino's `redact`, whose wildcards cost more than the rest of a request's line. Copies only what it changes. */
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

/**
 * An error for the log. Its message only when it is one of this code: the message of a database error may quote what
 * someone typed, and so may the first line of its stack.
 */
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
