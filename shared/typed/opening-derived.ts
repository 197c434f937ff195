import type { Slot } from './opening-day.ts'
import type { Word } from './opening-words.ts'

/** Days whose hours are said by those of others: `vendredi jusqu’à 16 h`, `mercredi : matin seulement`, `idem`. */

export interface Rule {
  readonly days: Set<number>
  readonly slots: Slot[]
  closed: boolean
  note: string | null
  /** Its note is of its days alone: `un samedi sur deux`. */
  isSome: boolean
  /** Its hours are those of another rule: `vendredi jusqu’à 16 h`. */
  isDerived: boolean
  /** Days, or halves of days, that it does not mean. */
  readonly except: Exception[]
  /** `lundi matin et jeudi matin`: how many days are named, and of which part of them hours follow. */
  named: number
  readonly halves: Word['kind'][]
  /** `dimanche et jours fériés`, which must be closed. */
  holidays: boolean
}

export interface Exception {
  readonly jour: number
  half: 'morning' | 'afternoon' | undefined
}

/** The only rule before this one that has its own hours. */
function onlyHours(rules: readonly Rule[], rule: Rule): Rule | undefined {
  const own = rules.filter(other => other !== rule && other.slots.length > 0 && !other.isDerived)
  return own.length === 1 ? own[0] : undefined
}

/** Gives the rule the hours of another. False where a note or exceptions make them unclear. */
export function derive(
  rules: readonly Rule[],
  rule: Rule,
  change: (slots: readonly Slot[]) => readonly Slot[] | undefined,
  base = onlyHours(rules, rule),
): boolean {
  if (!base || base.slots.length === 0 || base.note !== null || base.halves.length > 0) return false
  if (rule.halves.length > 0 || rule.slots.length > 0 || rule.isSome || rule.closed || rule.days.size === 0)
    return false
  const isTaken = (other: Rule) =>
    other !== rule && other !== base && [...rule.days].some(jour => other.days.has(jour))
  if (rules.some(isTaken) || base.except.some(({ jour, half }) => half && rule.days.has(jour))) return false
  const slots = change(base.slots.toSorted((one, other) => (one.de < other.de ? -1 : 1)))
  if (!slots || slots.length === 0) return false
  for (const jour of rule.days) if (base.days.has(jour)) base.except.push({ jour, half: undefined })
  rule.slots.push(...slots)
  rule.isDerived = true
  return true
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** In minutes: an hour this near to the end of the others. */
const NEAR = 120

/**
 * The same slots up to then. Undefined between two of them. `(16 h 30 le vendredi)`, which does not say that it is the end, must
 * lie near that of the other days, and far from their beginning.
 */
export function endedAt(slots: readonly Slot[], end: string, isSure: boolean): readonly Slot[] | undefined {
  const last = slots.at(-1)
  if (!last) return undefined
  const away = Math.abs(minutesOf(end) - minutesOf(last.a))
  if (!isSure && (away > NEAR || minutesOf(end) - minutesOf(last.de) < 2 * away)) return undefined
  if (end > last.a) return [...slots.slice(0, -1), { de: last.de, a: end }]
  const at = slots.findIndex(({ de, a }) => de < end && end <= a)
  const cut = slots[at]
  return cut && [...slots.slice(0, at), { de: cut.de, a: end }]
}

/** The slot of the morning or of the afternoon, if there are two. */
export function halfAlone(slots: readonly Slot[], half: Word['kind']): readonly Slot[] | undefined {
  if (slots.length < 2) return undefined
  return half === 'evening' ? undefined : without(slots, [half === 'morning' ? 'afternoon' : 'morning'])
}

/** A slot over noon is in no half of the day: undefined. */
export function without(
  slots: readonly Slot[],
  halves: readonly Exception['half'][],
): readonly Slot[] | undefined {
  if (halves.length === 0) return slots
  if (halves.includes(undefined)) return []
  const halfOf = ({ de, a }: Slot) => (a <= '13:00' ? 'morning' : de >= '12:00' ? 'afternoon' : undefined)
  if (slots.some(slot => halfOf(slot) === undefined)) return undefined
  return slots.filter(slot => !halves.includes(halfOf(slot)))
}
