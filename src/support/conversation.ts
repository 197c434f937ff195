import { type Db, type Sql, sql } from '../kernel/db/db.ts'
import type { Message } from './shapes.ts'

/** The messages of a conversation with their author and delivery, without addresses, to be shown with a claim. */

export interface Said extends Pick<Message, 'id' | 'direction' | 'body' | 'created_at'> {
  readonly thread_id: string
  readonly nom: string | null
  readonly delivery: NonNullable<Message['delivery']>['status'] | null
}

const SAID = sql`m.id, m.thread_id, m.direction, left(m.body, 5000) as body, m.created_at,
  coalesce(m.author_nom, u.nom) as nom,
  case when m.direction = 'outbound' then case when m.bounced_at is null then mail.status else 'failed' end end as delivery`
const FROM = sql`support_messages m left join users u on u.id = m.author_user_id left join mails mail on mail.id = m.mail_id`

/** The thread that a merged one continues in. */
export const goesOnIn = (threadId: Sql): Sql =>
  sql`(select coalesce(t.merged_into, t.id) from support_threads t where t.id = ${threadId})`

/** The last messages that people wrote, oldest first. */
export const saidIn = async (db: Db, threadId: string, most: number): Promise<Said[]> =>
  (
    await db.all<Said>(sql`
      select ${SAID} from ${FROM}
      where m.thread_id = ${goesOnIn(sql`${threadId}::uuid`)} and not m.automatic order by m.place desc limit ${most}`)
  ).toReversed()

/** Messages from these lower-case addresses since then, in any conversation, newest first. */
export const writtenFrom = (db: Db, addresses: Sql, { since, most }: { since: string; most: number }) =>
  db.all<Said>(sql`
    select ${SAID} from ${FROM}
    where lower(m.author_email) = any(array(${addresses})) and m.direction = 'inbound' and not m.automatic
      and m.created_at >= ${since} order by m.created_at desc, m.id desc limit ${most}`)
