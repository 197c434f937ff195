import { type Db, type Sql, sql, type Tx, where } from '../../kernel/db/db.ts'
import { cursorCondition, type IndexOrder, orderAndLimit, serialPart } from '../../kernel/lists/orders.ts'
import type { Page } from '../../kernel/lists/paging.ts'
import type { Message } from './shapes.ts'

/** The messages of conversations, and the counters that they change in their thread. */

/** The state of the mail, unless it bounced later. */
export const MAIL_STATUS = sql`case when m.bounced_at is null then mail.status else 'failed' end`
export const JOINED_MESSAGES = sql`support_messages m left join users u on u.id = m.author_user_id left join mails mail on mail.id = m.mail_id`

/** A bounce, or an error copied from the mail, is stored with the message. */
const MESSAGE = sql`m.id, m.direction, m.automatic, m.body, m.attachments, m.merged_from, m.created_at,
  jsonb_build_object('nom', coalesce(m.author_nom, u.nom), 'email', coalesce(m.author_email, u.email)) as author,
  case when m.direction = 'outbound' then jsonb_build_object(
    'status', ${MAIL_STATUS},
    'attempts', mail.attempts,
    'error', coalesce(m.delivery_error, mail.error),
    'known', m.failure_known,
    'sent_at', to_char(mail.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as delivery`

export const OLDEST_FIRST: IndexOrder<{ readonly place: string }> = {
  by: sql`m.place`,
  rowsAfter: ([place]) => sql`m.place > ${place}::bigint`,
  checks: [serialPart],
  keyOf: ({ place }) => [place],
}

export const listMessages = (db: Db, threadId: string, page: Page<typeof OLDEST_FIRST>) =>
  db.all<Message & { place: string }>(sql`
    select ${MESSAGE}, m.place::text as place from ${JOINED_MESSAGES}
    ${where([sql`m.thread_id = ${threadId}`, ...cursorCondition(page)])} ${orderAndLimit(page)}`)

export const findMessage = (db: Db, id: string) =>
  db.one<Message>(sql`select ${MESSAGE} from ${JOINED_MESSAGES} where m.id = ${id}`)

interface NewInbound {
  readonly nom: string | null
  readonly email: string | null
  readonly body: string
  readonly messageId: string | null
  readonly automatic: boolean
  readonly attachments: readonly string[]
}

export async function addInbound(tx: Tx, threadId: string, message: NewInbound): Promise<void> {
  await tx.run(sql`
    insert into support_messages (thread_id, direction, author_nom, author_email, body, message_id, automatic,
      attachments)
    values (${threadId}, 'inbound', ${message.nom}, ${message.email}, ${message.body}, ${message.messageId},
      ${message.automatic}, ${[...message.attachments]})`)
  await countMessage(tx, threadId, message.automatic ? null : 'inbound')
}

interface NewOutbound {
  readonly userId: string
  readonly body: string
  readonly messageId: string
  readonly mailId: string
}

export async function addOutbound(tx: Tx, threadId: string, message: NewOutbound): Promise<string> {
  const row = await tx.one<{ id: string }>(sql`
    insert into support_messages (thread_id, direction, author_user_id, body, message_id, mail_id)
    values (${threadId}, 'outbound', ${message.userId}, ${message.body}, ${message.messageId}, ${message.mailId})
    returning id`)
  if (!row) throw new Error('A message that was inserted has no id.')
  await countMessage(tx, threadId, 'outbound')
  return row.id
}

const countMessage = (tx: Tx, threadId: string, by: Message['direction'] | null) =>
  tx.run(sql`
    update support_threads set messages_count = messages_count + 1, last_message_at = clock_timestamp(),
      last_by = coalesce(${by}, last_by)
    where id = ${threadId}`)

/** Recomputes the counters of threads whose messages moved; `ids` selects the threads. */
export const recount = (tx: Tx, ids: Sql) =>
  tx.run(sql`
    update support_threads t set messages_count = (select count(*) from support_messages m where m.thread_id = t.id),
      last_message_at = coalesce(
        (select m.created_at from support_messages m where m.thread_id = t.id order by m.place desc limit 1),
        t.last_message_at),
      last_by = (
        select m.direction from support_messages m left join mails mail on mail.id = m.mail_id
        where m.thread_id = t.id and not m.automatic and mail.status is distinct from 'cancelled'
        order by m.place desc limit 1)
    where t.id in (${ids})`)

/** Without an id the last one that was not cancelled. */
export const findOutbound = (tx: Tx, threadId: string, id?: string) =>
  tx.one<{ id: string; mail_id: string }>(sql`
    select id, mail_id from support_messages
    where thread_id = ${threadId} and direction = 'outbound' and mail_id is not null
      and ${id === undefined ? sql`message_id is not null` : sql`id = ${id}`} order by place desc limit 1`)

/** After a retry; the earlier mail stays in the outbox with its outcome. */
export const replaceMail = (
  tx: Tx,
  id: string,
  { messageId, mailId }: Pick<NewOutbound, 'messageId' | 'mailId'>,
) =>
  tx.run(sql`
    update support_messages set message_id = ${messageId}, mail_id = ${mailId}, bounced_at = null,
      delivery_error = null, failure_known = false
    where id = ${id}`)

/** The message was never sent, so later ones must not refer to it. */
export const forgetMessageId = (tx: Tx, id: string) =>
  tx.run(sql`update support_messages set message_id = null where id = ${id}`)

/** The Message-IDs of the thread, oldest first, without those of automatic messages. */
export const messageIdsOf = async (tx: Tx, threadId: string): Promise<string[]> =>
  (
    await tx.all<{ message_id: string }>(sql`
      select message_id from support_messages
      where thread_id = ${threadId} and message_id is not null and not automatic order by place`)
  ).map(row => row.message_id)
