import { fold } from '../../../../shared/typed/calendar.ts'
import { type Hours, hoursIn, type Mention, mentionsIn } from './day-mentions.ts'
import { bare, unbroken } from './line-kinds.ts'

/** When the event of a mail is: by its subject, else by the first day that its text names. */

export interface EventTime {
  readonly days: readonly string[]
  readonly isRange: boolean
  readonly hours: Hours | undefined
  /** Other days that the text names, which may be those of the event too. */
  readonly others: readonly string[]
  /** The days of several events: none of them is the day of the draft. */
  readonly several: readonly string[]
  /** The words of a date that is not that of its weekday, where the text names no other day. */
  readonly unsure: string | undefined
}

const NONE: EventTime = {
  days: [],
  isRange: false,
  hours: undefined,
  others: [],
  several: [],
  unsure: undefined,
}
const MOST_LINES_BETWEEN = 3
/** As much as a body holds. */
const LONGEST = 20_000

export function eventTimeOf(subject: string, written: string, now: Date): EventTime {
  const text = unbroken(written.slice(0, LONGEST))
  const isMain = ({ isAside, unsure }: Mention) => !isAside && unsure === undefined
  const [inSubject, inText] = [mentionsIn(subject, now), mentionsIn(text, now)]
  const [ofSubject, ofText] = [inSubject.filter(isMain), inText.filter(isMain)]
  const lines = text.split('\n')
  const named = ofSubject[0]
  if (!named || isAgenda(subject)) {
    const several = severalEvents(ofText, lines)
    if (several.length > 0) return { ...NONE, several }
  }
  const chosen = named ?? mainMention(ofText, lines)
  if (!chosen) return { ...NONE, unsure: [...inSubject, ...inText].find(one => one.unsure)?.unsure }
  const same = named && ofText.find(one => one.days[0] === named.days[0])
  const hours = (named && hoursIn(subject)) ?? hoursNear(same ?? (named ? undefined : chosen), lines)
  // The text may name the last day too.
  const days = same && same.days.length > chosen.days.length ? same : chosen
  const known = new Set(days.days)
  const others = [...new Set(ofText.flatMap(one => one.days))].filter(day => !known.has(day)).sort()
  return { ...NONE, days: days.days, isRange: days.isRange, hours: hours ?? onlyHours(lines), others }
}

const isAgenda = (subject: string): boolean =>
  /\b(?:agenda|programme|newsletter|lettre|animations|rendez-vous|dates|semaine|evenements|manifestations|a venir|calendrier|sorties)\b/.test(
    fold(subject),
  )

/** A range, or with an hour beside it; else the first one. */
const mainMention = (mentions: readonly Mention[], lines: readonly string[]): Mention | undefined =>
  mentions.find(({ isRange, line }) => isRange || hoursIn(lines[line] ?? '')) ?? mentions[0]

/** In its line, or in one of the next ones, up to another day. */
function hoursNear(mention: Mention | undefined, lines: readonly string[]): Hours | undefined {
  if (!mention) return undefined
  let words = 0
  for (let at = mention.line; at < lines.length && words <= MOST_LINES_BETWEEN; at++) {
    const line = lines[at] ?? ''
    if (bare(line) === '') continue
    words++
    const hours = hoursIn(line)
    if (hours) return hours
  }
  const before = lines.slice(0, mention.line).findLast(line => bare(line) !== '')
  return before === undefined ? undefined : hoursIn(before)
}

/** Where only one line of the text names an hour, it is that of the event. */
function onlyHours(lines: readonly string[]): Hours | undefined {
  const found = lines.flatMap(line => hoursIn(line) ?? [])
  return found.length === 1 ? found[0] : undefined
}

/**
 * The days of several events: each stands at the beginning of a line or of a paragraph, with words of its own, and none of
 * them holds all the others.
 */
function severalEvents(mentions: readonly Mention[], lines: readonly string[]): readonly string[] {
  const heads = mentions.filter(({ isHead, line }) => isHead || isHeading(lines, line))
  const days = [...new Set(heads.flatMap(({ days: [first] }) => first ?? []))]
  if (days.length < 2) return []
  const isHeld = mentions.some(
    one =>
      one.days.length > 1 && one.line <= (heads[0]?.line ?? 0) && days.every(day => one.days.includes(day)),
  )
  if (isHeld) return []
  const withWords = heads.filter(({ line }) => hasOwnWords(lines, line))
  return new Set(withWords.map(({ line }) => line)).size >= 2 ? days.sort() : []
}

/** A day that ends a line of its own paragraph: “Concert de Noël – samedi 19 décembre”. */
const isHeading = (lines: readonly string[], line: number): boolean => {
  const words = bare(lines[line] ?? '')
  const isItem = /^\s*(?:[-*•]|#+|\d+[.)])\s/.test(lines[line] ?? '')
  return isItem || (words.length <= 90 && bare(lines[line - 1] ?? '') === '' && !/[.!?]$/.test(words))
}

function hasOwnWords(lines: readonly string[], line: number): boolean {
  const beside = [lines[line], lines[line + 1], lines[line - 1]].map(each => fold(bare(each ?? '')))
  const rest = (beside[0] ?? '').replaceAll(
    /\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|le|les|du|au|de|a|et|h|heures?|partir|des)\b|[\d\W]/g,
    '',
  )
  return rest.length >= 4 || (beside[1] ?? '').length >= 4 || (beside[2] ?? '').length >= 4
}
