import ical from 'node-ical'
import { Temporal } from 'temporal-polyfill'
import { instantOf, localAt, type Time } from './times.ts'
import { quietly } from './zones.ts'

type Local = Temporal.PlainDateTime

/** When a rule falls, by the clock of the event: it is reckoned as if it stood in UTC, and nothing is shifted. */
export interface Rule {
  readonly ends: boolean
  /** undefined when there is none. Throws when it cannot be told. */
  after(local: Local, inclusive: boolean): Local | undefined
  before(local: Local, inclusive: boolean): Local | undefined
}

/** Throws when it is no rule. */
export function ruleOf(text: string, start: Time): Rule {
  const rule = text
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .replace(/^RRULE:/, '')
  const normal = rule.replace(/UNTIL=([^;]*)/, (_, until: string) => `UNTIL=${untilThere(until, start)}`)
  const lines = [
    ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', `DTSTART:${stamp(start.local)}`, `RRULE:${normal}`],
    ...['END:VEVENT', 'END:VCALENDAR'],
  ]
  const parsed = quietly(() => ical.sync.parseICS(lines.join('\r\n')))
  const event = Object.values(parsed).find(each => each?.type === 'VEVENT')
  const engine = event && 'rrule' in event ? (event.rrule as Engine | undefined) : undefined
  if (!engine || typeof engine === 'string') throw new Error('no rule')
  const asLocal = (date: Date | undefined) => (date ? localAt(date.getTime(), 'UTC') : undefined)
  return {
    ends: /(?:UNTIL|COUNT)=/.test(normal),
    after: (local, inclusive) => asLocal(quietly(() => engine.after(asUtc(local), inclusive))),
    before: (local, inclusive) => asLocal(quietly(() => engine.before(asUtc(local), inclusive))),
  }
}

interface Engine {
  after(date: Date, inclusive: boolean): Date | undefined
  before(date: Date, inclusive: boolean): Date | undefined
}

const asUtc = (local: Local): Date => new Date(local.toZonedDateTime('UTC').epochMilliseconds)

const stamp = (local: Local): string =>
  `${local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}Z`

/** The last moment by the event's own clock: a day includes all of itself, UTC is turned into what the clock shows. */
function untilThere(until: string, start: Time): string {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?/.exec(until)
  if (!found) throw new Error('no end')
  const [, year, month, day, hour, minute, second, utc] = found
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  if (hour === undefined)
    return stamp(Temporal.PlainDateTime.from({ ...date, hour: 23, minute: 59, second: 59 }))
  const local = Temporal.PlainDateTime.from({
    ...date,
    ...{ hour: Number(hour), minute: Number(minute), second: Number(second ?? 0) },
  })
  if (!utc || start.zone === 'UTC') return stamp(local)
  return stamp(localAt(instantOf({ local, zone: 'UTC', is_day: false }), start.zone))
}
