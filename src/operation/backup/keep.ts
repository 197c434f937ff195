import { parisClock } from '../../../shared/wall-clock.ts'
import { retention } from '../../foundation/retention.ts'
import { MOST_DAYS_AHEAD } from '../../kernel/db/clock.ts'

/** How long backups are kept, and when the next one is due. Days, weeks and months are in Paris time. */

/** All backups of the two newest days that have any are kept. */
const WHOLE_DAYS = 2
export const KEPT_DAYS = 7
const KEPT_WEEKS = 4
const KEPT_MONTHS = Number.parseInt(retention.backups.kept, 10)

interface Candidate {
  readonly at: Date
  /** A trial restore succeeded, or at least the file was read to its end. */
  readonly good: boolean
}

const DAY_MS = 86_400_000
/** Tolerance between the clocks of machines. */
const AHEAD_MS = 60_000

/** Made while a clock was ahead: its true age is unknown. */
export const isToCome = ({ at }: Pick<Candidate, 'at'>, now: Date) => at.getTime() > now.getTime() + AHEAD_MS

/**
 * Backups to remove: all but the last good one of each of the newest days, weeks and months. These are counted among
 * the days, weeks and months that have a backup, not back from today, so that neither a wrong clock nor a pause removes
 * any. A bad backup stays for a week for inspection and replaces no good one. Backups dated in the future are neither
 * counted nor removed.
 */
export function superfluous<T extends Candidate>(all: readonly T[], now: Date): T[] {
  const newestFirst = all
    .filter(one => !isToCome(one, now))
    .map(one => ({ one, day: dayIn(one.at) }))
    .sort((a, b) => b.one.at.getTime() - a.one.at.getTime())
  const good = newestFirst.filter(({ one }) => one.good)
  const [newest, before] = good
  // After a long pause, or from a clock far ahead: removes nothing until the next backup shows which.
  if (newest && before && newest.one.at.getTime() - before.one.at.getTime() > MOST_DAYS_AHEAD * DAY_MS)
    return []
  const kept = new Set<(typeof good)[number]>()
  const keep = (period: (day: Day) => number, most: number, which: 'all' | 'the last') => {
    const seen = new Set<number>()
    for (const each of good) {
      const its = period(each.day)
      const isLast = !seen.has(its)
      seen.add(its)
      if (seen.size > most) break
      if (isLast || which === 'all') kept.add(each)
    }
  }
  // Keeps all of the newest days, so that a manual backup survives the next nightly one.
  keep(day => day.number, WHOLE_DAYS, 'all')
  keep(day => day.number, KEPT_DAYS, 'the last')
  keep(week, KEPT_WEEKS, 'the last')
  keep(day => day.year * 12 + day.month, KEPT_MONTHS, 'the last')
  const today = dayIn(now)
  const goes = newestFirst.filter(each =>
    each.one.good ? !kept.has(each) : today.number - each.day.number >= KEPT_DAYS,
  )
  return goes.map(({ one }) => one)
}

interface Day {
  readonly year: number
  readonly month: number
  /** Days since 1 January 1970. */
  readonly number: number
}

/** Weeks start on Monday; 1 January 1970 was a Thursday. */
const week = ({ number }: Day) => Math.floor((number + 3) / 7)

function clockIn(at: Date) {
  const [date = '', time = ''] = parisClock(at).split('T')
  return { date, time: time.slice(0, 5) }
}

function dayIn(at: Date): Day {
  const { date } = clockIn(at)
  const [year = 0, month = 0] = date.split('-').map(Number)
  return { year, month, number: Date.parse(`${date}T00:00:00Z`) / DAY_MS }
}

////////////////////////////////////////////////////////////////////////////// when

interface Attempt {
  readonly begun_at: Date
  readonly good: boolean
}

const MOST_ATTEMPTS = 3
const BETWEEN_MS = 3_600_000

/**
 * Whether a backup is due: none succeeded since `at` last passed in Paris, so a missed one is made up for. Three
 * attempts a night, an hour apart, including killed ones.
 */
export function isDue(now: Date, at: string, attempts: readonly Attempt[]): boolean {
  const { date, time } = clockIn(now)
  const yesterday = new Date(Date.parse(`${date}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)
  const since = `${time >= at ? date : yesterday} ${at}`
  const clock = (one: Attempt) => {
    const shown = clockIn(one.begun_at)
    return `${shown.date} ${shown.time}`
  }
  const tonight = attempts.filter(one => clock(one) >= since)
  const last = Math.max(...tonight.map(one => one.begun_at.getTime()))
  return (
    !tonight.some(one => one.good) && tonight.length < MOST_ATTEMPTS && !(now.getTime() - last < BETWEEN_MS)
  )
}
