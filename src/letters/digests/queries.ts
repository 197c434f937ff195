import type { DigestFrequency } from '../../../shared/words/mail.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { isAuthorNewsToken, stopAuthorNews, wantsAuthorNews } from './author-news.ts'
import type { Digest, DigestChoice } from './shapes.ts'

const NEWEST_ALERT = sql`(select coalesce(max(place), 0) from alerts)`

/** Without a choice of their own, people get alerts as long as they get a digest. */
const WANTS_ALERTS = sql`coalesce(d.alerts, d.frequency <> 'none')`

export const digestOf = async (db: Db, userId: string): Promise<Digest> => ({
  ...((await db.one<Omit<Digest, 'published'>>(
    sql`select d.frequency, ${WANTS_ALERTS} as alerts from digests d where d.user_id = ${userId}`,
  )) ?? { frequency: 'none', alerts: false }),
  published: await wantsAuthorNews(db, userId),
})

/** At seven in the morning in Paris, of the next day or the next Monday. */
const nextAt = (frequency: Sql): Sql => sql`(case ${frequency}
  when 'daily' then date_trunc('day', now() at time zone 'Europe/Paris') + interval '1 day 7 hours'
  when 'weekly' then date_trunc('week', now() at time zone 'Europe/Paris') + interval '7 days 7 hours'
  end at time zone 'Europe/Paris')`

/** The first choice starts after the alerts of today. */
export const saveDigest = (tx: Tx, userId: string, { frequency, alerts }: DigestChoice) =>
  tx.run(sql`
    insert into digests (user_id, frequency, next_at, alerts, alerts_until)
    values (${userId}, ${frequency}, ${nextAt(sql`${frequency}::text`)}, ${alerts ?? null}, ${NEWEST_ALERT})
    on conflict (user_id) do update set frequency = excluded.frequency,
      next_at = case digests.frequency when excluded.frequency then digests.next_at else excluded.next_at end,
      alerts = coalesce(excluded.alerts, digests.alerts)`)

/** Digests, alerts and news have a token each. */
export const isDigestToken = async (db: Db, token: string): Promise<boolean> =>
  (await db.one(sql`select from digests where token = ${token} or alerts_token = ${token}`)) !== undefined ||
  (await isAuthorNewsToken(db, token))

export async function stopDigests(tx: Tx, token: string) {
  await tx.run(
    sql`update digests set frequency = 'none', next_at = null where token = ${token} and frequency <> 'none'`,
  )
  await tx.run(sql`update digests set alerts = false where alerts_token = ${token}`)
  await stopAuthorNews(tx, token)
}

interface DueDigest {
  readonly user_id: string
  readonly email: string | null
  readonly token: string
  readonly frequency: DigestFrequency
}

/** One digest that is due, locked until the transaction ends and put to its next time. Missed ones are not made up for. */
export const takeDueDigest = (tx: Tx): Promise<DueDigest | undefined> =>
  tx.one<DueDigest>(sql`
    update digests d set next_at = ${nextAt(sql`d.frequency`)}
    from users u
    where u.id = d.user_id and d.user_id = (
      select user_id from digests where next_at <= now() order by next_at, user_id limit 1 for update skip locked)
    returning d.user_id, u.email, d.token, d.frequency`)

export interface DueAlerts {
  readonly user_id: string
  readonly email: string | null
  readonly token: string
  readonly wanted: boolean
  /** The places of the alerts: after `since`, to `newest`. */
  readonly since: number
  readonly newest: number
}

/** More alerts of an hour wait, and the next mail sums them up. */
export const MOST_MAILS_AN_HOUR = 6

/** A user who was not told of the newest alerts, locked until the transaction ends. */
export const lockDueAlerts = (tx: Tx): Promise<DueAlerts | undefined> =>
  tx.one<DueAlerts>(sql`
    select d.user_id, u.email, d.alerts_token as token, ${WANTS_ALERTS} as wanted,
      d.alerts_until as since, ${NEWEST_ALERT} as newest
    from digests d join users u on u.id = d.user_id
    where d.alerts_until < ${NEWEST_ALERT}
      and (select count(*) from unnest(d.alerts_sent) at where at > now() - interval '1 hour') < ${MOST_MAILS_AN_HOUR}
    order by d.user_id limit 1 for update of d skip locked`)

export const saveAlertsUntil = (tx: Tx, { user_id, newest }: DueAlerts, sent: boolean) =>
  tx.run(sql`
    update digests set alerts_until = ${newest},
      alerts_sent = array(select at from unnest(alerts_sent) at where at > now() - interval '1 hour')
        || case when ${sent} then array[now()] else '{}' end
    where user_id = ${user_id}`)
