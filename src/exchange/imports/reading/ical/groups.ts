import { identifier } from '../../../../kernel/texts/plain-text.ts'
import { explain } from '../../explanations.ts'
import type { Notes } from '../notes.ts'
import { type Component, valueIn } from './components.ts'

/** The events of one UID: the event itself, and its changed occurrences. */
export interface Group {
  readonly uid: string | null
  readonly master: Component | undefined
  readonly overrides: readonly Component[]
}

/**
 * Several events under one UID: a newer version replaces an older one; with different beginnings they are different
 * events.
 */
export function groupsOf(events: readonly Component[], notes: Notes): Group[] {
  const byUid = new Map<string, Component[]>()
  const nameless: Group[] = []
  for (const event of events) {
    const uid = identifier(valueIn(event, 'UID'))
    if (uid === null) nameless.push({ uid: null, master: event, overrides: [] })
    else {
      const there = byUid.get(uid)
      if (there) there.push(event)
      else byUid.set(uid, [event])
    }
  }
  return [...[...byUid].flatMap(([uid, all]) => groupOf(uid, all, notes)), ...nameless]
}

function groupOf(uid: string, all: readonly Component[], notes: Notes): Group[] {
  const overrides = newest(
    all.filter(each => each.has('RECURRENCE-ID')),
    'RECURRENCE-ID',
  )
  const masters = newest(
    all.filter(each => !each.has('RECURRENCE-ID')),
    'DTSTART',
  )
  if (masters.length <= 1) return [{ uid, master: masters[0], overrides }]
  const latest = Math.max(...masters.map(sequenceOf))
  const current = masters.filter(each => sequenceOf(each) === latest)
  if (current.length < masters.length) notes.info(explain('older_versions'), uid)
  if (current.length === 1) return [{ uid, master: current[0], overrides }]
  notes.warn(explain('many_of_one_name', { count: current.length }), uid)
  return current.map((master, index) => ({
    uid: identifier(`${uid}#${valueIn(master, 'DTSTART') ?? ''}`),
    master,
    overrides: index === 0 ? overrides : [],
  }))
}

/** Keeps the last changed of several overrides of the same occurrence. */
function newest(events: readonly Component[], by: string): Component[] {
  const kept = new Map<string, Component>()
  for (const event of events) {
    const key = valueIn(event, by) ?? ''
    const before = kept.get(key)
    if (!before || isNewer(event, before)) kept.set(key, event)
  }
  return [...kept.values()]
}

function isNewer(event: Component, before: Component): boolean {
  const [one, other] = [sequenceOf(event), sequenceOf(before)]
  if (one !== other) return one > other
  return changed(event) >= changed(before)
}

const sequenceOf = (event: Component): number => Number(valueIn(event, 'SEQUENCE')) || 0

const changed = (event: Component): string =>
  valueIn(event, 'LAST-MODIFIED') ?? valueIn(event, 'DTSTAMP') ?? ''
