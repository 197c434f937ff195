import type { CsvField } from '../../../../../shared/csv-columns.ts'
import { parseDate } from '../dates/parse-date.ts'
import type { Row } from './rows.ts'

/**
 * The rows of a long table that matter: a file of all deliberations since 2015 holds the latest ones at its end. Coming events
 * first, then the latest ones; in a table without days, the first rows.
 */

export const MOST_ROWS = 2000
/** Dates in words cost ten times as much as those in numbers. */
const MOST_PARSED = 20_000

interface Ranked {
  readonly record: Row
  readonly rank: number
}

export function nearestRows(
  cell: (fields: readonly string[], field: CsvField) => string | undefined,
  now: Date,
) {
  const dayOf = dayReader(now)
  const today = Math.floor(now.getTime() / DAY_MS)
  let rows: Ranked[] = []
  let count = 0
  const rankOf = ({ fields }: Row): number => {
    const [start, published] = [cell(fields, 'date_debut'), cell(fields, 'published_at')]
    if (start === undefined)
      return published === undefined ? count : -(dayOf(published) ?? Number.NEGATIVE_INFINITY)
    const first = dayOf(start)
    if (first === undefined) return Number.POSITIVE_INFINITY
    const last = Math.max(first, dayOf(cell(fields, 'date_fin') ?? '') ?? first)
    return last < today ? LAST + today - last : Math.max(first - today, 0)
  }
  const prune = () => {
    if (rows.length > MOST_ROWS) rows = rows.toSorted((a, b) => a.rank - b.rank).slice(0, MOST_ROWS)
  }
  return {
    add(record: Row): void {
      count++
      rows.push({ record, rank: rankOf(record) })
      if (rows.length >= MOST_ROWS * 10) prune()
    },
    /** In the order of the file. */
    rows(): readonly Row[] {
      prune()
      return rows.map(({ record }) => record).sort((a, b) => a.line - b.line)
    },
    count: () => count,
  }
}

const DAY_MS = 86_400_000
const LAST = 1e9

/** Days since 1970. */
function dayReader(now: Date): (text: string) => number | undefined {
  const known = new Map<string, number | undefined>()
  return text => {
    const iso = /^(\d{4})-(\d\d)-(\d\d)/.exec(text)
    if (iso) return Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])) / DAY_MS
    const french = /^(\d\d?)\/(\d\d?)\/(\d{4})/.exec(text)
    if (french) return Date.UTC(Number(french[3]), Number(french[2]) - 1, Number(french[1])) / DAY_MS
    const key = text.slice(0, 60)
    if (!known.has(key) && known.size < MOST_PARSED) {
      const at = parseDate(key, now)?.at.getTime()
      known.set(key, at && Math.floor(at / DAY_MS))
    }
    return known.get(key)
  }
}
