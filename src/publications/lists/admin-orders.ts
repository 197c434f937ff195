import { isId } from '../../../shared/shapes.ts'
import { type Sql, sql } from '../../kernel/db/db.ts'
import { countPart, hourPart, nothingPart, timestampPart } from '../../kernel/lists/orders.ts'
import { anyText } from '../../kernel/lists/paging.ts'
import { inStretches, newest, oldest, type Stretch, type Stretches } from '../../kernel/lists/stretches.ts'
import type { AdminQuery } from './shapes.ts'

/** The orders of the moderators' list, each along an index. */

export interface AdminStretch extends Stretch {
  /** The columns that it reads besides the id: where rows are gathered, an index may have them all. */
  readonly needs: readonly string[]
  /** Of an order that is not by columns alone: what it is by as a column, and the order by that. */
  readonly computed?: { readonly as: Sql; readonly by: Sql }
}
export type AdminOrder = Stretches<AdminStretch>

/** Publications without `publie_le` come last in both directions. */
const unpublished: AdminStretch = {
  needs: ['publie_le'],
  where: sql`p.publie_le is null`,
  by: sql`p.id desc`,
  key: [sql`''`, sql`p.id::text`],
  behind: ([, id]) => sql`p.id < ${id}::uuid`,
  checks: [nothingPart, isId],
}

const reported: AdminStretch = {
  needs: ['reports_count', 'created_at'],
  where: sql`p.reports_count > 0`,
  few: true,
  by: sql`p.reports_count desc, p.created_at desc, p.id desc`,
  key: [sql`p.reports_count::text`, sql`p.created_at::text`, sql`p.id::text`],
  behind: ([count, at, id]) => sql`p.reports_count <= ${count}::int
    and (p.reports_count, p.created_at, p.id) < (${count}::int, ${at}::timestamptz, ${id}::uuid)`,
  checks: [countPart, timestampPart, isId],
}

/** An event that begins today or within two weeks. */
const NEAR = sql`p.debut >= (now() at time zone 'Europe/Paris')::date
  and p.debut < (now() at time zone 'Europe/Paris')::date + 15`

export const ORDERS: Readonly<Record<NonNullable<AdminQuery['sort']>, AdminOrder>> = {
  created_at_desc: inStretches({ needs: ['created_at'], ...newest }),
  created_at_asc: inStretches({ needs: ['created_at'], ...oldest }),
  publie_le_desc: inStretches(
    {
      needs: ['publie_le'],
      where: sql`p.publie_le is not null`,
      by: sql`p.publie_le desc, p.id desc`,
      key: [sql`p.publie_le::text`, sql`p.id::text`],
      behind: ([at, id]) => sql`(p.publie_le, p.id) < (${at}::timestamptz, ${id}::uuid)`,
      checks: [timestampPart, isId],
    },
    unpublished,
  ),
  publie_le_asc: inStretches(
    {
      needs: ['publie_le'],
      where: sql`p.publie_le is not null`,
      by: sql`p.publie_le, p.id`,
      key: [sql`p.publie_le::text`, sql`p.id::text`],
      behind: ([at, id]) => sql`(p.publie_le, p.id) > (${at}::timestamptz, ${id}::uuid)`,
      checks: [timestampPart, isId],
    },
    unpublished,
  ),
  title_asc: inStretches({
    needs: ['title'],
    by: sql`fold(p.title), p.id`,
    computed: { as: sql`fold(p.title) as folded`, by: sql`p.folded, p.id` },
    key: [sql`fold(p.title)`, sql`p.id::text`],
    behind: ([title, id]) => sql`(fold(p.title), p.id) > (${title}, ${id}::uuid)`,
    checks: [anyText, isId],
  }),
  reports_desc: inStretches(reported, {
    needs: ['reports_count', 'created_at'],
    where: sql`p.reports_count = 0`,
    by: sql`p.created_at desc, p.id desc`,
    key: [sql`''`, sql`p.created_at::text`, sql`p.id::text`],
    behind: ([, at, id]) => sql`(p.created_at, p.id) < (${at}::timestamptz, ${id}::uuid)`,
    checks: [nothingPart, timestampPart, isId],
  }),
  urgency: inStretches(
    reported,
    {
      needs: ['reports_count', 'debut'],
      where: sql`p.reports_count = 0 and ${NEAR}`,
      by: sql`p.debut, p.id`,
      key: [sql`p.debut::text`, sql`p.id::text`],
      behind: ([begin, id]) => sql`(p.debut, p.id) > (${begin}::timestamp, ${id}::uuid)`,
      checks: [hourPart, isId],
    },
    {
      ...oldest,
      needs: ['reports_count', 'debut', 'created_at'],
      where: sql`p.reports_count = 0 and (${NEAR}) is not true`,
    },
  ),
}
