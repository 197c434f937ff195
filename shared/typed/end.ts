import { dayOf } from '../wall-clock.ts'
import { dayAfter, fold, instantOf, monthNamed, weekdayNamed, weekdayOf, withAfternoon } from './calendar.ts'
import { typedDay } from './day.ts'
import { minutesIn } from './lengths.ts'
import { typedTime } from './times.ts'

/** The most words of a day with its hour: the text is split at each blank to find where the hour begins. */
const MOST_WORDS = 14
const LONGEST = 100
/** An end without a year is at most so many days away; one that is further was meant for the past. */
const FURTHEST = 330

/** A day to come, and the hour beside it: `demain midi`, `lundi prochain à 8 h`, `20 h ce soir`. */
export function typedMoment(text: string, now: Date): { readonly day?: string; readonly time?: string } {
  const whole = typedDay(text, now)
  if (whole !== undefined) return { day: whole }
  const words = withAfternoon(fold(text)).split(' ')
  if (words.length > MOST_WORDS || text.length > LONGEST) return {}
  for (let at = 1; at < words.length; at++) {
    const sides = [words.slice(0, at).join(' '), words.slice(at).join(' ')] as const
    for (const [before, behind] of [sides, sides.toReversed()] as [string, string][]) {
      const side = before.replace(/,$/, '')
      const [day, time] = [typedDay(side, now), typedTime(behind.replace(/^-\s/, ''))]
      if (day === undefined || time === undefined) continue
      // `cette nuit 3 h` is after midnight, unless the night has begun.
      if (side === 'cette nuit' && time < '09:00') return { day: nightOf(time, now), time }
      // `ce soir 8 h`, `samedi matin 14 h`: which of both is meant?
      if (/(?:soir|nuit|tonight)e?e?$/.test(side) && time < '17:00') return {}
      if (/matin(?:ee)?$/.test(side) && time > '12:59') return {}
      if (/apres-midi$/.test(side) && (time < '12:00' || time > '19:00')) return {}
      // `12/12 8` may be a date of another century.
      if (/^\d+$/.test(behind)) return {}
      return { day, time }
    }
  }
  return {}
}

function nightOf(time: string, now: Date): string {
  const today = dayOf(now)
  const isNight = now < instantOf(today, '06:00') && now < instantOf(today, time)
  return isNight ? today : dayAfter(today, 1)
}

/** `fin novembre`, `la fin du mois`, `la fin de l’année`: the last day. */
export function lastOf(typed: string, now: Date): string | undefined {
  const [, month] = /^(?:la )?fin (?:de |d'|du mois de |du mois d')?([a-z]+\.?(?: \d{4})?)$/.exec(typed) ?? []
  const today = dayOf(now)
  if (/^(?:la )?fin (?:du|de ce) mois$/.test(typed)) return endOfMonth(today.slice(0, 7))
  if (/^(?:la )?fin (?:de l'|d'|de cette )annee$/.test(typed)) return `${today.slice(0, 4)}-12-31`
  if (/^(?:la )?fin (?:du|de ce) week-?end$/.test(typed)) return dayAfter(today, (7 - weekdayOf(today)) % 7)
  const first = month === undefined ? undefined : monthIn(month, now)
  return first && endOfMonth(first)
}

/** `juin`, `juin 2027`: as `2027-06`, not over yet. */
export function monthIn(typed: string, now: Date): string | undefined {
  const [, word = '', year] = /^([a-z]+\.?)(?: (\d{4}))?$/.exec(typed) ?? []
  const month = String(monthNamed(word)).padStart(2, '0')
  if (month === '00') return undefined
  const today = dayOf(now)
  const [here, there] = [today.slice(0, 4), String(Number(today.slice(0, 4)) + 1)]
  return `${year ?? (month >= today.slice(5, 7) ? here : there)}-${month}`
}

export const endOfMonth = (month: string): string =>
  dayAfter(`${dayAfter(`${month}-28`, 4).slice(0, 7)}-01`, -1)

/** `samedi minuit` is the end of Saturday; `minuit` alone that of today. */
const MIDNIGHT = /(?:^|,? )(?:a )?(?:minuit|24 ?h(?:00)?)$|^minuit (?=ce soir$)/
const UNTIL = /^(?:valable |en vigueur )?(?:jusqu'(?:au (?=\d)|(?:a|au|en) )|until )/

/** `fin de l’alerte lundi 30 à 6 heures` */
const OF_WHAT =
  /^(?:(?:la )?fin (?:(?:de l'|d'|de la |des |du |de )(?:alerte|vigilance|coupure|travaux|restrictions?|episode|intervention|perturbations?) ?|(?=prevu|estime|probable|: |a \d|demain|ce soir|aujourd|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b))|(?:(?:elle |il )?(?:se termine|prend fin|sera levee?)|(?:le )?retour a la normale|(?:le )?retablissement|(?:la )?reouverture|levee?) (?=prevu|estime|a \d|demain|le \d|ce soir|aujourd|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b|\d))(?:(?:est )?(?:prevue?|estimee?|probable) ?)?(?:: ?)?(?:le (?=[a-z\d])|pour |vers (?=\d)|a (?=\d))?(?=\S)/

/**
 * An end: `demain 18 h`, `dans 2 heures`; `18 h` is today, a day alone lasts until its end. Null: nothing is typed; undefined: no
 * moment. `demain matin` is none: when does a morning end?
 */
export function typedEnd(text: string, now: Date): Date | null | undefined {
  if (text.length > LONGEST) return undefined
  const clean = withAfternoon(fold(text)).replace(/[.!]$/, '').replace(OF_WHAT, '')
  if (clean === '') return null
  const typed = clean
    .replace(UNTIL, start => (start.endsWith('au ') ? 'le ' : ''))
    .replaceAll(/,? \(?(?:inclus(?:ivement)?|compris|au plus tard)\)?(?= |$)/g, '')
    .replace(/^(?:au plus tard )/, '')
  // `24h` may be a length of time; `à partir de 8 h` is a beginning.
  if (/^24 ?h/.test(clean) || /\b(?:a partir|a compter|des|debut|depart|rdv|rendez-vous)\b/.test(clean))
    return undefined
  const minutes = minutesIn(typed)
  if (minutes !== undefined) return new Date(now.getTime() + minutes * 60_000)
  const isMidnight = MIDNIGHT.test(typed)
  const said = typed.replace(MIDNIGHT, '') || "aujourd'hui"
  const last = lastOf(said, now)
  if (last !== undefined) return instantOf(dayAfter(last, 1), '00:00')
  const hour = typedTime(said)
  const { day, time } = hour ? { day: dayOf(now), time: hour } : typedMoment(said, now)
  if (day === undefined || (time && isMidnight)) return undefined
  // `24/11`, typed on the 27th, is over.
  if (day > dayAfter(dayOf(now), FURTHEST) && !/\d{4}|\d[/.-]\d{1,2}[/.-]\d\d/.test(said)) return undefined
  if (isUnsure(said, day, now) || (!time && /(?:matin|matinee|apres-midi|soiree|nuit)$/.test(said)))
    return undefined
  // A past day in words, such as `hier`, is a mistake: nobody means it as an end.
  if (day < dayOf(now) && !/\d/.test(said)) return undefined
  if (!time) return instantOf(dayAfter(day, 1), '00:00')
  const end = instantOf(day, time)
  // At noon, `8 h` is over, or that of tomorrow.
  return hour && end <= now ? undefined : end
}

const HOUR = /\d{1,2} ?(?:heures?|h|:) ?(?:\d\d)?/g

/** On a Friday, `vendredi 18 h` may be that of today, or that of next week. */
function isUnsure(said: string, day: string, now: Date): boolean {
  const today = dayOf(now)
  const rest = said.replaceAll(HOUR, '')
  if (day !== dayAfter(today, 7) || /\d|prochain|qui vient|semaine/.test(rest)) return false
  return rest.split(' ').some(word => weekdayNamed(word) === weekdayOf(today))
}
