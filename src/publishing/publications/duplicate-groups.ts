import { type Sql, sql } from '../../kernel/db/db.ts'

/**
 * Publications that share their duplicate key are kept in `duplicate_publications`, and each of these keys in
 * `duplicate_groups`, by triggers (migration 58). Lists and counts of duplicates read these alone.
 */

const duplicates = sql`
  select id as publication_id, duplicate_key, created_at, moderation_status, valide, type_id, commune_ids
  from publications
  where deleted_at is null and duplicate_key in (
    select duplicate_key from publications where deleted_at is null group by duplicate_key having count(*) > 1)`
const groupsOf = (duplicates: Sql) => sql`
  select duplicate_key, count(*)::int as total, max(created_at) as newest from ${duplicates} group by duplicate_key`

/** Counts the kept rows that differ from the publications. */
export const countWrongGroups = sql`
  with wanted as materialized (${duplicates}), wanted_groups as (${groupsOf(sql`wanted`)})
  select (
    (select count(*) from wanted full join duplicate_publications kept using (publication_id)
     where wanted is distinct from kept)
    + (select count(*) from wanted_groups full join duplicate_groups kept using (duplicate_key)
       where wanted_groups is distinct from kept))::int as wrong`

/** Groups all publications anew: nothing else writes them meanwhile. */
export const groupAnew = [
  sql`delete from duplicate_groups`,
  sql`delete from duplicate_publications`,
  sql`insert into duplicate_publications ${duplicates}`,
  sql`insert into duplicate_groups ${groupsOf(sql`duplicate_publications`)}`,
]
