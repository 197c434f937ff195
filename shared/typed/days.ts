import type { Closing } from '../closings.ts'
import { dayOf } from '../wall-clock.ts'
import { dayAfter, fold, monthNamed, weekdayNamed, weekdayOf } from './calendar.ts'
import { dayAsTyped, typedDay } from './day.ts'

/** Several days as people type them: `du 12 au 14 décembre`, `les 12 et 19 décembre`. Days that repeat are in `series.ts`. */

export type Range = Pick<Closing, 'du' | 'au'>

/** More than any form takes, and little work for the expressions. */
export const LONGEST = 1_000

const DATED = String.raw`(?=\d{1,2}(?:er)? ?(?!au |a |et )[a-z]{3})`
/** A dash stands between two days where it cannot be within one: `24/12 - 2/1`, `24/12-2/1`, `24-26 décembre`. */
const TO = new RegExp(
  String.raw` ?(?:→|->|=>|>|–|—) ?| ,?(?:jusqu'(?:au|a)|au|a|to|-) (?:le )?|(?<=\d)-${DATED}|(?<=^\d{1,2}|[a-z. ]\d{1,2})-(?=\d{1,2}\/\d)|(?<=[/.]\d{1,4})-(?=\d{1,2}[/.])`,
)
const AND = / ?[,;+&] ?(?:et (?:du |le |les )?)?| (?:et|and|puis|ainsi que) /
const INCLUDED = /,? ?\(?\b(?:inclus(?:ivement)?|compris|included)\b\)?/g

/** A line of a list, without its dash or bullet. */
export const withoutMark = (line: string): string => line.replace(/^\s*[-–—•·▪◦‣*]\s*/, '')

export const cleaned = (typed: string): string =>
  fold(typed)
    .replaceAll(INCLUDED, '')
    .replaceAll(/\b1 er\b/g, '1er')
    .replace(/[.!]$/, '')
    .trim()

/** Undefined where a part is not understood. A range without a year is the one that is not over yet. */
export function typedRanges(typed: string, now: Date): readonly Range[] | undefined {
  if (typed.length > LONGEST) return undefined
  const text = cleaned(typed)
  const month = wholeMonth(text, now)
  if (month) return [month]
  if (/week-?end/.test(text)) return weekendsIn(text, now)
  const two = /^(\d{1,2})\/(\d{1,2}) (?=[a-z])/.exec(text)
  const ranges = rangesOf(inOneForm(text, two).replace(/^(?:de|dates?|jours?) ?:? (?=\S)/, ''), now)
  const [, names = ''] = /^(?:les |tous les )?([a-z]+s) \d/.exec(text) ?? []
  // `les samedis 12 et 20`: one of both is no Saturday.
  const weekday = weekdayNamed(names)
  if (weekday !== -1 && ranges?.some(({ du, au }) => du !== au || weekdayOf(du) !== weekday)) return undefined
  return ranges
}

/** `5/6 décembre`: two days, one after the other. `dès le 5 jusqu’au 8 décembre`: as `du 5 au 8`. */
const inOneForm = (text: string, two: RegExpExecArray | null): string =>
  (two && Number(two[2]) === Number(two[1]) + 1 ? text.replace('/', ' et ') : text)
    .replace(/^(?:(?:a partir|a compter) du |des le |depuis le |le )(.+?),? (?:et )?jusqu'au /, 'du $1 au ')
    // `les 24 et 31` are days of the nearest month, like `le 31`.
    .replace(/^(les (?:\d{1,2}(?:,| et) ?)+)(\d{1,2})$/, '$1le $2')

/** Read from the last one: the others have its month and year, or their own before it. */
function rangesOf(text: string, now: Date): readonly Range[] | undefined {
  const parts = text.split(AND).map(part => part.replace(/^(?:du|les|from|on|le(?! \d{1,2}$)) /, ''))
  const ranges: Range[] = []
  let isDated = false
  for (const part of parts.toReversed()) {
    const [next] = ranges
    const range = rangeIn(part, now, next?.du, isDated)
    // Days in another order may be those of another year; `samedi, 12 décembre` is one day.
    if (!range || (next && range.au >= next.du) || (parts.length > 1 && isBare(part) && /\d/.test(text)))
      return undefined
    isDated ||= /\d{4}/.test(part)
    ranges.unshift(range)
  }
  return ranges
}

/** A weekday without a number. */
export const isBare = (part: string) => weekdayNamed(part.replace(/ (?:matin|soir|apres-midi)$/, '')) !== -1

function rangeIn(typed: string, now: Date, next?: string, isDated = false): Range | undefined {
  const [first = '', typedLast = first, ...others] = typed.split(TO)
  // `mardi jusqu’au 15`, `lundi au vendredi` are said of every week.
  if (others.length > 0 || (first !== typedLast && isBare(first))) return undefined
  const last = withMonthOf(next, typedLast)
  // `26 décembre et 2 janvier 2028`: the year is counted back.
  const end = isDated && next && last === typedLast ? typedDay(last, noon(next), 'last') : typedDay(last, now)
  const start = first === typedLast ? last : withMonthOf(end, first)
  if (first === typedLast) return rangeOf(end, end)
  // Counted back from its last day, a range that began before today keeps its year; “demain” is counted from today.
  const back = /\d/.test(start) ? rangeOf(end && typedDay(start, noon(end), 'last'), end) : undefined
  const du = start === first ? typedDay(first, now) : undefined
  const ahead = rangeOf(du, du && typedDay(last, noon(du)))
  return ahead && (!back || ahead.au < back.au) ? ahead : back
}

export const rangeOf = (du: string | undefined, au: string | undefined): Range | undefined =>
  du === undefined || au === undefined || au < du ? undefined : { du, au }

export const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** `24`, `le 24`, `jeudi 24`, `1er`, in the month and year of `day`; any other text as it is. */
export function withMonthOf(day: string | undefined, typed: string): string {
  const [, name = '', alone] = /^(?:le )?([a-z]+\.? )?(?:le )?(\d{1,2})(?:er)?$/.exec(typed) ?? []
  if (alone === undefined || day === undefined) return typed
  return `${name === 'le ' ? '' : name}${alone}${dayAsTyped(day).slice(2)}`
}

const MONTH = /^(?:(?:tout )?le mois (?:de |d')|tout (?:le mois (?:de |d'))?)([a-z]+\.?)(?: (\d{4}))?$/
const HALF =
  /^(?:la )?(1r?ere?|1re|premiere|2e|2eme|deuxieme|seconde) quinzaine (?:de |d')([a-z]+\.?)(?: (\d{4}))?$/

/** `tout le mois d’août`, `la première quinzaine d’août`. */
function wholeMonth(text: string, now: Date): Range | undefined {
  const [, half, word = '', year] = HALF.exec(text) ?? []
  const [, alone = word, ownYear = year] = MONTH.exec(text) ?? []
  if (monthNamed(alone) === 0) return undefined
  const of = `${alone}${ownYear ? ` ${ownYear}` : ''}`
  const last = [31, 30, 29, 28].map(day => typedDay(`${day} ${of}`, now)).find(day => day !== undefined)
  if (!last) return undefined
  const month = last.slice(0, 7)
  if (half === undefined) return { du: `${month}-01`, au: last }
  if (/^(?:1|prem)/.test(half)) {
    const au = typedDay(`15 ${of}`, now) ?? last
    return { du: `${au.slice(0, 7)}-01`, au }
  }
  return { du: `${month}-16`, au: last }
}

/** `week-end du 12 et 13 décembre`, `ce week-end`. `Le week-end prochain` is said of two of them. */
function weekendsIn(text: string, now: Date): readonly Range[] | undefined {
  const today = dayOf(now)
  const ahead = 6 - weekdayOf(today)
  if (/^(?:ce|le) week-?end$/.test(text))
    return ahead > 0 && ahead < 6 && text.startsWith('ce') ? [rangeOfTwo(dayAfter(today, ahead))] : undefined
  const [, days = ''] = /^(?:le |les )?week-?ends? (?:du |des |de )?(.+)$/.exec(text) ?? []
  const ranges = days === '' || /week-?end/.test(days) ? undefined : rangesOf(days, now)
  if (!ranges) return undefined
  const [first] = ranges
  if (ranges.length === 1 && first && first.du === first.au)
    return weekdayOf(first.du) === 6 ? [rangeOfTwo(first.du)] : undefined
  const isWeekend = (day: string) => [0, 5, 6].includes(weekdayOf(day))
  return ranges.every(({ du, au }) => isWeekend(du) && isWeekend(au) && au <= dayAfter(du, 2))
    ? ranges
    : undefined
}

const rangeOfTwo = (saturday: string): Range => ({ du: saturday, au: dayAfter(saturday, 1) })
