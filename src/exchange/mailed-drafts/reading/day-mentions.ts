import { dayAfter, fold } from '../../../../shared/typed/calendar.ts'
import { typedDay } from '../../../../shared/typed/day.ts'
import { typedDays } from '../../../../shared/typed/series.ts'
import { typedHours, typedTime } from '../../../../shared/typed/times.ts'
import { dayOf } from '../../../../shared/wall-clock.ts'
import { bare } from './line-kinds.ts'

/** Where a text names days and hours. What is found is read by the parsers of the form: here are only the places. */

export interface Mention {
  /** In order. */
  readonly days: readonly string[]
  /** Each day from the first to the last. */
  readonly isRange: boolean
  readonly line: number
  /** Its line begins with it. */
  readonly isHead: boolean
  /** The words of a date that is not that of its weekday: one of both is wrong, and `days` is empty. */
  readonly unsure?: string
  /** A deadline, the date of a decree, or a day that is over: not the day of an event. */
  readonly isAside: boolean
}

const WEEKDAY = String.raw`(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lun\.?|mar\.|mer\.|jeu\.?|ven\.?|sam\.?|dim\.?)s?`
const MONTH = String.raw`(?:janvier|janv\.?|fevrier|fevr?\.?|mars|avril|avr\.?|mai|juin|juillet|juil\.?|aout|septembre|sept\.?|octobre|oct\.?|novembre|nov\.?|decembre|dec\.?)(?![a-z])`
const NUMBER = String.raw`(?:\d{1,2}(?:er| er)?|premier)`
const YEAR = String.raw`(?:,? (?:20\d\d)(?!\d))`
/** `samedi 12`, `le 12 décembre 2026`. */
const PART = `(?:les? )?(?:${WEEKDAY},? )?(?:le )?${NUMBER}(?: (?:de )?${MONTH}${YEAR}?)?`
const BETWEEN = `(?: ?, ?| ?& ?| et (?:du |les? )?| au | jusqu.au | puis (?:les? )?| ?[-–>/] ?)`
/** Days of which the last one has its month. */
const IN_WORDS = `(?:(?:du|les|de) )?(?:${PART}${BETWEEN}){0,8}(?:les? )?(?:${WEEKDAY},? )?(?:le )?${NUMBER} (?:de )?${MONTH}${YEAR}?`
const FIGURES = String.raw`\d{1,2}[/]\d{1,2}(?:[/](?:20\d\d|\d\d))?(?![\d/])`
const DOTTED = String.raw`\d{1,2}[.-]\d{1,2}[.-](?:20\d\d)(?!\d)`
const ISO = String.raw`20\d\d-\d\d-\d\d(?!\d)`
const ONE_IN_FIGURES = `(?:${WEEKDAY},? )?(?:le )?(?:${FIGURES}|${DOTTED}|${ISO})`
const IN_FIGURES = `(?:du )?${ONE_IN_FIGURES}(?:(?: au | et (?:le )?| ?- ?)${ONE_IN_FIGURES})?`
const DAYS = new RegExp(String.raw`(?<![\d/.,:-])(?<!n° ?)\b(?:${IN_WORDS}|${IN_FIGURES})`, 'g')
const SERIES = new RegExp(
  String.raw`\b(?:tous les |toutes les |chaque )[^.;:!?()]{0,20}?(?:${WEEKDAY}|jours)\b[^.;:!?()]{0,90}`,
  'g',
)
/** Said from the day of the mail. */
const RELATIVE = new RegExp(
  String.raw`\b(?:demain|apres-demain|aujourd.hui|ce soir|(?:ce |le )?(?:${WEEKDAY}) prochain|ce ${WEEKDAY})\b`,
  'g',
)

const ASIDE_BEFORE =
  /(?:\b(?:avant|jusqu'|d'ici|au plus tard|date limite|dernier delai|cloture|limite (?:des? )?\w+|des? (?:inscriptions?|reservations?)|inscriptions?|reservations?|reponses?|s'inscrire|reserver|inscrivez-vous|reservez|a retirer|retrait|billetterie)(?: (?:possibles?|souhaitees?|obligatoires?|ouvertes?|attendues?|impératives?))?(?: (?:\d{2}[ .]?){5})? ?:? ?(?:avant|jusqu'|d'ici|au plus tard)?(?: (?:le|au|a|les))*|\b(?:avant|jusqu'au|jusqu'a|d'ici(?: le| au)?|au plus tard(?: le)?|date limite.{0,40}|depuis(?: le)?|en date du|(?:arrete|loi|decret|deliberation|courrier|lettre|mail|message|reunion|seance|conseil municipal|compte[- ]rendu|proces[- ]verbal|article|edition|facture|devis).{0,30} du|nee? le|creee? (?:le|en)|fondee? (?:le|en)|publiee? le|parue? le|envoyee? le|votee? le|signee? le|modifiee? le|mise? a jour(?: le)?|fait (?:a .{1,30}, )?le))\s*$/
const ASIDE_BEHIND = /^,? ?(?:\(?(?:dernier delai|date limite|au plus tard|inclus, dernier delai))/
/** A mention this far away is the last such day, if that was weeks ago: “retour sur le 11 novembre”. */
const FAR_DAYS = 240
const RECENT_DAYS = 90
const LONGEST_LINE = 1_500
const MOST_MENTIONS = 60

export function mentionsIn(text: string, now: Date): Mention[] {
  const found: Mention[] = []
  for (const [line, words] of text.split('\n').entries()) {
    if (found.length >= MOST_MENTIONS) break
    const folded = fold(bare(words).slice(0, LONGEST_LINE))
    if (folded !== '') found.push(...inLine(folded, line, now))
  }
  return found
}

function inLine(folded: string, line: number, now: Date): Mention[] {
  const series = [...folded.matchAll(SERIES)].flatMap(({ 0: words, index }) => {
    const days = seriesOf(words, folded, now)
    return days ? [{ days, isRange: false, at: index, end: index + words.length, isPast: false }] : []
  })
  const isFree = (at: number) => !series.some(one => at >= one.at && at < one.end)
  const named = [...folded.matchAll(DAYS)].flatMap(({ 0: words, index }) => {
    if (!isFree(index) || isNumber(folded, index, words)) return []
    const read = daysOf(words.trim(), now)
    const place = { at: index, end: index + words.length }
    if (read) return [{ ...read, ...place }]
    return isUnsure(words, now)
      ? [{ days: [], isRange: false, isPast: false, unsure: words.trim(), ...place }]
      : []
  })
  const relative =
    named.length + series.length > 0
      ? []
      : [...folded.matchAll(RELATIVE)].flatMap(({ 0: words, index }) => {
          const day = typedDay(words, now)
          return day
            ? [{ days: [day], isRange: false, at: index, end: index + words.length, isPast: false }]
            : []
        })
  return [...series, ...named, ...relative]
    .sort((one, other) => one.at - other.at)
    .map(({ days, isRange, at, end, isPast, ...more }) => {
      const [before, behind] = [folded.slice(0, at), folded.slice(end)]
      const isAside = isPast || ASIDE_BEFORE.test(before.slice(-90)) || ASIDE_BEHIND.test(behind)
      return {
        ...more,
        days,
        isRange,
        line,
        isAside,
        isHead: /^(?:le |les |du |date ?: ?|quand ?\??:? ?|\W)*$/.test(before),
      }
    })
}

/** `12/12` of a price, a score or a rate. */
const isNumber = (text: string, at: number, words: string): boolean =>
  /^\d{1,2}\/\d{1,2}$/.test(words) &&
  !/(?:\b(?:le|du|au|des|et)|[a-z]{3,}\.?|[(:,–-]|^)\s?$/.test(text.slice(0, at))

/** Without its weekday it is a day. */
const isUnsure = (words: string, now: Date): boolean => {
  const date = words.trim().replace(new RegExp(`^(?:le )?${WEEKDAY},? `), '')
  return date !== words.trim() && typedDay(date, now) !== undefined
}

/** A clause may go on behind its days: “tous les mardis jusqu’au 15 mars à 18 h”. */
function seriesOf(words: string, line: string, now: Date): readonly string[] | undefined {
  const parts = words.split(/(?= (?:a|de|des|dans|en|salle|place|au gymnase) ?\d|,| - )/)
  for (let count = parts.length; count > 0; count--) {
    const days = typedDays(parts.slice(0, count).join('').trim(), now)
    if (days) return days
  }
  const [span] =
    /\bdu [^.;:!?()]{3,40} au [^.;:!?()]{3,40}$/.exec(line.slice(0, line.indexOf(words)).trim()) ?? []
  return span ? typedDays(`${parts[0]?.trim()} ${span}`, now) : undefined
}

interface Days {
  readonly days: readonly string[]
  readonly isRange: boolean
  readonly isPast: boolean
}

function daysOf(words: string, now: Date): Days | undefined {
  const today = dayOf(now)
  const text = words.replace(/^(?:de|le) /, '').replaceAll(/(?<=\d) ?> ?/g, ' au ')
  const isOne = typedDay(text, now)
  const days = isOne ? [isOne] : typedDays(text, now)
  const first = days?.[0]
  if (days && first && first <= dayAfter(today, FAR_DAYS))
    return { days, isRange: days.length > 1 && isUnbroken(days), isPast: (days.at(-1) ?? first) < today }
  const last = typedDay(text.replace(/^du /, ''), now, 'last')
  if (last && last < today && last >= dayAfter(today, -RECENT_DAYS))
    return { days: [last], isRange: false, isPast: true }
  return days ? { days, isRange: days.length > 1 && isUnbroken(days), isPast: false } : undefined
}

const isUnbroken = (days: readonly string[]): boolean =>
  days.every((day, at) => at === 0 || day === dayAfter(days[at - 1] ?? '', 1))

////////////////////////////////////////////////////////////////////////////// hours

export interface Hours {
  readonly begin: string
  readonly end: string | null
}

const HOUR = String.raw`(?:\d{1,2} ?(?:h|heures?)(?![a-z]) ?(?:\d{2}(?!\d))?|\d{1,2}:\d{2}|midi|minuit)`
const SPAN = new RegExp(
  String.raw`(?:de |entre )?(?<![\d/.])(\b\d{1,2}|${HOUR}) ?(?:-|–|—|/|>|\ba\b|\bet\b|\bjusqu'a\b) ?(${HOUR})`,
  'g',
)
const SINGLE = new RegExp(String.raw`(?<![\d/])\b${HOUR}`, 'g')

/** The first hours that a line names. */
export function hoursIn(line: string): Hours | undefined {
  const folded = fold(bare(line).slice(0, LONGEST_LINE)).replaceAll(/\b24 ?h ?\/ ?24\b|\b7j\/7\b/g, ' ')
  const single = [...folded.matchAll(SINGLE)].flatMap(({ 0: words, index }) => {
    const time = typedTime(words.replace(/^minuit$/, '24'))
    return time ? [{ begin: time, end: null, at: index }] : []
  })
  const spans = [...folded.matchAll(SPAN)].flatMap(({ 0: words, 1: first = '', 2: last = '', index }) => {
    const hours = typedHours(`${/\D/.test(first) ? first : `${first}h`} a ${last}`)
    return hours && !/\bet\b/.test(words.replace(/^entre/, 'et').startsWith('et') ? '' : words)
      ? [{ ...hours, at: index }]
      : []
  })
  const [span, one] = [spans[0], single[0]]
  if (span && (!one || span.at <= one.at)) return { begin: span.begin, end: span.end }
  return one && { begin: one.begin, end: null }
}
