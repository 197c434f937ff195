import { sql, type Tx } from '../../../kernel/db/db.ts'
import type { Bounce } from './bounces.ts'
import type { Incoming, Person } from './incoming.ts'

/**
 * The thread of a mail: by the Message-IDs it answers, nearest first, then by the token in the recipient's address.
 * Never by subject, and by Message-ID only from the thread's requester or with the token: these ids are in every copy
 * and forward, and must not let others write into the thread. The requester and token of a merged thread count too.
 */
export async function threadFor(tx: Tx, mail: Incoming, from: Person): Promise<string | undefined> {
  const answers = [...mail.answers]
  const tokens = [...mail.tokens]
  const row = await tx.one<{ id: string }>(sql`
    select t.id from support_messages m join support_threads t on t.id = m.thread_id
    where m.message_id = any(${answers}::text[])
      and exists (
        select from support_threads o where (o.id = t.id or o.merged_into = t.id)
          and (lower(o.requester_email) = lower(${from.email}) or o.reply_token = any(${tokens}::text[])))
    order by array_position(${answers}::text[], m.message_id), m.place desc limit 1`)
  if (row) return row.id
  const byToken = await tx.one<{ id: string }>(sql`
    select coalesce(merged_into, id) as id from support_threads where reply_token = any(${tokens}::text[])
    order by array_position(${tokens}::text[], reply_token) limit 1`)
  return byToken?.id
}

/**
 * Marks an answer as not delivered and its thread as unread. Our Message-IDs cannot be guessed, so a report that names
 * one comes from a server that had the mail. False: no answer of the support.
 */
export async function markBounced(tx: Tx, bounce: Bounce, tokens: readonly string[]): Promise<boolean> {
  const message = await tx.one<{ id: string; thread_id: string }>(sql`
    select m.id, m.thread_id from support_messages m
    where m.direction = 'outbound'
      and (m.message_id = any(${[...bounce.about]}::text[]) or m.thread_id in (
        select coalesce(merged_into, id) from support_threads where reply_token = any(${[...tokens]}::text[])))
    order by m.message_id = any(${[...bounce.about]}::text[]) desc, m.place desc limit 1`)
  if (!message) return false
  if (!bounce.failed) return true
  await tx.run(sql`select from support_threads where id = ${message.thread_id} for no key update`)
  await tx.run(sql`
    update support_messages set bounced_at = coalesce(bounced_at, now()), delivery_error = ${bounce.words},
      failure_known = failure_known and bounced_at is not null
    where id = ${message.id}`)
  await tx.run(sql`update support_threads set unread = true where id = ${message.thread_id}`)
  return true
}
