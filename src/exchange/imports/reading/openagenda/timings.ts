import { Temporal } from 'temporal-polyfill'
import { parseDate } from '../dates/parse-date.ts'
import { hourAt, isIana, PARIS } from '../dates/zones.ts'
import type { Occurrence } from '../further-days.ts'
import { type Json, list, record, text } from '../json-fields.ts'

export interface When extends Occurrence {
  /** The days after it. */
  readonly later: readonly Occurrence[]
  /** Start of the occurrence that is shown. */
  readonly begins: number
  /** End of the last occurrence. */
  readonly over: number
}

interface Timing {
  readonly begin: number
  readonly end: number
}

const MOST = 5000
const MOST_DAYS = 100
const DAY_MS = 86_400_000

/** The next occurrence that is not over, else the last. Consecutive days are one occurrence, as for a fair. */
export function whenOf(event: Json, now: Date): When | undefined {
  const timings = timingsOf(event, now)
  const last = timings.at(-1)
  if (!last) return undefined
  const asked = text(event.timezone)
  const zone = asked && isIana(asked) ? asked : PARIS
  const day = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate()
  const open = timings.findIndex(({ end }) => end > now.getTime())
  const at = open < 0 ? timings.length - 1 : open
  const next = timings[at] ?? last
  // An end at midnight belongs to the day before.
  const lastDay = ({ begin, end }: Timing) => day(Math.max(begin, end - 1))
  let [start, first] = [day(next.begin), next.begin]
  for (const timing of timings.slice(0, at).toReversed()) {
    if (Temporal.PlainDate.compare(lastDay(timing), start.subtract({ days: 1 })) < 0) break
    start = day(timing.begin)
    first = timing.begin
  }
  let [end, final] = [lastDay(next), next]
  let following = at + 1
  for (const timing of timings.slice(following)) {
    if (Temporal.PlainDate.compare(day(timing.begin), end.add({ days: 1 })) > 0) break
    const later = lastDay(timing)
    if (Temporal.PlainDate.compare(later, end) > 0) end = later
    if (timing.end > final.end) final = timing
    following++
  }
  const endOf = ({ begin, end }: Timing) => (end > begin ? endHour(hourAt(end, zone)) : null)
  // The timings of one day are one occurrence, from the first to the last.
  const days = new Map<string, Occurrence>()
  for (const timing of timings.slice(following)) {
    const first_day = day(timing.begin).toString()
    const first_hour = days.get(first_day)?.first_hour ?? hourAt(timing.begin, zone)
    days.set(first_day, {
      first_day,
      last_day: lastDay(timing).toString(),
      first_hour,
      last_hour: endOf(timing),
    })
    if (days.size > MOST_DAYS) break
  }
  return {
    first_day: start.toString(),
    last_day: end.toString(),
    first_hour: hourAt(first, zone),
    // Null where it ends when it begins, or at midnight.
    last_hour: endOf(final),
    later: [...days.values()],
    begins: next.begin,
    over: Math.max(...timings.slice(-100).map(each => each.end)),
  }
}

const endHour = (hour: string) => (hour === '00:00' ? null : hour)

function timingsOf(event: Json, now: Date): Timing[] {
  const all = list(event.timings)
    .slice(0, MOST)
    .flatMap(each => timingOf(each, now))
  // Events that were saved without `detailed=1` hold only these three.
  const named = [event.firstTiming, event.nextTiming, event.lastTiming].flatMap(each => timingOf(each, now))
  return (all.length > 0 ? all : named).toSorted((a, b) => a.begin - b.begin)
}

function timingOf(value: unknown, now: Date): Timing[] {
  const timing = record(value)
  const begin = timing && parseDate(text(timing.begin ?? timing.start) ?? '', now)?.at.getTime()
  if (begin === undefined) return []
  const end = parseDate(text(timing?.end) ?? '', now)?.at.getTime() ?? begin
  return [{ begin, end: end < begin || end - begin > 3660 * DAY_MS ? begin : end }]
}
