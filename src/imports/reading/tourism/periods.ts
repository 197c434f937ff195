import { Temporal } from 'temporal-polyfill'
import { MOST_DATES } from '../../../../shared/fields/publications.ts'
import type { SourceEvent } from '../normalize-item.ts'

/** Tourist offices give an event as periods, each with the hours of its days. */

export interface Period {
  /** `2026-12-05` */
  readonly first: string | undefined
  readonly last: string | undefined
  /** `18:00:00` */
  readonly from: string | undefined
  readonly to: string | undefined
}

const MOST = 1000
const DAY = /^\d{4}-\d\d-\d\d/
const HOUR = /^\d\d:\d\d/

type When = Pick<SourceEvent, 'start' | 'end'>

/** The next period that is not over, else the last one; and those behind it. */
export function whenOf(
  periods: readonly Period[],
  now: Date,
): { readonly when: When; readonly further: readonly When[] } {
  const today = now.toISOString().slice(0, 10)
  const dated = periods
    .slice(0, MOST)
    .flatMap(({ first, last, from, to }) => {
      const start = DAY.exec(first ?? '')?.[0]
      const end = DAY.exec(last ?? '')?.[0]
      return start ? [{ start, end: end && end > start ? end : start, from: hour(from), to: hour(to) }] : []
    })
    .sort((a, b) => (a.start < b.start ? -1 : 1))
  const coming = dated.filter(({ end }) => end >= today)
  const [when = {}, ...further] = (coming.length > 0 ? coming : dated.slice(-1))
    .slice(0, MOST_DATES)
    .map(period => {
      const { start, end, from, to } = period
      return { start: from ? `${start}T${from}` : start, end: from && to ? `${lastDay(period)}T${to}` : end }
    })
  return { when, further }
}

const hour = (text: string | undefined) => HOUR.exec(text ?? '')?.[0]

/** An evening that ends at two ends on the next day. */
function lastDay({
  start,
  end,
  from = '',
  to = '',
}: {
  start: string
  end: string
  from?: string | undefined
  to?: string | undefined
}) {
  return end === start && to <= from ? Temporal.PlainDate.from(end).add({ days: 1 }).toString() : end
}
