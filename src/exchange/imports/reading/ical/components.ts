import { type Property, propertiesOf } from './lines.ts'

/** One VEVENT: its properties by name, in their order, without the alarms inside it. */
export type Component = ReadonlyMap<string, readonly Property[]>

export interface Calendar {
  readonly head: Component
  readonly events: readonly Component[]
  /** The text of each VTIMEZONE, by its TZID. */
  readonly zones: ReadonlyMap<string, readonly Property[]>
  /** Components that are not read: tasks, free and busy times, notes. */
  readonly others: number
  /** Whether its END was found. The event that it breaks off in is left out. */
  readonly whole: boolean
}

const OTHERS = new Set(['VTODO', 'VFREEBUSY', 'VJOURNAL', 'VAVAILABILITY'])

/** A BEGIN ends an open component of the same kind: a missing END affects no other component. */
export function calendarOf(text: string): Calendar {
  const head = new Map<string, Property[]>()
  const events: Map<string, Property[]>[] = []
  const zones = new Map<string, Property[]>()
  let others = 0
  let event: Map<string, Property[]> | undefined
  let zone: Property[] | undefined
  let skipping: string | undefined
  let ended = false
  for (const property of propertiesOf(text)) {
    const { name } = property
    const kind = name === 'BEGIN' || name === 'END' ? property.value.trim().toUpperCase() : ''
    if (name === 'BEGIN' && kind === 'VEVENT') {
      event = new Map()
      events.push(event)
      ended = false
      skipping = undefined
      zone = undefined
    } else if (name === 'END' && kind === 'VEVENT') {
      event = undefined
      skipping = undefined
    } else if (name === 'END' && kind === 'VCALENDAR') {
      ended = event === undefined
      event = undefined
    } else if (skipping !== undefined) {
      if (name === 'END' && kind === skipping) skipping = undefined
    } else if (zone || (name === 'BEGIN' && kind === 'VTIMEZONE')) {
      zone ??= []
      zone.push(property)
      if (name === 'TZID') zones.set(property.value.trim(), zone)
      if (name === 'END' && kind === 'VTIMEZONE') zone = undefined
    } else if (name === 'BEGIN' && kind !== 'VCALENDAR') {
      skipping = kind
      if (!event && OTHERS.has(kind)) others++
    } else if (event) add(event, property)
    else if (name !== 'BEGIN' && name !== 'END') add(head, property)
  }
  // The calendar breaks off inside this event, so its text or end date may be incomplete.
  if (event) events.pop()
  return { head, events, zones, others, whole: ended }
}

function add(to: Map<string, Property[]>, property: Property): void {
  const there = to.get(property.name)
  if (there) there.push(property)
  else to.set(property.name, [property])
}

export const first = (component: Component, name: string): Property | undefined => component.get(name)?.[0]

export const valueIn = (component: Component, name: string): string | undefined =>
  first(component, name)?.value.trim() || undefined
