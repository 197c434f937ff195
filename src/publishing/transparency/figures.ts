import { namesOf } from '../../../shared/fields/field.ts'
import { MODERATION_REASONS, type ReasonCode } from '../../../shared/words/moderation.ts'
import { type Db, join, raw, type Sql, sql, where } from '../../kernel/db/db.ts'
import { onDays } from '../../kernel/lists/list-filters.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { meetsTerritory, type Territory } from '../../people/access/territory.ts'
import { ofClaims, ofPublications } from '../appeals/queries.ts'
import type { Figures, TransparencyMonth } from './shapes.ts'

/**
 * Decisions are counted in the audit trail, which keeps each one: a refusal still counts after it was reversed. Medians
 * are exact; the wait before a decision is known for the last decision about a publication only.
 */

export async function figuresOf(db: Db, month: string, territory: Territory): Promise<TransparencyMonth> {
  const [from, to] = [`${month}-01`, lastDayOf(month)]
  const during = (column: Sql) => onDays(column, from, to)
  const attached = meetsTerritory(sql`p.commune_ids`, territory)
  const about = (id: Sql) =>
    territory === null
      ? []
      : [sql`exists (select from publications p ${where([sql`p.id = ${id}`, ...attached])})`]
  const one = async (query: Sql) => found(await db.one<Partial<Figures>>(query))
  // One after the other: a month of a million publications takes a second, on one connection.
  return withoutLoneMedian({
    month,
    ...NONE,
    ...(await one(sql`
      select count(*) as submitted from publications p ${where([...during(sql`p.created_at`), ...attached])}`)),
    ...(await one(sql`
      select count(*) filter (where ${isDecision}) as decisions,
        count(*) filter (where status in ('approved', 'published')) as accepted,
        count(*) filter (where status = 'changes_requested') as changes_requested,
        count(*) filter (where status = 'rejected') as refused, ${refusals},
        count(*) filter (where action = 'publication.valide_set') as hidden,
        count(*) filter (where action = 'publication.moderation_undone') as undone
      from (
        select action, after ->> 'moderation_status' as status, after ->> 'moderation_reason_code' as reason
        from audit_log l ${where([...during(sql`l.at`), IS_COUNTED, ...about(sql`l.entity_id::uuid`)])} offset 0) as each`)),
    ...(await one(sql`
      select ${medianHours(sql`p.moderated_at - case when p.edited_at <= p.moderated_at then p.edited_at else p.created_at end`)}
        as decisions_median_hours
      from publications p
      ${where([sql`p.moderation_by = 'backoffice' and p.moderated_at is not null`, ...during(sql`p.moderated_at`), ...attached])}`)),
    ...(await one(sql`
      select count(*) as reports_received from publication_reports r
      ${where([...during(sql`r.created_at`), ...about(sql`r.publication_id`)])}`)),
    ...(await one(sql`
      select count(*) as reports_closed, count(*) filter (where r.outcome = 'kept') as reports_kept,
        count(*) filter (where r.outcome = 'removed') as reports_removed,
        count(*) filter (where r.outcome = 'removed' and r.reason = 'illegal') as reports_removed_illegal,
        ${medianHours(sql`r.closed_at - r.created_at`)} as reports_median_hours
      from publication_reports r
      ${where([sql`r.closed_at is not null`, ...during(sql`r.closed_at`), ...about(sql`r.publication_id`)])}`)),
    ...(await one(sql`
      select count(*) as appeals_received from appeals a
      ${where([...during(sql`a.created_at`), ...ofAppeals(territory)])}`)),
    ...(await one(sql`
      select count(*) filter (where a.status = 'upheld') as appeals_upheld,
        count(*) filter (where a.status = 'overturned') as appeals_overturned,
        count(*) filter (where a.status = 'closed') as appeals_closed,
        ${medianHours(sql`a.answered_at - a.created_at`, sql`a.status <> 'closed'`)} as appeals_median_hours
      from appeals a ${where([...during(sql`a.answered_at`), ...ofAppeals(territory)])}`)),
  })
}

/** A median says nothing where no decision is counted: data that was loaded with its dates has no audit trail of then. */
export const withoutLoneMedian = (month: TransparencyMonth): TransparencyMonth => ({
  ...month,
  decisions_median_hours: month.decisions > 0 ? month.decisions_median_hours : null,
})

const ofAppeals = (territory: Territory): Sql[] =>
  territory === null
    ? []
    : [sql`(${join(ofPublications(territory), ' and ')} or ${join(ofClaims(territory), ' and ')})`]

/** Decisions of moderators, those that hide, and those that were undone. */
const IS_COUNTED = sql`(
  l.action = 'publication.moderated' and l.after ->> 'moderation_by' = 'backoffice'
  or l.action = 'publication.valide_set' and l.after ->> 'valide' = 'false'
  or l.action = 'publication.moderation_undone')`
const isDecision = sql`
  action = 'publication.moderated' and status in ('approved', 'published', 'changes_requested', 'rejected')`

const refusals = join(
  namesOf(MODERATION_REASONS).map(
    code =>
      sql`count(*) filter (where status = 'rejected' and reason = ${code}) as ${raw(`refused_${code}`)}`,
  ),
)

const medianHours = (interval: Sql, only: Sql = sql`true`): Sql => sql`
  round((percentile_cont(0.5) within group (order by greatest(0, extract(epoch from ${interval})))
    filter (where ${only}) / 3600)::numeric, 1)::float8`

const notRefused = Object.fromEntries(
  namesOf(MODERATION_REASONS).map(code => [`refused_${code}`, 0]),
) as Record<`refused_${ReasonCode}`, number>
export const NONE: Figures = {
  submitted: 0,
  decisions: 0,
  accepted: 0,
  changes_requested: 0,
  refused: 0,
  ...notRefused,
  hidden: 0,
  undone: 0,
  decisions_median_hours: null,
  reports_received: 0,
  reports_closed: 0,
  reports_kept: 0,
  reports_removed: 0,
  reports_removed_illegal: 0,
  reports_median_hours: null,
  appeals_received: 0,
  appeals_upheld: 0,
  appeals_overturned: 0,
  appeals_closed: 0,
  appeals_median_hours: null,
  automated_decisions: 0,
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
