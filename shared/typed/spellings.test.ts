import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closingsIn } from './closings.ts'
import { exceptionsIn } from './collections.ts'
import { typedDay } from './day.ts'
import { typedEnd } from './end.ts'
import { readOpeningHours } from './opening-hours.ts'
import { typedDays } from './series.ts'
import { CLOSINGS, COLLECTIONS, ENDS, ONE_DAY, SEVERAL_DAYS, type Table, TIMES } from './spellings.ts'
import { HOURS } from './spellings-hours.ts'
import {
  UNSEEN_CLOSINGS,
  UNSEEN_COLLECTIONS,
  UNSEEN_DAY,
  UNSEEN_DAYS,
  UNSEEN_ENDS,
  UNSEEN_TIMES,
} from './spellings-unseen.ts'
import { UNSEEN_HOURS } from './spellings-unseen-hours.ts'
import { typedHours, typedTime } from './times.ts'

/** A Friday, at noon in Paris. */
const NOW = new Date('2026-11-27T11:00:00Z')

/** Days with the same hours together, as the table writes them. */
function weekIn(text: string): string | undefined {
  const days = new Map<string, string>()
  for (const { jour, plages, note } of readOpeningHours(text) ?? []) {
    const hours = [...plages.map(({ de, a }) => `${de}-${a}`), note && `(${note})`].filter(Boolean).join(' ')
    if (plages.length > 0) days.set(hours, `${days.get(hours) ?? ''}${jour}`)
  }
  return [...days].map(([hours, named]) => `${named} ${hours}`).join(' | ') || undefined
}

function timesIn(text: string): string | undefined {
  const hours = typedHours(text)
  return hours ? `${hours.begin} ${hours.end}` : typedTime(text)
}

const ahead = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** `12-12..12-14`, of 2026 where no year is said. */
function daysOf(meaning: string): string {
  return meaning
    .split(' ')
    .flatMap(part => {
      const [first = '', last = first] = part.split('..').map(day => (day.length > 5 ? day : `2026-${day}`))
      const days = (Date.parse(last) - Date.parse(first)) / 86_400_000
      return Array.from({ length: days + 1 }, (_, at) => ahead(first, at))
    })
    .join(' ')
}

const parisOf = (at: Date) => at.toLocaleString('sv-SE', { timeZone: 'Europe/Paris' }).slice(5, 16)

interface Read {
  readonly hours: Table
  readonly times: Table
  readonly day: Table
  readonly days: Table
  readonly ends: Table
  readonly closings: Table
  readonly collections: Table
}

const READERS: Readonly<Record<keyof Read, (text: string) => string | undefined>> = {
  hours: weekIn,
  times: timesIn,
  day: text => typedDay(text, NOW),
  days: text => typedDays(text, NOW)?.join(' '),
  ends(text) {
    const end = typedEnd(text, NOW)
    return end ? parisOf(end) : undefined
  },
  closings: text =>
    closingsIn(text, NOW)
      ?.map(({ du, au }) => `${du}/${au}`)
      .join(' '),
  collections: text =>
    exceptionsIn(text, NOW)
      ?.map(({ date, report_le }) => [date, report_le].filter(Boolean).join(' '))
      .join(', '),
}

const readAll = (tables: Read) =>
  (Object.keys(READERS) as (keyof Read)[]).flatMap(name =>
    tables[name].map(([typed, meaning]) => ({
      typed,
      meaning: name === 'days' && meaning ? daysOf(meaning) : meaning,
      got: READERS[name](typed) ?? null,
    })),
  )

const seen = readAll({
  hours: HOURS,
  times: TIMES,
  day: ONE_DAY,
  days: SEVERAL_DAYS,
  ends: ENDS,
  closings: CLOSINGS,
  collections: COLLECTIONS,
})
const unseen = readAll({
  hours: UNSEEN_HOURS,
  times: UNSEEN_TIMES,
  day: UNSEEN_DAY,
  days: UNSEEN_DAYS,
  ends: UNSEEN_ENDS,
  closings: UNSEEN_CLOSINGS,
  collections: UNSEEN_COLLECTIONS,
})

const TWICE = new Set(seen.map(({ typed }) => typed))

test('no spelling is understood in another sense than it was meant', () => {
  assert.ok(seen.length >= 700 && unseen.length >= 200)
  assert.deepEqual(
    [...seen, ...unseen].filter(({ meaning, got }) => got !== null && got !== meaning),
    [],
  )
})

for (const [name, read, least] of [
  ['that the grammar was made with', seen, 99],
  ['that it was not made with', unseen.filter(({ typed }) => !TWICE.has(typed)), 97],
] as const)
  test(`of 100 spellings ${name}, ${least} are understood, or refused where nobody can be certain`, t => {
    const missed = read.filter(({ meaning, got }) => got !== meaning).map(({ typed }) => typed)
    const share = 100 * (1 - missed.length / read.length)
    t.diagnostic(`understood: ${share.toFixed(1)} % of ${read.length}, without ${missed.join('; ')}`)
    assert.ok(share >= least, `${share} %, without ${missed.join('; ')}`)
  })
