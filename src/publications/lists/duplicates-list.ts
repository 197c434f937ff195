import { isId } from '../../../shared/shapes.ts'
import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import { limitOf, timestampPart } from '../../kernel/lists/orders.ts'
import type { Order, Page } from '../../kernel/lists/paging.ts'
import { type AdminRow, columns, relations } from '../record.ts'
import { allConditions, type FilterPlan } from './admin-filter.ts'

/**
 * Groups of two or more publications with the same content, among the rows that match the filters. The group of the
 * newest row comes first; the rows of a group stay together.
 */

type DuplicateRow = AdminRow & { readonly duplicate_count: number; readonly key: readonly string[] }

/** By the newest row of the group, the group, then the row. */
export const BY_GROUP: Order<DuplicateRow> = {
  checks: [timestampPart, isId, timestampPart, isId],
  keyOf: row => row.key,
}

const from = (plan: FilterPlan, more: readonly Sql[] = []) =>
  sql`from ${plan.from} p ${where([...allConditions(plan), ...more])}`

/**
 * `alike`: rows that share a key; `left_out`: those of them marked as different from all the others; `groups`: the
 * rest.
 */
const grouped = (plan: FilterPlan) => sql`
  alike as materialized (
    select p.duplicate_key, count(*)::int as n, max(p.created_at) as newest ${from(plan)}
    group by p.duplicate_key having count(*) > 1),
  left_out as materialized (
    select member.id, alike.duplicate_key
    from (select distinct duplicate_key from publications_told_apart) told join alike using (duplicate_key)
    cross join lateral (select p.id ${from(plan, [sql`p.duplicate_key = alike.duplicate_key`])}) member
    where alike.n - 1 <= (
      select count(*) from publications_told_apart apart
      where apart.publication_id = member.id and apart.duplicate_key = alike.duplicate_key and exists (
        select ${from(plan, [sql`p.id = apart.other_id and p.duplicate_key = alike.duplicate_key`])}))),
  groups as (
    select * from alike where duplicate_key not in (select duplicate_key from left_out)
    union all
    select alike.duplicate_key, rest.n, rest.newest
    from (select distinct duplicate_key from left_out) parted join alike using (duplicate_key)
    cross join lateral (select count(*)::int as n, max(p.created_at) as newest ${from(plan, [ofGroup(sql`alike`)])}) rest
    where rest.n > 1)`

const ofGroup = (group: Sql) =>
  sql`p.duplicate_key = ${group}.duplicate_key and p.id not in (select id from left_out)`

export function listDuplicates(db: Db, plan: FilterPlan, page: Page): Promise<DuplicateRow[]> {
  // Each group has at least two rows: half as many groups fill the page, plus one for an incomplete group.
  const groupsNeeded = Math.ceil((page.offset + page.perPage + 1) / 2) + 1
  const [newest, group, at, id] = page.after ?? []
  const fromGroup =
    newest === undefined
      ? sql``
      : sql`where newest < ${newest}::timestamptz
              or (newest = ${newest}::timestamptz and duplicate_key >= ${group}::uuid)`
  const behind =
    newest === undefined
      ? sql``
      : sql`where (shown.newest < ${newest}::timestamptz or shown.duplicate_key > ${group}::uuid
               or (member.created_at, member.id) < (${at}::timestamptz, ${id}::uuid))`
  return db.all<DuplicateRow>(sql`
    with ${grouped(plan)}
    select listed.*, picked.n as duplicate_count,
           array[picked.newest::text, picked.duplicate_key::text, picked.created_at::text, picked.id::text] as key
    from (
      select shown.*, member.id, member.created_at
      from (select * from groups ${fromGroup} order by newest desc, duplicate_key limit ${groupsNeeded}) as shown
      cross join lateral (select p.id, p.created_at ${from(plan, [ofGroup(sql`shown`)])}) as member
      ${behind}
      order by shown.newest desc, shown.duplicate_key, member.created_at desc, member.id desc
      ${limitOf(page)}) as picked
    cross join lateral (select ${columns.admin} from publications p ${relations} where p.id = picked.id offset 0) listed
    order by picked.newest desc, picked.duplicate_key, picked.created_at desc, picked.id desc`)
}

export async function countDuplicates(db: Db, plan: FilterPlan): Promise<number> {
  const row = await db.one<{ total: number }>(
    sql`with ${grouped(plan)} select coalesce(sum(n), 0)::bigint as total from groups`,
  )
  return row?.total ?? 0
}

/** All rows of the groups, as `id` and `version`. */
export const duplicatesIn = (plan: FilterPlan): Sql => sql`
  with ${grouped(plan)}
  select member.id, member.version from groups
  cross join lateral (select p.id, p.version ${from(plan, [ofGroup(sql`groups`)])}) as member`
