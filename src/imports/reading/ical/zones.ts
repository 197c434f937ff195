import ical from 'node-ical'
import { Temporal } from 'temporal-polyfill'
import { say } from '../../said.ts'
import { isIana, PARIS, zoneOf } from '../dates/zones.ts'
import type { Notes } from '../notes.ts'
import { quoted } from '../notes.ts'
import type { Calendar } from './components.ts'
import type { Property } from './lines.ts'
import { textOf } from './lines.ts'

/** The zones of a calendar's times. */
export interface Zones {
  /** The zone of times without one. */
  readonly floating: string
  /** The zone of a TZID: an IANA name, a Windows name, or a definition in the calendar. */
  named(tzid: string): string
}

const MOST = 100

export function zonesOf(calendar: Calendar, notes: Notes): Zones {
  const known = new Map<string, string>()
  const named = (tzid: string): string => {
    const there = known.get(tzid)
    if (there) return there
    const found = known.size < MOST ? find(tzid, calendar.zones.get(tzid)) : undefined
    if (!found) notes.warn(say('zone_unknown', { text: quoted(tzid) }))
    known.set(tzid, found ?? PARIS)
    return found ?? PARIS
  }
  // Some programs set it for the whole calendar; some define their only zone and then do not name it.
  const own = calendar.head.get('X-WR-TIMEZONE')?.[0]?.value
  const [only, ...more] = calendar.zones.keys()
  const meant = own ? textOf(own).trim() : more.length === 0 ? only : undefined
  return { floating: meant ? named(meant) : PARIS, named }
}

function find(tzid: string, definition: readonly Property[] | undefined): string | undefined {
  const name = tzid.replaceAll('"', '').trim()
  // `/freeassociation.sourceforge.net/Europe/Paris`, `/citadel.org/20250101_1/Europe/Paris`
  const path = /([A-Za-z_]+\/[A-Za-z_]+(?:\/[A-Za-z_]+)?)$/.exec(name)?.[1]
  const iana = [name, path, path?.split('/').slice(-2).join('/')].find(each => each && isIana(each))
  return iana ?? zoneOf(name) ?? asked(name) ?? (definition && asked(CUSTOM, definition)) ?? labelled(name)
}

/** `(UTC-05:00) Somewhere`: programs write the winter offset there; +01:00 is taken for Paris. */
function labelled(name: string): string | undefined {
  const offset = /^\((?:utc|gmt)\s*([+-]\d{1,2}:?\d{2})\)/i.exec(name)?.[1]
  const zone = offset && zoneOf(offset)
  return zone === '+01:00' ? PARIS : zone
}

/** Under this name the library reads the definition. */
const CUSTOM = 'Customized Time Zone 1'

/**
 * The library knows the names of Windows, and finds a zone with the offsets of a definition. It is asked through a made-up
 * event; where it knows nothing it uses the zone of this machine, which must not be taken.
 */
function asked(tzid: string, definition: readonly Property[] = []): string | undefined {
  const isCustom = /^(?:tzone:|customized time zone)/i.test(tzid)
  if (isCustom && definition.length === 0) return undefined
  // The library's own syntax: a colon is allowed only in a name in brackets.
  const name = tzid.replaceAll(tzid.startsWith('(') ? /[\r\n";]/g : /[\r\n:";]/g, ' ')
  const lines = [
    'BEGIN:VCALENDAR',
    ...definition.map(line => (line.name === 'TZID' ? `TZID:${name}` : lineOf(line))),
    ...['BEGIN:VEVENT', 'UID:1', `DTSTART;TZID="${name}":20250715T120000`, 'END:VEVENT', 'END:VCALENDAR'],
  ]
  try {
    const parsed = quietly(() => ical.sync.parseICS(lines.join('\r\n')))
    const event = Object.values(parsed).find(each => each?.type === 'VEVENT')
    const found = event && 'start' in event ? (event.start as { tz?: string } | undefined)?.tz : undefined
    if (!found) return undefined
    const zone = isIana(found) ? found : zoneOf(found)
    return zone && (definition.length === 0 || keeps(zone, definition)) ? zone : undefined
  } catch {
    return undefined
  }
}

/** Whether the offsets of a zone in winter and summer are among those of the definition. */
function keeps(zone: string, definition: readonly Property[]): boolean {
  const spoken = new Set(
    definition.flatMap(({ name, value }) => (name === 'TZOFFSETTO' ? [zoneOf(value)] : [])),
  )
  return ['2025-01-15T12:00:00Z', '2025-07-15T12:00:00Z'].every(at =>
    spoken.has(Temporal.Instant.from(at).toZonedDateTimeISO(zone).offset),
  )
}

const lineOf = ({ name, params, value }: Property): string =>
  `${name}${Object.entries(params)
    .map(([param, each]) => `;${param}="${each}"`)
    .join('')}:${value}`

/** Silences warnings that the library prints. Nothing else runs in between. */
export function quietly<T>(work: () => T): T {
  const { warn } = console
  console.warn = () => {}
  try {
    return work()
  } finally {
    console.warn = warn
  }
}
