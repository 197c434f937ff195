import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import { limitOf, timestampPart } from '../../kernel/lists/orders.ts'
import type { Order, Page } from '../../kernel/lists/paging.ts'
import { isId } from '../../kernel/routes/shapes.ts'
import { type AdminRow, columns, relations } from '../record.ts'
import { allConditions, type Narrowed } from './admin-list.ts'

/**
 * Groups of two or more publications with the same content, among the rows that the other filters leave. The group of the
 * newest row comes first, and the rows of a group stay together.
 */

export type DuplicateRow = AdminRow & { readonly duplicate_count: number; readonly key: readonly string[] }

/** By the newest row of the group, the group, and then the row itself. */
export const BY_GROUP: Order<DuplicateRow> = {
  checks: [timestampPart, isId, timestampPart, isId],
  keyOf: row => row.key,
}

const from = (narrowed: Narrowed, more: readonly Sql[] = []) =>
  sql`from ${narrowed.from} p ${where([...allConditions(narrowed), ...more])}`

export function listDuplicates(db: Db, narrowed: Narrowed, page: Page): Promise<DuplicateRow[]> {
  // Every group has two rows at least: half as many groups fill the page, and one more for a group that is not whole.
  const groupsNeeded = Math.ceil((page.offset + page.perPage + 1) / 2) + 1
  const [newest, group, at, id] = page.after ?? []
  const fromGroup =
    newest === undefined
      ? sql``
      : sql`and (max(p.created_at) < ${newest}::timestamptz
              or (max(p.created_at) = ${newest}::timestamptz and p.duplicate_key >= ${group}::uuid))`
  const behind =
    newest === undefined
      ? sql``
      : sql`where (groups.newest < ${newest}::timestamptz or groups.duplicate_key > ${group}::uuid
               or (member.created_at, member.id) < (${at}::timestamptz, ${id}::uuid))`
  return db.all<DuplicateRow>(sql`
    select shown.*, picked.n as duplicate_count,
           array[picked.newest::text, picked.duplicate_key::text, picked.created_at::text, picked.id::text] as key
    from (
      select groups.*, member.id, member.created_at from (
        select p.duplicate_key, count(*)::int as n, max(p.created_at) as newest ${from(narrowed)}
        group by p.duplicate_key having count(*) > 1 ${fromGroup}
        order by max(p.created_at) desc, p.duplicate_key limit ${groupsNeeded}) as groups
      cross join lateral (
        select p.id, p.created_at ${from(narrowed, [sql`p.duplicate_key = groups.duplicate_key`])}) as member
      ${behind}
      order by groups.newest desc, groups.duplicate_key, member.created_at desc, member.id desc
      ${limitOf(page)}) as picked
    cross join lateral (select ${columns.admin} from publications p ${relations} where p.id = picked.id offset 0) shown
    order by picked.newest desc, picked.duplicate_key, picked.created_at desc, picked.id desc`)
}

export async function countDuplicates(db: Db, narrowed: Narrowed): Promise<number> {
  const row = await db.one<{ total: number }>(sql`
    select coalesce(sum(n), 0)::bigint as total from (
      select count(*) as n ${from(narrowed)} group by p.duplicate_key having count(*) > 1) groups`)
  return row?.total ?? 0
}
