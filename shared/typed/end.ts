import { dayAfter, dayOf, fold, instantOf } from './calendar.ts'
import { typedDay } from './day.ts'
import { typedTime } from './times.ts'

/** Of a moment: each place between two words is tried. */
const MOST_WORDS = 12

/** A day to come, and the hour beside it: `demain midi`, `lundi prochain à 8 h`, `20 h ce soir`. */
export function typedMoment(text: string, now: Date): { readonly day?: string; readonly time?: string } {
  const whole = typedDay(text, now)
  if (whole !== undefined) return { day: whole }
  const words = fold(text).split(' ')
  if (words.length > MOST_WORDS) return {}
  for (let at = 1; at < words.length; at++) {
    const sides = [words.slice(0, at).join(' '), words.slice(at).join(' ')] as const
    for (const [before, behind] of [sides, sides.toReversed()] as [string, string][]) {
      const [day, time] = [typedDay(before, now), typedTime(behind)]
      if (day !== undefined && time !== undefined) return { day, time }
    }
  }
  return {}
}

/** `dans 2 heures`, `dans une demi-heure`: minutes. */
function minutesIn(typed: string): number | undefined {
  const [, count = '', unit] =
    /^(?:dans|in) (\d{1,3}|une?|an?|one) ?(heure|h|hour|minute|min|demi-heure)s?$/.exec(typed) ?? []
  if (unit === undefined) return undefined
  return (Number(count) || 1) * (unit.startsWith('h') ? 60 : unit === 'demi-heure' ? 30 : 1)
}

/**
 * An end: `demain 18 h`, `dans 2 heures`; `18 h` is today, a day alone lasts until its end. Null: nothing is typed; undefined: no
 * moment. `demain matin` is none: when does a morning end?
 */
export function typedEnd(text: string, now: Date): Date | null | undefined {
  const typed = fold(text)
    .replace(/^jusqu'(?:au (?=\d)|(?:a|au|en) )/, start => (start.endsWith('au ') ? 'le ' : ''))
    .replace(/,? (?:inclus|(?:a )?minuit)$/, '')
    .replace(/^(?:a )?minuit$/, "aujourd'hui")
  if (typed === '') return null
  const minutes = minutesIn(typed)
  if (minutes !== undefined) return new Date(now.getTime() + minutes * 60_000)
  const hour = typedTime(typed)
  const { day, time } = hour ? { day: dayOf(now), time: hour } : typedMoment(typed, now)
  if (day === undefined || (!time && /(?:matin|apres-midi|nuit)$/.test(typed))) return undefined
  return time ? instantOf(day, time) : instantOf(dayAfter(day, 1), '00:00')
}
