import { Type } from '../../../shared/type.ts'
import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import {
  acteurInTerritory,
  inTerritory,
  sourceInTerritory,
  type Territory,
} from '../../people/access/territory.ts'
import { countAll } from '../../publishing/publications/lists/admin-count.ts'
import { planFilter } from '../../publishing/publications/lists/admin-filter.ts'
import type { AdminFilter } from '../../publishing/publications/lists/shapes.ts'
import type { Asking } from './in-time.ts'

/** The numbers of the dashboard, each with its statement. */

const Count = Type.Integer({ minimum: 0 })

const count = (query: (territory: Territory) => Sql) => ({
  shape: Count,
  compute: async (db: Db, { territory }: Asking) => (await db.one<{ n: number }>(query(territory)))?.n ?? 0,
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

/** Stored totals, or counted in a territory. */
const publications = (filter: AdminFilter) => ({
  shape: Count,
  compute: (db: Db, { territory }: Asking) => countAll(db, planFilter(filter, undefined, territory)),
})

/** About the whole service: nothing for a caller who is limited to communes. */
export const OF_THE_SERVICE: ReadonlySet<string> = new Set([
  'users',
  'subscription_plans',
  'subscription_logs',
])

export const BLOCKS = {
  publications: publications({}),
  publications_pending: publications({ moderation_status: 'pending' }),
  publications_reported: publications({ reported: true }),
  acteurs: count(
    territory => sql`
      select count(*) as n from acteurs a
      ${where([sql`a.deleted_at is null`, ...acteurInTerritory(sql`a.id`, territory)])}`,
  ),
  claims_pending: added(
    count(
      territory => sql`
        select count(*) as n from claims c
        ${where([sql`c.status = 'pending'`, ...acteurInTerritory(sql`c.acteur_id`, territory)])}`,
    ),
  ),
  users: count(() => sql`select total as n from counters where name = 'users'`),
  subscription_plans: counts(sql`
    select plan as name, count(*) as n from subscriptions
    where plan is not null and status not in ('canceled', 'incomplete_expired') group by plan order by plan`),
  subscription_logs: counts(sql`
    select status as name, count(*) as n from payment_events
    where received_at > now() - interval '30 days' group by status order by status`),
  imports_failing: added(
    count(
      territory => sql`
        select count(*) as n from import_sources s ${where([
          sql`(s.consecutive_failures > 0 or s.disabled_reason is not null)`,
          ...sourceInTerritory(territory),
        ])}`,
    ),
  ),
  threads_unread: added(
    count(
      territory => sql`
        select count(*) as n from support_threads t
        ${where([sql`t.unread and t.merged_into is null`, ...inTerritory(sql`t.commune_id`, territory)])}`,
    ),
  ),
}
