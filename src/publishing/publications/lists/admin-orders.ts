import { isId } from '../../../../shared/shapes.ts'
import { type Db, type Sql, sql } from '../../../kernel/db/db.ts'
import { countPart, hourPart, nothingPart, timestampPart } from '../../../kernel/lists/orders.ts'
import { anyText } from '../../../kernel/lists/paging.ts'
import {
  newest,
  oldest,
  type Segment,
  type SegmentedOrder,
  segmented,
} from '../../../kernel/lists/segments.ts'
import { teamSettings } from '../../../people/teamwork/settings.ts'
import type { AdminQuery } from './shapes.ts'

/** The orders of the moderators' list, each along an index. */

interface AdminSegment extends Segment {
  /** The columns read besides the id: an index may have them all. */
  readonly needs: readonly string[]
  /** For an order by an expression: the expression as a column, and the order by that column. */
  readonly computed?: { readonly as: Sql; readonly by: Sql }
}
export type AdminOrder = SegmentedOrder<AdminSegment>

/** Publications without `publie_le` come last in both directions. */
const unpublished: AdminSegment = {
  needs: ['publie_le'],
  where: sql`p.publie_le is null`,
  by: sql`p.id desc`,
  key: [sql`''`, sql`p.id::text`],
  rowsAfter: ([, id]) => sql`p.id < ${id}::uuid`,
  checks: [nothingPart, isId],
}

const reported: AdminSegment = {
  needs: ['reports_count', 'created_at'],
  where: sql`p.reports_count > 0`,
  few: true,
  by: sql`p.reports_count desc, p.created_at desc, p.id desc`,
  key: [sql`p.reports_count::text`, sql`p.created_at::text`, sql`p.id::text`],
  rowsAfter: ([count, at, id]) => sql`p.reports_count <= ${count}::int
    and (p.reports_count, p.created_at, p.id) < (${count}::int, ${at}::timestamptz, ${id}::uuid)`,
  checks: [countPart, timestampPart, isId],
}

/** Events that begin within two weeks. */
const NEAR = sql`p.debut >= (now() at time zone 'Europe/Paris')::date
  and p.debut < (now() at time zone 'Europe/Paris')::date + 15`

export const ORDERS: Readonly<Record<Exclude<NonNullable<AdminQuery['sort']>, 'team'>, AdminOrder>> = {
  created_at_desc: segmented({ needs: ['created_at'], ...newest }),
  created_at_asc: segmented({ needs: ['created_at'], ...oldest }),
  publie_le_desc: segmented(
    {
      needs: ['publie_le'],
      where: sql`p.publie_le is not null`,
      by: sql`p.publie_le desc, p.id desc`,
      key: [sql`p.publie_le::text`, sql`p.id::text`],
      rowsAfter: ([at, id]) => sql`(p.publie_le, p.id) < (${at}::timestamptz, ${id}::uuid)`,
      checks: [timestampPart, isId],
    },
    unpublished,
  ),
  publie_le_asc: segmented(
    {
      needs: ['publie_le'],
      where: sql`p.publie_le is not null`,
      by: sql`p.publie_le, p.id`,
      key: [sql`p.publie_le::text`, sql`p.id::text`],
      rowsAfter: ([at, id]) => sql`(p.publie_le, p.id) > (${at}::timestamptz, ${id}::uuid)`,
      checks: [timestampPart, isId],
    },
    unpublished,
  ),
  title_asc: segmented({
    needs: ['title'],
    by: sql`fold(p.title), p.id`,
    computed: { as: sql`fold(p.title) as folded`, by: sql`p.folded, p.id` },
    key: [sql`fold(p.title)`, sql`p.id::text`],
    rowsAfter: ([title, id]) => sql`(fold(p.title), p.id) > (${title}, ${id}::uuid)`,
    checks: [anyText, isId],
  }),
  reports_desc: segmented(reported, {
    needs: ['reports_count', 'created_at'],
    where: sql`p.reports_count = 0`,
    by: sql`p.created_at desc, p.id desc`,
    key: [sql`''`, sql`p.created_at::text`, sql`p.id::text`],
    rowsAfter: ([, at, id]) => sql`(p.created_at, p.id) < (${at}::timestamptz, ${id}::uuid)`,
    checks: [nothingPart, timestampPart, isId],
  }),
  urgency: segmented(
    reported,
    {
      needs: ['reports_count', 'debut'],
      where: sql`p.reports_count = 0 and ${NEAR}`,
      by: sql`p.debut, p.id`,
      key: [sql`p.debut::text`, sql`p.id::text`],
      rowsAfter: ([begin, id]) => sql`(p.debut, p.id) > (${begin}::timestamp, ${id}::uuid)`,
      checks: [hourPart, isId],
    },
    {
      ...oldest,
      needs: ['reports_count', 'debut', 'created_at'],
      where: sql`p.reports_count = 0 and (${NEAR}) is not true`,
    },
  ),
}

/** The order of a query, which may leave it to the settings of the team. */
export async function orderFor(
  db: Db,
  { sort = 'created_at_desc' }: Pick<AdminQuery, 'sort'>,
): Promise<AdminOrder> {
  if (sort !== 'team') return ORDERS[sort]
  return ORDERS[(await teamSettings(db)).urgent_first ? 'urgency' : 'created_at_desc']
}
