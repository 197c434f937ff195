import type { Closing } from '../closings.ts'
import { monthNamed } from './calendar.ts'
import { cleaned, isBare, LONGEST, type Range, typedRanges } from './days.ts'

/** Closing days, one a line, as people type them: `du 24/12/2026 au 02/01/2027 : congés`, `fermé le 7 décembre (pont)`. */

const linesOf = (typed: string) => typed.split('\n').filter(line => line.trim() !== '')

/** The first line that is not understood. */
export const unreadClosing = (typed: string, now: Date): string | undefined =>
  linesOf(typed)
    .find(line => !closingsOfLine(line, now))
    ?.trim()

/** Undefined when a line is not understood. A range without a year is the one that is not over yet. */
export function closingsIn(typed: string, now: Date): readonly Closing[] | undefined {
  const closings = linesOf(typed).map(line => closingsOfLine(line, now))
  return closings.every(found => found !== undefined) ? closings.flat() : undefined
}

const CLOSED =
  /^[-•* ]*(?:(?:la |le |notre )?(?:mairie|magasin|boutique|secr[ée]tariat|bureau) )?(?:(?:sera|est|(?:nous )?serons) )?(?:exceptionnellement )?(?:ferm[ée]e?s?|fermetures?|cong[ée]s?|vacances)(?![a-zà-ÿ])(?: (?:exceptionnellement|exceptionnelles?|annuel(?:le)?s?|d[’'](?:[ée]t[ée]|hiver)|de fin d[’']ann[ée]e))? ?:? ?(?:pour cong[ée]s ?:? ?)?(?=\S)/i
/** A part of a day is no closing day. */
const PART = /\b(?:matin|matinee|midi|apres-midi|soir|soiree)\b|\d ?h(?:\b|\d)/
/** Nor is a day whose reason says a part of it: `24/12 (après-midi)`, `24/12 : fermeture à 12h`. */
const OF_PART =
  /^(?:uniquement |seulement )?(?:ferm[a-z]* )?(?:le |l'|a |au )?(?:matin|matinee|midi|apres-midi|soir)\b|\d ?h(?:\b|\d)/
/** Days, then why in brackets or behind a comma or colon. */
const REASON = /^([^:(]{1,200}?)\s*(?:[:(]\s*)(.*?)\)?\s*$/

function closingsOfLine(line: string, now: Date): readonly Closing[] | undefined {
  if (line.length > LONGEST) return undefined
  const own = line
    .trim()
    .replace(CLOSED, '')
    .replace(/^[àa] (?=no[ëe]l)/i, '')
  const isIncluded = /\((?:inclus|compris)\)/i.test(own)
  const [, days = own, why = ''] = (isIncluded ? undefined : REASON.exec(own)) ?? []
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
  const ranges = typedRanges(monthsWhole(alone), now)
  // `7 mai : 8 mai`, where `8 mai : 8 mai` is one day.
  if (others && ranges && String(others.map(spanOf)) !== String(ranges.map(spanOf))) return undefined
  return ranges?.map(range => ({ ...range, motif: motif ?? behind ?? null }))
}

const spanOf = ({ du, au }: Range) => `${du}/${au}`

/** A reason before its days. `permanence : 24/12` closes nothing. */
const BEFORE =
  /^(?:(?:le |les )?(?:pont|conges?|vacances|inventaire|formation|travaux|jours? feries?|ferie)(?: (?:de |d'|du |des |pour )?(?:l'|la |le )?[a-z' -]{1,30})?|noel|(?:l')?ascension|(?:la )?toussaint|(?:lundi de )?(?:paques|pentecote)|fetes(?: de fin d'annee)?)$/
/** `26/12 - 03/01 vacances` */
const BEHIND =
  /^(.{1,200}?),? ((?:vacances|cong[ée]s?|pont|inventaire|formation|travaux)(?: (?:annuels?|scolaires|d[’']été|d[’']hiver|de no[ëe]l|de l[’']ascension))?)\s*$/i

/** `fermé en août` is all of it. */
function monthsWhole(days: string): string {
  const [, month = '', year = ''] =
    /^(?:en|au mois de|au mois d') ?([a-z]+)( \d{4})?$/.exec(cleaned(days)) ?? []
  return monthNamed(month) === 0 ? days : `tout le mois de ${month}${year}`
}
