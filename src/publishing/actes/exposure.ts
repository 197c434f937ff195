import { Temporal } from 'temporal-polyfill'

/** When residents could read an act, from the rows of the trail. Pure. */

/** Written by triggers, whatever hides or shows the publication. */
export const ACTE_ACTIONS = ['acte.published', 'acte.shown', 'acte.hidden', 'acte.transmitted']

/** A row of the trail about the act. */
export interface ActeEntry {
  readonly at: string
  readonly after: { readonly visible_le: string | null; readonly lisible: boolean }
}
export interface Interval {
  readonly du: string
  /** Null while it goes on. */
  readonly au: string | null
}

const FAR = '9999-12-31'

/** In the order of the trail. A moment of appearance that is to come counts from then on. */
export function intervalsOf(entries: readonly ActeEntry[], now: Date): Interval[] {
  const intervals: { du: string; au: string | null; isPlanned: boolean }[] = []
  for (const { at, after } of entries) {
    const open = intervals.at(-1)?.au === null ? intervals.at(-1) : undefined
    const { visible_le } = after
    const from = visible_le !== null && Date.parse(visible_le) > Date.parse(at) ? visible_le : at
    if (open && (!after.lisible || from !== at)) open.au = at
    if (after.lisible && (!open || from !== at))
      intervals.push({ du: from, au: null, isPlanned: from !== at })
  }
  // What was planned may not have come. Times of the trail stay, also where the clock went back between them.
  const hasBegun = ({ du, au }: Interval) => Date.parse(du) <= Math.min(now.getTime(), Date.parse(au ?? FAR))
  return intervals.filter(one => !one.isPlanned || hasBegun(one)).map(({ du, au }) => ({ du, au }))
}

/** The legal minimum, without the interruptions: the day on which it was reached. Null while it is not. */
export function twoMonthsReached(
  intervals: readonly Interval[],
  interruptions: readonly Interval[],
  now: Date,
): string | null {
  const [first] = intervals
  if (!first) return null
  const begun = Temporal.Instant.from(first.du).toZonedDateTimeISO('Europe/Paris')
  let left = begun.add({ months: 2 }).epochMilliseconds - begun.epochMilliseconds
  for (const { du, au } of without(intervals, interruptions, now)) {
    if (au - du >= left) return new Date(du + left).toISOString()
    left -= au - du
  }
  return null
}

interface Span {
  readonly du: number
  readonly au: number
}
const spanOf = ({ du, au }: Interval, now: Date): Span => ({
  du: Date.parse(du),
  au: au === null ? now.getTime() : Date.parse(au),
})

function without(intervals: readonly Interval[], gaps: readonly Interval[], now: Date): Span[] {
  let spans = intervals.map(one => spanOf(one, now))
  for (const gap of gaps.map(one => spanOf(one, now)))
    spans = spans.flatMap(one => {
      const { du, au } = one
      if (gap.au <= du || gap.du >= au) return [one]
      return [
        { du, au: Math.min(au, gap.du) },
        { du: Math.max(du, gap.au), au },
      ].filter(part => part.au > part.du)
    })
  return spans.filter(one => one.au > one.du)
}
