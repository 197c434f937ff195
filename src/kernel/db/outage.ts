import { isDatabaseError, problemFrom } from '../refusals/db-errors.ts'
import { Problem } from '../refusals/errors.ts'
import { Refusal } from '../refusals/refusal.ts'
import { describeError, type Log } from '../telemetry/log.ts'

/** Logs outages (database or object store unreachable, disk full): the reason, once, not for every request. */

interface Outage {
  /** SQLSTATE or system error code. */
  readonly code: string
  readonly reason: string
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^57P0[125]/, 'PostgreSQL ended the connection: it stops, or somebody ended it'],
  [/^57P03/, 'PostgreSQL is starting or stopping'],
  [/^57014/, 'the statement took longer than it may'],
  [/^53300/, 'PostgreSQL has no connection left'],
  [/^53100/, 'the database has no room left'],
  [/^25P0[34]/, 'this machine stood still within a transaction, and PostgreSQL ended it'],
  [/^25006/, 'the database takes no writes'],
  [/^55P03/, 'somebody else held a lock for too long'],
  [/^40/, 'others wrote the same at the same time'],
  [/^58/, 'PostgreSQL cannot read a file of its own: its programs were replaced under it, or its disk fails'],
  [/^28/, 'PostgreSQL refuses this account or its password'],
  [/^3D000/, 'there is no such database'],
  [/^ESTALLED/, 'the primary answers no commit: it waits for a standby that is away'],
  [/^EUNCONFIRMED/, 'the commit is on the primary alone: the wait for its standby was cancelled'],
  [/^ENOSERVER/, 'none of the servers of the database is the primary'],
  [/^(ENOENT|ECONNREFUSED|EHOST|ENET)/, 'nothing answers at the address of the database'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'the name of the database’s machine has no address'],
  [/timeout exceeded when trying to connect/, 'no connection to the database came free in time'],
  [/timeout|ETIMEDOUT/, 'the database does not answer in time'],
  [/^(ECONN|EPIPE)|terminated|not queryable|closed|ended/, 'the connection to the database was lost'],
]

/** Reasons for errors of the media folder. */
const OF_A_DISK: readonly (readonly [RegExp, string])[] = [
  [/^(ENOSPC|EDQUOT)/, 'a disk of this machine has no room left'],
  [
    /^(EIO|EROFS|ESTALE|EHOSTDOWN|ETIMEDOUT)/,
    'a disk of this machine fails, or a share that it mounts is away',
  ],
  [/^(EMFILE|ENFILE)/, 'this machine lets the service open no more files'],
]

/** Undefined for any other error: those are logged with their stack. */
export function outageOf(error: unknown): Outage | undefined {
  const problem = problemFrom(error)
  if (!(problem instanceof Problem) || problem.code !== 'unavailable') return undefined
  const { cause } = problem
  if (cause === undefined) return { code: 'busy', reason: 'all places for such requests are taken' }
  if (!(cause instanceof Error)) return undefined
  const code = 'code' in cause ? String(cause.code) : ''
  // An object store reports its outage as a Refusal.
  if (cause instanceof Refusal) return { code: code || 'away', reason: cause.message }
  const reasons = isDatabaseError(cause) ? REASONS : OF_A_DISK
  const reason = reasons.find(([known]) => known.test(code || cause.message))?.[1]
  return reason === undefined ? undefined : { code: code || 'no answer', reason }
}

const ONCE_MS = 1_000

/** Logs each warning once a second at most, with the number of warnings left out since the last one. */
export function throttledWarn(log: Pick<Log, 'warn'>) {
  const lastTold = new Map<string, { readonly at: number; more: number }>()
  /** `thing` must be one of a few values: each is kept in memory forever. */
  return (thing: string, fields: object, text: string): void => {
    const last = lastTold.get(thing)
    const at = performance.now()
    if (last && at - last.at < ONCE_MS) {
      last.more++
      return
    }
    lastTold.set(thing, { at, more: 0 })
    log.warn({ ...fields, ...(last?.more && { more: last.more }) }, text)
  }
}

/** Logs a failure: one line for a known outage, otherwise the whole error. */
export function outageLogger(log: Pick<Log, 'warn'>) {
  const tell = throttledWarn(log)
  return (error: unknown, fields: object, text: string): void => {
    const outage = outageOf(error)
    tell(`${text} ${outage?.code ?? ''}`, { ...fields, ...(outage ?? { error: describeError(error) }) }, text)
  }
}
