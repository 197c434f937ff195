import { explain } from '../../explanations.ts'
import type { Notes } from '../notes.ts'
import { MOST_ITEMS } from '../order.ts'
import { valueIn } from './components.ts'
import type { Group } from './groups.ts'

/**
 * Limits the events of a huge calendar: keeps recurring ones, then upcoming ones, then the latest past ones. Compares the
 * DTSTART values as text, because parsing a hundred thousand dates is slow.
 */
export function mostRelevant(groups: readonly Group[], now: Date, notes: Notes): readonly Group[] {
  if (groups.length <= MOST_ITEMS) return groups
  notes.warn(explain('too_many_events', { count: groups.length, most: MOST_ITEMS }))
  const today = now.toISOString().slice(0, 10).replaceAll('-', '')
  const digits = ({ master }: Group) => (master && valueIn(master, 'DTSTART')) ?? ''
  const recurring = groups.filter(({ master, overrides }) => master?.has('RRULE') || overrides.length > 0)
  const others = groups.filter(({ master, overrides }) => !master?.has('RRULE') && overrides.length === 0)
  const compare = (a: Group, b: Group) => (digits(a) < digits(b) ? -1 : digits(a) > digits(b) ? 1 : 0)
  const next = others.filter(each => digits(each) >= today).sort(compare)
  const past = others.filter(each => digits(each) < today).sort((a, b) => compare(b, a))
  return [
    ...recurring.slice(0, Math.max(MOST_ITEMS / 2, MOST_ITEMS - others.length)),
    ...next,
    ...past,
  ].slice(0, MOST_ITEMS)
}
