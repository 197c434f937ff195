import { isId } from '../../../shared/shapes.ts'
import { type Sql, sql } from '../../kernel/db/db.ts'
import { hourPart, nothingPart, timestampPart } from '../../kernel/lists/orders.ts'
import { type Segment, type SegmentedOrder, segmented } from '../../kernel/lists/segments.ts'

/** The orders of the public lists, each along an index. */

export interface PublicSegment extends Segment {
  /** The columns of the order alone: walking a commune's index then reads no row. */
  readonly needs: Sql
  /** Ordered by relevance: `p.score`. */
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
const byDay: PublicSegment = {
  needs: sql`p.id, p.debut`,
  where: sql`p.debut is not null`,
  by: sql`p.debut, p.id`,
  key: [sql`p.debut::text`, sql`p.id::text`],
  rowsAfter: ([begin, id]) => sql`(p.debut, p.id) > (${begin}::timestamp, ${id}::uuid)`,
  checks: [hourPart, isId],
}
/** Along the same index as those with a day, from its other end. */
const undated: PublicSegment = {
  needs: sql`p.id, p.debut`,
  where: sql`p.debut is null`,
  by: sql`p.debut desc, p.id desc`,
  key: [sql`''`, sql`p.id::text`],
  rowsAfter: ([, id]) => sql`p.id < ${id}::uuid`,
  checks: [nothingPart, isId],
}
const isFeatured = sql`p.en_avant and (p.featured_until is null or p.featured_until > now())`
/** By their ids: a link to a further commune does not know what is featured (0.8 ms; 11 when the row must be read). */
const isNotFeatured = sql`p.id <> all(array(
  select p.id from publications p where ${isFeatured} and p.visible_le <= now()))`

export const ORDERS = {
  publie_le_desc: segmented(newest),
  /** Publications without a day come after those with one. */
  date_debut_asc: segmented(byDay, undated),
  featured: segmented({ ...newest, where: isFeatured, few: true }, { ...newest, where: isNotFeatured }),
  /** By relevance; for common words, among the newest only. */
  relevance: segmented({
    needs: sql`p.id, p.visible_le, p.score`,
    by: sql`p.score desc, p.visible_le desc, p.id desc`,
    key: [sql`p.score::text`, sql`p.visible_le::text`, sql`p.id::text`],
    rowsAfter: ([score, at, id]) =>
      sql`(p.score, p.visible_le, p.id) < (${score}::real, ${at}::timestamptz, ${id}::uuid)`,
    checks: [part => /^\d(\.\d{1,12})?(e-\d{1,2})?$/.test(part), timestampPart, isId],
    scores: true,
  }),
  /** The page of an acteur: pinned publications come first. */
  pinned: segmented({ ...newest, where: sql`p.epingle` }, { ...newest, where: sql`not p.epingle` }),
} as const satisfies Record<string, PublicOrder>
