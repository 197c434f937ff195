import { sql } from '../../kernel/db/db.ts'
import { anyText } from '../../kernel/lists/paging.ts'
import { countPart, type Run, timestampPart } from '../../kernel/lists/runs.ts'
import { isId } from '../../kernel/routes/shapes.ts'
import type { AdminQuery } from '../shapes.ts'

/** The orders of the moderator's list, each along an index. */

const newest: Run = {
  order: sql`p.created_at desc, p.id desc`,
  key: [sql`p.created_at::text`, sql`p.id::text`],
  behind: ([at, id]) => sql`(p.created_at, p.id) < (${at}::timestamptz, ${id}::uuid)`,
  checks: [timestampPart, isId],
}
const oldest: Run = {
  ...newest,
  order: sql`p.created_at, p.id`,
  behind: ([at, id]) => sql`(p.created_at, p.id) > (${at}::timestamptz, ${id}::uuid)`,
}
/** Never shown and never scheduled: behind the others, whichever way those go. */
const unpublished: Run = {
  where: sql`p.publie_le is null`,
  order: sql`p.id desc`,
  key: [sql`''`, sql`p.id::text`],
  behind: ([, id]) => sql`p.id < ${id}::uuid`,
  checks: [part => part === '', isId],
}

export const RUNS: Readonly<Record<NonNullable<AdminQuery['sort']>, readonly Run[]>> = {
  created_at_desc: [newest],
  created_at_asc: [oldest],
  publie_le_desc: [
    {
      where: sql`p.publie_le is not null`,
      order: sql`p.publie_le desc, p.id desc`,
      key: [sql`p.publie_le::text`, sql`p.id::text`],
      behind: ([at, id]) => sql`(p.publie_le, p.id) < (${at}::timestamptz, ${id}::uuid)`,
      checks: [timestampPart, isId],
    },
    unpublished,
  ],
  publie_le_asc: [
    {
      where: sql`p.publie_le is not null`,
      order: sql`p.publie_le, p.id`,
      key: [sql`p.publie_le::text`, sql`p.id::text`],
      behind: ([at, id]) => sql`(p.publie_le, p.id) > (${at}::timestamptz, ${id}::uuid)`,
      checks: [timestampPart, isId],
    },
    unpublished,
  ],
  title_asc: [
    {
      order: sql`fold(p.title), p.id`,
      key: [sql`fold(p.title)`, sql`p.id::text`],
      behind: ([title, id]) => sql`(fold(p.title), p.id) > (${title}, ${id}::uuid)`,
      checks: [anyText, isId],
    },
  ],
  reports_desc: [
    {
      where: sql`p.reports_count > 0`,
      order: sql`p.reports_count desc, p.created_at desc, p.id desc`,
      key: [sql`p.reports_count::text`, sql`p.created_at::text`, sql`p.id::text`],
      behind: ([count, at, id]) => sql`p.reports_count <= ${count}::int
        and (p.reports_count, p.created_at, p.id) < (${count}::int, ${at}::timestamptz, ${id}::uuid)`,
      checks: [countPart, timestampPart, isId],
    },
    {
      where: sql`p.reports_count = 0`,
      order: sql`p.created_at desc, p.id desc`,
      key: [sql`''`, sql`p.created_at::text`, sql`p.id::text`],
      behind: ([, at, id]) => sql`(p.created_at, p.id) < (${at}::timestamptz, ${id}::uuid)`,
      checks: [part => part === '', timestampPart, isId],
    },
  ],
}
