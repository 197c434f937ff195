import { meetsTerritory, type Territory } from '../access/territory.ts'
import { type Db, type Sql, sql, where } from '../kernel/db/db.ts'
import { onDays } from '../kernel/lists/list-filters.ts'

/** The numbers by day (Paris time), each along its own index. Days without anything have no row. */

export interface Span {
  readonly from: string
  readonly to: string
}
interface OfDay {
  readonly day: string
}

const dayOf = (column: Sql) => sql`(${column} at time zone 'Europe/Paris')::date`

const counted =
  (table: Sql, column: Sql, inside: (territory: Territory) => Sql[]) =>
  (db: Db, { from, to }: Span, territory: Territory) =>
    db.all<OfDay & { n: number }>(sql`
    select ${dayOf(column)} as day, count(*) as n from ${table}
    ${where([...onDays(column, from, to), ...inside(territory)])} group by 1`)

const attached = (territory: Territory) => meetsTerritory(sql`commune_ids`, territory)
export const proposedOn = counted(sql`publications`, sql`created_at`, attached)
export const publishedOn = counted(sql`publications`, sql`visible_le`, attached)
export const reportedOn = counted(sql`publication_reports r`, sql`r.created_at`, territory =>
  territory === null
    ? []
    : [
        sql`exists (select from publications p ${where([sql`p.id = r.publication_id`, ...attached(territory)])})`,
      ],
)

/** Time to a decision: from the last edit before it, or from the creation if the publication was edited since. */
export const decidedOn = (db: Db, { from, to }: Span, territory: Territory) =>
  db.all<OfDay & { rejected: number; changes_requested: number; median_hours: number }>(sql`
    select ${dayOf(sql`moderated_at`)} as day, count(*) filter (where moderation_status = 'rejected') as rejected,
      count(*) filter (where moderation_status = 'changes_requested') as changes_requested,
      round((percentile_cont(0.5) within group (order by greatest(0, extract(epoch from moderated_at -
        case when edited_at <= moderated_at then edited_at else created_at end))) / 3600)::numeric, 1)::float8
        as median_hours
    from publications
    ${where([sql`moderation_by = 'backoffice' and moderated_at is not null`, ...onDays(sql`moderated_at`, from, to), ...attached(territory)])}
    group by 1`)
