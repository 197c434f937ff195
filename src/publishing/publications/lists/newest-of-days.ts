import { type Db, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { type Days, daysBetween, firstFrom } from './search.ts'

/** The newest publications that take place on some days, found by the indexes of days: few rows of the table are read. */

interface Wanted {
  readonly days: Pick<Days, 'from' | 'to'>
  /** Conditions on `p` that the index of days can check. */
  readonly conditions: readonly Sql[]
  readonly enough: number
}

/** The most rows by age that are compared with further days; else the rows of all further days are read. */
const MOST_COMPARED = 20_000

/**
 * Publications by their first day come from the index alone, newest first. Those found by a further day are looked for among the
 * rows that are not older than the last of them, also by indexes alone.
 */
export async function newestOfDays(
  db: Db,
  { days, conditions, enough }: Wanted,
  most = MOST_COMPARED,
): Promise<readonly string[]> {
  const { from } = days
  // Without `offset 0` the planner walks by age, to the end where nothing takes place.
  const own = sql`
    select * from (
      select p.id, p.visible_le from publications p
      ${where([...conditions, ...daysBetween(sql`p.debut`, days)])} offset 0) p
    order by p.visible_le desc, p.id desc limit ${enough}`
  if (from === undefined) return (await db.all<{ id: string }>(own)).map(({ id }) => id)
  const further = sql`(
    select publication_id from publication_days
    ${where([sql`own`, ...firstFrom(sql`previous`, from), ...daysBetween(sql`debut`, days)])} offset 0)`
  const matching = (rows: Sql, when: Sql) => sql`
    select p.id, p.visible_le from (
      select found.id from ${further} further join ${rows} on found.id = further.publication_id offset 0) found
    cross join lateral (select * from publications p where p.id = found.id offset 0) p ${where([when, ...conditions])}`
  const found = await db.all<{ id: string }>(sql`
    with own as materialized (${own}),
    newer as materialized (
      select p.id from publications p
      where p.visible_le between (select min(visible_le) from own having count(*) = ${enough}) and now()
      order by p.visible_le desc, p.id desc limit ${most}),
    is_read as materialized (
      select (select count(*) from own) = ${enough} and (select count(*) from newer) < ${most} as newer)
    select id from (
      select * from own
      union all (${matching(sql`newer as found`, sql`(select newer from is_read)`)})
      union all (${matching(sql`publications as found`, sql`(select not newer from is_read)`)})) as hits
    order by visible_le desc, id desc limit ${enough}`)
  return found.map(({ id }) => id)
}
