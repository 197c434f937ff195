import type { ModerationStatus } from '../../../../shared/words/moderation.ts'
import { type Db, sql, type Tx } from '../../../kernel/db/db.ts'
import { ERRORS, invalid, type Language, Problem } from '../../../kernel/refusals/errors.ts'
import type { Caller } from '../../../people/access/permissions.ts'
import { isInside, type Territory } from '../../../people/access/territory.ts'
import { forCaller } from '../../../people/teamwork/assignments.ts'
import { matching } from '../lists/matching.ts'
import type { AdminFilter } from '../lists/shapes.ts'
import { type Locked, lockPublications } from '../queries.ts'
import { lacksAuthor } from '../rules.ts'
import type { LEFT_FOR, OperationAction } from './operations.ts'
import type { Left, Selected } from './shapes.ts'

/** The publications of a bulk decision: listed by id, or found by a filter. */

export interface SelectedPublication {
  readonly id: string
  /** The version that the caller read, or the filter found; a row with another one was changed since and is skipped. */
  readonly version?: number
}

/** A publication that a bulk decision or an undo did not change, and why. */
export interface Skipped {
  readonly id: string
  readonly title: string | null
  readonly error: (typeof LEFT_FOR)[number]
}

export const skippedRecord = ({ id, title, error }: Skipped, language: Language): Left => ({
  id,
  title,
  error,
  message: ERRORS[error][language === 'fr' ? 1 : 2],
})

/** The filter and the total that the caller has seen; undefined for `ids`. */
export function filterOf({ ids, versions, filter, expected_total }: Selected, caller: Pick<Caller, 'id'>) {
  if (versions !== undefined && ids === undefined)
    throw invalid('versions', 'va avec « ids »', 'goes with "ids"')
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
  return { filter: forCaller(filter, caller), expected: expected_total }
}

/** The publications with these ids, and the versions that the caller read. An id that is sent twice counts once. */
export function asRead(ids: readonly string[], versions?: readonly number[]): SelectedPublication[] {
  if (versions && versions.length !== ids.length)
    throw invalid('versions', 'il en faut une par identifiant', 'one is needed for each id')
  const each = ids.map((id, at): SelectedPublication => {
    const version = versions?.[at]
    return { id, ...(version !== undefined && { version }) }
  })
  return [...new Map(each.map(one => [one.id, one])).values()]
}

/** Refused if the filter finds another number than the caller has seen. */
export async function selectByFilter(
  db: Db,
  filter: AdminFilter,
  expected: number,
  territory: Territory,
): Promise<readonly SelectedPublication[]> {
  const { rows, count } = await matching(db, filter, territory)
  const selected = await db.all<Required<SelectedPublication>>(
    sql`select id, version from (${rows} limit ${expected + 1}) found order by id`,
  )
  const { length } = selected
  if (length !== expected) throw totalChanged(length < expected ? length : await count())
  return selected
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

/** Locks in id order. A deleted publication can only be deleted again, and one without author is not sent back. */
export async function lockSelected(
  tx: Tx,
  selected: readonly SelectedPublication[],
  requested: { readonly action: OperationAction; readonly moderation_status?: ModerationStatus },
  territory: Territory,
): Promise<{ locked: Locked[]; skipped: Skipped[] }> {
  const rows = await lockPublications(
    tx,
    selected.map(({ id }) => id),
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  const [locked, skipped]: [Locked[], Skipped[]] = [[], []]
  for (const { id, version } of selected) {
    const row = byId.get(id)
    if (
      !row ||
      !isInside(territory, row.commune_ids) ||
      (row.deleted_at !== null && requested.action !== 'delete')
    )
      skipped.push({
        id,
        title: (row && isInside(territory, row.commune_ids) && row.title) || null,
        error: 'not_found',
      })
    else if (version !== undefined && version !== row.version)
      skipped.push({ id, title: row.title, error: 'stale_version' })
    else if (requested.moderation_status && lacksAuthor(row, requested.moderation_status))
      skipped.push({ id, title: row.title, error: 'no_author' })
    else locked.push(row)
  }
  return { locked, skipped }
}
