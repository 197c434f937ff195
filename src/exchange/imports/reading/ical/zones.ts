import { Temporal } from 'temporal-polyfill'
import { explain } from '../../explanations.ts'
import { isIana, PARIS, zoneOf } from '../dates/zones.ts'
import type { Context } from '../normalize-item.ts'
import { quoted } from '../notes.ts'
import type { Calendar } from './components.ts'
import type { Property } from './lines.ts'
import { textOf } from './lines.ts'
import { windowsZone } from './windows-zones.ts'

/** The zones of a calendar's times. */
export interface Zones {
  /** The zone of times without one. */
  readonly floating: string
  /** The zone of whole days, and in which a time in UTC is shown: the calendar's own (Google writes single events in
   * UTC), else the commune's. */
  readonly ofUtc: string
  /** The zone of a TZID: an IANA name, a Windows name, or a definition in the calendar. */
  named(tzid: string): string
}

const MOST = 100

export function zonesOf(calendar: Calendar, { notes, zone = PARIS }: Pick<Context, 'notes' | 'zone'>): Zones {
  const known = new Map<string, string>()
  const named = (tzid: string): string => {
    const there = known.get(tzid)
    if (there) return there
    const found = known.size < MOST ? find(tzid, calendar.zones.get(tzid)) : undefined
    if (!found) notes.warn(explain('zone_unknown', { text: quoted(tzid), zone: placeOf(zone) }))
    known.set(tzid, found ?? zone)
    return found ?? zone
  }
  // X-WR-TIMEZONE is the zone of the whole calendar. Without it, a single VTIMEZONE is meant for all times.
  const own = calendar.head.get('X-WR-TIMEZONE')?.[0]?.value
  const [only, ...more] = calendar.zones.keys()
  const meant = own ? textOf(own).trim() : more.length === 0 ? only : undefined
  const floating = meant ? named(meant) : zone
  const isUtc = /^(?:\+00:00|(?:etc\/)?(?:utc|gmt|zulu))$/i.test(floating)
  return { floating, ofUtc: isUtc ? zone : floating, named }
}

/** `America/Guadeloupe`: Guadeloupe. */
const placeOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

function find(tzid: string, definition: readonly Property[] | undefined): string | undefined {
  const name = tzid.replaceAll('"', '').trim()
  // `/freeassociation.sourceforge.net/Europe/Paris`, `/citadel.org/20250101_1/Europe/Paris`
  const path = /([A-Za-z_]+\/[A-Za-z_]+(?:\/[A-Za-z_]+)?)$/.exec(name)?.[1]
  const iana = [name, path, path?.split('/').slice(-2).join('/')].find(each => each && isIana(each))
  return (
    iana ?? zoneOf(name) ?? windowsZone(name) ?? (definition && definedZone(definition)) ?? labelled(name)
  )
}

/** Reads `(UTC-05:00) Somewhere` as a fixed offset. Such labels hold the winter offset, so +01:00 is read as Paris. */
function labelled(name: string): string | undefined {
  const offset = /^\((?:utc|gmt)\s*([+-]\d{1,2}:?\d{2})\)/i.exec(name)?.[1]
  const zone = offset && zoneOf(offset)
  return zone === '+01:00' ? PARIS : zone
}

/** The year in which the offsets of a VTIMEZONE are compared with those of the IANA zones; any recent year will do. */
const YEAR = 2025
const WINTER_AND_SUMMER = [`${YEAR}-01-15T12:00:00Z`, `${YEAR}-07-15T12:00:00Z`].map(at =>
  Temporal.Instant.from(at),
)
const pairOf = (offsets: readonly string[]) => offsets.toSorted().join()

let zonesByOffsets: ReadonlyMap<string, string> | undefined

/** IANA zones by their offsets in January and July; the first by name when several zones have the same offsets. */
function byOffsets(): ReadonlyMap<string, string> {
  zonesByOffsets ??= new Map(
    Intl.supportedValuesOf('timeZone')
      .toReversed()
      .map(zone => [pairOf(WINTER_AND_SUMMER.map(at => at.toZonedDateTimeISO(zone).offset)), zone]),
  )
  return zonesByOffsets
}

/** An IANA zone with the current offsets of a VTIMEZONE; older rules of the VTIMEZONE are ignored. */
function definedZone(definition: readonly Property[]): string | undefined {
  const winter = offsetIn(definition, 'STANDARD')
  const summer = offsetIn(definition, 'DAYLIGHT')
  if (!winter || !summer || winter === summer) return winter
  return byOffsets().get(pairOf([winter, summer]))
}

/** The offset of the latest STANDARD or DAYLIGHT block that does not start after `YEAR`. */
function offsetIn(definition: readonly Property[], kind: 'STANDARD' | 'DAYLIGHT'): string | undefined {
  const blocks: { year: number; offset: string | undefined }[] = []
  let block: (typeof blocks)[number] | undefined
  for (const { name, value } of definition) {
    if (name === 'BEGIN')
      block = value.trim().toUpperCase() === kind ? { year: 0, offset: undefined } : undefined
    if (name === 'BEGIN' && block) blocks.push(block)
    if (block && name === 'DTSTART') block.year = Number.parseInt(value.slice(0, 4), 10) || 0
    if (block && name === 'TZOFFSETTO') block.offset = zoneOf(value)
  }
  const latest = blocks.toSorted((a, b) => b.year - a.year)
  return (latest.find(({ year }) => year <= YEAR) ?? latest.at(-1))?.offset
}
