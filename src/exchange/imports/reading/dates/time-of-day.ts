import { zoneOf } from './zones.ts'

interface Clock {
  /** Absent: a day without a time. */
  readonly time?: { readonly hour: number; readonly minute: number; readonly second: number }
  readonly zone?: string
}

/**
 * What follows a date: nothing, a time, a time with a zone. `a 14 h 30`, `t08:00:00+01:00`, `8:00 pm est`, `de 14h a 16h`
 * (its beginning), `de 9 h 30 a midi`. Undefined for anything else, so that a sentence is not read as a date.
 */
export function clockOf(rest: string): Clock | undefined {
  const text = rest
    .trim()
    .replace(/^(?:[,t@–—-]|a partir de|a|de|des|at|vers) */i, '')
    .trim()
  if (text === '') return {}
  const words = /^(midi|minuit)\b/i.exec(text)
  if (words) return { time: { hour: words[1]?.toLowerCase() === 'midi' ? 12 : 0, minute: 0, second: 0 } }
  const found =
    /^(\d{1,2})(?: ?(?:h|:|heures?)(?![a-z]) ?(\d{2})?(?: ?(?::|min|m|mn) ?(\d{1,2})?)?(?:[.,]\d+)?)(?:\.\d+)?(?: ?([ap])\.?m\.?)?(?=$|[^\w]|[a-z])(.*)$/i.exec(
      text,
    )
  if (!found) return onlyZone(text)
  const [, hours = '', minutes = '0', seconds = '0', half, behind = ''] = found
  const hour = hourOf(Number(hours), half)
  const second = Math.min(Number(seconds), 59)
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 60) return undefined
  if (hour === 24 && (Number(minutes) > 0 || second > 0)) return undefined
  const time = { hour, minute: Number(minutes), second }
  const zone = zoneBehind(behind)
  return zone === undefined ? undefined : { time, ...(zone !== '' && { zone }) }
}

const hourOf = (hour: number, half: string | undefined): number => {
  if (!half) return hour
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

/** `''` without a zone; an end on the same day, and words for Paris, count as none. Undefined for anything else. */
function zoneBehind(behind: string): string | undefined {
  const text = behind.trim()
  if (text === '') return ''
  // An offset and `Z` contradict each other: the `Z` was appended to a local time that was complete.
  const offset = /^([+-]\d{2}:?\d{2})\s?z$/i.exec(text)?.[1]
  if (offset) return zoneOf(offset)
  const named = /^([^[\]]*?)\s*(?:\[([\w/+-]+)\])?$/.exec(text)
  const zone = zoneOf(named?.[1] || named?.[2] || '')
  if (zone !== undefined) return zone
  return /^(?:[-–—]|a |à |au |jusqu|heure|\(|\.|[a-z]{2,5}$)/.test(text) ? '' : undefined
}

/** `2026-01-05Z`, `2026-01-05+01:00`: read as a day. */
const onlyZone = (text: string): Clock | undefined => (zoneOf(text) === undefined ? undefined : {})
