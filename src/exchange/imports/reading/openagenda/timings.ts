import { Temporal } from 'temporal-polyfill'
import { parseDate } from '../dates/parse-date.ts'
import { shownHours } from '../dates/whole-days.ts'
import { dayAt, hourAt, isIana, PARIS } from '../dates/zones.ts'
import type { Occurrence } from '../further-days.ts'
import { type Json, list, record, text } from '../json-fields.ts'
import type { Context } from '../normalize-item.ts'

interface When extends Occurrence {
  /** The occurrences after the one that is shown. */
  readonly later: readonly Occurrence[]
  /** Start of the occurrence that is shown. */
  readonly begins: number
  /** End of the last occurrence. */
  readonly over: number
}

interface Timing {
  readonly begin: number
  readonly end: number
  /** Where its day and hours are shown. */
  readonly zone: string
}

const MOST = 5000
const MOST_DAYS = 100
const DAY_MS = 86_400_000

/** The next occurrence that is not over, else the last. Consecutive days are one occurrence, as for a fair. */
export function whenOf(event: Json, context: Pick<Context, 'now' | 'zone'>): When | undefined {
  const { now } = context
  const timings = timingsOf(event, context)
  const last = timings.at(-1)
  if (!last) return undefined
  const day = (instant: number, zone: string) => Temporal.PlainDate.from(dayAt(instant, zone))
  const firstDay = ({ begin, zone }: Timing) => day(begin, zone)
  const open = timings.findIndex(({ end }) => end > now.getTime())
  const at = open < 0 ? timings.length - 1 : open
  const next = timings[at] ?? last
  // An end at midnight belongs to the day before.
  const lastDay = ({ begin, end, zone }: Timing) => day(Math.max(begin, end - 1), zone)
  let [start, first] = [firstDay(next), next]
  for (const timing of timings.slice(0, at).toReversed()) {
    if (Temporal.PlainDate.compare(lastDay(timing), start.subtract({ days: 1 })) < 0) break
    start = firstDay(timing)
    first = timing
  }
  let [end, final] = [lastDay(next), next]
  let following = at + 1
  for (const timing of timings.slice(following)) {
    if (Temporal.PlainDate.compare(firstDay(timing), end.add({ days: 1 })) > 0) break
    const later = lastDay(timing)
    if (Temporal.PlainDate.compare(later, end) > 0) end = later
    if (timing.end > final.end) final = timing
    following++
  }
  const endOf = ({ begin, end, zone }: Timing) => (end > begin ? hourAt(end, zone) : null)
  // The timings of one day are one occurrence, from the first to the last.
  const days = new Map<string, { readonly first: Timing; readonly last: Timing }>()
  for (const timing of timings.slice(following)) {
    const first_day = firstDay(timing).toString()
    const earlier = days.get(first_day)
    days.set(first_day, { first: earlier?.first ?? timing, last: timing })
    if (days.size > MOST_DAYS) break
  }
  const later = [...days].map(([first_day, of]) => ({
    first_day,
    last_day: lastDay(of.last).toString(),
    ...shownHours(hourAt(of.first.begin, of.first.zone), endOf(of.last)),
  }))
  return {
    first_day: start.toString(),
    last_day: end.toString(),
    ...shownHours(hourAt(first.begin, first.zone), endOf(final)),
    later,
    begins: next.begin,
    over: Math.max(...timings.slice(-100).map(each => each.end)),
  }
}

function timingsOf(event: Json, { now, zone = PARIS }: Pick<Context, 'now' | 'zone'>): Timing[] {
  const asked = text(event.timezone)
  const own = asked && isIana(asked) ? asked : undefined
  const read = (value: unknown) =>
    timingOf(value, now, own ?? zone).map(each => (own ? { ...each, zone: own } : each))
  const all = list(event.timings).slice(0, MOST).flatMap(read)
  // Events that were saved without `detailed=1` hold only these three.
  const named = [event.firstTiming, event.nextTiming, event.lastTiming].flatMap(read)
  return (all.length > 0 ? all : named).toSorted((a, b) => a.begin - b.begin)
}

function timingOf(value: unknown, now: Date, zone: string): Timing[] {
  const timing = record(value)
  const moment = timing && parseDate(text(timing.begin ?? timing.start) ?? '', now, zone)
  if (!moment) return []
  const begin = moment.at.getTime()
  const end = parseDate(text(timing?.end) ?? '', now, zone)?.at.getTime() ?? begin
  return [{ begin, end: end < begin || end - begin > 3660 * DAY_MS ? begin : end, zone: moment.zone }]
}
