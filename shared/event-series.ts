import { dayInWords, dayList, dayRange, type EventTime, nextDay } from './event-time.ts'
import type { Label } from './words/word.ts'

/** The days of an event in one line: “chaque lundi jusqu’au 15 mars”. Derived from the days; no rule is stored. */

type Language = keyof Label

/** `needed`: read today, so that a year is left out where only one can be meant. `all`: read later, or on paper. */
export type Years = 'all' | 'needed'

/** The days behind the next one. */
interface Further {
  readonly days: readonly string[]
  /** chaque lundi jusqu’au 15 mars; les 14 et 21 décembre; 15 autres dates. “puis” may stand before it. */
  readonly words: string
  readonly isRule: boolean
}

/** Fewer further days are named one by one. */
const MANY_DAYS = 3
const MOST_EXCEPTIONS = 2

/** Undefined where no day comes behind the next one. */
export function furtherDays(
  language: Language,
  event: EventTime,
  today: string,
  years: Years = 'all',
): Further | undefined {
  const next = nextDay(event, today)
  const days = event.dates.filter(day => day > next)
  if (days.length === 0) return undefined
  const now = years === 'needed' ? today : ''
  if (days.length < MANY_DAYS) {
    const the = language === 'en' ? '' : days.length > 1 ? 'les ' : 'le '
    return { days, isRule: false, words: the + dayList(language, days, unitOf(days.at(-1) ?? '', now)) }
  }
  const isRange = next === event.date_debut && event.date_fin !== null && event.date_fin > next
  const rule = ruleOf(isRange ? days : [next, ...days])
  if (!rule) {
    const others = language === 'fr' ? 'autres dates' : 'other dates'
    return { days, isRule: false, words: `${days.length} ${others}` }
  }
  const last = days.at(-1) ?? ''
  return {
    days,
    isRule: true,
    words: `${repetition(language, rule)} ${until(language, rule, last, now)}${exceptions(language, rule, now)}`,
  }
}

/** “18 h 30, puis chaque lundi jusqu’au 15 mars”: the days behind the next one, to follow it in a sentence. */
export function thenInWords(language: Language, event: EventTime, today: string, years?: Years): string {
  const further = furtherDays(language, event, today, years)
  return further ? `, ${language === 'fr' ? 'puis' : 'then'} ${further.words}` : ''
}

/** From the first to the last of these days, as paper says it: chaque lundi, du 30 novembre 2026 au 15 mars 2027. */
export function wholeSeries(language: Language, days: readonly string[]): string | undefined {
  const rule = days.length > MANY_DAYS ? ruleOf(days) : undefined
  return (
    rule && `${repetition(language, rule)}, ${span(language, rule, days)}${exceptions(language, rule, '')}`
  )
}

/** Whether a month has it several times by a rule: a list of the month needs it once. */
export const isEveryWeek = ({ date_debut, date_fin, dates }: EventTime): boolean =>
  dates.length >= MANY_DAYS &&
  ruleOf(date_fin !== null && date_fin > date_debut ? dates : [date_debut, ...dates])?.kind === 'weeks'

////////////////////////////////////////////////////////////////////////////// the rule

type Rhythm =
  | { readonly kind: 'weeks'; readonly weekdays: readonly number[]; readonly isEverySecond: boolean }
  | { readonly kind: 'months'; readonly weekday: number; readonly nth: readonly number[] }
interface Missing {
  /** Days that follow the rule, and that the event leaves out. */
  readonly missing: readonly string[]
}
type Rule = Rhythm & Missing

const DAY = 86_400_000
const WEEK = 7
const LAST = 5
const [SUNDAY, THURSDAY] = [0, 4]

/** Days since 1970: a series has sixty of them, and a page a hundred series. */
const numberOf = (day: string): number => Date.parse(day) / DAY
const dayNumbered = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10)
/** The first of January 1970 was a Thursday. */
const weekdayOf = (number: number): number => (number + THURSDAY) % WEEK

/** The rule with the fewest exceptions. Whatever it says is exact: it names the days that it leaves out. */
function ruleOf(days: readonly string[]): Rule | undefined {
  const numbers = days.map(numberOf)
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0]
  const known = new Set(numbers)
  const weekdays = [...new Set(numbers.map(weekdayOf))].sort(mondayFirst)
  const [weekday = 0] = weekdays
  const isOne = weekdays.length === 1
  const often = (of: number) => numbers.filter(number => weekdayOf(number) === of).length > 1
  const candidates: readonly (readonly [Rhythm, readonly number[]] | false)[] = [
    [weekly(ALL_DAYS), steps(first, last, 1)],
    weekdays.every(often) && [
      weekly(weekdays),
      steps(first, last, 1).filter(number => weekdays.includes(weekdayOf(number))),
    ],
    isOne && [weekly(weekdays, true), steps(first, last, 2 * WEEK)],
    ...(isOne
      ? nthsOf(days).map(
          nth =>
            [{ kind: 'months' as const, weekday, nth }, nthDays(days, weekday, nth, first, last)] as const,
        )
      : []),
  ]
  let best: Rule | undefined
  for (const candidate of candidates) {
    if (!candidate) continue
    const [rule, expected] = candidate
    const missing = expected.filter(number => !known.has(number))
    const isExact = expected.length - missing.length === known.size
    const isFew = missing.length <= MOST_EXCEPTIONS && missing.length * 3 <= expected.length
    if (isExact && isFew && missing.length < (best?.missing.length ?? Number.POSITIVE_INFINITY))
      best = { ...rule, missing: missing.map(dayNumbered) }
  }
  return best
}

const ALL_DAYS = [1, 2, 3, 4, 5, 6, 0]
const mondayFirst = (one: number, other: number) => ALL_DAYS.indexOf(one) - ALL_DAYS.indexOf(other)
const weekly = (weekdays: readonly number[], isEverySecond = false) =>
  ({ kind: 'weeks', weekdays, isEverySecond }) as const
const steps = (first: number, last: number, step: number): number[] =>
  last < first
    ? []
    : Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step)

/** The first, the second … of its month, and the last: one of them, or two. */
function nthsOf(days: readonly string[]): number[][] {
  const nths = [...new Set(days.map(day => Math.ceil(Number(day.slice(8)) / WEEK)))].sort()
  const areLast = days.every(day => dayNumbered(numberOf(day) + WEEK).slice(0, 7) > day.slice(0, 7))
  return [...(nths.length <= 2 && !nths.includes(LAST) ? [nths] : []), ...(areLast ? [[LAST]] : [])]
}

function nthDays(
  days: readonly string[],
  weekday: number,
  nths: readonly number[],
  first: number,
  last: number,
): number[] {
  const found: number[] = []
  const [year = 0, month = 0] = (days[0] ?? '').split('-').map(Number)
  for (let at = 0; Date.UTC(year, month - 1 + at, 1) / DAY <= last; at++) {
    const begin = Date.UTC(year, month - 1 + at, 1) / DAY
    const end = Date.UTC(year, month + at, 1) / DAY
    const firstSuch = begin + ((weekday - weekdayOf(begin) + WEEK) % WEEK)
    for (const nth of nths) {
      const number = firstSuch + (nth === LAST ? Math.floor((end - 1 - firstSuch) / WEEK) : nth - 1) * WEEK
      if (number >= first && number <= last) found.push(number)
    }
  }
  return found
}

////////////////////////////////////////////////////////////////////////////// its words

const ORDINALS = {
  fr: ['', '1er', '2e', '3e', '4e', 'dernier'],
  en: ['', 'first', 'second', 'third', 'fourth', 'last'],
} as const
/** From this many consecutive weekdays on, a range is said: “du lundi au jeudi”. */
const RANGE = 4

function repetition(language: Language, rule: Rule): string {
  const french = language === 'fr'
  const names = (rule.kind === 'weeks' ? rule.weekdays : [rule.weekday]).map(of => weekdayNamed(language, of))
  const [name = ''] = names
  if (rule.kind === 'months') {
    const nth = listed(
      rule.nth.map(one => ORDINALS[language][one] ?? ''),
      language,
    )
    const isOne = rule.nth.length === 1
    if (french) return isOne ? `le ${nth} ${name} du mois` : `les ${nth} ${name}s du mois`
    return `the ${nth} ${isOne ? name : `${name}s`} of the month`
  }
  if (rule.isEverySecond) return french ? `un ${name} sur deux` : `every other ${name}`
  const { weekdays } = rule
  if (weekdays.length === WEEK) return french ? 'chaque jour' : 'every day'
  const isRange =
    weekdays.length >= RANGE &&
    mondayBased(weekdays.at(-1) ?? 0) - mondayBased(weekdays[0] ?? 0) === weekdays.length - 1
  if (isRange) return french ? `du ${name} au ${names.at(-1)}` : `${name} to ${names.at(-1)}`
  return `${french ? 'chaque' : 'every'} ${listed(names, language)}`
}

const mondayBased = (weekday: number) => (weekday === SUNDAY ? WEEK : weekday)
/** The fourth of January 1970 was a Sunday. */
const weekdayNamed = (language: Language, weekday: number) =>
  dayInWords(language, `1970-01-${String(4 + weekday).padStart(2, '0')}`, 'weekdayName')

function listed(names: readonly string[], language: Language): string {
  const most = names.slice(0, -1).join(', ')
  return most === '' ? (names[0] ?? '') : `${most} ${language === 'fr' ? 'et' : 'and'} ${names.at(-1)}`
}

/** Before the same month of the next year only one such day can be meant. */
const NEAR_DAYS = 300
const unitOf = (day: string, today: string) =>
  today !== '' && day >= today && numberOf(day) - numberOf(today) < NEAR_DAYS ? 'month' : 'year'

function until(language: Language, rule: Rule, last: string, today: string): string {
  const french = language === 'fr'
  const unit = unitOf(last, today)
  if (rule.kind === 'weeks') return `${french ? 'jusqu’au' : 'until'} ${dayInWords(language, last, unit)}`
  return `${french ? 'jusqu’en' : 'until'} ${dayInWords(language, last, unit === 'month' ? 'monthName' : 'monthAndYear')}`
}

function span(language: Language, rule: Rule, days: readonly string[]): string {
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
  const french = language === 'fr'
  if (rule.kind === 'weeks') return `${french ? '' : 'from '}${dayRange(language, first, last)}`
  const isOneYear = first.slice(0, 4) === last.slice(0, 4)
  const from = dayInWords(language, first, isOneYear ? 'monthName' : 'monthAndYear')
  const to = dayInWords(language, last, 'monthAndYear')
  return french ? `${/^[ao]/.test(from) ? 'd’' : 'de '}${from} à ${to}` : `from ${from} to ${to}`
}

/** , sauf les 21 et 28 décembre. */
function exceptions(language: Language, { missing }: Rule, today: string): string {
  if (missing.length === 0) return ''
  const list = dayList(language, missing, unitOf(missing.at(-1) ?? '', today))
  return language === 'fr' ? `, sauf ${missing.length > 1 ? 'les' : 'le'} ${list}` : `, except ${list}`
}
