import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'

/**
 * The numbers of each day (Paris time), as lines of `publication_day_totals`: triggers add one for each statement and day,
 * and a job folds them.
 *
 * A median is no sum, so the fold computes it, in the statement that removes the lines it has seen: one snapshot. Each
 * change of decisions leaves a line in its own commit. So a median holds while its line is the only one of the day that
 * concerns decisions; otherwise readers compute it. No lock is needed.
 */

export interface DayTotals {
  readonly day: string
  readonly proposed: number
  readonly published: number
  readonly reported: number
  readonly rejected: number
  readonly changes_requested: number
  readonly median_hours: number | null
}

export const PARIS_DAY = (column: Sql) => sql`(${column} at time zone 'Europe/Paris')::date`

/** The rows of `publications` that were decided by the back-office. */
export const DECIDED = sql`moderation_by = 'backoffice' and moderated_at is not null`
/** Time to a decision: from the last edit before it, or from the creation if the publication was edited since. */
export const MEDIAN_HOURS = sql`round((percentile_cont(0.5) within group (order by greatest(0, extract(epoch from
  moderated_at - case when edited_at <= moderated_at then edited_at else created_at end))) / 3600)::numeric, 1)::float8`

/** For lines grouped by `day`: one index scan of each day whose decisions changed since the fold. */
const medianOfLines = sql`case
  when count(decided) = 1 and max(median_hours) is not null then max(median_hours)
  when sum(decided) > 0 then (
    select ${MEDIAN_HOURS} from publications where ${DECIDED}
      and moderated_at >= day::timestamp at time zone 'Europe/Paris'
      and moderated_at < (day + 1)::timestamp at time zone 'Europe/Paris')
  end as median_hours`

const SUMS = sql`sum(proposed)::bigint as proposed, sum(published)::bigint as published, sum(reported)::bigint as reported,
  sum(rejected)::bigint as rejected, sum(changes_requested)::bigint as changes_requested`

/** Days without anything have no row. */
export const dayTotals = (db: Db, from: string, to: string) =>
  db.all<DayTotals>(sql`
    select day, ${SUMS}, ${medianOfLines} from publication_day_totals
    where day between ${from}::date and ${to}::date group by day`)

/**
 * Leaves the days alone that have one line with everything: most of them, for years. A sum of no decisions is kept: beside
 * the line of another fold it says that the decisions changed.
 */
export async function foldDayTotals(tx: Tx): Promise<void> {
  await tx.run(sql`
    with folded as (
      delete from publication_day_totals where day in (
        select day from publication_day_totals group by day
        having count(*) > 1 or bool_or(decided > 0 and median_hours is null))
      returning *)
    insert into publication_day_totals (day, proposed, published, reported, rejected, changes_requested, median_hours, decided)
    select * from (
      select day, ${SUMS}, ${medianOfLines}, sum(decided)::bigint as decided from folded group by day) summed
    where (proposed, published, reported, rejected, changes_requested, decided) is distinct from (0, 0, 0, 0, 0, null)`)
}

/** The same numbers, counted. */
const COUNTED = sql`
  select day, ${SUMS}, max(median_hours) as median_hours, sum(decided)::bigint as decided from (
    select ${PARIS_DAY(sql`created_at`)} as day, count(*) as proposed, 0 as published, 0 as reported, null::bigint as decided,
      0 as rejected, 0 as changes_requested, null::float8 as median_hours from publications group by 1
    union all
    select ${PARIS_DAY(sql`visible_le`)}, 0, count(*), 0, null, 0, 0, null from publications
    where visible_le is not null group by 1
    union all
    select ${PARIS_DAY(sql`moderated_at`)}, 0, 0, 0, count(*), count(*) filter (where moderation_status = 'rejected'),
      count(*) filter (where moderation_status = 'changes_requested'), ${MEDIAN_HOURS} from publications
    where ${DECIDED} group by 1
    union all
    select ${PARIS_DAY(sql`created_at`)}, 0, 0, count(*), null, 0, 0, null from publication_reports group by 1) each
  group by day`

/** Replaces the lines that its snapshot shows. What is committed meanwhile keeps its lines, and is not counted: no lock is needed. */
export const recountDays = sql`
  with gone as (delete from publication_day_totals)
  insert into publication_day_totals (day, proposed, published, reported, rejected, changes_requested, median_hours, decided)
  ${COUNTED}`

/** How many days differ. */
export const wrongDays = sql`
  select count(*)::int as wrong from (${COUNTED}) as counted
  full join (
    select day, ${SUMS}, ${medianOfLines}, nullif(sum(decided), 0)::bigint as decided
    from publication_day_totals group by day) as kept using (day)
  where (counted.proposed, counted.published, counted.reported, counted.rejected, counted.changes_requested,
      counted.decided, counted.median_hours)
    is distinct from (kept.proposed, kept.published, kept.reported, kept.rejected, kept.changes_requested,
      kept.decided, kept.median_hours)
    and (counted.day is not null
      or (kept.proposed, kept.published, kept.reported, kept.rejected, kept.changes_requested, kept.decided)
        is distinct from (0, 0, 0, 0, 0, null))`
