import { fold } from './calendar.ts'

const NOON = /^(midi|noon)$/

/** `8 h`, `18h30`, `à 18 heures`, `18:30`, `8`, `midi`: as `18:30`. */
export function typedTime(text: string): string | undefined {
  const typed = fold(text).replace(/^(?:a|des|vers|at) /, '')
  if (NOON.test(typed)) return '12:00'
  const parts = /^(\d{1,2})(?: ?(?:heures?|[h:.]) ?(\d{2})?)?$/.exec(typed)
  if (!parts) return undefined
  const [hour, minute] = [Number(parts[1]), Number(parts[2] ?? 0)]
  if (hour > 23 || minute > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** `de 14h à 17h`, `14-17h`, `14h/17h`, `entre 14h et 17h`. */
export function typedHours(text: string): { readonly begin: string; readonly end: string } | undefined {
  const typed = fold(text).replace(/^(?:de|entre|from) /, '')
  const [first = '', last = '', ...others] = typed.split(/ ?[-–—/→] ?| (?:jusqu'a|a|et|to|and) /)
  const [begin, end] = [typedTime(first), typedTime(last)]
  return begin && end && others.length === 0 ? { begin, end } : undefined
}
