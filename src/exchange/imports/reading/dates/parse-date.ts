import { Temporal } from 'temporal-polyfill'
import { folded } from '../../../../kernel/texts/texts.ts'
import { isoDate, type Written } from './iso-date.ts'
import { monthOf, withoutWeekday } from './months.ts'
import { clockOf } from './time-of-day.ts'
import { dayAt, hourAt, PARIS, UTC, zoneOf } from './zones.ts'

/** A time read from a text. */
export interface Moment {
  readonly at: Date
  /** YYYY-MM-DD: the day as written; of a time in UTC, its day in the zone of the commune. */
  readonly day: string
  /** `20:30`, as written or in that zone; null for a day. */
  readonly hour: string | null
  readonly has_time: boolean
  /** The zone of day and hour. */
  readonly zone: string
}

const FIRST_YEAR = 1900
const LAST_YEAR = 2200

/**
 * A date in any of the usual forms: RFC 822 with its old zones, ISO 8601, French and English words, numbers in the French
 * order. Without a zone it is local time of the commune, whatever this machine's zone; undefined when it is no date.
 *
 * An offset other than UTC's says where the event is: day and hour are those that are written. UTC says nothing, because
 * many programs convert to it: day and hour are those of the commune.
 */
export function parseDate(text: string, now: Date, zone = PARIS): Moment | undefined {
  const given = text.slice(0, 200).trim()
  const exact = exactly(given, zone)
  if (exact) return exact
  const iso = isoDate(given)
  if (iso) return momentOf(iso, zone)
  const simple = simplified(given)
  const written = named(simple, now) ?? numeric(simple) ?? monthFirst(simple) ?? stamp(simple)
  if (!written) return undefined
  return momentOf(written, zone)
}

/** `2026-12-05T20:00:00+01:00`: read by the language, fifty times as fast; an agenda may hold a hundred thousand of them. */
function exactly(text: string, zone: string): Moment | undefined {
  const [whole, year, month, day, hour = '', offset = ''] =
    /^(\d{4})-(\d\d)-(\d\d)T((?:[01]\d|2[0-3]):[0-5]\d):[0-5]\d(?:\.\d{1,9})?(Z|[+-](?:0\d|1[0-3]):?[0-5]\d)$/.exec(
      text,
    ) ?? []
  if (!whole || Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return undefined
  // The language takes 30 February for 2 March.
  if (new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() !== Number(day))
    return undefined
  const at = new Date(whole.replace(/\.\d+/, '').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  if (Number.isNaN(at.getTime())) return undefined
  const written = zoneOf(offset) ?? UTC
  if (!isUtc(written)) return { at, day: `${year}-${month}-${day}`, hour, has_time: true, zone: written }
  return {
    at,
    get day() {
      return dayAt(at.getTime(), zone)
    },
    get hour() {
      return hourAt(at.getTime(), zone)
    },
    has_time: true,
    zone,
  }
}

const isUtc = (zone: string): boolean => /^(?:[+-]00:00|Etc\/(?:UTC|GMT|Zulu))$/i.test(zone)

/** Lower case, no accents, single spaces, no comment in brackets, no apostrophes: `févr.` is `fevr`. */
const simplified = (text: string): string =>
  withoutWeekday(
    folded(text)
      .replaceAll(/\([^()]*\)/g, ' ')
      .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
      .replaceAll('’', "'")
      .trim(),
  )

function momentOf({ year, month, day, rest }: Written, commune: string): Moment | undefined {
  const clock = clockOf(rest)
  if (!clock || year < FIRST_YEAR || year > LAST_YEAR) return undefined
  try {
    const date = Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
    const time = clock.time ?? { hour: 0, minute: 0, second: 0 }
    const local = date
      .toPlainDateTime({ ...time, hour: time.hour % 24 })
      .add({ days: time.hour === 24 ? 1 : 0 })
    const zone = clock.zone === undefined || isUtc(clock.zone) ? commune : clock.zone
    const at = local.toZonedDateTime(clock.zone ?? commune).epochMilliseconds
    const shown = clock.time
      ? { day: dayAt(at, zone), hour: hourAt(at, zone), has_time: true }
      : { day: date.toString(), hour: null, has_time: false }
    return { at: new Date(at), ...shown, zone }
  } catch {
    // Days that do not exist, such as 30 February.
    return undefined
  }
}

/** `12 fevr. 2026 a 14 h 30`, `1er mai`, `05 jan 26 08:00:00 +0000`, `12-Jan-2026`. */
function named(text: string, now: Date): Written | undefined {
  const found =
    /^(?:le )?(\d{1,2})(?:er|eme|e|st|nd|rd|th|\.)?[ -]+(?:of )?([a-z]{3,9})\.?(?=$|[^a-z])(.*)$/.exec(text)
  const month = found && monthOf(found[2] ?? '')
  if (!found || !month) return undefined
  const day = Number(found[1])
  const year = /^[ ,-]+(\d{4}|'?\d{2})(?=$|[^\d:hH.]|\.$)(?! ?h(?:\d| \d|$))(.*)$/.exec(found[3] ?? '')
  if (!year) return { year: nearestYear(month, day, now), month, day, rest: found[3] ?? '' }
  return { year: fullYear((year[1] ?? '').replace("'", '')), month, day, rest: year[2] ?? '' }
}

/** `january 5, 2026 8:00 am`, `jan 5 08:00:00 2026`. */
function monthFirst(text: string): Written | undefined {
  const found = /^([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(.*)$/.exec(text)
  const month = found && monthOf(found[1] ?? '')
  if (!found || !month) return undefined
  const day = Number(found[2])
  const rest = found[3] ?? ''
  const first = /^(\d{4})(?=$|[^\d])(.*)$/.exec(rest)
  if (first) return { year: Number(first[1]), month, day, rest: first[2] ?? '' }
  // The format of C's ctime: the year last, with or without a zone before it.
  const last = /^(\d{1,2}:\d{2}(?::\d{2})?)(?: ([a-z]{1,5}))? (\d{4})$/.exec(rest)
  return last ? { year: Number(last[3]), month, day, rest: `${last[1]} ${last[2] ?? ''}` } : undefined
}

/** `06/01/2026` is 6 January; read in the American order only where that would be no date. */
function numeric(text: string): Written | undefined {
  const found = /^(?:le )?(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?=$|[^\d])(.*)$/.exec(text)
  if (!found) return undefined
  const [first, second] = [Number(found[1]), Number(found[3])]
  const [day, month] = second > 12 && first <= 12 ? [second, first] : [first, second]
  return { year: fullYear(found[4] ?? ''), month, day, rest: found[5] ?? '' }
}

/** Seconds or milliseconds since 1970. */
function stamp(text: string): Written | undefined {
  if (!/^\d{10}(?:\d{3})?$/.test(text)) return undefined
  const at = new Date(Number(text) * (text.length === 10 ? 1000 : 1))
  return isoDate(at.toISOString())
}

const fullYear = (digits: string): number =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 70 ? 2000 : 1900)

/** `1er mai` without a year is the nearest one. */
function nearestYear(month: number, day: number, now: Date): number {
  const year = now.getUTCFullYear()
  const away = (candidate: number) => Math.abs(Date.UTC(candidate, month - 1, day) - now.getTime())
  return [year - 1, year, year + 1].sort((a, b) => away(a) - away(b))[0] ?? year
}
