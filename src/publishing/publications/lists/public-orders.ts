import { isId } from '../../../../shared/shapes.ts'
import { type Sql, sql } from '../../../kernel/db/db.ts'
import { hourPart, timestampPart } from '../../../kernel/lists/orders.ts'
import { type Segment, type SegmentedOrder, segmented } from '../../../kernel/lists/segments.ts'

/** The orders of the public lists, each along an index. */

export interface PublicSegment extends Segment {
  /** Only the columns of the order, so that walking a commune's index reads no rows. */
  readonly needs: Sql
  /** Ordered by relevance: needs `p.score`. */
  readonly scores?: true
}
export type PublicOrder = SegmentedOrder<PublicSegment>

export const newest: PublicSegment = {
  needs: sql`p.id, p.visible_le`,
  by: sql`p.visible_le desc, p.id desc`,
  key: [sql`p.visible_le::text`, sql`p.id::text`],
  rowsAfter: ([at, id]) => sql`(p.visible_le, p.id) < (${at}::timestamptz, ${id}::uuid)`,
  checks: [timestampPart, isId],
}
/** With `from`, `debut` is the first day from then on. */
export const dated: PublicSegment = {
  needs: sql`p.id, p.debut`,
  where: sql`p.debut is not null`,
  by: sql`p.debut, p.id`,
  key: [sql`p.debut::text`, sql`p.id::text`],
  rowsAfter: ([begin, id]) => sql`(p.debut, p.id) > (${begin}::timestamp, ${id}::uuid)`,
  checks: [hourPart, isId],
}
/** Newest first, along the index of age: the indexes of days have the dated alone. */
export const undated: PublicSegment = { ...newest, where: sql`p.debut is null` }
const isFeatured = sql`p.en_avant and (p.featured_until is null or p.featured_until > now())`
/** By ids: links to further communes do not have `en_avant`, and reading the rows takes 11 ms instead of 0.8. */
const isNotFeatured = sql`p.id <> all(array(
  select p.id from publications p where ${isFeatured} and p.visible_le <= now()))`

export const ORDERS = {
  publie_le_desc: segmented(newest),
  /** Publications without a day come last. */
  date_debut_asc: segmented(dated, undated),
  featured: segmented({ ...newest, where: isFeatured, few: true }, { ...newest, where: isNotFeatured }),
  /** By relevance; for common words among the newest only. */
  relevance: segmented({
    needs: sql`p.id, p.visible_le, p.score`,
    by: sql`p.score desc, p.visible_le desc, p.id desc`,
    key: [sql`p.score::text`, sql`p.visible_le::text`, sql`p.id::text`],
    rowsAfter: ([score, at, id]) =>
      sql`(p.score, p.visible_le, p.id) < (${score}::real, ${at}::timestamptz, ${id}::uuid)`,
    checks: [part => /^\d(\.\d{1,12})?(e-\d{1,2})?$/.test(part), timestampPart, isId],
    scores: true,
  }),
  /** On an acteur's page pinned publications come first. */
  pinned: segmented({ ...newest, where: sql`p.epingle` }, { ...newest, where: sql`not p.epingle` }),
} as const satisfies Record<string, PublicOrder>
