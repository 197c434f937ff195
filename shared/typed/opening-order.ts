import { DAYS, isHalf, type Word } from './opening-words.ts'

/** The words of opening hours in one order: days, then their hours. */

/** Undefined where nobody can say which days and hours belong together. */
export function inOrder(words: readonly Word[]): readonly Word[] | undefined {
  const named = withEvery(words)
  const whole = named && withOthers(named)
  return whole && daysFirst(whole)
}

/** `de 9 h à 12 h du lundi au vendredi`: each time the days first. Undefined where hours are left without days. */
function daysFirst(words: readonly Word[]): readonly Word[] | undefined {
  if (words.find(({ kind }) => kind !== 'and' && !isHalf(kind))?.kind !== 'time') return words
  const end = words.findIndex(
    // `9h-19h du mardi au samedi, jusqu’à 20h le jeudi`
    ({ kind }, at) => ENDS.has(kind) || (kind === 'until' && words[at - 1]?.kind !== 'time'),
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
    const isDays = word.kind === 'days' || word.kind === 'some' || days.length > 0
    ;(isDays ? days : hours).push(word)
  }
  return days.length === 0 ? undefined : [...turned, ...days, ...hours, ...tail]
}
const isOfDays = ({ kind }: Word) => kind === 'days' || kind === 'to' || kind === 'and' || kind === 'dash'
const ENDS: ReadonlySet<Word['kind']> = new Set(['except', 'closed', 'note', 'holidays', 'later'])

/** `tous les matins` is every day, but behind days their mornings: `du lundi au vendredi tous les matins`. */
function withEvery(words: readonly Word[]): readonly Word[] | undefined {
  const at = words.findIndex(word => isHalf(word.kind) && 'every' in word)
  if (at === -1 || words[at - 1]?.kind === 'days') return words
  // `tous les matins de 9 h à 12 h du lundi au samedi`
  const days = words.findIndex(({ kind }) => kind === 'days')
  const isSaid = at === 0 && words[days - 1]?.kind === 'time' && words.slice(days).every(isOfDays)
  if (isSaid) return words
  // `tous les matins du lundi au vendredi de 9 h à 12 h`
  const behind = words.findIndex((word, nth) => nth > 0 && !isOfDays(word))
  if (at === 0 && behind > 1) return [...words.slice(1, behind), words[0] as Word, ...words.slice(behind)]
  const end = words.findIndex(({ kind }) => kind === 'except' || kind === 'closed')
  const before = end === -1 ? words : words.slice(0, end)
  if (before.some(({ kind }) => kind === 'days' || kind === 'some') || (end !== -1 && end < at))
    return undefined
  return words.toSpliced(at, 0, { kind: 'days', jours: [1, 2, 3, 4, 5, 6, 7] })
}

/** `fermé le lundi, les autres jours de 9 h à 19 h`: the days that are not named. */
function withOthers(words: readonly Word[]): readonly Word[] | undefined {
  const at = words.findIndex(({ kind }) => kind === 'others')
  if (at === -1) return words
  if (words.some(({ kind }) => kind === 'some')) return undefined
  const named = words.flatMap((_, from) => rangeFrom(words, from, false)?.days ?? [])
  const left = DAYS.map((_, jour) => jour + 1).filter(jour => !named.includes(jour))
  if (left.length === 0 || named.length === 0) return undefined
  const others: Word = { kind: 'days', jours: left }
  const behind = words[at + 1]?.kind
  if (behind === 'time' || behind === 'closed' || isHalf(behind) || words[at - 1]?.kind === 'closed')
    return words.with(at, others)
  // `fermé le lundi, de 9 h à 19 h les autres jours`
  const first = words.findIndex(({ kind }) => kind === 'time' || isHalf(kind))
  const hours = first === -1 ? [] : words.slice(first, at)
  const isOfOthers = hours.length > 0 && hours.every(({ kind }) => HOURS.has(kind) || isHalf(kind))
  return isOfOthers && words.slice(0, first).some(({ kind }) => kind === 'closed')
    ? [...words.slice(0, first), others, ...hours, ...words.slice(at + 1)]
    : undefined
}
const HOURS: ReadonlySet<Word['kind']> = new Set(['time', 'to', 'dash', 'slash', 'and'])

/** `lundi au vendredi`, `lundi - mardi - jeudi`: its days, and how many words it has. `one`: a single day. */
export function rangeFrom(words: readonly Word[], at: number, one: boolean) {
  const word = words[at]
  if (word?.kind !== 'days') return undefined
  const isTo = /^(?:to|until|dash)$/.test(words[at + 1]?.kind ?? '')
  const last = isTo ? words[at + 2] : undefined
  // `vendredi jusqu’à 16 h` ends then.
  if (last === undefined || one || (words[at + 1]?.kind === 'until' && last.kind === 'time'))
    return one && word.jours.length > 1 ? undefined : { days: word.jours, length: 1 }
  // `samedi - 9h-12h`: the dash says nothing.
  if (last.kind === 'time' && words[at + 1]?.kind === 'dash') return { days: word.jours, length: 2 }
  const [from = 0, to = 0] = [word.jours[0], last.kind === 'days' ? last.jours[0] : 0]
  if (word.jours.length > 1 || last.kind !== 'days' || last.jours.length > 1) return undefined
  // `du jeudi au lundi` goes over Sunday; a dash may be a list in another order.
  if (to < from && words[at + 1]?.kind === 'to')
    return { days: DAYS.map((_, jour) => jour + 1).filter(jour => jour >= from || jour <= to), length: 3 }
  if (to < from) return undefined
  const list = [from, to]
  for (let next = at + 3; words[next]?.kind === 'dash' && words[next + 1]?.kind === 'days'; next += 2) {
    const day = words[next + 1]
    list.push(day?.kind === 'days' && words[at + 1]?.kind === 'dash' ? (day.jours[0] ?? 0) : 0)
  }
  if (list.some((day, nth) => nth > 0 && day <= (list[nth - 1] ?? 0))) return undefined
  if (list.length > 2) return { days: list, length: 2 * list.length - 1 }
  return { days: Array.from({ length: to - from + 1 }, (_, ahead) => from + ahead), length: 3 }
}
