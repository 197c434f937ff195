import type { AlertCause } from '../../../shared/words/mail.ts'
import { type Db, sql, type Tx, where } from '../../kernel/db/db.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { areasOf, type Caller, territoryOf } from '../../people/access/permissions.ts'
import { callerById } from '../../people/access/rights.ts'
import { meetsTerritory } from '../../people/access/territory.ts'
import { deskPage, moderationDesk, stopDigestPage } from '../mail/links.ts'
import { queueMail } from '../mail/outbox.ts'
import { type DueAlerts, lockDueAlerts, saveAlertsUntil } from './queries.ts'

type Context = Pick<JobContext, 'db' | 'config' | 'enqueue'>

/**
 * Tells moderators by mail of publications that several people reported, and of alerts that wait. Each mail is queued in
 * the transaction that notes it: a crash or a second worker sends none twice.
 */
export async function sendAlerts(_data: unknown, context: Context, signal: AbortSignal): Promise<void> {
  await context.db.transaction(addAlerts)
  while (!signal.aborted && (await context.db.transaction(tx => sendOne(tx, context))));
}

/**
 * The lock makes places ascend in the order of commits, since users are told of all after the last place they know. Alerts
 * that have waited for more than a day are no news; without that, all that waits would be read each minute.
 */
async function addAlerts(tx: Tx): Promise<void> {
  await tx.run(sql`lock table alerts in share row exclusive mode`)
  await tx.run(sql`
    insert into alerts (publication_id, cause)
    select id, cause from (
      select p.id, 'reports' as cause, p.created_at as since from publications p, team_settings s
      where p.reports_count >= s.alert_reports and p.reports_count > 0 and p.deleted_at is null
        and not exists (select from alerts a where a.publication_id = p.id and a.cause = 'reports')
        and (select count(distinct coalesce(r.reporter, r.id::text)) from publication_reports r
          where r.publication_id = p.id and r.closed_at is null) >= s.alert_reports
      union all
      select p.id, 'alerte', greatest(p.edited_at, p.moderated_at) from publications p
      where p.type_id = (select id from publication_types where slug = 'alerte')
        and p.moderation_status = 'pending' and p.deleted_at is null
        and greatest(p.edited_at, p.moderated_at) > now() - interval '1 day'
        and not exists (select from alerts a where a.publication_id = p.id and a.cause = 'alerte')) found
    order by since, id`)
}

async function sendOne(tx: Tx, { config, enqueue }: Context): Promise<boolean> {
  const due = await lockDueAlerts(tx)
  if (!due) return false
  const caller = due.wanted && due.email !== null ? await callerById(tx, due.user_id) : undefined
  const alerts = caller?.status === 'active' ? await alertsFor(tx, caller, due) : []
  await saveAlertsUntil(tx, due, alerts.length > 0)
  if (alerts.length === 0 || due.email === null) return true
  const items = alerts.slice(0, NAMED).map(({ id, ...alert }) => ({
    ...alert,
    link: deskPage(config, 'publications', id),
  }))
  const stop = stopDigestPage(config, due.token)
  await queueMail(
    { tx, config, enqueue: (job, data, after) => enqueue(tx, job, data, after) },
    {
      template: 'alert',
      data: { items, more: alerts.length - items.length, link: moderationDesk(config), stop },
      to: { email: due.email },
      language: 'fr',
      unsubscribeUrl: stop,
    },
  )
  return true
}

/** A mail names so many, and counts the others. */
const NAMED = 5

interface Alert {
  readonly id: string
  readonly title: string
  readonly cause: AlertCause
  readonly reports: number
}

/** What a moderator was not told of, lies in their territory, and still waits. */
async function alertsFor(db: Db, caller: Caller, { since, newest }: DueAlerts): Promise<Alert[]> {
  if (!areasOf(caller.roles).includes('moderation')) return []
  return await db.all<Alert>(sql`
    select p.id, p.title, a.cause, p.reports_count as reports
    from alerts a join publications p on p.id = a.publication_id
    ${where([
      sql`a.place > ${since} and a.place <= ${newest} and p.deleted_at is null`,
      sql`case a.cause when 'reports' then p.reports_count > 0 else p.moderation_status = 'pending' end`,
      ...meetsTerritory(sql`p.commune_ids`, territoryOf(caller, 'moderation')),
    ])}
    order by a.place`)
}
