import { Nullable, Timestamp } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import { countFailed as countFailedMails } from '../../letters/mail/failed.ts'
import { countFailed, LATE } from '../../letters/support/queries.ts'
import { countFailedJobs } from '../../operation/health/failed-queries.ts'
import { acteurInTerritory, inTerritory, sourceInTerritory } from '../../people/access/territory.ts'
import { isFirstCommuneToOpen, teamSettings } from '../../people/teamwork/settings.ts'
import { countToDecide, ofClaims, ofPublications } from '../../publishing/appeals/queries.ts'
import { countAll } from '../../publishing/publications/lists/admin-count.ts'
import { planFilter } from '../../publishing/publications/lists/admin-filter.ts'
import { countDuplicates } from '../../publishing/publications/lists/duplicates-list.ts'
import type { AdminFilter } from '../../publishing/publications/lists/shapes.ts'
import { isLate } from '../../territory/claims/queries.ts'
import type { Asking } from './in-time.ts'

/** The number of waiting items in each area of the back-office, each with its statement. */

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const count = (description: string, query: (asking: Asking) => Sql) => ({
  shape: Count(description),
  compute: async (db: Db, asking: Asking) => (await db.one<{ n: number }>(query(asking)))?.n ?? 0,
})

/** The total of a filter of the moderators' list: stored, or counted in a territory. */
const publications = (description: string, filter: AdminFilter) => ({
  shape: Count(description),
  compute: (db: Db, { territory }: Asking) => countAll(db, planFilter(filter, undefined, territory)),
})

/**
 * One user's decisions today, from the audit trail (a few thousand rows a day); a publication counts once, and not if all of them
 * were undone.
 */
const mineToday = (description: string, actions: readonly string[], isUndo = sql`false`) => {
  const isDecision = sql`action = any(${[...actions]}::text[])`
  return count(
    description,
    ({ callerId }) => sql`
      select count(*) as n from (
        select from audit_log
        where at >= date_trunc('day', now() at time zone 'Europe/Paris') at time zone 'Europe/Paris'
          and user_id = ${callerId} and (${isDecision} or ${isUndo})
        group by entity_id
        having count(*) filter (where ${isDecision}) > count(*) filter (where ${isUndo})) as decided`,
  )
}

/** An old publication that was edited waits since its edit, hence `greatest`. */
const oldestPending = {
  shape: Nullable({ ...Timestamp, description: 'Since when the longest-waiting publication waits' }),
  compute: async (db: Db, { territory }: Asking) =>
    (
      await db.one<{ at: string }>(sql`
        select greatest(p.edited_at, p.moderated_at) as at from ${planFilter({}, undefined, territory).from} p
        where p.moderation_status = 'pending' and p.deleted_at is null
        order by greatest(p.edited_at, p.moderated_at) limit 1`)
    )?.at ?? null,
}

const DECIDED = ['publication.moderated', 'publication.valide_set', 'publication.deleted']
/** An undone correction, or a publication that is no longer in front, leaves the decision. */
const IS_DECISION_UNDONE = sql`(
  action = 'publication.moderation_undone' and after ?| array['moderation_status', 'valide', 'deleted'])`

/** Conversations that are not part of another one. */
const threads = (description: string, condition: (asking: Asking) => Sql) =>
  count(
    description,
    asking =>
      sql`select count(*) as n from support_threads t ${where([
        condition(asking),
        sql`t.merged_into is null`,
        ...inTerritory(sql`t.commune_id`, asking.territory),
      ])}`,
  )

export const QUEUES = {
  moderation: {
    pending: publications('Publications that wait for a decision', { moderation_status: 'pending' }),
    oldest_pending_at: oldestPending,
    late: publications('Publications that wait for longer than the team’s target', {
      moderation_status: 'pending',
      late: true,
    }),
    reported: publications('Publications with open reports', { reported: true }),
    duplicates: {
      shape: Count(
        'Waiting publications with duplicates: `GET /admin/publications?duplicates=true&moderation_status=pending`',
      ),
      compute: (db: Db, { territory }: Asking) =>
        countDuplicates(db, planFilter({ moderation_status: 'pending' }, undefined, territory)),
    },
    // Deleted publications are never visible: asked with them, an index counts without reading the rows.
    scheduled: publications('Accepted publications that become visible later', {
      scheduled: true,
      deleted: 'with',
    }),
    changes_requested: publications('Publications sent back to their authors', {
      moderation_status: 'changes_requested',
    }),
    rejected: publications('Rejected publications', { moderation_status: 'rejected' }),
    deleted: publications('Deleted publications, which can be restored', { deleted: 'only' }),
    appeals: {
      shape: Count('Appeals about publications and reports that wait, and that the caller may decide'),
      compute: (db: Db, { territory, callerId }: Asking) =>
        countToDecide(db, 'publications', ofPublications(territory), callerId),
    },
    mine_today: mineToday('Publications that the caller decided today', DECIDED, IS_DECISION_UNDONE),
  },
  claims: {
    pending: count(
      'Claims that wait for a decision',
      ({ territory }) => sql`
        select count(*) as n from claims c
        ${where([sql`c.status = 'pending'`, ...acteurInTerritory(sql`c.acteur_id`, territory)])}`,
    ),
    late: count(
      'Claims that wait for longer than the team’s target',
      ({ territory }) => sql`
        select count(*) as n from claims c
        ${where([isLate(sql`c`), ...acteurInTerritory(sql`c.acteur_id`, territory)])}`,
    ),
    by_code: count(
      'Town halls that proved themselves by a code in the last seven days: `GET /admin/claims?by_code=true`',
      ({ territory }) => sql`
        select count(*) as n from claims c join claim_letters l on l.claim_id = c.id
        ${where([
          sql`l.granted_at > now() - interval '7 days'`,
          ...acteurInTerritory(sql`c.acteur_id`, territory),
        ])}`,
    ),
    appeals: {
      shape: Count('Appeals about claims that wait, and that the caller may decide'),
      compute: (db: Db, { territory, callerId }: Asking) =>
        countToDecide(db, 'claims', ofClaims(territory), callerId),
    },
    mine_today: mineToday('Claims that the caller decided today', ['claim.decided']),
  },
  support: {
    open: threads('Open conversations', () => sql`t.status = 'open'`),
    unread: threads('Unread conversations', () => sql`t.unread`),
    awaiting: threads(
      'Open conversations whose last message is the requester’s',
      () => sql`t.status = 'open' and t.last_by = 'inbound'`,
    ),
    late: threads('Conversations that wait for an answer for longer than the team’s target', () => LATE),
    failed: {
      shape: Count('Conversations whose last answer was not delivered, unless the failure was dismissed'),
      compute: (db: Db, { territory }: Asking) => countFailed(db, territory),
    },
    assigned_to_me: threads(
      'Open conversations assigned to the caller',
      ({ callerId }) => sql`t.assignee_id = ${callerId} and t.status = 'open'`,
    ),
    mine_today: mineToday('Conversations that the caller answered or closed today', [
      'thread.replied',
      'thread.closed',
    ]),
  },
  imports: {
    failing: count(
      'Import sources whose last run failed, or that were switched off because of failures',
      ({ territory }) => sql`
        select count(*) as n from import_sources s ${where([
          sql`(s.consecutive_failures > 0 or s.disabled_reason is not null)`,
          ...sourceInTerritory(territory),
        ])}`,
    ),
  },
  communes: {
    syncs_failing: count(
      'Registers (national or of a commune) whose last sync failed or is held',
      ({ territory }) => sql`
        select count(*) as n from (
          select distinct on (commune_id) commune_id, status from defibrillateur_syncs order by commune_id, id desc) last
        ${where([sql`status in ('failed', 'held')`, ...inTerritory(sql`last.commune_id`, territory)])}`,
    ),
  },
  dashboard: {
    urgent_first: {
      shape: Type.Boolean({ description: 'The queue of moderation begins with what is urgent' }),
      compute: async (db: Db) => (await teamSettings(db)).urgent_first,
    },
    target_hours: {
      shape: Nullable(Type.Integer({ minimum: 1, description: 'Within how many hours people are answered' })),
      compute: async (db: Db) => (await teamSettings(db)).target_hours,
    },
  },
  reserved: {
    first_commune: {
      shape: Type.Boolean({ description: 'No commune is open yet: the home leads through the first one' }),
      compute: async (db: Db) =>
        (await db.one<{ open: boolean }>(sql`select ${isFirstCommuneToOpen} as open`))?.open ?? false,
    },
    mails_failing: {
      shape: Count('Undelivered mails that were neither sent again nor dismissed'),
      compute: (db: Db) => countFailedMails(db),
    },
    jobs_failing: {
      shape: Count('Jobs whose retries are used up, until retried or dismissed'),
      compute: (db: Db) => countFailedJobs(db),
    },
    payments_failing: count(
      'Events of the payment provider that could not be applied',
      () => sql`select count(*) as n from payment_events where status = 'failed'`,
    ),
  },
} as const
