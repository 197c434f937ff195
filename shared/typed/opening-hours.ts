import { clockTime } from '../event-time.ts'
import { DAYS, isSlotEnd, OF_MONTH, type Word, wordsOf } from './opening-words.ts'

/**
 * Opening hours, as people and the directory of town halls write them: `Du lundi au vendredi de 9 h à 12 h`,
 * `Lundi : 9h00-12h00 (sauf juillet)`, `Mo-Fr 09:00-12:00`. A text is understood entirely or not at all: hours that are
 * half understood would send people to a closed door.
 */

export interface Slot {
  /** `HH:MM`, in the time zone of the commune. */
  readonly de: string
  readonly a: string
}

export interface OpenDay {
  /** Monday is 1. */
  readonly jour: number
  /** None: closed. */
  readonly plages: readonly Slot[]
  /** A condition in brackets, such as `sauf juillet`: whether it is open then is unknown. */
  readonly note: string | null
}

/** A list of a hundred acteurs reads as many texts: 2 000 letters each took 34 ms. */
const LONGEST = 600

/** All seven days, or undefined for a text that is not understood. */
export function readOpeningHours(text: string): readonly OpenDay[] | undefined {
  if (text.length > LONGEST) return undefined
  const words = wordsOf(text)
  const inOrder = typeof words === 'string' ? undefined : daysFirst(words)
  const rules = inOrder && rulesOf(inOrder)
  if (!rules || rules.length === 0) return undefined
  const week = DAYS.map((_, at) => dayIn(rules, at + 1))
  if (!week.every(day => day !== undefined)) return undefined
  if (!inOrder.some(({ kind }) => kind === 'holidays')) return week
  return week.map(day =>
    day.plages.length === 0 ? day : { ...day, note: [day.note, HOLIDAYS].filter(Boolean).join(', ') },
  )
}

/** Said of every day with hours: whether it is a holiday is not known here. */
const HOLIDAYS = 'sauf jours fériés'

/** `de 9 h à 12 h du lundi au vendredi`: each time the days first. Undefined where hours are left without days. */
function daysFirst(words: readonly Word[]): readonly Word[] | undefined {
  if (words.find(({ kind }) => kind !== 'and' && !isHalf(kind))?.kind !== 'time') return words
  const end = words.findIndex(
    ({ kind }) => kind === 'except' || kind === 'closed' || kind === 'note' || kind === 'holidays',
  )
  const [head, tail] = end === -1 ? [words, []] : [words.slice(0, end), words.slice(end)]
  const turned: Word[] = []
  let [hours, days]: [Word[], Word[]] = [[], []]
  for (const word of head) {
    const isOfHours = word.kind === 'time' || isHalf(word.kind)
    if (isOfHours && days.length > 0) {
      turned.push(...days, ...hours)
      ;[hours, days] = [[], []]
    }
    const isOfDays = word.kind === 'days' || word.kind === 'some' || days.length > 0
    ;(isOfDays ? days : hours).push(word)
  }
  return days.length === 0 ? undefined : [...turned, ...days, ...hours, ...tail]
}

const isHalf = (kind: Word['kind'] | undefined) =>
  kind === 'morning' || kind === 'afternoon' || kind === 'evening'
/** Whether hours that begin then are of this part of the day. */
const isIn = (half: Word['kind'], begin: string) =>
  half === 'morning' ? begin < '12:00' : begin >= (half === 'evening' ? '16:00' : '12:00')

/** The first part that has a word which is not known: `sur rendez-vous`. */
export function unknownPart(text: string): string | undefined {
  const words = wordsOf(text)
  return typeof words === 'string' ? /^[^,;:]{1,40}/.exec(words)?.[0].trim() : undefined
}

export const slotShown = ({ de, a }: Slot) => `${clockTime('fr', de)}\u00a0– ${clockTime('fr', a)}`

/** Days with the same hours in one line: `Lundi au vendredi : 9 h – 12 h`. As written where they are not understood. */
export function hoursInBrief(hours: string): string {
  const week = readOpeningHours(hours)
  if (!week) return hours
  const lines: { days: string[]; said: string }[] = []
  for (const { jour, plages, note } of week) {
    const day = DAYS[jour - 1] ?? ''
    const said = `${plages.map(slotShown).join(', ')}${note ? ` (${note})` : ''}`
    const last = lines.at(-1)
    if (last?.said === said) last.days.push(day)
    else lines.push({ days: [day], said })
  }
  return lines
    .filter(({ said }) => said !== '')
    .map(({ days, said }) => {
      const joined = days.length > 2 ? `${days[0]} au ${days.at(-1)}` : days.join(' et ')
      return `${joined.charAt(0).toUpperCase()}${joined.slice(1)}\u00a0: ${said}`
    })
    .join('\n')
}

interface Rule {
  readonly days: Set<number>
  readonly slots: Slot[]
  closed: boolean
  note: string | null
  /** Days, or halves of days, that it does not mean. */
  readonly except: Exception[]
  /** `lundi matin et jeudi matin`: how many days are named, and of which part of them hours follow. */
  named: number
  readonly halves: Word['kind'][]
  /** `dimanche et jours fériés`, which must be closed. */
  holidays: boolean
}

interface Exception {
  readonly jour: number
  readonly half: 'morning' | 'afternoon' | undefined
}

/** Days, then their hours; undefined for any other order. */
function rulesOf(words: readonly Word[]): readonly Rule[] | undefined {
  const rules: Rule[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const rule = rules.at(-1)
    const isSaid = rule && (rule.slots.length > 0 || rule.closed)
    if (word.kind === 'and') continue
    if (rule && word.kind === 'closed' && isSaid && isHalf(words[at + 1]?.kind)) {
      // `de 9 h à 12 h, fermé l’après-midi`: as the hours say already.
      const half = words[++at]?.kind ?? 'and'
      if (rule.slots.some(({ de, a }) => isIn(half, de) || (half !== 'morning' && a > '14:00')))
        return undefined
      continue
    }
    // `fermé le mercredi` behind hours; `samedi fermé` has its day before it.
    if (word.kind === 'except' || (word.kind === 'closed' && (isSaid || !rule))) {
      const { list, length, holidays } = exceptionsFrom(words, at + 1)
      if ((list.length === 0 && !holidays) || !exclude(rules, list, word.kind === 'closed')) return undefined
      at += length
      // Whose hours are these?
      if (isSaid && words[at + 1]?.kind === 'time') return undefined
    } else if (word.kind === 'days' || word.kind === 'some') {
      const open = rule && !isSaid ? rule : startOf(rules)
      if (open !== rule && rule && !isSaid) return undefined
      const some = word.kind === 'some' ? word.text : undefined
      const first = some === undefined ? at : at + 1
      const last = rangeFrom(words, first, some !== undefined)
      if (last === undefined || (some !== undefined && open.days.size > 0)) return undefined
      for (const jour of last.days) open.days.add(jour)
      open.named++
      if (some !== undefined) open.note = `${some} ${DAYS[(last.days[0] ?? 1) - 1]}${OF_MONTH}`
      // Its note would be said of the others too.
      else if (open.note !== null) return undefined
      at = first + last.length - 1
    } else if (isHalf(word.kind)) {
      const start = words[at + 1]
      if (rule && !isSaid && words[at - 1]?.kind === 'days') rule.halves.push(word.kind)
      else if (start?.kind !== 'time') return undefined
      if (start?.kind === 'time' && !isIn(word.kind, start.at)) return undefined
    } else if (word.kind === 'holidays') {
      if (rule && !isSaid) rule.holidays = true
      else if (words[at + 1]?.kind === 'closed') at++
      else return undefined
    } else if (word.kind === 'time') {
      const [to, end] = [words[at + 1], words[at + 2]]
      const isRange = to?.kind === 'to' || to?.kind === 'dash' || to?.kind === 'slash'
      if (
        !rule ||
        rule.closed ||
        rule.days.size === 0 ||
        !isRange ||
        end?.kind !== 'time' ||
        end.at <= word.at ||
        !areHalvesClear(rule, words[at - 1], word.at)
      )
        return undefined
      rule.slots.push({ de: word.at, a: end.at })
      at += 2
      // `9h/12h - 14h/17h`, `9h-12h / 14h-17h`: what stands between two slots says nothing.
      if (isSlotEnd(words.slice(at + 1, at + 2)) && words[at + 2]?.kind === 'time') at++
    } else if (word.kind === 'closed') {
      if (rule) rule.closed = true
    } else if (word.kind === 'note') {
      if (!rule || !isSaid || rule.note !== null) return undefined
      rule.note = word.text
    } else if (words[at + 1]?.kind !== 'days' || !(word.kind === 'slash' || (word.kind === 'dash' && isSaid)))
      return undefined
  }
  const isWhole = ({ slots, closed, holidays }: Rule) => (slots.length > 0 ? !holidays : closed)
  return rules.every(isWhole) ? rules : undefined
}

/** `lundi matin, mardi 9h-12h`: is Tuesday open in the morning alone? And `9h-12h, 2h-6h` are hours of the afternoon. */
function areHalvesClear({ halves, named, slots }: Rule, before: Word | undefined, begin: string): boolean {
  if (slots.some(({ de }) => de > begin) && begin < '07:00') return false
  if (halves.length === 0) return true
  const isOfLast = halves.length === 1 && (slots.length > 0 || isHalf(before?.kind))
  if (!isOfLast && halves.length !== named) return false
  return (named === 1 && slots.length > 0) || halves.every(half => isIn(half, begin))
}

function startOf(rules: Rule[], days: readonly number[] = []): Rule {
  const rule: Rule = {
    days: new Set(days),
    slots: [],
    closed: false,
    note: null,
    except: [],
    named: 0,
    halves: [],
    holidays: false,
  }
  rules.push(rule)
  return rule
}

/** `lundi au vendredi`, `lundi - mardi - jeudi`: its days, and how many words it has. `one`: a single day. */
function rangeFrom(words: readonly Word[], at: number, one: boolean) {
  const word = words[at]
  if (word?.kind !== 'days') return undefined
  const isTo = /^(?:to|dash)$/.test(words[at + 1]?.kind ?? '')
  const last = isTo ? words[at + 2] : undefined
  if (last === undefined || one)
    return one && word.jours.length > 1 ? undefined : { days: word.jours, length: 1 }
  // `samedi - 9h-12h`: the dash says nothing.
  if (last.kind === 'time' && words[at + 1]?.kind === 'dash') return { days: word.jours, length: 2 }
  const [from = 0, to = 0] = [word.jours[0], last.kind === 'days' ? last.jours[0] : 0]
  if (word.jours.length > 1 || last.kind !== 'days' || last.jours.length > 1 || to < from) return undefined
  const list = [from, to]
  for (let next = at + 3; words[next]?.kind === 'dash' && words[next + 1]?.kind === 'days'; next += 2) {
    const day = words[next + 1]
    list.push(day?.kind === 'days' && words[at + 1]?.kind === 'dash' ? (day.jours[0] ?? 0) : 0)
  }
  if (list.some((day, nth) => nth > 0 && day <= (list[nth - 1] ?? 0))) return undefined
  if (list.length > 2) return { days: list, length: 2 * list.length - 1 }
  return { days: Array.from({ length: to - from + 1 }, (_, ahead) => from + ahead), length: 3 }
}

/** `mercredi après-midi et samedi`: up to what is no day. */
function exceptionsFrom(words: readonly Word[], from: number) {
  const list: Exception[] = []
  let at = from
  let holidays = false
  for (; at < words.length; at++) {
    const word = words[at] as Word
    // `sauf mercredi, samedi 9h-12h`: the hours make the last day another rule.
    if (word.kind === 'days') {
      const range = rangeFrom(words, at, false)
      if (!range) break
      const behind = words[at + range.length]
      const half = behind?.kind === 'morning' || behind?.kind === 'afternoon' ? behind.kind : undefined
      const length = range.length + (half ? 1 : 0)
      if (list.length > 0 && words[at + length]?.kind === 'time') break
      for (const jour of range.days) list.push({ jour, half })
      at += length - 1
    } else if (word.kind === 'holidays') holidays = true
    else if (word.kind !== 'and') break
  }
  return { list, length: at - from, holidays }
}

/** Takes them out of the rules before. False where `sauf` names a day that these do not have. `fermé` may name any. */
function exclude(rules: Rule[], list: readonly Exception[], isClosed: boolean): boolean {
  return list.every(exception => {
    const meant = rules.filter(({ days }) => days.has(exception.jour))
    for (const { except } of meant) except.push(exception)
    if (meant.length > 0) return true
    if (isClosed && !exception.half) startOf(rules, [exception.jour]).closed = true
    return isClosed && !exception.half
  })
}

/** A slot over noon is in no half of the day: undefined. */
function without(slots: readonly Slot[], halves: readonly Exception['half'][]): readonly Slot[] | undefined {
  if (halves.length === 0) return slots
  if (halves.includes(undefined)) return []
  const halfOf = ({ de, a }: Slot) => (a <= '13:00' ? 'morning' : de >= '12:00' ? 'afternoon' : undefined)
  if (slots.some(slot => halfOf(slot) === undefined)) return undefined
  return slots.filter(slot => !halves.includes(halfOf(slot)))
}

/** Undefined where two rules contradict each other. */
function dayIn(rules: readonly Rule[], jour: number): OpenDay | undefined {
  const own = rules.filter(({ days }) => days.has(jour))
  const left = own.map(({ slots, except }) =>
    without(
      slots,
      except.filter(one => one.jour === jour).map(({ half }) => half),
    ),
  )
  if (!left.every(slots => slots !== undefined)) return undefined
  const plages = left.flat().toSorted((one, other) => (one.de < other.de ? -1 : 1))
  if (own.length > 1 && own.some(({ closed }) => closed)) return undefined
  // Its note would be said of the other hours too.
  if (own.length > 1 && own.some(({ note }) => note?.endsWith(OF_MONTH))) return undefined
  if (plages.some(({ de }, at) => at > 0 && de < (plages[at - 1]?.a ?? ''))) return undefined
  const notes = own.flatMap(({ note }) => note ?? [])
  return { jour, plages, note: notes.length > 0 ? notes.join(', ') : null }
}
