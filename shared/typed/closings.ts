import { type Closing, MOST_CLOSINGS } from '../closings.ts'
import { dayAfter, monthNamed } from './calendar.ts'
import { typedDay } from './day.ts'
import { cleaned, isBare, LONGEST, noon, type Range, typedRanges, withMonthOf, withoutMark } from './days.ts'
import { PLACES } from './opening-start.ts'
import { typedDays } from './series.ts'

/** Closing days, one a line, as people type them: `du 24/12/2026 au 02/01/2027 : congés`, `fermé le 7 décembre (pont)`. */

const linesOf = (typed: string) => typed.split('\n').filter(line => line.trim() !== '')

/** The first line that is not understood. */
export const unreadClosing = (typed: string, now: Date): string | undefined =>
  linesOf(typed)
    .find(line => !closingsOfLine(line, now))
    ?.trim()

/** `24/12 après-midi`: closings are whole days. */
export const isPartOfDay = (line: string): boolean => PART.test(cleaned(line))

/** Undefined when a line is not understood. A range without a year is the one that is not over yet. */
export function closingsIn(typed: string, now: Date): readonly Closing[] | undefined {
  const closings = linesOf(typed).map(line => closingsOfLine(line, now))
  return closings.every(found => found !== undefined) ? closings.flat() : undefined
}

const SUBJECT = `(?:(?:la |les? |l[’']|notre |nos )?(?:${PLACES})(?: (?:municipale?|municipaux|administratifs|communale?|de la mairie))? |nous )`
const CLOSED = new RegExp(
  `^${SUBJECT}?(?:(?:sera|seront|est|sont|serons|sommes|reste(?:ra|ront)?) )?(?:exceptionnellement )?` +
    `(?:ferm(?:[ée]e?s?|ent|ons)|fermetures?|(?:en )?cong[ée]s?|vacances(?= (?:du |les? |:)))(?![a-zà-ÿ])` +
    `(?: (?:exceptionnellement|exceptionnelles?|annuel(?:le)?s?|estivales?|hivernales?|d[’'](?:[ée]t[ée]|hiver)|de fin d[’']ann[ée]e))? ?:? ?(?=\\S)`,
  'i',
)
export const withoutClosed = (text: string): string => text.replace(CLOSED, '')
/** `pour congés annuels du 2 au 23 août`, `formation le 10 décembre`: why, before the days. */
const WHY =
  /^(?:(?:pour|en raison d(?:e la|e|u|es)|cause(?: de)?) (?:cause de )?([a-zà-ÿ’' -]{3,40}?)|(inventaire|formation|travaux)) ?:? ?(?=(?:du|les?|en) |\d)/i
/** `du 7 au 11 décembre pour travaux`. */
const FOR = /^(.{1,200}?),? (?:pour|en raison d(?:e la|e|u|es)|cause) (?:cause de )?([a-zà-ÿ’' -]{3,40})$/i
/** `…, réouverture le lundi 4 janvier`. */
const AGAIN = /^(.{1,200}?) ?[,.;:(–-] ?(?:r[ée]ouverture|reprise) (?:pr[ée]vue )?(?:le |au )?([^)]+)\)?$/i
/** A part of a day is no closing day. */
const PART = /\b(?:matin|matinee|midi|apres-midi|soir|soiree)\b|\d ?h(?:\b|\d)/
/** Nor is a day whose reason says a part of it: `24/12 (après-midi)`, `24/12 : fermeture à 12h`. */
const OF_PART =
  /^(?:uniquement |seulement )?(?:ferm[a-z]* )?(?:le |l'|a |au )?(?:matin|matinee|midi|apres-midi|soir)\b|\d ?h(?:\b|\d)/
/** Days, then why in brackets or after a comma or colon. */
const REASON = /^([^:(]{1,200}?)\s*(?:[:(]\s*)(.*?)\)?\s*$/

function closingsOfLine(line: string, now: Date): readonly Closing[] | undefined {
  if (line.length > LONGEST) return undefined
  const text = withoutMark(line).trim().replace(/\.$/, '')
  const [, until = '', again] = AGAIN.exec(text) ?? []
  if (again !== undefined) return openAgain(closingsOfLine(until, now), again)
  // `L’accueil de l’après-midi sera fermé le 24`
  if (PART.test(cleaned(CLOSED.exec(text)?.[0] ?? ''))) return undefined
  const { days, why } = partsOf(withoutClosed(text).replace(/^[àa] (?=no[ëe]l)/i, ''))
  if (PART.test(cleaned(days)) || OF_PART.test(cleaned(why))) return undefined
  // `fermé le lundi` is said of every week.
  if (
    cleaned(days)
      .replace(/^les? /, '')
      .split(/ ?, ?| et (?:le )?/)
      .some(isBare)
  )
    return undefined
  const motif = why.trim() || null
  const others = !/\d/.test(why) ? undefined : typedRanges(monthsWhole(why), now)
  // `Noël : du 24/12 au 2/1`: the days are behind the reason.
  if (others && BEFORE.test(cleaned(days))) return others.map(range => ({ ...range, motif: days.trim() }))
  const [, alone = days, behind] = BEHIND.exec(days) ?? []
  const ranges = typedRanges(monthsWhole(alone), now) ?? weeklyIn(alone, now)
  // `7 mai : 8 mai`, where `8 mai : 8 mai` is one day.
  if (others && ranges && String(others.map(spanOf)) !== String(ranges.map(spanOf))) return undefined
  return ranges?.map(range => ({ ...range, motif: motif ?? behind ?? null }))
}

/** The days, and why it is closed. */
function partsOf(own: string): { readonly days: string; readonly why: string } {
  const [before = '', why, named = ''] = WHY.exec(own) ?? []
  if (before !== '') return { days: own.slice(before.length), why: why ?? named }
  const isIncluded = /\((?:inclus|compris)\)/i.test(own)
  const [, days = own, behind = ''] = FOR.exec(own) ?? (isIncluded ? undefined : REASON.exec(own)) ?? []
  return { days, why: behind }
}

/** `tous les samedis d’août` */
function weeklyIn(days: string, now: Date): readonly Range[] | undefined {
  const each = /^(?:tous les|les|chaque) (?:[a-z]|\d(?:er|e|eme)s? )/i.test(days)
    ? typedDays(days, now)
    : undefined
  return each && each.length <= MOST_CLOSINGS ? each.map(day => ({ du: day, au: day })) : undefined
}

/** It opens again within a week after the last day: otherwise one of both is wrong. */
function openAgain(closings: readonly Closing[] | undefined, again: string): readonly Closing[] | undefined {
  const last = closings?.at(-1)?.au
  const day = last && typedDay(withMonthOf(dayAfter(last, 1), cleaned(again)), noon(last))
  return day && day > last && day <= dayAfter(last, 7) ? closings : undefined
}

const spanOf = ({ du, au }: Range) => `${du}/${au}`

/** A reason before its days. `permanence : 24/12` closes nothing. */
const BEFORE =
  /^(?:(?:le |les )?(?:pont|conges?|vacances|inventaire|formation|travaux|jours? feries?|ferie)(?: (?:de |d'|du |des |pour )?(?:l'|la |le )?[a-z\d' -]{1,30})?|noel|(?:l')?ascension|(?:la )?toussaint|(?:lundi de )?(?:paques|pentecote)|fetes(?: de fin d'annee)?)$/
/** `26/12 - 03/01 vacances` */
const BEHIND =
  /^(.{1,200}?),? ((?:vacances|cong[ée]s?|pont|inventaire|formation|travaux)(?: (?:annuels?|scolaires|d[’']été|d[’']hiver|de no[ëe]l|de l[’']ascension))?)\s*$/i

/** `fermé en août` is all of it. */
function monthsWhole(days: string): string {
  const [, month = '', year = ''] =
    /^(?:(?:en|au mois de|au mois d'|mois de|mois d') ?)?([a-z]+)( \d{4})?$/.exec(cleaned(days)) ?? []
  return monthNamed(month) === 0 ? days : `tout le mois de ${month}${year}`
}
