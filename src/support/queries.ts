import { randomBytes } from 'node:crypto'
import { type Db, type Sql, sql, type Tx, where } from '../kernel/db/db.ts'
import type { Language } from '../kernel/errors.ts'
import { equal } from '../kernel/lists/list-filters.ts'
import { behind, type IndexOrder, inOrder, serialPart, timestampPart } from '../kernel/lists/orders.ts'
import type { Page } from '../kernel/lists/paging.ts'
import { isId } from '../kernel/routes/shapes.ts'
import { wayTo, withWords } from './search.ts'
import type { Message, Thread, ThreadsQuery } from './shapes.ts'

const THREAD = sql`t.id, t.subject, t.status, t.unread, t.flag, t.messages_count, t.last_message_at, t.created_at,
  t.version, jsonb_build_object('nom', t.requester_nom, 'email', t.requester_email, 'user_id', t.requester_user_id)
    as requester`

/** The state of delivery is that of the mail; an error that came back later, or was copied from the mail, stands here. */
const MESSAGE = sql`m.id, m.direction, m.automatic, m.body, m.created_at,
  jsonb_build_object('nom', coalesce(m.author_nom, u.nom), 'email', coalesce(m.author_email, u.email)) as author,
  case when m.direction = 'outbound' then jsonb_build_object(
    'status', case when m.bounced_at is null then mail.status else 'failed' end,
    'attempts', mail.attempts,
    'error', coalesce(m.delivery_error, mail.error),
    'sent_at', to_char(mail.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as delivery`
const JOINED = sql`support_messages m left join users u on u.id = m.author_user_id left join mails mail on mail.id = m.mail_id`

////////////////////////////////////////////////////////////////////////////// threads

export type ThreadFilter = Omit<ThreadsQuery, 'page' | 'per_page' | 'after'>

export const LAST_WRITTEN_FIRST: IndexOrder<{ readonly at: string; readonly id: string }> = {
  by: sql`t.last_message_at desc, t.id desc`,
  behind: ([at, id]) => sql`(t.last_message_at, t.id) < (${at}::timestamptz, ${id}::uuid)`,
  checks: [timestampPart, isId],
  keyOf: ({ at, id }) => [at, id],
}

export async function listThreads(
  db: Db,
  { q, ...filter }: ThreadFilter,
  page: Page<typeof LAST_WRITTEN_FIRST>,
) {
  const wanted = conditions(filter)
  const found = q ? [withWords(q, await wayTo(db, q, wanted))] : []
  return await db.all<Thread & { at: string }>(sql`
    select ${THREAD}, t.last_message_at::text as at from support_threads t
    ${where([...wanted, ...behind(page), ...found])} ${inOrder(page)}`)
}

export async function countThreads(db: Db, { q, ...filter }: ThreadFilter): Promise<number> {
  const wanted = conditions(filter)
  const way = q && (await wayTo(db, q, wanted))
  // All messages count: finding them thread by thread would take longest.
  const found = q && way ? [withWords(q, way === 'walk' ? 'scan' : way)] : []
  const row = await db.one<{ total: number }>(
    sql`select count(*) as total from support_threads t ${where([...wanted, ...found])}`,
  )
  return row?.total ?? 0
}

function conditions({ status, unread, flag }: Omit<ThreadFilter, 'q'>): Sql[] {
  return [
    ...equal(sql`t.status`, status),
    ...(unread === undefined ? [] : [unread ? sql`t.unread` : sql`not t.unread`]),
    ...equal(sql`t.flag`, flag),
  ]
}

export const findThread = (db: Db, id: string) =>
  db.one<Thread>(sql`select ${THREAD} from support_threads t where t.id = ${id}`)

export type LockedThread = Thread & { readonly language: Language; readonly reply_token: string }

/** Locks the thread, so that messages are added one after the other and have an order. */
export const lockThread = (tx: Tx, id: string) =>
  tx.one<LockedThread>(sql`
    select ${THREAD}, t.language, t.reply_token from support_threads t where t.id = ${id} for no key update`)

export interface NewThread {
  readonly subject: string
  readonly nom: string | null
  readonly email: string
  readonly userId: string | null
  readonly language: Language
}

export async function openThread(tx: Tx, thread: NewThread): Promise<string> {
  const row = await tx.one<{ id: string }>(sql`
    insert into support_threads (subject, requester_nom, requester_email, requester_user_id, language, reply_token)
    values (${thread.subject}, ${thread.nom}, ${thread.email}, ${thread.userId}, ${thread.language},
      ${randomBytes(16).toString('hex')})
    returning id`)
  if (!row) throw new Error('A thread that was inserted has no id.')
  return row.id
}

export const setThread = (
  tx: Tx,
  id: string,
  { status, unread, flag }: Pick<Thread, 'status' | 'unread' | 'flag'>,
) =>
  tx.run(
    sql`update support_threads set status = ${status}, unread = ${unread}, flag = ${flag} where id = ${id}`,
  )

////////////////////////////////////////////////////////////////////////////// messages

export const OLDEST_FIRST: IndexOrder<{ readonly place: string }> = {
  by: sql`m.place`,
  behind: ([place]) => sql`m.place > ${place}::bigint`,
  checks: [serialPart],
  keyOf: ({ place }) => [place],
}

export const listMessages = (db: Db, threadId: string, page: Page<typeof OLDEST_FIRST>) =>
  db.all<Message & { place: string }>(sql`
    select ${MESSAGE}, m.place::text as place from ${JOINED}
    ${where([sql`m.thread_id = ${threadId}`, ...behind(page)])} ${inOrder(page)}`)

export const findMessage = (db: Db, id: string) =>
  db.one<Message>(sql`select ${MESSAGE} from ${JOINED} where m.id = ${id}`)

export interface NewInbound {
  readonly nom: string | null
  readonly email: string | null
  readonly body: string
  readonly messageId: string | null
  readonly automatic: boolean
}

export async function addInbound(tx: Tx, threadId: string, message: NewInbound): Promise<void> {
  await tx.run(sql`
    insert into support_messages (thread_id, direction, author_nom, author_email, body, message_id, automatic)
    values (${threadId}, 'inbound', ${message.nom}, ${message.email}, ${message.body}, ${message.messageId},
      ${message.automatic})`)
  await countMessage(tx, threadId)
}

export interface NewOutbound {
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
  await countMessage(tx, threadId)
  return row.id
}

const countMessage = (tx: Tx, threadId: string) =>
  tx.run(sql`
    update support_threads set messages_count = messages_count + 1, last_message_at = clock_timestamp()
    where id = ${threadId}`)

export const findOutbound = (tx: Tx, threadId: string, id: string) =>
  tx.one<{ mail_id: string }>(sql`
    select mail_id from support_messages
    where id = ${id} and thread_id = ${threadId} and direction = 'outbound' and mail_id is not null`)

/** It was never sent: what is written later must not answer it. */
export const forgetMessageId = (tx: Tx, id: string) =>
  tx.run(sql`update support_messages set message_id = null where id = ${id}`)

/** The Message-IDs of the thread, oldest first, without those of messages that programs wrote. */
export const messageIdsOf = async (tx: Tx, threadId: string): Promise<string[]> =>
  (
    await tx.all<{ message_id: string }>(sql`
      select message_id from support_messages
      where thread_id = ${threadId} and message_id is not null and not automatic order by place`)
  ).map(row => row.message_id)
