import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { instantOf, localAt, type Time } from './times.ts'

type Local = Temporal.PlainDateTime

/** A recurrence rule, in the local time of the event. Computed as if that were UTC, so that clock changes do not matter. */
export interface Rule {
  readonly ends: boolean
  /** The next time; undefined when there is none. Throws when it cannot be computed. */
  after(local: Local, inclusive: boolean): Local | undefined
  before(local: Local, inclusive: boolean): Local | undefined
  /**
   * All after the one and before the other, as `2026-11-06T20:30:00`; undefined for a rule that may have many on one
   * day.
   */
  between(after: Local, before: Local): readonly string[] | undefined
}

/** Throws when the rule is invalid. */
export function ruleOf(text: string, start: Time): Rule {
  const rule = text
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .replace(/^RRULE:/, '')
  const normal = rule.replace(/UNTIL=([^;]*)/, (_, until: string) => `UNTIL=${untilThere(until, start)}`)
  const engine = new RRuleTemporal({
    rruleString: `RRULE:${normal}`,
    dtstart: inUtc(start.local),
    temporal: Temporal,
  })
  return {
    ends: /(?:UNTIL|COUNT)=/.test(normal),
    after: (local, inclusive) => engine.next(inUtc(local), inclusive)?.toPlainDateTime(),
    between: (after, before) =>
      /FREQ=(?:HOURLY|MINUTELY|SECONDLY)|BYHOUR=|BYMINUTE=|BYSECOND=/.test(normal)
        ? undefined
        : engine
            .between(inUtc(after), inUtc(before))
            .map(each => new Date(each.epochMilliseconds).toISOString().slice(0, 19)),
    before: (local, inclusive) => engine.previous(inUtc(local), inclusive)?.toPlainDateTime(),
  }
}

const inUtc = (local: Local): Temporal.ZonedDateTime => local.toZonedDateTime('UTC')

const stamp = (local: Local): string =>
  `${local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}Z`

/** Converts UNTIL to the local time of the event. A date means the end of that day. */
function untilThere(until: string, start: Time): string {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?/.exec(until)
  if (!found) throw new Error('no end')
  const [, year, month, day, hour, minute, second, utc] = found
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  if (hour === undefined)
    return stamp(Temporal.PlainDateTime.from({ ...date, hour: 23, minute: 59, second: 59 }))
  const local = Temporal.PlainDateTime.from({
    ...date,
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
  })
  if (!utc || start.zone === 'UTC') return stamp(local)
  return stamp(localAt(instantOf({ local, zone: 'UTC', is_day: false }), start.zone))
}
