import { type DestinationStream, type Logger, pino } from 'pino'
import { describePostgresError } from './db-errors.ts'

export type Log = Logger

/** A second net: nothing here should be logged in the first place. */
const NEVER = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'email',
  'telephone',
  'signature',
  'body',
]

/** To the standard output as JSON lines, or to `destination`. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      redact: { paths: NEVER.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[removed]' },
    },
    destination ?? pino.destination(1),
  )

/**
 * An error for the log. Its message only when it is our own: a database error's may quote what someone typed, and
 * so may the first line of its stack.
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
