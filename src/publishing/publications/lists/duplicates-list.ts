import { isId } from '../../../../shared/shapes.ts'
import { type Db, empty, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { limitOf, timestampPart } from '../../../kernel/lists/orders.ts'
import type { Order, Page } from '../../../kernel/lists/paging.ts'
import { type AdminRow, officeColumns } from '../office-record.ts'
import { relations } from '../record.ts'
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

/** The rows of a key: `publications_alike` has those that are not deleted. */
const from = (plan: FilterPlan, more: readonly Sql[] = []) =>
  plan.grouped
    ? sql`from publications p ${where([...allConditions(undeleted(plan)), ...more])}`
    : sql`from ${plan.from} p ${where([...allConditions(plan), ...more])}`
const undeleted = ({ across, words }: FilterPlan) => ({ conditions: across.scattered, words })

/** Stored for all undeleted publications; for a filter counted among them, and for deleted ones among all rows. */
function alike(plan: FilterPlan): Sql {
  const { conditions = [], isWhole = false, isAll = false } = plan.grouped ?? {}
  if (isAll) return sql`not materialized (select duplicate_key, total as n, newest from duplicate_groups)`
  const rows = isWhole
    ? sql`from duplicate_publications d ${where(conditions)}`
    : plan.grouped
      ? sql`from duplicate_publications d join publications p on p.id = d.publication_id
            ${where([...conditions, ...allConditions(undeleted(plan))])}`
      : sql`${from(plan)}`
  const row = plan.grouped ? sql`d` : sql`p`
  return sql`materialized (
    select ${row}.duplicate_key, count(*)::int as n, max(${row}.created_at) as newest ${rows}
    group by ${row}.duplicate_key having count(*) > 1)`
}

/**
 * `alike`: rows that share a key; `left_out`: those of them marked as different from all the others; `groups`: the
 * rest, of the stored ones only `few`.
 */
const grouped = (plan: FilterPlan, few = empty) => sql`
  alike as ${alike(plan)},
  left_out as materialized (
    select member.id, alike.duplicate_key
    from (select distinct duplicate_key from publications_told_apart) told join alike using (duplicate_key)
    cross join lateral (select p.id ${from(plan, [sql`p.duplicate_key = alike.duplicate_key`])}) member
    where alike.n - 1 <= (
      select count(*) from publications_told_apart apart
      where apart.publication_id = member.id and apart.duplicate_key = alike.duplicate_key and exists (
        select ${from(plan, [sql`p.id = apart.other_id and p.duplicate_key = alike.duplicate_key`])}))),
  groups as (
    (select duplicate_key, n, newest from alike where duplicate_key not in (select duplicate_key from left_out)${few})
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
  const reached =
    newest === undefined
      ? sql`true`
      : sql`newest <= ${newest}::timestamptz and (newest < ${newest}::timestamptz or duplicate_key >= ${group}::uuid)`
  const few = sql`order by newest desc, duplicate_key limit ${groupsNeeded}`
  const behind =
    newest === undefined
      ? sql``
      : sql`where (shown.newest < ${newest}::timestamptz or shown.duplicate_key > ${group}::uuid
               or (member.created_at, member.id) < (${at}::timestamptz, ${id}::uuid))`
  return db.all<DuplicateRow>(sql`
    with ${grouped(plan, sql` and ${reached} ${few}`)}
    select listed.*, picked.n as duplicate_count,
           array[picked.newest::text, picked.duplicate_key::text, picked.created_at::text, picked.id::text] as key
    from (
      select shown.*, member.id, member.created_at
      from (select * from groups where ${reached} ${few}) as shown
      cross join lateral (select p.id, p.created_at ${from(plan, [ofGroup(sql`shown`)])}) as member
      ${behind}
      order by shown.newest desc, shown.duplicate_key, member.created_at desc, member.id desc
      ${limitOf(page)}) as picked
    cross join lateral (select ${officeColumns(plan.territory)} from publications p ${relations} where p.id = picked.id offset 0) listed
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
