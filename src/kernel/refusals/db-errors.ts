import { type ErrorCode, Problem } from './errors.ts'

/** The fields of a PostgreSQL error that may be logged: not `detail` or `where`, which contain personal data. */
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
  // EPIPE has five letters like an SQLSTATE, but no severity.
  'severity' in error &&
  /^[0-9A-Z]{5}$/.test(error.code)

/** Serialisation failure or deadlock: the transaction may succeed when repeated. */
export const isRetryable = (error: unknown) =>
  isPostgresError(error) && (error.code === '40001' || error.code === '40P01')

const LOST_LINE = /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ENOSERVER)/
/** Messages of the driver. */
const LOST = /Connection terminated|^terminated: |not queryable|Client was closed|Connection ended/
/** Timeouts of the driver: a connection that does not answer, or no free connection. */
const NO_ANSWER = /read timeout|timeout expired|timeout exceeded/

const databaseErrors = new WeakSet<object>()
/** Marks a socket error as the database's: ECONNREFUSED alone may also come from an object store. */
export function markDatabaseError<E extends object>(error: E): E {
  databaseErrors.add(error)
  return error
}

/** Whether the database failed. */
export const isDatabaseError = (error: unknown): error is Error =>
  isPostgresError(error) ||
  (error instanceof Error &&
    (databaseErrors.has(error) || LOST.test(error.message) || NO_ANSWER.test(error.message)))

/** The connection is lost, or its prepared statements are invalid after a migration (0A000, 26000): a new one will work. */
export const isConnectionLoss = (error: unknown) =>
  isPostgresError(error)
    ? /^(08|57P|0A000|26000)/.test(error.code)
    : isDatabaseError(error) &&
      (LOST_LINE.test(`${'code' in error ? error.code : ''}`) || LOST.test(error.message))

/** None of several servers is the primary. */
export const isNoServer = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOSERVER'

export const isDriverTimeout = (error: unknown) => error instanceof Error && NO_ANSWER.test(error.message)

/** An open connection that did not answer in time, as opposed to a connection that could not be opened. */
export const isReadTimeout = (error: unknown) => error instanceof Error && /read timeout/.test(error.message)

/** The statement timed out, but the server answered others meanwhile or this process was blocked: it is not silent. */
export class TimedOutInQueue extends Error {
  constructor() {
    super('timeout expired behind others')
  }
}

/** The server cannot be reached or does not answer, as opposed to one that refuses a statement. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Problem
    ? isDatabaseAway(error.cause)
    : isConnectionLoss(error) || (isDriverTimeout(error) && !(error instanceof TimedOutInQueue))

export const isStatementTimeout = (error: unknown) => isPostgresError(error) && error.code === '57014'

/** The session is read-only: a standby, a full disk, a setting of the provider. */
export const isReadOnlyError = (error: unknown): boolean =>
  error instanceof Problem ? isReadOnlyError(error.cause) : isPostgresError(error) && error.code === '25006'

export const isDiskFull = (error: unknown): boolean => isPostgresError(error) && error.code === '53100'

const BY_STATE: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^23505$/, 'conflict'],
  [/^23/, 'validation_failed'],
  [/^22/, 'validation_failed'],
  [/^(25006|28|3D000|40|53|55P03|57|58|25P)/, 'unavailable'],
]

/** Converts a database error to a Problem. Unknown errors are returned unchanged and become a 500. */
export function problemFrom(error: unknown): unknown {
  if (error instanceof Problem) return error
  if (isConnectionLoss(error) || isDriverTimeout(error)) return new Problem('unavailable', { cause: error })
  if (!isPostgresError(error)) return error
  const code = BY_STATE.find(([state]) => state.test(error.code))?.[1]
  return code ? new Problem(code, { cause: error }) : error
}

/** The violated unique index or check, for a specific error code. */
export const constraintOf = (problem: Problem): string | undefined =>
  isPostgresError(problem.cause) ? problem.cause.constraint : undefined

/** Safe for the log: SQLSTATE and names from the schema, no values. */
export const describePostgresError = (error: unknown) =>
  isPostgresError(error)
    ? { sqlstate: error.code, constraint: error.constraint, table: error.table, routine: error.routine }
    : undefined
