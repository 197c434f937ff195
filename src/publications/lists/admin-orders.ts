import { sql } from '../../kernel/db/db.ts'
import { countPart, nothingPart, timestampPart } from '../../kernel/lists/orders.ts'
import { anyText } from '../../kernel/lists/paging.ts'
import { inStretches, newest, oldest, type Stretch, type Stretches } from '../../kernel/lists/stretches.ts'
import { isId } from '../../kernel/routes/shapes.ts'
import type { AdminQuery } from './shapes.ts'

/** The orders of the moderators' list, each along an index. */

/** Publications without `publie_le` come last in both directions. */
const unpublished: Stretch = {
  where: sql`p.publie_le is null`,
  by: sql`p.id desc`,
  key: [sql`''`, sql`p.id::text`],
  behind: ([, id]) => sql`p.id < ${id}::uuid`,
  checks: [nothingPart, isId],
}

export const ORDERS: Readonly<Record<NonNullable<AdminQuery['sort']>, Stretches>> = {
  created_at_desc: inStretches(newest),
  created_at_asc: inStretches(oldest),
  publie_le_desc: inStretches(
    {
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
      where: sql`p.publie_le is not null`,
      by: sql`p.publie_le, p.id`,
      key: [sql`p.publie_le::text`, sql`p.id::text`],
      behind: ([at, id]) => sql`(p.publie_le, p.id) > (${at}::timestamptz, ${id}::uuid)`,
      checks: [timestampPart, isId],
    },
    unpublished,
  ),
  title_asc: inStretches({
    by: sql`fold(p.title), p.id`,
    key: [sql`fold(p.title)`, sql`p.id::text`],
    behind: ([title, id]) => sql`(fold(p.title), p.id) > (${title}, ${id}::uuid)`,
    checks: [anyText, isId],
  }),
  reports_desc: inStretches(
    {
      where: sql`p.reports_count > 0`,
      by: sql`p.reports_count desc, p.created_at desc, p.id desc`,
      key: [sql`p.reports_count::text`, sql`p.created_at::text`, sql`p.id::text`],
      behind: ([count, at, id]) => sql`p.reports_count <= ${count}::int
        and (p.reports_count, p.created_at, p.id) < (${count}::int, ${at}::timestamptz, ${id}::uuid)`,
      checks: [countPart, timestampPart, isId],
    },
    {
      where: sql`p.reports_count = 0`,
      by: sql`p.created_at desc, p.id desc`,
      key: [sql`''`, sql`p.created_at::text`, sql`p.id::text`],
      behind: ([, at, id]) => sql`(p.created_at, p.id) < (${at}::timestamptz, ${id}::uuid)`,
      checks: [nothingPart, timestampPart, isId],
    },
  ),
}
