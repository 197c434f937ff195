import { hash } from 'node:crypto'
import { dayOf } from '../../../../shared/wall-clock.ts'
import { FEED_KINDS, type Schedule } from '../../../../shared/words/imports.ts'

/** When a scheduled source is run: pure functions, the clock is an argument. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const INTERVALS = { hourly: HOUR, daily: DAY, weekly: 7 * DAY } as const

/**
 * Each source has its own minute of the hour, day or week, so that not all of them begin at midnight; two attempts are at
 * least half an interval apart.
 */
export function nextSlot(schedule: Schedule, sourceId: string, now: Date): Date | null {
  if (schedule === 'manual') return null
  const interval = INTERVALS[schedule]
  const own = Number.parseInt(hash('sha256', sourceId).slice(0, 8), 16) % interval
  const last = Math.floor((now.getTime() - own) / interval) * interval + own
  const next = last + interval
  return new Date(next - now.getTime() < interval / 2 ? next + interval : next)
}

/** Each failure doubles the wait, up to a day; `Retry-After` of a server is honoured. */
export function nextAfterFailure(
  schedule: Schedule,
  sourceId: string,
  failures: number,
  retryAfterSeconds: number | null,
  now: Date,
): Date | null {
  const slot = nextSlot(schedule, sourceId, now)
  if (slot === null || schedule === 'manual') return null
  const interval = INTERVALS[schedule]
  const wait = Math.max(interval, Math.min(interval * 2 ** Math.min(failures, 30), DAY))
  const asked = (retryAfterSeconds ?? 0) * 1000
  return new Date(Math.max(slot.getTime(), now.getTime() + Math.max(wait, asked)))
}

export const MOST_FAILURES = 10

const changesByTheDay = (kind: string) =>
  Object.entries(FEED_KINDS).some(([name, one]) => name === kind && one.holds !== 'news')

/** A conditional request is made only while "not modified" means that the result would be the same. */
export const mayAskConditionally = (readKind: string | null, readAt: string | null, now: Date): boolean =>
  readKind !== null &&
  readAt !== null &&
  (!changesByTheDay(readKind) || dayOf(new Date(readAt)) === dayOf(now))
