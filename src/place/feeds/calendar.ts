import { Temporal } from 'temporal-polyfill'
import { changesUntil, datesUntil } from '../../../shared/collection-days.ts'
import { COLLECTE_TYPES } from '../../../shared/words/communes.ts'
import { firstLetters } from '../../kernel/texts/texts.ts'
import { eventLoopYielder } from '../../kernel/threads/event-loop.ts'
import type { Collecte } from '../../territory/communes/details-shapes.ts'
import { daysAfter, type Event, isEvent, longDay } from '../days.ts'
import type { EventPublication } from '../event-days.ts'
import { eventHours } from '../event-hours.ts'
import { isCancelled, plainTitle } from '../parts.ts'
import { plainText, shownText } from '../text.ts'
import type { Visit } from '../visit.ts'
import { type FeedSource, shortAddress, type Written } from './feed.ts'

/** Events and collections as iCalendar (RFC 5545, 7986), as the calendars of telephones read it. */

const CALENDAR_SECONDS = 900
/** Google reads again once or twice a day whatever is said here. */
const REFRESH = 'PT1H'

export async function calendar(
  visit: Visit,
  { title, page, publications, day }: FeedSource,
  self: string,
): Promise<Written> {
  const breathe = eventLoopYielder()
  const events: string[] = []
  for (const one of publications.filter(isEvent) as EventPublication[]) {
    const turn = breathe()
    if (turn) await turn
    events.push(...eventsOf(visit, one, day).map(linesOf))
  }
  return written(visit, title, page, self, events)
}

type Line = readonly [name: string, value: string]

const linesOf = (lines: readonly Line[]) =>
  lines.map(([key, value]) => `${folded(`${key}:${value}`)}\r\n`).join('')

function written(
  visit: Visit,
  title: string,
  page: string,
  self: string,
  events: readonly string[],
): Written {
  const name = `${visit.town.nom} : ${title}`
  const lines: Line[] = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Parvis//La place//FR'],
    ['CALSCALE', 'GREGORIAN'],
    ['METHOD', 'PUBLISH'],
    // Apple reads one, Google the other.
    ['NAME', escaped(name)],
    ['X-WR-CALNAME', escaped(name)],
    ['X-WR-TIMEZONE', visit.fuseau],
    ['SOURCE;VALUE=URI', visit.origin + self],
    ['URL', `${visit.origin}${visit.base}${page}`],
    ['REFRESH-INTERVAL;VALUE=DURATION', REFRESH],
    ['X-PUBLISHED-TTL', REFRESH],
  ]
  const text = [linesOf(lines), ...events, 'END:VCALENDAR\r\n'].join('')
  return { type: 'text/calendar; charset=utf-8', text, seconds: CALENDAR_SECONDS }
}

////////////////////////////////////////////////////////////////////////////// events

/** A calendar shows the beginning of a text, and the address of the whole. */
const LONGEST = 1_000

/** One event a date: a list of dates in one event is not understood everywhere. */
function eventsOf(visit: Visit, one: EventPublication, alone: string | undefined): Line[][] {
  const isAsked = (day: string) => alone === undefined || day === alone
  const first = isAsked(one.date_debut) ? [eventOn(visit, one, one, one.id)] : []
  const further = one.dates
    .filter(isAsked)
    .map(day =>
      eventOn(
        visit,
        one,
        { ...one, date_debut: day, date_fin: null },
        `${one.id}-${day.replaceAll('-', '')}`,
      ),
    )
  return [...first, ...further]
}

function eventOn(visit: Visit, one: EventPublication, on: Event, uid: string): Line[] {
  const address = shortAddress(visit, one)
  const changed = utc(Temporal.Instant.from(one.updated_at))
  const place = [one.lieu, visit.town.nom].filter(Boolean).join(', ')
  const [image] = one.images
  return [
    ['BEGIN', 'VEVENT'],
    ['UID', uid],
    // Not now: every answer would have another ETag.
    ['DTSTAMP', changed],
    ['LAST-MODIFIED', changed],
    ['SEQUENCE', String(one.version - 1)],
    ['STATUS', isCancelled(one) ? 'CANCELLED' : 'CONFIRMED'],
    // Several calendars show cancelled events like the others.
    ['SUMMARY', escaped(plainTitle(one))],
    ...timesOf(on, visit.fuseau),
    ['TRANSP', 'TRANSPARENT'],
    ['LOCATION', escaped(shownText(place))],
    ...(one.acteur
      ? ([
          [
            `ORGANIZER;CN="${one.acteur.nom.replaceAll(/["\p{Cc}]/gu, ' ')}"`,
            `${visit.origin}${visit.base}/annuaire/${one.acteur.slug}`,
          ],
        ] satisfies Line[])
      : []),
    ['CATEGORIES', escaped(one.type.nom)],
    ['URL', address],
    ...(image ? ([['IMAGE;VALUE=URI;FMTTYPE=image/jpeg', image.url]] satisfies Line[]) : []),
    [
      'DESCRIPTION',
      escaped(
        [one.annule_motif, firstLetters(plainText(one.body.slice(0, 2 * LONGEST)), LONGEST), address]
          .filter(part => part !== null)
          .join('\n\n'),
      ),
    ],
    ['END', 'VEVENT'],
  ]
}

const HOURS_WITHOUT_END = 2

/** Days without an hour end on the day after: several calendars show nothing without an end. */
function timesOf(event: Event, fuseau: string): Line[] {
  const { date_debut, date_fin } = event
  const last = date_fin ?? date_debut
  const hours = eventHours(event, fuseau)
  if (!hours)
    return [
      ['DTSTART;VALUE=DATE', date_debut.replaceAll('-', '')],
      ['DTEND;VALUE=DATE', daysAfter(last, 1).replaceAll('-', '')],
    ]
  const { begin } = hours
  const end =
    hours.end ??
    (last > date_debut
      ? Temporal.PlainDate.from(daysAfter(last, 1)).toZonedDateTime(fuseau)
      : begin.add({ hours: HOURS_WITHOUT_END }))
  return [
    ['DTSTART', utc(begin.toInstant())],
    ['DTEND', utc(end.toInstant())],
  ]
}

/** `20261205T090000Z`: in UTC, so that no time zone has to be described. */
const utc = (instant: Temporal.Instant) =>
  instant.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString().replaceAll(/[-:]/g, '')

////////////////////////////////////////////////////////////////////////////// collections

const EVENING = '19:00'
const DAYS_AHEAD = 120

/** “Sortez le bac”: half an hour the evening before, since most calendars ignore the alarms of what one subscribes to. */
export function collectionCalendar(visit: Visit, collectes: readonly Collecte[], self: string): Written {
  const zones = [...new Set(collectes.map(({ zone }) => zone).filter(Boolean))]
  const title = zones.length === 1 ? `Collectes, ${zones[0]}` : 'Collectes'
  const events = collectes.flatMap(collecte =>
    datesUntil(collecte, visit.today, daysAfter(visit.today, DAYS_AHEAD)).map(day =>
      linesOf(collectionOn(visit, collecte, day)),
    ),
  )
  return written(visit, title, '/mairie#collectes', self, events)
}

function collectionOn(visit: Visit, collecte: Collecte, day: string): Line[] {
  const what = collecte.libelle ?? COLLECTE_TYPES[collecte.type].fr
  const evening = Temporal.PlainDateTime.from(`${daysAfter(day, -1)}T${EVENING}`).toZonedDateTime(
    visit.fuseau,
  )
  const begin = evening.toInstant()
  const moved = changesUntil(collecte, day, day).find(({ report_le }) => report_le === day)
  const about = [moved && `Au lieu du ${longDay(moved.date, '')}.`, collecte.notes].filter(Boolean).join('\n')
  return [
    ['BEGIN', 'VEVENT'],
    ['UID', `${collecte.id}-${day.replaceAll('-', '')}`],
    ['DTSTAMP', utc(begin)],
    ['SUMMARY', escaped(`Sortez le bac : ${what.toLowerCase()}`)],
    ['DTSTART', utc(begin)],
    ['DTEND', utc(begin.add({ minutes: 30 }))],
    ['TRANSP', 'TRANSPARENT'],
    ...(collecte.zone ? ([['LOCATION', escaped(collecte.zone)]] satisfies Line[]) : []),
    ...(about ? ([['DESCRIPTION', escaped(about)]] satisfies Line[]) : []),
    ['END', 'VEVENT'],
  ]
}

////////////////////////////////////////////////////////////////////////////// text

const escaped = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, sign => `\\${sign}`)
    .replaceAll(/\r?\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')

const MOST_BYTES = 75

/** Lines of 75 bytes at most, without cutting a letter. A continued line begins with a blank, which counts too. */
function folded(line: string): string {
  const parts: string[] = []
  let [from, at, bytes] = [0, 0, 0]
  for (const letter of line) {
    const size = bytesOf(letter)
    if (bytes + size > MOST_BYTES) {
      parts.push(line.slice(from, at))
      from = at
      bytes = 1
    }
    bytes += size
    at += letter.length
  }
  return [...parts, line.slice(from)].join('\r\n ')
}

const bytesOf = (letter: string) => {
  const code = letter.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
}
