import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { plainRule, type Rule } from './plain-rule.ts'
import type { Steps } from './steps.ts'
import { instantOf, localAt, type Time } from './times.ts'

type Local = Temporal.PlainDateTime

/** Throws when the rule is invalid. */
export function ruleOf(text: string, start: Time, steps: Steps): Rule {
  const rule = text
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .replace(/^RRULE:/, '')
  const normal = rule.replace(/UNTIL=([^;]*)/, (_, until: string) => `UNTIL=${untilThere(until, start)}`)
  const plain = plainRule(normal, start.local, steps)
  if (plain) return plain
  if (combinationsIn(normal) > MOST_COMBINATIONS) throw new Error('too many times')
  const engine = new RRuleTemporal({
    rruleString: `RRULE:${normal}`,
    dtstart: inUtc(start.local),
    temporal: Temporal,
    maxIterations: MOST_ITERATIONS,
  })
  const asked = <T>(ask: () => T): T => {
    steps.take(COST)
    return ask()
  }
  return {
    ends: /(?:UNTIL|COUNT)=/.test(normal),
    after: (local, inclusive) => asked(() => engine.next(inUtc(local), inclusive)?.toPlainDateTime()),
    between: (after, before) =>
      /FREQ=(?:HOURLY|MINUTELY|SECONDLY)|BYHOUR=|BYMINUTE=|BYSECOND=/.test(normal)
        ? undefined
        : asked(() => engine.between(inUtc(after), inUtc(before))).map(each =>
            new Date(each.epochMilliseconds).toISOString().slice(0, 19),
          ),
    before: (local, inclusive) => asked(() => engine.previous(inUtc(local), inclusive)?.toPlainDateTime()),
  }
}

/** A question to the library, against a period of a plain rule. */
const COST = 5000
const MOST_ITERATIONS = 1000
const MOST_COMBINATIONS = 400

/** `BYHOUR=0,…,23;BYMINUTE=0,…,59` has 1 440. */
const combinationsIn = (rule: string): number =>
  [...rule.matchAll(/BY[A-Z]+=([^;]*)/g)].reduce(
    (product, [, list = '']) => product * list.split(',').length,
    1,
  )

const inUtc = (local: Local): Temporal.ZonedDateTime => local.toZonedDateTime('UTC')

const stamp = (local: Local): string =>
  `${local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}Z`

const LAST_YEAR = 2200

/** Converts UNTIL to the local time of the event. A date means the end of that day. */
function untilThere(until: string, start: Time): string {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?/.exec(until)
  if (!found) throw new Error('no end')
  const [, year, month, day, hour, minute, second, utc] = found
  // Some programs write the year 9999 for none.
  const date = { year: Math.min(Number(year), LAST_YEAR), month: Number(month), day: Number(day) }
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
