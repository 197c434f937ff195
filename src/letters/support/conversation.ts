import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import { inTerritory, type Territory } from '../../people/access/territory.ts'
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

interface Asked {
  readonly since: string
  readonly most: number
  /** Conversations about communes outside are left out. Those about no commune stay. */
  readonly territory: Territory
}

/** Messages from these lower-case addresses since then, in any conversation of the territory, newest first. */
export const messagesFrom = (db: Db, addresses: Sql, { since, most, territory }: Asked) =>
  db.all<ConversationMessage>(sql`
    select ${COLUMNS} from ${MESSAGES}
    ${where([
      sql`lower(m.author_email) = any(array(${addresses})) and m.direction = 'inbound' and not m.automatic
        and m.created_at >= ${since}`,
      ...inTerritory(sql`t.commune_id`, territory).map(
        inside =>
          sql`exists (select from support_threads t where t.id = m.thread_id and (t.commune_id is null or ${inside}))`,
      ),
    ])} order by m.created_at desc, m.id desc limit ${most}`)
