import type { OpenDay } from './opening-day.ts'
import { derive, type Exception, endedAt, halfAlone, type Rule, without } from './opening-derived.ts'
import { rangeFrom } from './opening-order.ts'
import { DAYS, isHalf, isSlotEnd, OF_MONTH, type Word } from './opening-words.ts'

/** Makes rules from the words of opening hours, and each day of the week from the rules. */

/** Days, then their hours; undefined for any other order. */
export function rulesOf(words: readonly Word[]): readonly Rule[] | undefined {
  const rules: Rule[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const rule = rules.at(-1)
    const isSaid = rule && (rule.slots.length > 0 || rule.closed)
    if (word.kind === 'and') continue
    const later = MAY_END.has(word.kind) ? laterFrom(words, at, isSaid ?? false) : undefined
    if (later) {
      const open = later.list ? startOf(rules, later.list) : rule
      if (!open || !derive(rules, open, slots => endedAt(slots, later.at, later.isSure))) return undefined
      at += later.length - 1
      continue
    }
    if (rule && word.kind === 'closed' && isSaid && isHalf(words[at + 1]?.kind)) {
      // `de 9 h à 12 h, fermé l’après-midi`: as the hours say already.
      const half = words[++at]?.kind ?? 'and'
      if (rule.slots.some(({ de, a }) => isIn(half, de) || (half !== 'morning' && a > '14:00')))
        return undefined
      continue
    }
    if (rule && word.kind === 'closed' && !isSaid && rule.named === 1 && isOneHalf(words[at + 1]?.kind)) {
      // `jeudi : fermé le matin, 14h-18h`
      rule.halves.push(words[++at]?.kind === 'morning' ? 'afternoon' : 'morning')
      continue
    }
    // `fermé le mercredi` behind hours; `samedi fermé` has its day before it.
    if (word.kind === 'except' || (word.kind === 'closed' && (isSaid || !rule))) {
      const { list, length, holidays } = exceptionsFrom(words, at + 1, isSaid ? undefined : rule?.days)
      if ((list.length === 0 && !holidays) || !exclude(rules, list, word.kind === 'closed')) return undefined
      at += length
      // `sauf vendredi après-midi fermé`
      if (word.kind === 'except' && words[at + 1]?.kind === 'closed' && at + 2 === words.length) at++
      if (words[at + 1]?.kind === 'instead') {
        const [closed, half] = [words[at + 2], words[at + 3]]
        if (list.length === 0 || holidays || list.some(one => one.half)) return undefined
        if (closed?.kind !== 'closed')
          startOf(
            rules,
            list.map(({ jour }) => jour),
          )
        else if (list.length === 1 && (half?.kind === 'morning' || half?.kind === 'afternoon'))
          for (const { except } of rules)
            for (const one of except) if (one.jour === list[0]?.jour) one.half = half.kind
        at += closed?.kind === 'closed' ? 3 : 1
        continue
      }
      // It is unclear to which days these hours belong.
      if (isSaid && words[at + 1]?.kind === 'time') return undefined
    } else if (word.kind === 'days' || word.kind === 'some') {
      const open = rule && !isSaid ? rule : startOf(rules)
      if (open !== rule && rule && !isSaid) return undefined
      const some = word.kind === 'some' ? word.text : undefined
      const first = some === undefined ? at : at + 1
      const last = rangeFrom(words, first, some !== undefined)
      if (last === undefined || (some !== undefined && open.days.size > 0)) return undefined
      // `tous les jours de la semaine` are five days, or seven.
      if (open.days.size === 7 || (last.days.length === 7 && open.days.size > 0)) return undefined
      for (const jour of last.days) open.days.add(jour)
      open.named++
      // Its note would be said of the others too.
      if (open.isSome) return undefined
      if (word.kind === 'some') {
        open.isSome = true
        open.note = word.isWhole ? word.text : `${some} ${DAYS[(last.days[0] ?? 1) - 1]}${OF_MONTH}`
      }
      at = first + last.length - 1
    } else if (isHalf(word.kind)) {
      const start = words[at + 1]
      if ('only' in word && rule && !isSaid && words[at - 1]?.kind === 'days' && !isHourNext(words, at)) {
        if (!derive(rules, rule, slots => halfAlone(slots, word.kind))) return undefined
        continue
      }
      if (rule && !isSaid && words[at - 1]?.kind === 'days') rule.halves.push(word.kind)
      else if (start?.kind !== 'time') return undefined
      if (start?.kind === 'time' && !isIn(word.kind, start.at)) return undefined
    } else if (word.kind === 'holidays') {
      if (rule && !isSaid) rule.holidays = true
      else if (words[at + 1]?.kind === 'closed') at++
      else return undefined
    } else if (word.kind === 'same') {
      const before = rules.at(-2)
      if (!rule || isSaid || !before || !derive(rules, rule, slots => slots, before)) return undefined
      if (rules.some(other => other !== rule && other !== before && meets(other, before))) return undefined
    } else if (word.kind === 'time') {
      const pairs = words[at + 1]?.kind === 'time' ? pairsFrom(words, at) : undefined
      if (pairs && rule && !isSaid && rule.days.size > 0 && rule.halves.length === 0) {
        rule.slots.push(...pairs.slots)
        at += pairs.length - 1
        continue
      }
      const [to, end] = [words[at + 1], words[at + 2]]
      const isRange = to?.kind === 'to' || to?.kind === 'until' || to?.kind === 'dash' || to?.kind === 'slash'
      if (
        !rule ||
        rule.closed ||
        rule.isDerived ||
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
      if (
        words[at + 1]?.kind !== 'until' &&
        isSlotEnd(words.slice(at + 1, at + 2)) &&
        words[at + 2]?.kind === 'time'
      )
        at++
    } else if (word.kind === 'closed') {
      if (rule) rule.closed = true
    } else if (word.kind === 'note') {
      if (!rule || !isSaid || rule.note !== null || rule.isDerived) return undefined
      rule.note = word.text
    } else if (
      !(word.kind === 'slash' || (word.kind === 'dash' && isSaid)) ||
      (words[at + 1]?.kind !== 'days' && !(isSaid && words[at + 1]?.kind === 'closed'))
    )
      return undefined
  }
  // `dimanche et jours fériés 7h-12h30`
  for (const rule of rules)
    if (rule.holidays && rule.slots.length > 0)
      rule.note = [rule.note, WITH_HOLIDAYS].filter(Boolean).join(', ')
  return rules.every(({ slots, closed }) => slots.length > 0 || closed) ? rules : undefined
}

export const WITH_HOLIDAYS = 'et jours fériés'

const isOneHalf = (kind: Word['kind'] | undefined) => kind === 'morning' || kind === 'afternoon'

const meets = (one: Rule, other: Rule) => [...one.days].some(jour => other.days.has(jour))

/** `matin seulement : 9h-12h` */
const isHourNext = (words: readonly Word[], at: number) =>
  words.slice(at + 1).find(({ kind }) => kind !== 'and')?.kind === 'time'

/**
 * `8H30 12H ET 13H30 17H`, `8h30 12h - 13h30 17h`: four hours are two slots where they lie on both sides of noon; `15 h 18 h` is
 * one where no other hour follows.
 */
function pairsFrom(words: readonly Word[], at: number) {
  const [de, a, ...others] = words.slice(at, at + 6)
  if (de?.kind !== 'time' || a?.kind !== 'time' || a.at <= de.at) return undefined
  const isBetween = BETWEEN_PAIRS.has(others[0]?.kind ?? 'days')
  const [next, end, behind] = isBetween ? others.slice(1) : others
  const first = { de: de.at, a: a.at }
  if (next?.kind !== 'time')
    return isBetween && next?.kind !== 'days' ? undefined : { slots: [first], length: 2 }
  if (end?.kind !== 'time' || !(a.at < next.at && next.at < end.at)) return undefined
  if (a.at > '14:00' || next.at < '12:00' || behind?.kind === 'time' || (behind && isSlotEnd([behind])))
    return undefined
  return { slots: [first, { de: next.at, a: end.at }], length: isBetween ? 5 : 4 }
}
const BETWEEN_PAIRS: ReadonlySet<Word['kind']> = new Set(['and', 'slash', 'dash'])

const MAY_END: ReadonlySet<Word['kind']> = new Set(['until', 'closed', 'later'])

/** An end of hours that are said before: `vendredi jusqu’à 16 h`, `fermeture à 12 h le mercredi`. */
function laterFrom(words: readonly Word[], at: number, isSaid: boolean) {
  const [word, next, hour] = words.slice(at, at + 3)
  const bare = word?.kind === 'until' && next?.kind === 'time' ? next : undefined
  const closing =
    word?.kind === 'closed' && (next?.kind === 'to' || next?.kind === 'until') && hour?.kind === 'time'
      ? hour
      : undefined
  const time = word?.kind === 'later' ? word : (bare ?? closing)
  if (!time) return undefined
  const isSure = word?.kind !== 'later' || word.isSaid
  const own = word?.kind === 'later' ? 1 : bare ? 2 : 3
  if (!isSaid) {
    const isOfDays = word?.kind !== 'later' && words[at - 1]?.kind === 'days'
    return isOfDays && !isHourNext(words, at + own - 1) ? { at: time.at, isSure, length: own } : undefined
  }
  const { list, length, holidays } = exceptionsFrom(words, at + own)
  const behind = words[at + own + length]?.kind
  const isClear = behind === undefined || behind === 'days' || behind === 'closed'
  if (list.length === 0 || holidays || list.some(({ half }) => half) || !isClear) return undefined
  return { at: time.at, isSure, length: own + length, list: list.map(({ jour }) => jour) }
}

/** `lundi matin, mardi 9h-12h`: is Tuesday open in the morning alone? And `9h-12h, 2h-6h` are hours of the afternoon. */
function areHalvesClear({ halves, named, slots }: Rule, before: Word | undefined, begin: string): boolean {
  if (slots.some(({ de }) => de > begin) && begin < '07:00') return false
  if (halves.length === 0) return true
  const isOfLast = halves.length === 1 && (slots.length > 0 || isHalf(before?.kind))
  if (!isOfLast && halves.length !== named) return false
  // `mardi et jeudi : matin 9h-12h, après-midi 14h-17h`
  const isNext = halves.length === 1 && slots.length > 0 && isHalf(before?.kind)
  return isNext || (named === 1 && slots.length > 0) || halves.every(half => isIn(half, begin))
}

function startOf(rules: Rule[], days: readonly number[] = []): Rule {
  const rule: Rule = {
    days: new Set(days),
    slots: [],
    closed: false,
    note: null,
    isSome: false,
    isDerived: false,
    except: [],
    named: 0,
    halves: [],
    holidays: false,
  }
  rules.push(rule)
  return rule
}

/** `mercredi après-midi et samedi`: up to what is no day. */
function exceptionsFrom(words: readonly Word[], from: number, waiting?: ReadonlySet<number>) {
  const list: Exception[] = []
  let at = from
  let holidays = false
  let ranges = 0
  let isList = false
  for (; at < words.length; at++) {
    const word = words[at] as Word
    // `sauf mercredi, samedi 9h-12h`: the hours make the last day another rule.
    if (word.kind === 'days') {
      const range = rangeFrom(words, at, false)
      if (!range) break
      const behind = words[at + range.length]
      const half = behind?.kind === 'morning' || behind?.kind === 'afternoon' ? behind.kind : undefined
      const length = range.length + (half ? 1 : 0)
      // `sauf mercredi matin seulement` may be open, or closed.
      if (half && behind && 'only' in behind) return { list: [], length: 0, holidays: false }
      // `Fermé le mercredi. Lundi, mardi 9h-12h`, but not a closed day on each line.
      if (word.begins && holidays) break
      if (list.length === 0) isList = word.begins ?? false
      else if (word.begins && !isList) break
      // `tous les jours sauf lundi et mardi 9h-19h`: days that wait for their hours have these.
      const isOwn = range.days.every(jour => waiting?.has(jour))
      if (list.length > 0 && words[at + length]?.kind === 'time' && !isOwn) {
        // `fermé mercredi, lundi, mardi 9h-12h`: is Monday closed?
        const isUnsure = ranges > 1 && range.days.length === 1 && !word.begins
        return isUnsure ? { list: [], length: 0, holidays: false } : { list, length: at - from, holidays }
      }
      ranges++
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

/** Whether hours that begin then are of this part of the day. */
const isIn = (half: Word['kind'], begin: string) =>
  half === 'morning' ? begin < '12:00' : begin >= (half === 'evening' ? '16:00' : '12:00')

/** Undefined where two rules contradict each other. */
export function dayIn(rules: readonly Rule[], jour: number): OpenDay | undefined {
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
  if (own.length > 1 && own.some(({ isSome }) => isSome)) return undefined
  if (plages.some(({ de }, at) => at > 0 && de < (plages[at - 1]?.a ?? ''))) return undefined
  const notes = own.flatMap(({ note }) => note ?? [])
  return { jour, plages, note: notes.length > 0 ? notes.join(', ') : null }
}
