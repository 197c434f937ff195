import { markSeen } from '../kernel/db/clock.ts'
import type { Tx } from '../kernel/db/db.ts'
import { recordBySystem } from '../kernel/records/audit.ts'

/**
 * Writes to the audit trail when the service was not at work, and when the clock of the database jumped: certificates of acts
 * say what residents could not read. Each minute the job `audit.seal` marks that it runs.
 */

/** A job that waits behind others is late by less. */
const INTERRUPTED_MS = 5 * 60_000
const JUMPED_MS = 60_000

interface Mark {
  readonly now: Date
  /** The clock of this process that nobody sets. */
  readonly monotonicMs: number
}
type Finding =
  | { readonly action: 'uptime.interrupted'; readonly du: Date; readonly au: Date }
  | { readonly action: 'uptime.clock_moved'; readonly du: Date; readonly au: Date }

/**
 * Pure. `before`: the last mark of any process; `own`: that of this one, whose clock tells a jump from an interruption. `du` of a
 * jump is the time that it should have been.
 */
export function findingOf(mark: Mark, before: Date | null, own: Mark | undefined): Finding | undefined {
  if (before === null) return undefined
  const { now, monotonicMs } = mark
  const due = own && new Date(own.now.getTime() + monotonicMs - own.monotonicMs)
  if (due && Math.abs(now.getTime() - due.getTime()) > JUMPED_MS)
    return { action: 'uptime.clock_moved', du: due, au: now }
  const passed = now.getTime() - before.getTime()
  if (passed < -JUMPED_MS) return { action: 'uptime.clock_moved', du: before, au: now }
  return passed > INTERRUPTED_MS ? { action: 'uptime.interrupted', du: before, au: now } : undefined
}

let own: Mark | undefined

export async function watchService(tx: Tx, monotonicMs = performance.now()): Promise<void> {
  const { now, before } = await markSeen(tx)
  const finding = findingOf({ now, monotonicMs }, before, own)
  own = { now, monotonicMs }
  if (!finding) return
  const { action, du, au } = finding
  await recordBySystem(tx, action, 'uptime', { du: du.toISOString(), au: au.toISOString() })
}
