import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { ERRORS, invalid, type Language, Problem } from '../../kernel/errors.ts'
import { matching } from '../lists/matching.ts'
import type { AdminFilter } from '../lists/shapes.ts'
import { type Locked, lockPublications } from '../queries.ts'
import type { LEFT_FOR, OperationAction } from './operations.ts'
import type { Left, Selected } from './shapes.ts'

/** Which publications many are: named, or all that a filter finds. */

export interface Chosen {
  readonly id: string
  /** That the filter found: who finds another one knows that somebody touched it in between. */
  readonly version?: number
}

/** One of many that is left as it is. */
export interface LeftOut {
  readonly id: string
  readonly title: string | null
  readonly error: (typeof LEFT_FOR)[number]
}

/** The same as the answer says it. */
export const leftAside = ({ id, title, error }: LeftOut, language: Language): Left => ({
  id,
  title,
  error,
  message: ERRORS[error][language === 'fr' ? 1 : 2],
})

/** A filter with the number that was seen, or undefined for `ids`. */
export function filterOf({ ids, filter, expected_total }: Selected) {
  if (filter === undefined) {
    if (expected_total !== undefined)
      throw invalid('expected_total', 'va avec « filter »', 'goes with "filter"')
    if (ids === undefined)
      throw invalid('ids', 'il faut « ids » ou « filter »', '"ids" or "filter" is needed')
    return undefined
  }
  if (ids !== undefined) throw invalid('filter', 'ne va pas avec « ids »', 'does not go with "ids"')
  if (expected_total === undefined)
    throw invalid('expected_total', 'est obligatoire avec « filter »', 'is required with "filter"')
  return { filter, expected: expected_total }
}

/** As many as the caller has seen, or none. */
export async function choose(db: Db, filter: AdminFilter, expected: number): Promise<readonly Chosen[]> {
  const { rows, count } = await matching(db, filter)
  const chosen = await db.all<Required<Chosen>>(
    sql`select id, version from (${rows} limit ${expected + 1}) found order by id`,
  )
  if (chosen.length !== expected) throw totalChanged(chosen.length < expected ? chosen.length : await count())
  return chosen
}

export const totalChanged = (total: number) =>
  new Problem('total_changed', {
    details: [
      {
        path: 'expected_total',
        fr: `le filtre trouve maintenant ${total}`,
        en: `the filter finds ${total} by now`,
      },
    ],
  })

/** In id order. What is deleted already can be deleted again, and nothing else. */
export async function lockChosen(
  tx: Tx,
  chosen: readonly Chosen[],
  action: OperationAction,
): Promise<{ present: Locked[]; left: LeftOut[] }> {
  const rows = await lockPublications(
    tx,
    chosen.map(({ id }) => id),
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  const [present, left]: [Locked[], LeftOut[]] = [[], []]
  for (const { id, version } of chosen) {
    const row = byId.get(id)
    if (!row || (row.deleted_at !== null && action !== 'delete'))
      left.push({ id, title: row?.title ?? null, error: 'not_found' })
    else if (version !== undefined && version !== row.version)
      left.push({ id, title: row.title, error: 'stale_version' })
    else present.push(row)
  }
  return { present, left }
}
