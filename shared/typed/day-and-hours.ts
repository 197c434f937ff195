import { fold } from './calendar.ts'
import { typedDay } from './day.ts'
import { typedRanges } from './days.ts'
import { typedDays } from './series.ts'
import { typedHours, typedTime } from './times.ts'

/** Longer texts are no day and hour. */
const LONGEST = 100
const MOST_WORDS = 20
/** `8` alone may belong to the day. */
const HOURS = /\d ?(?:h|:)|midi|heure/

const isHours = (text: string) => typedTime(text) !== undefined || typedHours(text) !== undefined
/** Without the comma at its end. */
const bare = (words: readonly string[]) => words.join(' ').replace(/,$/, '')
const isDays = (text: string, now: Date) =>
  typedDay(text, now) !== undefined ||
  typedRanges(text, now)?.length === 1 ||
  typedDays(text, now) !== undefined

/**
 * `samedi 12 décembre, 20h30`, `tous les mardis de 14h à 16h jusqu’en juin`, `18h samedi 12`: the days, and the hours behind,
 * between or before them. Undefined where there is another way to part them: `samedi 12 à 14h`.
 */
export function dayAndHoursIn(
  typed: string,
  now: Date,
): { readonly days: string; readonly hours: string } | undefined {
  const text = typed.trim()
  if (text.length > LONGEST || isHours(text)) return undefined
  const words = text.split(/ +/)
  if (words.length > MOST_WORDS) return undefined
  const parted = words.flatMap((_, from) =>
    words.slice(from).flatMap((_, more) => {
      const [hours, behind] = [bare(words.slice(from, from + more + 1)), words.slice(from + more + 1)]
      // `20 h` of `20 h 30`
      if (/^\d/.test(behind[0] ?? '') || !HOURS.test(fold(hours)) || !isHours(hours)) return []
      const days = [bare(words.slice(0, from)), bare(behind)].filter(side => side !== '').join(' ')
      // The `de` of `de 14h à 17h`
      return !/^de\b/i.test(days) && isDays(days, now) ? [{ days, hours }] : []
    }),
  )
  return parted.length === 1 ? parted[0] : undefined
}
