import { fold } from './calendar.ts'
import { typedDay } from './day.ts'
import { typedRanges } from './days.ts'
import { typedDays } from './series.ts'
import { typedHours, typedTime } from './times.ts'

/** Longer texts are no day and hour. */
const LONGEST = 100
/** `8` alone may belong to the day. */
const HOURS = /\d ?(?:h|:)|midi|heure/

const isHours = (text: string) => typedTime(text) !== undefined || typedHours(text) !== undefined
const isDays = (text: string, now: Date) =>
  typedDay(text, now) !== undefined ||
  typedRanges(text, now)?.length === 1 ||
  typedDays(text, now) !== undefined

/**
 * `samedi 12 décembre, 20h30`, `12/12 de 14h à 17h`: the days, and the hours behind them. Undefined where there is another
 * way to part them: `samedi 12 à 14h`.
 */
export function dayAndHoursIn(
  typed: string,
  now: Date,
): { readonly days: string; readonly hours: string } | undefined {
  const text = typed.trim()
  if (text.length > LONGEST || isHours(text)) return undefined
  const parted = [...text.matchAll(/,? +/g)].flatMap(({ index, 0: gap }) => {
    const [days, hours] = [text.slice(0, index), text.slice(index + gap.length)]
    return HOURS.test(fold(hours)) && isHours(hours) && isDays(days, now) ? [{ days, hours }] : []
  })
  return parted.length === 1 ? parted[0] : undefined
}
