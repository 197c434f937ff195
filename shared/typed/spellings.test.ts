import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closingsIn } from './closings.ts'
import { exceptionsIn } from './collections.ts'
import { typedDay } from './day.ts'
import { typedEnd } from './end.ts'
import { readOpeningHours } from './opening-hours.ts'
import { typedDays } from './series.ts'
import { CLOSINGS, COLLECTIONS, ENDS, ONE_DAY, SEVERAL_DAYS, TIMES } from './spellings.ts'
import { HOURS } from './spellings-hours.ts'
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

const READERS = [
  { table: HOURS, read: weekIn },
  { table: TIMES, read: timesIn },
  { table: ONE_DAY, read: (text: string) => typedDay(text, NOW) },
  {
    table: SEVERAL_DAYS.map(([typed, meaning]) => [typed, meaning && daysOf(meaning)] as const),
    read: (text: string) => typedDays(text, NOW)?.join(' '),
  },
  {
    table: ENDS,
    read(text: string) {
      const end = typedEnd(text, NOW)
      return end ? parisOf(end) : undefined
    },
  },
  {
    table: CLOSINGS,
    read: (text: string) =>
      closingsIn(text, NOW)
        ?.map(({ du, au }) => `${du}/${au}`)
        .join(' '),
  },
  {
    table: COLLECTIONS,
    read: (text: string) =>
      exceptionsIn(text, NOW)
        ?.map(({ date, report_le }) => [date, report_le].filter(Boolean).join(' '))
        .join(', '),
  },
]

const read = READERS.flatMap(({ table, read }) =>
  table.map(([typed, meaning]) => ({ typed, meaning, got: read(typed) ?? null })),
)

test('no spelling is understood in another sense than it was meant', () => {
  assert.equal(read.length, 290)
  assert.deepEqual(
    read.filter(({ meaning, got }) => got !== null && got !== meaning),
    [],
  )
})

test('97 of 100 spellings are understood, or refused where nobody can be certain', t => {
  const missed = read.filter(({ meaning, got }) => got !== meaning).map(({ typed }) => typed)
  const share = 100 * (1 - missed.length / read.length)
  t.diagnostic(`understood: ${share} %, without ${missed.join('; ')}`)
  assert.ok(share >= 97, `${share} %, without ${missed.join('; ')}`)
})
