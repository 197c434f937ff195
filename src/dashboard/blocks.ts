import { Type } from '../../shared/type.ts'
import { type Db, type Sql, sql } from '../kernel/db/db.ts'

/** The numbers of the dashboard, each with its statement. */

const Count = Type.Integer({ minimum: 0 })

const count = (query: Sql) => ({
  shape: Count,
  compute: async (db: Db) => (await db.one<{ n: number }>(query))?.n ?? 0,
})

const counts = (query: Sql) => ({
  shape: Type.Unsafe<Record<string, number>>({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 0 },
    'x-extension': true,
  }),
  compute: async (db: Db) =>
    Object.fromEntries((await db.all<{ name: string; n: number }>(query)).map(({ name, n }) => [name, n])),
})

/** Beyond the five of the interface. */
const added = <T extends { readonly shape: typeof Count }>(block: T): T => ({
  ...block,
  shape: { ...block.shape, 'x-extension': true },
})

/** Stored totals: counting half a million rows would take 40 ms. */
const publications = (condition: Sql) =>
  count(
    sql`select coalesce(sum(total), 0)::bigint as n from publication_totals where not deleted and ${condition}`,
  )

export const BLOCKS = {
  publications: publications(sql`true`),
  publications_pending: publications(sql`moderation_status = 'pending'`),
  publications_reported: count(
    sql`select count(*) as n from publications where reports_count > 0 and deleted_at is null`,
  ),
  acteurs: count(sql`select count(*) as n from acteurs where deleted_at is null`),
  claims_pending: count(sql`select count(*) as n from claims where status = 'pending'`),
  users: count(sql`select total as n from counters where name = 'users'`),
  subscription_plans: counts(sql`
    select plan as name, count(*) as n from subscriptions
    where plan is not null and status not in ('canceled', 'incomplete_expired') group by plan order by plan`),
  subscription_logs: counts(sql`
    select status as name, count(*) as n from payment_events
    where received_at > now() - interval '30 days' group by status order by status`),
  imports_failing: added(
    count(
      sql`select count(*) as n from import_sources where consecutive_failures > 0 or disabled_reason is not null`,
    ),
  ),
  threads_unread: added(
    count(sql`select count(*) as n from support_threads where unread and merged_into is null`),
  ),
}
