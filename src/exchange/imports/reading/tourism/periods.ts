import { MOST_DATES } from '../../../../../shared/fields/publications.ts'
import { shownHours } from '../dates/whole-days.ts'
import { addDays, type Occurrence } from '../further-days.ts'
import { eventOf } from '../json-events.ts'
import type { SourceEvent } from '../normalize-item.ts'

/** Tourist offices give an event as periods, each with the hours of its days. */

interface Period {
  /** `2026-12-05` */
  readonly first: string | undefined
  readonly last: string | undefined
  /** `18:00:00` */
  readonly from: string | undefined
  readonly to: string | undefined
}

const MOST = 1000
const HOUR = /^(?:[01]\d|2[0-3]):[0-5]\d/

interface When {
  readonly when: SourceEvent
  readonly further: readonly Occurrence[]
}

/** The next period that is not over, otherwise the last one; and those after it. */
export function whenOf(periods: readonly Period[], now: Date): When {
  const today = now.toISOString().slice(0, 10)
  const dated = periods
    .slice(0, MOST)
    .flatMap(each => occurrenceOf(each) ?? [])
    .sort((a, b) => (a.first_day < b.first_day ? -1 : 1))
  const coming = dated.filter(({ last_day }) => last_day >= today)
  const [next, ...further] = coming.length > 0 ? coming.slice(0, MOST_DATES) : dated.slice(-1)
  return { when: next ? eventOf(next) : {}, further }
}

function occurrenceOf({ first, last, from, to }: Period): Occurrence | undefined {
  const first_day = dayOf(first)
  if (!first_day) return undefined
  const end = dayOf(last)
  const last_day = end && end > first_day ? end : first_day
  const first_hour = hourOf(from)
  const last_hour = first_hour === null ? null : hourOf(to)
  const hours = shownHours(first_hour, last_hour)
  // Midnight ends the day, and an evening that ends at two ends on the next one.
  if (hours.last_hour === null) return { first_day, last_day, ...hours }
  const isNight = last_day === first_day && last_hour !== null && last_hour <= (first_hour ?? '')
  return { first_day, last_day: isNight ? addDays(last_day, 1) : last_day, first_hour, last_hour }
}

function dayOf(text = ''): string | undefined {
  const day = text.slice(0, 10)
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : undefined
}

const hourOf = (text: string | undefined): string | null => HOUR.exec(text ?? '')?.[0] ?? null
