import { Nullable, Timestamp } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { countFailedJobs } from '../health/failed-queries.ts'
import { type Db, type Sql, sql } from '../kernel/db/db.ts'
import { countFailed as countFailedMails } from '../mail/failed.ts'
import { narrow } from '../publications/lists/admin-filter.ts'
import { countDuplicates } from '../publications/lists/duplicates-list.ts'
import { countFailed } from '../support/queries.ts'

/** The number of waiting items in each area of the back-office, each with its statement. */

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const count = (description: string, query: Sql | ((callerId: string) => Sql)) => ({
  shape: Count(description),
  compute: async (db: Db, callerId: string) =>
    (await db.one<{ n: number }>(typeof query === 'function' ? query(callerId) : query))?.n ?? 0,
})

/** A stored total. */
const publications = (description: string, condition: Sql) =>
  count(
    description,
    sql`select coalesce(sum(total), 0)::bigint as n from publication_totals where ${condition}`,
  )

/** One user's decisions today, from the audit trail (a few thousand rows a day); a publication counts once. */
const mineToday = (description: string, actions: readonly string[]) =>
  count(
    description,
    callerId => sql`
      select count(distinct entity_id) as n from audit_log
      where at >= date_trunc('day', now() at time zone 'Europe/Paris') at time zone 'Europe/Paris'
        and user_id = ${callerId} and action = any(${[...actions]}::text[])`,
  )

/** An old publication that was edited waits since its edit, hence `greatest`. */
const oldestPending = {
  shape: Nullable({ ...Timestamp, description: 'When the oldest waiting one began to wait' }),
  compute: async (db: Db) =>
    (
      await db.one<{ at: string }>(sql`
        select greatest(edited_at, moderated_at) as at from publications
        where moderation_status = 'pending' and deleted_at is null
        order by greatest(edited_at, moderated_at) limit 1`)
    )?.at ?? null,
}

const DECIDED = ['publication.moderated', 'publication.valide_set', 'publication.deleted']

export const QUEUES = {
  moderation: {
    pending: publications('Wait for a decision', sql`moderation_status = 'pending' and not deleted`),
    oldest_pending_at: oldestPending,
    reported: count(
      'Have open reports',
      sql`select count(*) as n from publications where reports_count > 0 and deleted_at is null`,
    ),
    // A million publications would take 0.5 s; the 30 000 pending ones take 20 ms.
    duplicates: {
      shape: Count('As many as `GET /admin/publications?duplicates=true&moderation_status=pending` lists'),
      compute: (db: Db) => countDuplicates(db, narrow({ moderation_status: 'pending' }, undefined)),
    },
    scheduled: count(
      'Approved, and to appear at a time to come',
      sql`select count(*) as n from publications where visible_le > now()`,
    ),
    rejected: publications('Refused', sql`moderation_status = 'rejected' and not deleted`),
    deleted: publications('Deleted, and can be restored', sql`deleted`),
    mine_today: mineToday('Publications that I have decided about today', DECIDED),
  },
  claims: {
    pending: count('Wait for a decision', sql`select count(*) as n from claims where status = 'pending'`),
    mine_today: mineToday('Claims that I have decided today', ['claim.decided']),
  },
  support: {
    open: count(
      'Not closed',
      sql`select count(*) as n from support_threads where status = 'open' and merged_into is null`,
    ),
    unread: count(
      'Not read',
      sql`select count(*) as n from support_threads where unread and merged_into is null`,
    ),
    awaiting: count(
      'Open, and the last word is the requester’s',
      sql`
        select count(*) as n from support_threads
        where status = 'open' and last_by = 'inbound' and merged_into is null`,
    ),
    failed: {
      shape: Count('Our last answer did not arrive, and nobody has said that this is known'),
      compute: countFailed,
    },
    assigned_to_me: count(
      'Not closed, and mine to look after',
      callerId => sql`
        select count(*) as n from support_threads
        where assignee_id = ${callerId} and status = 'open' and merged_into is null`,
    ),
    mine_today: mineToday('Conversations that I have answered or closed today', [
      'thread.replied',
      'thread.closed',
    ]),
  },
  imports: {
    failing: count(
      'Failed at their last run, or were switched off for it',
      sql`select count(*) as n from import_sources where consecutive_failures > 0 or disabled_reason is not null`,
    ),
  },
  communes: {
    syncs_failing: count(
      'Registers (the national one, or of a commune) of which the last sync failed or was held',
      sql`
        select count(*) as n from (
          select distinct on (commune_id) status from defibrillateur_syncs order by commune_id, id desc) last
        where status in ('failed', 'held')`,
    ),
  },
  reserved: {
    mails_failing: {
      shape: Count('Mails that did not arrive and that nobody has sent again or left at that'),
      compute: (db: Db) => countFailedMails(db),
    },
    jobs_failing: {
      shape: Count('Jobs that have failed for good and wait for somebody'),
      compute: (db: Db) => countFailedJobs(db),
    },
    payments_failing: count(
      'Events of the payment provider that could not be applied',
      sql`select count(*) as n from payment_events where status = 'failed'`,
    ),
  },
} as const
