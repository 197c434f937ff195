import type { DigestFrequency } from '../../shared/words/mail.ts'
import { type Db, type Sql, sql, type Tx } from '../kernel/db/db.ts'
import type { Digest } from './shapes.ts'

export const digestOf = async (db: Db, userId: string): Promise<Digest> =>
  (await db.one<Digest>(sql`select frequency from digests where user_id = ${userId}`)) ?? {
    frequency: 'none',
  }

/** At seven in the morning in Paris, of the next day or the next Monday. */
const nextAt = (frequency: Sql): Sql => sql`(case ${frequency}
  when 'daily' then date_trunc('day', now() at time zone 'Europe/Paris') + interval '1 day 7 hours'
  when 'weekly' then date_trunc('week', now() at time zone 'Europe/Paris') + interval '7 days 7 hours'
  end at time zone 'Europe/Paris')`

export const saveDigest = (tx: Tx, userId: string, { frequency }: Digest) =>
  tx.run(sql`
    insert into digests (user_id, frequency, next_at)
    values (${userId}, ${frequency}, ${nextAt(sql`${frequency}::text`)})
    on conflict (user_id) do update set frequency = excluded.frequency, next_at = excluded.next_at
    where digests.frequency <> excluded.frequency`)

export const isDigestToken = async (db: Db, token: string): Promise<boolean> =>
  (await db.one(sql`select from digests where token = ${token}`)) !== undefined

export const stopDigests = (tx: Tx, token: string) =>
  tx.run(
    sql`update digests set frequency = 'none', next_at = null where token = ${token} and frequency <> 'none'`,
  )

export interface DueDigest {
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
