import { Temporal } from 'temporal-polyfill'
import { type Event, type Span, spanAt } from './event.ts'
import type { Rule } from './rule.ts'
import { instantOf, localAt, shownIn, type Time } from './times.ts'

type Local = Temporal.PlainDateTime

/** Everything that determines the occurrences of a series. */
export interface Series {
  readonly master: Event
  readonly rules: readonly Rule[]
  /** Additional times (RDATE). */
  readonly extra: readonly Time[]
  /** Excluded times (EXDATE, moved or cancelled occurrences): `YYYY-MM-DD` for a day, else the local time. */
  readonly excluded: ReadonlySet<string>
  readonly moved: readonly Event[]
}

export interface ShownOccurrence {
  /** The occurrence to show: the next one that is not over, else the last. */
  readonly span: Span
  /** The event that describes this occurrence: the series itself, or an override. */
  readonly by: Event
  /** When the last one is over; undefined when the series does not end. */
  readonly over: number | undefined
}

/** The time that is left for computing rules, which may have no end. */
export interface Budget {
  left(): boolean
}

const MOST_STEPS = 500

/** Null when there is no occurrence at all. Throws when a rule cannot be computed. */
export function occurrenceOf(series: Series, now: number, budget: Budget): ShownOccurrence | null {
  const { master } = series
  const moved = series.moved.map(event => ({ span: spanAt(event), by: event }))
  const single = [master.start, ...series.extra]
    .map(time => localIn(time, master.start))
    .filter(local => !isExcluded(series, local))
    .map(local => ({ span: spanAt(master, local), by: master }))
  const next = series.rules.map(rule => nextOf(series, rule, now, budget))
  const ends = series.rules.map(rule => lastOf(series, rule, budget))
  const ruled = [...next, ...ends.filter(end => end !== 'unknown')]
  const known = [
    ...moved,
    ...single,
    ...ruled.flatMap(local => (local ? [{ span: spanAt(master, local), by: master }] : [])),
  ]
  if (known.length === 0) return null
  const open = known.filter(({ span }) => span.over > now)
  const begins = ({ span }: { span: Span }) => instantOf(span.start)
  const chosen =
    open.length > 0
      ? open.reduce((a, b) => (begins(b) < begins(a) ? b : a))
      : known.reduce((a, b) => (begins(b) > begins(a) ? b : a))
  const endless = ends.includes('unknown')
  const over = endless ? undefined : Math.max(...known.map(({ span }) => span.over))
  return { ...chosen, over }
}

/** A time in the zone of the series, in which its occurrences are counted. */
export const localIn = (time: Time, start: Time): Local =>
  time.is_day || start.is_day || time.zone === start.zone ? time.local : localAt(instantOf(time), start.zone)

export const dayKey = (local: Local): string => local.toPlainDate().toString()
export const timeKey = (local: Local): string => local.toString({ smallestUnit: 'second' })

const isExcluded = ({ excluded }: Series, local: Local): boolean =>
  excluded.has(timeKey(local)) || excluded.has(dayKey(local))

/** The first occurrence that is not over yet. */
function nextOf(series: Series, rule: Rule, now: number, budget: Budget): Local | undefined {
  const { master } = series
  let at = earliestOpen(master, now)
  let inclusive = true
  for (let step = 0; step < MOST_STEPS && budget.left(); step++) {
    const local = rule.after(at, inclusive)
    if (!local) return undefined
    if (!isExcluded(series, local) && spanAt(master, local).over > now) return local
    at = local
    inclusive = false
  }
  throw new Error('no end of it')
}

/** Occurrences that began before this time are over. */
function earliestOpen(master: Event, now: number): Local {
  const { start, length } = master
  if (length.open) {
    const today = localAt(now, shownIn(start)).toPlainDate().toZonedDateTime(shownIn(start))
    return localAt(today.epochMilliseconds, start.zone)
  }
  // A day has 23 or 25 hours when clocks change.
  const slack = length.days > 0 ? 2 * HOUR_MS : 0
  return localAt(now - (spanAt(master).over - instantOf(start)) - slack, start.zone)
}

const HOUR_MS = 3_600_000
const FAR = Temporal.PlainDateTime.from('2200-12-31T23:59:59')

/** The last occurrence of a rule; undefined when it does not end, or too late to be counted to. */
function lastOf(series: Series, rule: Rule, budget: Budget): Local | undefined | 'unknown' {
  if (!rule.ends || !budget.left()) return 'unknown'
  try {
    let local = rule.before(FAR, true)
    for (let step = 0; local && step < MOST_STEPS && budget.left(); step++) {
      if (!isExcluded(series, local)) return local
      local = rule.before(local, false)
    }
    return undefined
  } catch {
    return 'unknown'
  }
}
