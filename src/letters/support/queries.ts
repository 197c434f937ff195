import { randomBytes } from 'node:crypto'
import { isId } from '../../../shared/shapes.ts'
import { countRows, type Db, type Sql, sql, type Tx, where } from '../../kernel/db/db.ts'
import { equal } from '../../kernel/lists/list-filters.ts'
import { type IndexOrder, pageRows, timestampPart } from '../../kernel/lists/orders.ts'
import type { Page } from '../../kernel/lists/paging.ts'
import { found, type Language, Problem } from '../../kernel/refusals/errors.ts'
import { personInBrief } from '../../people/access/in-brief.ts'
import { inTerritory, type Territory } from '../../people/access/territory.ts'
import { isNobodys } from '../../people/teamwork/colleagues.ts'
import { lateBefore } from '../../people/teamwork/settings.ts'
import { JOINED_MESSAGES, MAIL_STATUS } from './messages.ts'
import { areFew, wayTo, withWords } from './search.ts'
import { LONGEST_EXCERPT, type Thread, type ThreadsQuery } from './shapes.ts'

/** The last answer that was not cancelled counts. */
const UNDELIVERED = sql`coalesce((
  select ${MAIL_STATUS} = 'failed' and not m.failure_known from support_messages m join mails mail on mail.id = m.mail_id
  where m.thread_id = t.id and mail.status <> 'cancelled' order by m.place desc limit 1), false)`
const AWAITING = sql`(t.status = 'open' and t.last_by is not distinct from 'inbound')`

/** Whether thread `t` waits for an answer for longer than the team’s target. */
export const LATE = sql`t.status = 'open' and t.last_by = 'inbound' and t.last_message_at < ${lateBefore}`

const THREAD = sql`t.id, t.subject, t.status, t.unread, t.flag, t.messages_count, t.last_message_at, t.created_at,
  t.version, t.merged_into, ${AWAITING} as awaiting, ${UNDELIVERED} as undelivered,
  jsonb_build_object('nom', t.requester_nom, 'email', t.requester_email, 'user_id', t.requester_user_id) as requester,
  ${personInBrief(sql`t.assignee_id`)} as assignee,
  (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'subject', o.subject) order by o.id), '[]')
   from support_threads o where o.merged_into = t.id) as merged,
  (select jsonb_build_object('direction', m.direction, 'automatic', m.automatic,
     'by', coalesce(m.author_nom, u.nom, m.author_email),
     'excerpt', btrim(left(ltrim(regexp_replace(left(m.body, ${LONGEST_EXCERPT * 2}::int), '\\s+', ' ', 'g')), ${LONGEST_EXCERPT}::int)),
     'delivery', ${MAIL_STATUS})
   from ${JOINED_MESSAGES} where m.thread_id = t.id order by m.place desc limit 1) as last_message`

interface ThreadFilter extends Omit<ThreadsQuery, 'page' | 'per_page' | 'after' | 'assigned_to'> {
  /** Null: unassigned. */
  readonly assignee?: string | null | undefined
  readonly territory: Territory
}

export const LAST_WRITTEN_FIRST: IndexOrder<{ readonly at: string; readonly id: string }> = {
  by: sql`t.last_message_at desc, t.id desc`,
  rowsAfter: ([at, id]) => sql`(t.last_message_at, t.id) < (${at}::timestamptz, ${id}::uuid)`,
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
    select ${THREAD}, t.last_message_at::text as at
    from ${pageRows(sql`support_threads`, sql`t`, [...wanted, ...found], page)} order by ${page.order.by}`)
}

export async function countThreads(db: Db, { q, ...filter }: ThreadFilter): Promise<number> {
  const wanted = conditions(filter)
  const way = q && (await wayTo(db, q, wanted))
  // For many threads all messages are read once, instead of searched thread by thread.
  const walks = way === 'walk' && (await areFew(db, wanted))
  const found = q && way ? [withWords(q, way === 'walk' && !walks ? 'scan' : way)] : []
  return await countRows(db, sql`support_threads t ${where([...wanted, ...found])}`)
}

/** A merged thread is found under the one it was merged into. */
function conditions(filter: Omit<ThreadFilter, 'q'>): Sql[] {
  const {
    status,
    unread,
    flag,
    awaiting,
    late,
    failed,
    assignee,
    territory,
    same_requester_as: like,
  } = filter
  return [
    sql`t.merged_into is null`,
    ...inTerritory(sql`t.commune_id`, territory),
    ...equal(sql`t.status`, status),
    ...(unread === undefined ? [] : [unread ? sql`t.unread` : sql`not t.unread`]),
    ...equal(sql`t.flag`, flag),
    ...(awaiting ? [sql`t.status = 'open' and t.last_by = 'inbound'`] : []),
    ...(awaiting === false ? [sql`not ${AWAITING}`] : []),
    ...(late === undefined ? [] : [late ? LATE : sql`(${LATE}) is not true`]),
    ...(failed ? [sql`t.id = any(array(${ONCE_FAILED})) and ${UNDELIVERED}`] : []),
    ...(failed === false ? [sql`not (t.id in (${ONCE_FAILED}) and ${UNDELIVERED})`] : []),
    ...(assignee === null
      ? [isNobodys(sql`t.assignee_id`, 'support', communes => sql`t.commune_id = any(${communes})`)]
      : equal(sql`t.assignee_id`, assignee)),
    ...(like === undefined ? [] : [sameRequesterAs(like)]),
  ]
}

/**
 * Through the two indexes of failed deliveries, a few hundred of 200 000. `offset 0`: looked up one by one, however
 * many other mails have failed (2 ms instead of 42).
 */
const ONCE_FAILED = sql`
  select m.thread_id from mails f
  cross join lateral (select thread_id from support_messages where mail_id = f.id offset 0) m
  where f.status = 'failed' and f.template = 'support-reply'
  union select m.thread_id from support_messages m where m.bounced_at is not null`

const sameRequesterAs = (id: string) => sql`t.id <> ${id} and t.id in (
  select o.id from support_threads one join support_threads o on lower(o.requester_email) = lower(one.requester_email)
  where one.id = ${id}
  union select o.id from support_threads one join support_threads o on o.requester_user_id = one.requester_user_id
  where one.id = ${id})`

export const countFailed = (db: Db, territory: Territory): Promise<number> =>
  countThreads(db, { failed: true, territory })

export const findThread = (db: Db, id: string) =>
  db.one<Thread>(sql`select ${THREAD} from support_threads t where t.id = ${id}`)

export type LockedThread = Thread & {
  readonly language: Language
  readonly reply_token: string
  /** The requester's address is verified: it is that of the account, or the one they wrote from by mail. */
  readonly proven: boolean
}
const PROVEN = sql`(exists (
    select from users u where u.id = t.requester_user_id and u.email = lower(t.requester_email))
  or exists (
    select from support_messages m where m.thread_id = t.id and m.direction = 'inbound'
      and m.message_id is not null and lower(m.author_email) = lower(t.requester_email)))`

/** Refuses a merged thread, which continues in another one. */
export async function lockOwnThread(tx: Tx, id: string): Promise<LockedThread> {
  const thread = found(await lockThread(tx, id))
  if (thread.merged_into) throw new Problem('thread_merged')
  return thread
}

/** Locks the thread, so that its messages have an order. */
export const lockThread = (tx: Tx, id: string) =>
  tx.one<LockedThread>(sql`
    select ${THREAD}, t.language, t.reply_token, ${PROVEN} as proven from support_threads t where t.id = ${id} for no key update`)

interface NewThread {
  readonly subject: string
  readonly nom: string | null
  readonly email: string
  readonly userId: string | null
  readonly language: Language
  /** What it is about. Null: the commune of the requester's acteurs, if they have one in common. */
  readonly communeId: string | null
}

/** An acteur without a commune of its own is in all those of its zone. */
const OWN_COMMUNE = (userId: string | null, email: string) => sql`(
  select case when count(distinct place.id) = 1 then min(place.id::text)::uuid end
  from users u join actor_users m on m.user_id = u.id join acteurs a on a.id = m.acteur_id
    left join acteur_communes z on z.acteur_id = a.id and a.commune_id is null
    cross join lateral (select coalesce(a.commune_id, z.commune_id) as id) place
  where ${userId === null ? sql`u.email = lower(${email})` : sql`u.id = ${userId}`})`

export async function openThread(tx: Tx, thread: NewThread): Promise<string> {
  const row = await tx.one<{ id: string }>(sql`
    insert into support_threads (subject, requester_nom, requester_email, requester_user_id, language, reply_token,
      commune_id)
    values (${thread.subject}, ${thread.nom}, ${thread.email}, ${thread.userId}, ${thread.language},
      ${randomBytes(16).toString('hex')}, coalesce(${thread.communeId}, ${OWN_COMMUNE(thread.userId, thread.email)}))
    returning id`)
  if (!row) throw new Error('A thread that was inserted has no id.')
  return row.id
}

type Settings = Pick<Thread, 'status' | 'unread' | 'flag' | 'assignee'>
export const setThread = (tx: Tx, id: string, { status, unread, flag, assignee }: Settings) =>
  tx.run(sql`
    update support_threads set status = ${status}, unread = ${unread}, flag = ${flag},
      assignee_id = ${assignee?.id ?? null}
    where id = ${id}`)
