import { Temporal } from 'temporal-polyfill'
import { addDays, daysBetween, type Occurrence } from '../further-days.ts'
import { type Event, type Span, spanAt } from './event.ts'
import type { Rule } from './plain-rule.ts'
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
  /** The next occurrences, within a year; undefined when they cannot be computed. */
  readonly later: readonly Occurrence[] | undefined
  /** The instant at which the last occurrence is over; undefined when the series does not end. */
  readonly over: number | undefined
}

const MOST_STEPS = 500
const MOST_DAYS = 100

/** Null when the series has no occurrence. Throws when a rule cannot be computed. */
export function occurrenceOf(series: Series, now: number): ShownOccurrence | null {
  const { master } = series
  const moved = series.moved.map(event => ({ span: spanAt(event), by: event }))
  const single = [master.start, ...series.extra]
    .map(time => localIn(time, master.start))
    .filter(local => !isExcluded(series, local))
    .map(local => ({ span: spanAt(master, local), by: master }))
  const next = series.rules.map(rule => nextOf(series, rule, now))
  // A rule without end that has no next time never falls, as on 30 February.
  const ends = series.rules.map((rule, at) => (rule.ends || next[at] ? lastOf(series, rule) : undefined))
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
  const later = laterThan(series, chosen.span, known)
  return { ...chosen, later, over }
}

function laterThan(
  series: Series,
  shown: Span,
  known: readonly { readonly span: Span }[],
): readonly Occurrence[] | undefined {
  const { master } = series
  const begins = instantOf(shown.start)
  const after = master.start.is_day ? shown.start.local : localAt(begins, master.start.zone)
  let ruled: readonly Occurrence[]
  try {
    ruled = series.rules.flatMap(rule =>
      spansAt(
        master,
        dailyOf(rule, after).filter(key => !isExcludedKey(series, key)),
      ),
    )
  } catch {
    return undefined
  }
  const others = known.filter(({ span }) => instantOf(span.start) > begins)
  return [...others.map(({ span }) => span), ...ruled]
}

/** At the same hour of its own zone only the day differs: computing each takes ten times as long. */
function spansAt(master: Event, times: readonly string[]): readonly Occurrence[] {
  const [first] = times
  if (!first) return []
  const at = (key: string) => spanAt(master, Temporal.PlainDateTime.from(key))
  const span = at(first)
  const days = daysBetween(span.first_day, span.last_day)
  const hasOwnDays = master.start.is_day || shownIn(master.start) === master.start.zone
  return times.map(key => {
    if (!hasOwnDays || key.slice(10) !== first.slice(10)) return at(key)
    const first_day = key.slice(0, 10)
    return { ...span, first_day, last_day: days === 0 ? first_day : addDays(first_day, days) }
  })
}

/** The times of a rule within a year; of many on one day, the first. */
function dailyOf(rule: Rule, after: Local): readonly string[] {
  const end = after.add({ years: 1, days: 1 })
  const all = rule.between(after, end)
  if (all) return all
  const times: string[] = []
  for (let step = 0, at = after; step < MOST_DAYS; step++) {
    const next = rule.after(at.withPlainTime('23:59:59'), false)
    if (!next || Temporal.PlainDateTime.compare(next, end) > 0) break
    times.push(timeKey(next))
    at = next
  }
  return times
}

/** Converts a time to the local time of the series; occurrences are compared in local time. */
export const localIn = (time: Time, start: Time): Local =>
  time.is_day || start.is_day || time.zone === start.zone ? time.local : localAt(instantOf(time), start.zone)

export const dayKey = (local: Local): string => local.toString().slice(0, 10)
export const timeKey = (local: Local): string => local.toString({ smallestUnit: 'second' })

const isExcluded = (series: Series, local: Local): boolean => isExcludedKey(series, timeKey(local))
const isExcludedKey = ({ excluded }: Series, key: string): boolean =>
  excluded.size > 0 && (excluded.has(key) || excluded.has(key.slice(0, 10)))

/** The first occurrence that is not over yet. */
function nextOf(series: Series, rule: Rule, now: number): Local | undefined {
  const { master } = series
  let at = earliestOpen(master, now)
  let inclusive = true
  for (let step = 0; step < MOST_STEPS; step++) {
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

/** The last occurrence of a rule; `unknown` when the rule is endless or cannot be computed. */
function lastOf(series: Series, rule: Rule): Local | undefined | 'unknown' {
  if (!rule.ends) return 'unknown'
  try {
    let local = rule.before(FAR, true)
    for (let step = 0; local && step < MOST_STEPS; step++) {
      if (!isExcluded(series, local)) return local
      local = rule.before(local, false)
    }
    return undefined
  } catch {
    return 'unknown'
  }
}
