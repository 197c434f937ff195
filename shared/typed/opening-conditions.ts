import { withoutOpening } from './opening-start.ts'
import { wordsOf } from './opening-words.ts'

/** When hours hold: `en période scolaire : …`, `…, sauf vacances scolaires`, `…, fermé le samedi en août`. */

interface Condition {
  /** As written. */
  readonly text: string
  /** The days that it is said of; none: all. */
  readonly jours?: readonly number[]
  /** It may be said of the last hours alone: where there are others, nobody knows. */
  readonly isOfOne: boolean
}

const MONTH =
  '(?:janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre)(?![a-zà-ÿ])'
const SCHOOL =
  "(?:les )?(?:petites |grandes )?vacances(?: (?:scolaires|d[’']été|d[’']hiver|de noël|de la toussaint|de printemps))?|(?:la )?p[ée]riodes? (?:scolaires?|de vacances(?: scolaires)?)|temps scolaire"
const WEEKS = '(?:les |des )?semaines? (?:im)?paires?'
const DATED = `(?:entre le|du) \\d{1,2}(?:er)?(?: ${MONTH})? (?:au|et le) \\d{1,2}(?:er)? ${MONTH}`
const PERIOD = `(?:${SCHOOL}|${WEEKS}|${DATED}|(?:les )?(?:mois de |mois d[’'])?${MONTH}(?:(?:,| et| [àa]| au| -| &) ${MONTH}){0,4})(?![a-zà-ÿ])`
const DAY = '(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?'
const DURING = `(?:en |pendant |durant |au |de |d[’'])`
const EXCEPT = '(?:sauf|sf|hors|except[ée]|hormis) (?:en |pendant |durant |au )?'

const HOLIDAYS_TOO =
  'y compris (?:les )?(?:jours )?f[ée]ri[ée]s|(?:les )?(?:jours )?f[ée]ri[ée]s (?:inclus|compris)'

/** A text without one of these has none of the others. */
const MAY_HAVE =
  /vacances|scolaire|f[ée]ri[ée]|paire|janvier|f[ée]vrier|mars|avril|\bmai\b|juin|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre/i
const FIRST = new RegExp(
  `^((?:${DURING}|hors )?${PERIOD}(?: (?:uniquement|seulement))?)(?: ?(?::|,|\\n)\\s*| (?=(?:du |le |les |tous les )(?:jours|${DAY})))`,
  'i',
)
/** Between days and their hours: `le mercredi en période scolaire de 14 h à 18 h`. */
const BETWEEN = new RegExp(`(?<=[ ,])((?:${DURING}|${EXCEPT})${PERIOD}|${WEEKS})(?=[ :,])`, 'i')
const LAST = new RegExp(
  `(?<=[\\s,;.])(?:(${EXCEPT}${PERIOD})|((?:uniquement |seulement )?${DURING}${PERIOD}|${WEEKS}|${DATED}|${HOLIDAYS_TOO}))\\.?$`,
  'i',
)
const CLOSED = new RegExp(
  `(?<=[\\s,;.])(ferm(?:[ée]e?s?|eture) (?:((?:le |les )?(?:${DAY})(?: matin| apr[èe]s-midi)?(?:(?:,| et) (?:le |les )?(?:${DAY})){0,3}) )?${DURING}${PERIOD})\\.?$`,
  'i',
)
/** Closed days, or exceptions: a condition behind them may be theirs. */
const MORE = /ferm|rel[âa]che|sauf|hors|except/i
const ENDS_IN_HOURS = /(?:\d(?: ?h(?:eures?)?)?|midi|minuit)$/i
const HAS_HOURS = /\d ?(?:h|:)|\d-\d/i

/** Splits a condition, such as “sur rendez-vous”, off a text. */
export function conditionIn(text: string): {
  readonly rest: string
  readonly condition: Condition | undefined
} {
  if (!MAY_HAVE.test(text)) return { rest: text, condition: undefined }
  const [first, said] = FIRST.exec(text) ?? []
  if (first !== undefined && said !== undefined) {
    const rest = withoutOpening(text.slice(first.length))
    // `vacances scolaires : fermé` says nothing of the other days.
    return MORE.test(rest)
      ? { rest: text, condition: undefined }
      : { rest, condition: { text: said, isOfOne: false } }
  }
  const closed = CLOSED.exec(text)
  if (closed) {
    const [, all = '', days] = closed
    const named = days === undefined ? undefined : joursIn(days)
    const rest = before(text, closed.index)
    // `…, mercredi fermé en août` is said of the Wednesday.
    if (!ENDS_IN_HOURS.test(rest) && !/[,;.\n] ?$/.test(text.slice(0, closed.index)))
      return { rest: text, condition: undefined }
    return {
      rest,
      condition: { text: all, ...(named && { jours: named }), isOfOne: false },
    }
  }
  const last = LAST.exec(text)
  if (last) {
    const [, except, during = ''] = last
    const rest = before(text, last.index)
    if (MORE.test(rest) || !ENDS_IN_HOURS.test(rest)) return { rest: text, condition: undefined }
    return {
      rest,
      condition: { text: except ?? during, isOfOne: except === undefined },
    }
  }
  const between = BETWEEN.exec(text)
  const start = text.slice(0, between?.index ?? 0)
  if (!between || HAS_HOURS.test(start) || MORE.test(start) || / (?:et|ou) $/.test(start))
    return { rest: text, condition: undefined }
  const [, during = ''] = between
  return {
    rest: `${start}${text.slice(between.index + during.length)}`,
    condition: { text: during, isOfOne: true },
  }
}

function joursIn(days: string): readonly number[] {
  const words = wordsOf(days)
  return typeof words === 'string' ? [] : words.flatMap(word => (word.kind === 'days' ? word.jours : []))
}

/** Without the comma before the condition. */
function before(text: string, index: number): string {
  let end = index
  while (end > 0 && ' ,;.\n'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
