import * as shared from '../../../shared/event-time.ts'
import * as files from '../../../shared/file-size.ts'
import { dayOf, parisClock } from '../../../shared/wall-clock.ts'
import { language } from './language.ts'
import { french } from './typography.ts'

/** Dates, durations and numbers as people say them. Days are days of the town: Paris. */
const ZONE = 'Europe/Paris'
const LOCALE = language === 'en' ? 'en-GB' : 'fr-FR'

/** ICU writes narrow spaces, which the font does not have. */
const plain = (text: string) => text.replaceAll('\u202f', '\u00a0')

const integer = new Intl.NumberFormat(LOCALE)
export const number = (n: number): string => plain(integer.format(n))

const longDay = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: ZONE,
})
const shortDay = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', timeZone: ZONE })
const isSameYear = (one: Date, other: Date) => dayOf(one).slice(0, 4) === dayOf(other).slice(0, 4)

/** A plain day has no time zone. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** “1er décembre”. */
const ordinal = (text: string) => (language === 'fr' ? text.replace(/^(\D*)1 /, '$11er ') : text)

/** 12 décembre 2026; without the year where it is this one. */
export function date(at: Date, now: Date): string {
  const format = isSameYear(at, now) ? shortDay : longDay
  return plain(ordinal(format.format(at)))
}

/** mars, mars 2025: the month of a moment, without the year where it is this one. */
export const month = (at: Date, now: Date): string =>
  shared.dayInWords(language, dayOf(at), isSameYear(at, now) ? 'monthName' : 'monthAndYear')

const fullDate = (at: Date): string => plain(ordinal(longDay.format(at)))
/** vendredi 15 janvier 2027. */
export const namedDay = (day: string): string => shared.dayInWords(language, day, 'weekday')

/** 8 h 20. */
export function time(at: Date): string {
  return clockTime(parisClock(at).slice(11, 16))
}

/** aujourd’hui, hier, le 14 novembre. */
function spokenDay(at: Date, now: Date): string {
  const days = dayDistance(dayOf(at), dayOf(now))
  if (language === 'en')
    return days === 0 ? 'today' : days === -1 ? 'yesterday' : days === 1 ? 'tomorrow' : `on ${date(at, now)}`
  return days === 0 ? 'aujourd’hui' : days === -1 ? 'hier' : days === 1 ? 'demain' : `le ${date(at, now)}`
}

/** aujourd'hui à 8 h 20, hier à 18 h, le 14 novembre à 9 h. */
export const moment = (at: Date, now: Date): string =>
  `${spokenDay(at, now)} ${language === 'en' ? 'at' : 'à'} ${time(at)}`

/** An end: demain à 18 h, demain à minuit. Midnight ends the day before it. */
export function endInWords(at: Date, now: Date): string {
  const before = new Date(at.getTime() - 1)
  if (dayOf(before) === dayOf(at)) return moment(at, now)
  return `${spokenDay(before, now)} ${language === 'en' ? 'at midnight' : 'à minuit'}`
}

/** le vendredi 15 janvier 2027 à 8 h. */
export const namedMoment = (at: Date): string => {
  const [day, hour] = [namedDay(dayOf(at)), time(at)]
  return language === 'en' ? `on ${day} at ${hour}` : `le ${day} à ${hour}`
}

/** 25 min, 2 h, 3 j: an age, in a column. */
export function age(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000))
  if (minutes < 1) return language === 'fr' ? 'à l’instant' : 'just now'
  if (minutes < 60) return french(`${minutes} min`)
  if (minutes < 24 * 60) return french(`${Math.floor(minutes / 60)} h`)
  const days = Math.floor(minutes / 1440)
  if (days < 60) return french(`${number(days)} ${language === 'fr' ? 'j' : 'd'}`)
  return fullDate(since)
}

/** 18 h, demain, 3 décembre: a future moment, in a column. */
export function upcoming(at: Date, now: Date): string {
  const days = dayDistance(dayOf(at), dayOf(now))
  if (days === 0) return time(at)
  if (days === 1) return language === 'fr' ? 'demain' : 'tomorrow'
  return date(at, now)
}

/** Whole days from one to the other. */
export const dayDistance = (day: string, from: string): number =>
  Math.round((noon(day).getTime() - noon(from).getTime()) / 86_400_000)

/** 12 décembre 2026. */
export const fullDay = (day: string): string => shared.dayInWords(language, day)

/** 8 h 20, of `08:20`. */
export const clockTime = (text: string): string => shared.clockTime(language, text)

/** 240 ko, 1,8 Mo. */
export const fileSize = (bytes: number): string => files.fileSize(language, bytes)

/** 1 publication, 2 publications; French counts zero as one. */
export const counted = (n: number, one: string, many: string): string =>
  `${number(n)} ${n === 1 || (n === 0 && language === 'fr') ? one : many}`
