import { type Db, type Sql, sql } from '../../kernel/db/db.ts'
import type { Message } from './shapes.ts'

/** The messages of a conversation with their author and delivery, without addresses, to be shown with a claim. */

interface ConversationMessage extends Pick<Message, 'id' | 'direction' | 'body' | 'created_at'> {
  readonly thread_id: string
  readonly nom: string | null
  readonly delivery: NonNullable<Message['delivery']>['status'] | null
}

const COLUMNS = sql`m.id, m.thread_id, m.direction, left(m.body, 5000) as body, m.created_at,
  coalesce(m.author_nom, u.nom) as nom,
  case when m.direction = 'outbound' then case when m.bounced_at is null then mail.status else 'failed' end end as delivery`
const MESSAGES = sql`support_messages m left join users u on u.id = m.author_user_id left join mails mail on mail.id = m.mail_id`

/** The thread that a merged one continues in. */
export const currentThreadOf = (threadId: Sql): Sql =>
  sql`(select coalesce(t.merged_into, t.id) from support_threads t where t.id = ${threadId})`

/** The last messages that people wrote, oldest first. */
export const lastMessages = async (db: Db, threadId: string, most: number): Promise<ConversationMessage[]> =>
  (
    await db.all<ConversationMessage>(sql`
      select ${COLUMNS} from ${MESSAGES}
      where m.thread_id = ${currentThreadOf(sql`${threadId}::uuid`)} and not m.automatic order by m.place desc limit ${most}`)
  ).toReversed()

/** Messages from these lower-case addresses since then, in any conversation, newest first. */
export const messagesFrom = (db: Db, addresses: Sql, { since, most }: { since: string; most: number }) =>
  db.all<ConversationMessage>(sql`
    select ${COLUMNS} from ${MESSAGES}
    where lower(m.author_email) = any(array(${addresses})) and m.direction = 'inbound' and not m.automatic
      and m.created_at >= ${since} order by m.created_at desc, m.id desc limit ${most}`)
