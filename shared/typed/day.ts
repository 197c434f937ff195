import { dayOf } from '../wall-clock.ts'
import {
  dayAfter,
  fold,
  inYear,
  type Meant,
  monthNamed,
  nthWeekday,
  ORDINAL,
  ordinalNamed,
  valid,
  weekdayNamed,
  weekdayOf,
  withAfternoon,
} from './calendar.ts'
import { feastIn } from './feasts.ts'
import { daysInFigures } from './numbers.ts'

/**
 * A day as people type it: `15/01/2027`, `15/1`, `15 janvier`, `le 15`, `demain`, `lundi prochain`, `Noël`, `2027-01-15`. A
 * native field shows 01/05/2027 where the browser is not French; this one is confirmed in words. A weekday beside a date must be
 * that of the date: one of both is wrong, and nobody knows which.
 */
const RELATIVE: ReadonlyMap<string, number> = new Map([
  ["aujourd'hui", 0],
  ['ce jour', 0],
  ['today', 0],
  ['ce matin', 0],
  ['cet apres-midi', 0],
  ['ce soir', 0],
  ['cette nuit', 0],
  ['tonight', 0],
  ['demain', 1],
  ['tomorrow', 1],
  ['apres-demain', 2],
  ['apres demain', 2],
  ['hier', -1],
  ['yesterday', -1],
  ['avant-hier', -2],
  ['avant hier', -2],
])

const COUNTS = [
  'un',
  'deux',
  'trois',
  'quatre',
  'cinq',
  'six',
  'sept',
  'huit',
  'neuf',
  'dix',
  'onze',
  'douze',
]
/** `2`, `deux`, `une`, `an`. */
export const countOf = (word: string): number =>
  Number(word) || COUNTS.indexOf(word) + 1 || (/^(?:une|an?|one)$/.test(word) ? 1 : 0)

/** `dans 3 jours`, `dans deux semaines`. `Dans huit jours` is a week, or eight days; so is `quinze`. */
function dayAhead(typed: string, today: string): string | undefined {
  const [, word = '', unit = ''] =
    /^(?:dans|d'ici|in) (\d{1,3}|[a-z]+) (jour|semaine|mois|day|week)s?$/.exec(typed) ?? []
  const count = countOf(word)
  if (count === 0) return undefined
  if (unit === 'mois') {
    const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
    const there = new Date(Date.UTC(year, month - 1 + count, 1))
    return valid(there.getUTCFullYear(), there.getUTCMonth() + 1, day)
  }
  const isWeeks = unit === 'semaine' || unit === 'week'
  if (unit === 'jour' && (count === 8 || count === 15)) return undefined
  return dayAfter(today, count * (isWeeks ? 7 : 1))
}

/** `lundi`, `lundi prochain`, `ce lundi`, `last Monday`, `lundi en huit`, `lundi de la semaine prochaine`. */
const NAMED =
  /^(?:(next|last|ce) )?([a-z]{3,})\.?(?: (prochain|qui vient|dernier|en huit|en quinze|de (?:la semaine prochaine|cette semaine)))?$/

/** Never today: on a Monday, “lundi” is the next or the last one, and “ce lundi” may be either. */
function namedIn(typed: string, today: string, meant: Meant): string | undefined {
  const [, before = '', name = '', behind = ''] = NAMED.exec(typed) ?? []
  const weekday = weekdayNamed(name)
  // `mardis` are those of every week.
  if (weekday === -1 || /^(?:lun|mar|mer|jeu|ven|sam)\w*is$|^dim\w*es$/.test(name)) return undefined
  const ahead = (weekday - weekdayOf(today) + 7) % 7
  if (behind.startsWith('de ')) {
    const monday = dayAfter(today, -((weekdayOf(today) + 6) % 7) + (behind.startsWith('de la') ? 7 : 0))
    return dayAfter(monday, (weekday + 6) % 7)
  }
  if (before === 'ce' && ahead === 0) return undefined
  const isLast =
    before === 'last' ||
    behind === 'dernier' ||
    (meant === 'last' && !/^(?:next|prochain|qui vient)$/.test(before || behind))
  const later = behind === 'en huit' ? 7 : behind === 'en quinze' ? 14 : 0
  return dayAfter(today, isLast ? ahead - 7 : (ahead || 7) + later)
}

/** `le 12`, `samedi 12`: in the nearest month where it is a day, and that day of the week. */
function numbered(text: string, today: string, meant: Meant): string | undefined {
  const [, name = '', day] = /^(?:le )?(?:([a-z]+)\.? )?(?:le )?(\d{1,2})(?:er)?$/.exec(text) ?? []
  const weekday = weekdayNamed(name)
  // `15` alone may be the beginning of anything.
  if (day === undefined || (name === '' ? !text.startsWith('le ') : weekday === -1)) return undefined
  const [year = 0, month = 0] = today.split('-').map(Number)
  for (let ahead = 0; ahead <= 12; ahead++) {
    const first = new Date(Date.UTC(year, month - 1 + (meant === 'next' ? ahead : -ahead), 1))
    const found = valid(first.getUTCFullYear(), first.getUTCMonth() + 1, Number(day))
    if (found === undefined || (meant === 'next' ? found < today : found > today)) continue
    if (weekday === -1 || weekdayOf(found) === weekday) return found
  }
  return undefined
}

/** `12 du mois prochain`, `samedi 12 de ce mois`. */
function inMonth(typed: string, today: string): string | undefined {
  const [, name, day, next] =
    /^(?:([a-z]+)\.? )?(\d{1,2})(?:er)? (?:du|de ce) mois( prochain)?$/.exec(typed) ?? []
  if (day === undefined) return undefined
  const [year = 0, month = 0] = today.split('-').map(Number)
  const there = new Date(Date.UTC(year, month - 1 + (next ? 1 : 0), 1))
  const found = valid(there.getUTCFullYear(), there.getUTCMonth() + 1, Number(day))
  const isItsDay = found && (name === undefined || weekdayOf(found) === weekdayNamed(name))
  return isItsDay && found >= today ? found : undefined
}

const NTH = new RegExp(
  `^(${ORDINAL}) ([a-z]+) (?:(?:de |d'|du mois de |du mois d')([a-z]+)(?: (\\d{4}))?|(?:du|de ce) mois( prochain)?)$`,
)

/** `premier samedi de décembre`, `dernier samedi du mois`. */
function nthIn(typed: string, today: string): string | undefined {
  const [, ordinal = '', name = '', word, year, next] = NTH.exec(typed) ?? []
  const weekday = weekdayNamed(name)
  if (weekday !== -1 && word === undefined) {
    const there = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
    there.setUTCMonth(there.getUTCMonth() + (next ? 1 : 0))
    const found = nthWeekday(there.getUTCFullYear(), there.getUTCMonth() + 1, weekday, ordinalNamed(ordinal))
    return found && found >= today ? found : undefined
  }
  const month = monthNamed(word ?? '')
  if (weekday === -1 || month === 0) return undefined
  const inThe = (of: number) => nthWeekday(of, month, weekday, ordinalNamed(ordinal))
  if (year !== undefined) return inThe(Number(year))
  const here = inThe(Number(today.slice(0, 4)))
  return here && here >= today ? here : inThe(Number(today.slice(0, 4)) + 1)
}

const FIGURES =
  /^(?:([a-z]+)\.? )?(?:le )?(\d{1,2})(?:er)?(?: ?[/.-] ?(\d{1,2})(?: ?[/.-] ?'?(\d{4}|\d{2}))?| (\d{1,2}) (\d{4}))$/
const WORDS =
  /^(?:([a-z]+)\.? )?(?:le )?(\d{1,2}|premier)(?: ?er)?[ -]?(?:du mois de |de )?([a-z]{3,})\.?(?:[ -]('?\d{2}|\d{4}))?$/

/** With its month: `sam. 12/12`, `12.12.26`, `samedi 12 décembre 2026`. */
function datedIn(typed: string, today: string, meant: Meant): string | undefined {
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(typed)
  if (iso) return valid(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const [, dayFirst, second, third] = /^(\d{2})(\d{2})(20\d{2})$/.exec(typed) ?? []
  if (dayFirst) return valid(Number(third), Number(second), Number(dayFirst))
  const figures = FIGURES.exec(typed)
  const [, name, day = '', word = '', digits] = figures ?? WORDS.exec(typed) ?? []
  const month = figures ? Number(figures[3] ?? figures[5]) : monthNamed(word)
  const year = figures ? (figures[4] ?? figures[6]) : digits?.replace("'", '')
  // `5-6` may be two days.
  if (figures && !year && /^\d-\d$/.test(typed) && month === Number(day) + 1) return undefined
  // `12 décembre 20` may be an hour.
  const near = Number(year) - Number(today.slice(2, 4))
  if (!figures && digits?.length === 2 && near !== 0 && near !== 1) return undefined
  const found =
    month === 0 ? undefined : inYear(day === 'premier' ? 1 : Number(day), month, year, today, meant)
  if (name === undefined || found === undefined) return found
  return weekdayOf(found) === weekdayNamed(name) ? found : undefined
}

const LONGEST = 80
/** `samedi soir` is that Saturday. */
const PART = / (?:(?:au|en|dans la) )?(?:matin|matinee|apres-midi|soir|soiree)$/

/** `12/12 (sous réserve)`: a remark that says nothing of the day. */
const REMARK = /^([^(]+?) ?\(([a-z' -]{3,40})\)$/
const OF_DAYS =
  /annul|report|decal|deplac|avanc|supprim|rempla|chang|sauf|hors|except|jusqu|matin|midi|soir|nuit|veille|lendemain|prochain|dernier|semaine|mois|debut|avant|apres|partir|depuis|inclu|exclu|compris|\b(?:ou|et|au|pas|non|plus|fin|du|jours?)\b/

export function typedDay(text: string, now: Date, meant: Meant = 'next'): string | undefined {
  if (text.length > LONGEST) return undefined
  const folded = daysInFigures(withAfternoon(fold(text))).replace(/[.!]$/, '')
  const [, day = '', remark] = REMARK.exec(folded) ?? []
  if (remark === undefined) return dayTyped(folded, now, meant)
  const found = dayTyped(day, now, meant)
  return found && fits(remark, found) ? found : undefined
}

/** `vendredi 13 décembre`, where the 13th is a Sunday: that Sunday. A text of last year has such days. */
export function dayUnlikeItsName(text: string, now: Date, meant: Meant = 'next'): string | undefined {
  const [, name = '', date = ''] = /^(?:le )?([a-z]+)\.? (?:le )?(\d.*)$/.exec(fold(text)) ?? []
  const weekday = weekdayNamed(name)
  const day = weekday === -1 ? undefined : typedDay(date, now, meant)
  return day && weekdayOf(day) !== weekday ? day : undefined
}

const MONTH = /^(?:(?:en |le mois de |mois de )?([a-z]{3,})\.?|(\d{1,2}) ?[/.-]) ?(\d{4})$/

/** When a mandate begins, often known by its month: `juin 2020`, `depuis mars 2026`, `06/2020`. It is the first day then. */
export function typedBeginning(text: string, now: Date): string | undefined {
  if (text.length > LONGEST) return undefined
  const folded = fold(text).replace(/^depuis (?:le (?=\d))?/, '')
  const [, word, figure, year] = MONTH.exec(folded) ?? []
  const month = word === undefined ? Number(figure) : monthNamed(word)
  return year !== undefined && month > 0 ? valid(Number(year), month, 1) : typedDay(folded, now, 'last')
}

/** `Jeudi 6 mai (Ascension)`: a feast, or a weekday, must be that of the day. */
function fits(remark: string, day: string): boolean {
  const feast = feastIn(remark, day, 'next')
  if (feast !== undefined) return feast === day
  const words = remark.split(/[ '-]/)
  const isOther = (word: string) => {
    const weekday = weekdayNamed(word)
    return monthNamed(word) !== 0 || (weekday !== -1 && weekday !== weekdayOf(day))
  }
  return !OF_DAYS.test(remark) && !words.some(isOther)
}

function dayTyped(folded: string, now: Date, meant: Meant): string | undefined {
  const today = dayOf(now)
  const clean = folded.replaceAll(/ ?, ?/g, ' ').replaceAll(/\b1 er\b/g, '1er')
  const found = RELATIVE.get(clean)
  if (found !== undefined) return dayAfter(today, found)
  const whole = clean.replace(PART, '')
  const alone = numbered(whole, today, meant) ?? feastIn(whole, today, meant)
  if (alone !== undefined) return alone
  const typed = whole.replace(/^le (?=\S)/, '')
  const relative = RELATIVE.get(typed)
  if (relative !== undefined)
    return /^(?:ce|cet|cette|ton)/.test(typed) && typed !== whole ? undefined : dayAfter(today, relative)
  if (/^demain en (?:huit|quinze)$/.test(typed)) return dayAfter(today, typed.endsWith('huit') ? 8 : 15)
  return (
    namedIn(typed, today, meant) ??
    dayAhead(typed, today) ??
    inMonth(typed, today) ??
    nthIn(typed, today) ??
    datedIn(typed.replace(/^ce (?=[a-z]+ \d)/, '').replace(/(?<=\d.*) prochain$/, ''), today, meant)
  )
}

/** The other way round: `15/01/2027`. */
export const dayAsTyped = (day: string | null | undefined): string =>
  day ? day.split('-').toReversed().join('/') : ''

/** Null where nothing is typed, undefined where it is no day. */
export const dayIn = (text: string, meant?: Meant): string | null | undefined =>
  text.trim() === '' ? null : typedDay(text, new Date(), meant)
