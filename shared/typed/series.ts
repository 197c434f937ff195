import { dayAfter, isNth, ordinalNamed, weekdayNamed, weekdayOf } from './calendar.ts'
import { typedDay } from './day.ts'
import { cleaned, LONGEST, noon, type Range, rangeOf, typedRanges, withMonthOf } from './days.ts'
import { endOfMonth, lastOf, monthIn } from './end.ts'

/** Days that repeat: `tous les mardis et jeudis jusqu’au 15 mars`, `chaque 1er samedi du mois jusqu’en juin`. */

/** More than a form takes. */
const MOST_DAYS = 400

/** `tous les mardis`: of a series that has no end. */
export const isSeries = (typed: string): boolean => /^\s*(?:tous les|chaque)\s/i.test(typed)

/** `exposition du 12 au 20 décembre` */
const EVENT =
  /^(?:exposition|expo|festival|stage|salon|foire|braderie|kermesse|concours|tournoi|spectacles?) (?=du .{1,30} au )/

/** Each day of the ranges or of the series, in order. `after`: a series without a first day begins after it. */
export function typedDays(typed: string, now: Date, after?: string | null): readonly string[] | undefined {
  if (typed.length > LONGEST) return undefined
  const ranges = typedRanges(cleaned(typed).replace(EVENT, ''), now)
  const days = ranges ? ranges.flatMap(eachDay) : seriesIn(cleaned(typed), now, after)
  const sorted = [...new Set(days)].sort()
  return sorted.length === 0 || sorted.length > MOST_DAYS ? undefined : sorted
}

interface Pattern {
  readonly weekdays: ReadonlySet<number>
  /** The first, second … such weekday of the month; when empty, each one. */
  readonly nth: ReadonlySet<number>
  /** `un mardi sur deux`. */
  readonly isEverySecond: boolean
  readonly rest: string
}

const EVERY = /^(?:(?:tous|toutes) les |chaque |chacun des |les |le |uniquement (?:les |le )?)/
/** `un mardi sur deux`, `tous les 15 jours le mardi`, `le mardi tous les quinze jours`. */
const SECOND =
  /^(?:(?:un |1 )([a-z]+) (?:sur (?:deux|2)|\/ ?2)|tous les (?:15|quinze) jours,? (?:le )?([a-z]+)|(?:le )?([a-z]+),? tous les (?:15|quinze) jours),? ?/
const OF_MONTH = /^(?:du mois|de chaque mois|du mois,)(?= |$|,),? ?/
const BETWEEN = new Set(['et', ',', 'les', 'le', '&', 'matin', 'matins', 'soir', 'soirs', 'apres-midi'])
const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6]

/** The days at the beginning of the text, and what is behind them. */
function patternIn(text: string): Pattern | undefined {
  const second = SECOND.exec(text)
  const every = EVERY.exec(text)
  if (
    !second &&
    !every &&
    !/^(?:[a-z]+s\b|du [a-z]+ au [a-z]+ )/.test(text) &&
    ordinalNamed(text.split(' ', 1)[0] ?? '') === 0
  )
    return undefined
  if (second) {
    const weekday = weekdayNamed(second[1] ?? second[2] ?? second[3] ?? '')
    const rest = text.slice(second[0].length)
    return weekday === -1
      ? undefined
      : { weekdays: new Set([weekday]), nth: new Set(), isEverySecond: true, rest }
  }
  const [weekdays, nth] = [new Set<number>(), new Set<number>()]
  const words = text
    .slice(every?.[0].length ?? 0)
    .replaceAll(',', ' ,')
    .split(' ')
  if (words[0] === 'du' && words[2] === 'au') {
    const [from, to] = [weekdayNamed(words[1] ?? ''), weekdayNamed(words[3] ?? '')]
    if (from < 1 || to < from) return undefined
    for (let at = from; at <= to; at++) weekdays.add(at)
    words.splice(0, 4)
  }
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at] ?? ''
    const [weekday, ordinal] = [word.length > 2 ? weekdayNamed(word) : -1, ordinalNamed(word)]
    if (word === 'jours' || word === 'jour') for (const day of ALL_DAYS) weekdays.add(day)
    else if (/^week-?ends?$/.test(word)) weekdays.add(6).add(0)
    else if (weekday !== -1) weekdays.add(weekday)
    // `le 1er et 3e samedi`, and not `les samedis 1er`.
    else if (ordinal > 0 && weekdays.size === 0) nth.add(ordinal)
    else if (!BETWEEN.has(word)) break
  }
  const rest = words.slice(at).join(' ').replaceAll(' ,', ',')
  const [ofMonth = ''] = (nth.size > 0 || !/^du mois d/.test(rest) ? OF_MONTH.exec(rest) : null) ?? []
  if (
    weekdays.size === 0 ||
    (ofMonth !== '' && nth.size === 0) ||
    (nth.size > 0 && ofMonth === '' && !/^(?:de |d')[a-z]+ a /.test(rest))
  )
    return undefined
  if (nth.size > 0 && weekdays.size > 1) return undefined
  return { weekdays, nth, isEverySecond: false, rest: rest.slice(ofMonth.length) }
}

const SPAN =
  /^,? ?(?:(?:(?:a partir |a compter |a dater )?du |des le |depuis le |from |entre le )(.+?),? ?(?= jusqu'| et jusqu'| au | et le | - | until ))? ?(?:(?:et )?jusqu'(?:a |au |en )|au |et le |until |- )(?:la )?(.+)$/
const MONTHS =
  /^,? ?(?:de |d'|en |(?:du|au) mois de |du mois d'|au mois d'|pendant (?:le mois (?:de |d'))?)([a-z]+\.?)(?: (?:(a) |et )([a-z]+\.?))?( \d{4})?$/

/** From and until when. */
function spanIn(
  text: string,
  now: Date,
  after: string | null | undefined,
): { range?: Range; isBegun: boolean } {
  const months = MONTHS.exec(text)
  if (months) return { ...rangeOfMonths(months, now, after), isBegun: true }
  const [, first, last = ''] = SPAN.exec(text) ?? []
  const end = (from: Date) => typedDay(last, from) ?? lastOf(last, from) ?? lastDayOf(last, from)
  if (last === '') return { isBegun: false }
  const from = first === undefined ? behind(after, now) : typedDay(withMonthOf(end(now), first), now)
  const range = rangeOf(from, from && end(noon(from)))
  return range ? { range, isBegun: first !== undefined } : { isBegun: false }
}

/** `janvier`, `janvier et février`, `de janvier à mars`. */
function rangeOfMonths(
  [, first = '', , last = first, year = '']: RegExpExecArray,
  now: Date,
  after?: string | null,
) {
  const until = monthIn(`${last}${year}`, now)
  const month = monthIn(`${first}${year}`, now)
  // `de septembre à juin`, in November: has it begun, or is it the next one?
  if (!until || !month || month > until) return {}
  const tomorrow = behind(after, now) ?? ''
  const range = rangeOf(tomorrow > `${month}-01` ? tomorrow : `${month}-01`, endOfMonth(until))
  return range ? { range } : {}
}

/** `juin`: its last day. */
function lastDayOf(text: string, now: Date): string | undefined {
  const month = monthIn(text, now)
  return month && endOfMonth(month)
}

const behind = (day: string | null | undefined, now: Date) => typedDay('demain', day ? noon(day) : now)

const EXCEPT = /^(.+?),? \(?(?:sauf|hors|excepte|a l'exception) (?:le |du |les |des )?([^)]+)\)?$/

/** `tous les jours sauf le lundi du 1er au 8`: the span is not that of the exception. */
const EXCEPT_BETWEEN =
  /^(.+?)(,? (?:sauf|hors|excepte) (?:le |les )?[a-z]+(?: et (?:le |les )?[a-z]+)?)( (?:du|de|d'|jusqu'|en) ?.+)$/

function seriesIn(text: string, now: Date, after: string | null | undefined): readonly string[] | undefined {
  const [, most = text, except] = EXCEPT.exec(text.replace(EXCEPT_BETWEEN, '$1$3$2')) ?? []
  const days = daysOf(most, now, after) ?? (except ? typedRanges(most, now)?.flatMap(eachDay) : undefined)
  if (except === undefined || !days) return days
  const names = except.split(/ ?, ?| et (?:le |les )?/).map(weekdayNamed)
  const left = names.includes(-1)
    ? typedRanges(withMonthOf(days.at(-1), except), now)?.flatMap(eachDay)
    : days.filter(day => names.includes(weekdayOf(day)))
  return left && left.length > 0 && left.every(day => days.includes(day))
    ? days.filter(day => !left.includes(day))
    : undefined
}

function daysOf(text: string, now: Date, after: string | null | undefined): readonly string[] | undefined {
  // `du 1er au 24 décembre, tous les samedis`: the span stands before its days.
  const [, span = '', days = ''] =
    /^((?:a partir )?du .+?|de .+?|en .+?),? ?:? (?=tous |chaque |les |uniquement |un |du lundi|du mardi)(.+)$/.exec(
      text,
    ) ?? []
  const turned = span === '' ? text : `${days} ${span}`
  const pattern = patternIn(turned)
  if (!pattern) return undefined
  const { range, isBegun } = spanIn(pattern.rest, now, after)
  if (!range) return undefined
  // Does `tous les jours` begin today?
  if (pattern.weekdays.size === 7 && !isBegun) return undefined
  const found = eachDay(range).filter(
    day =>
      pattern.weekdays.has(weekdayOf(day)) &&
      (pattern.nth.size === 0 || [...pattern.nth].some(nth => isNth(day, nth))),
  )
  if (!pattern.isEverySecond) return found
  return isBegun && found[0] === range.du ? found.filter((_, at) => at % 2 === 0) : undefined
}

function eachDay({ du, au }: Range): readonly string[] {
  const days: string[] = []
  for (let day = du; day <= au && days.length <= MOST_DAYS * 7; day = dayAfter(day, 1)) days.push(day)
  return days
}
