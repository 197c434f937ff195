import { GONE_SECONDS } from '../../foundation/nodes.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Log } from '../../kernel/telemetry/log.ts'
import { absenceOf, type Backlog, backlogOf, isWorked } from './backlog.ts'

const LOOK_MS = 20_000
const REMIND_MS = 600_000

/** What has been logged already, so that it is not repeated at every check. */
interface Seen {
  /** When this node began to check: a worker that was never seen may still be starting. */
  readonly since: number
  gone: boolean
  at: number
}

/** Logs that no worker runs: when it is noticed, every ten minutes, and when it is over. */
export function watchWorker(db: Database, log: Log): { stop(): void } {
  const seen: Seen = { since: Date.now(), gone: false, at: 0 }
  const look = () =>
    void backlogOf(db).then(
      backlog => tellOf(backlog, seen, Date.now(), log),
      // A database that is away is logged elsewhere.
      () => {},
    )
  look()
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

export function tellOf(backlog: Backlog, seen: Seen, now: number, log: Pick<Log, 'warn' | 'info'>): void {
  if (isWorked(backlog)) {
    if (seen.gone) log.info(backlog, 'a worker is back')
    seen.gone = false
    return
  }
  if (backlog.worker_age === null && now - seen.since < GONE_SECONDS * 1_000) return
  if (seen.gone && now - seen.at < REMIND_MS) return
  seen.gone = true
  seen.at = now
  log.warn(backlog, absenceOf(backlog))
}
