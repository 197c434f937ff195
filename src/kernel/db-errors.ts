import { type ErrorCode, Problem } from './errors.ts'

/** What is kept of a PostgreSQL error: never `detail` or `where`, which hold personal data. */
interface PostgresError {
  code: string
  constraint?: string
  table?: string
  routine?: string
}

export const isPostgresError = (error: unknown): error is Error & PostgresError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  // EPIPE has five letters as well, like an SQLSTATE, but no severity.
  'severity' in error &&
  /^[0-9A-Z]{5}$/.test(error.code)

/** Serialisation failure and deadlock: the same transaction may well succeed a moment later. */
export const isRetryable = (error: unknown) =>
  isPostgresError(error) && (error.code === '40001' || error.code === '40P01')

const LOST_LINE = /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ENOSERVER)/
/** In the driver's own words. */
const LOST = /Connection terminated|^terminated: |not queryable|Client was closed|Connection ended/
/** The driver's own limits: a connection that no longer answers, or no free connection in time. */
const NO_ANSWER = /read timeout|timeout expired|timeout exceeded/

const databaseErrors = new WeakSet<object>()
/** Of the socket of a connection to the database: ECONNREFUSED alone does not say who refused, and a store does as well. */
export function markDatabaseError<E extends object>(error: E): E {
  databaseErrors.add(error)
  return error
}

/** Whether it is the database that failed. */
export const isDatabaseError = (error: unknown): error is Error =>
  isPostgresError(error) ||
  (error instanceof Error &&
    (databaseErrors.has(error) || LOST.test(error.message) || NO_ANSWER.test(error.message)))

/** The connection is gone, or holds a plan that a migration made void (0A000) or none (26000): a new one will do. */
export const isConnectionLoss = (error: unknown) =>
  isPostgresError(error)
    ? /^(08|57P|0A000|26000)/.test(error.code)
    : isDatabaseError(error) &&
      (LOST_LINE.test(`${'code' in error ? error.code : ''}`) || LOST.test(error.message))

/** Of several servers none is the primary, after all of them were asked for seconds. */
export const isNoServer = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOSERVER'

export const isDriverTimeout = (error: unknown) => error instanceof Error && NO_ANSWER.test(error.message)

/** An open connection that did not answer in time, as opposed to a connection that could not be opened. */
export const isReadTimeout = (error: unknown) => error instanceof Error && /read timeout/.test(error.message)

/** A statement that exceeded its time. */
export const isStatementTimeout = (error: unknown) => isPostgresError(error) && error.code === '57014'

/**
 * The session takes no writes: a standby, a full disk, a setting of the provider. A new session may, once that is over.
 */
export const isReadOnlyError = (error: unknown): boolean =>
  error instanceof Problem ? isReadOnlyError(error.cause) : isPostgresError(error) && error.code === '25006'

/** Another transaction held a lock for longer than this one waits. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Problem ? isLockTimeout(error.cause) : isPostgresError(error) && error.code === '55P03'

/** There is no disk space for the write. */
export const isDiskFull = (error: unknown): boolean => isPostgresError(error) && error.code === '53100'

const BY_STATE: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^23505$/, 'conflict'],
  [/^23/, 'validation_failed'],
  [/^22/, 'validation_failed'],
  [/^(25006|28|3D000|40|53|55P03|57|58|25P)/, 'unavailable'],
]

/** A database error as a refusal of the API. An error that is not recognised is returned as it is, and becomes a 500. */
export function problemFrom(error: unknown): unknown {
  if (error instanceof Problem) return error
  if (isConnectionLoss(error) || isDriverTimeout(error)) return new Problem('unavailable', { cause: error })
  if (!isPostgresError(error)) return error
  const code = BY_STATE.find(([state]) => state.test(error.code))?.[1]
  return code ? new Problem(code, { cause: error }) : error
}

/** The unique index or check that was hit, so that an action can give it its own refusal. */
export const constraintOf = (problem: Problem): string | undefined =>
  isPostgresError(problem.cause) ? problem.cause.constraint : undefined

/** Safe for the log: SQLSTATE and names from the schema, no values. */
export const describePostgresError = (error: unknown) =>
  isPostgresError(error)
    ? { sqlstate: error.code, constraint: error.constraint, table: error.table, routine: error.routine }
    : undefined
