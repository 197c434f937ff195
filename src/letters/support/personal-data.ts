import { sql } from '../../kernel/db/db.ts'
import type { PersonalData } from '../../kernel/records/personal-data.ts'
import { forgetAnswersAbout } from '../../kernel/routes/idempotency.ts'
import { takeOutOfThreads } from '../mail/outbox.ts'
import { takeOut } from './merge.ts'

/** Threads of the person with the answers, and their messages in other threads. */
export const supportData: PersonalData = {
  async export(db, { userId, addresses }) {
    const theirs = sql`(t.requester_user_id = ${userId ?? null} or lower(t.requester_email) = any(${[...addresses]}))`
    return {
      support_threads: await db.all(sql`
        select id, subject, status, requester_nom, requester_email, created_at, last_message_at
        from support_threads t where ${theirs} order by id`),
      support_messages: await db.all(sql`
        select m.id, m.thread_id, m.direction, m.author_nom, m.author_email, m.body, m.created_at
        from support_messages m join support_threads t on t.id = m.thread_id
        where ${theirs} or lower(m.author_email) = any(${[...addresses]}) order by m.place`),
      support_notes: await db.all(sql`
        select n.id, n.thread_id, n.body, n.created_at
        from support_notes n join support_threads t on t.id = n.thread_id where ${theirs} order by n.id`),
    }
  },

  async erase(tx, { userId, addresses }) {
    // Separates merged threads first: only the person's own ones are erased.
    await takeOut(
      tx,
      sql`
      select o.id from support_threads o join support_threads t on t.id in (o.id, o.merged_into)
      where o.merged_into is not null and (t.requester_user_id = ${userId ?? null}
        or lower(t.requester_email) = any(${[...addresses]}))`,
    )
    const theirs = sql`select m.id, m.mail_id from support_messages m join support_threads t on t.id = m.thread_id
      where t.requester_user_id = ${userId ?? null} or lower(t.requester_email) = any(${[...addresses]})`
    // The mails of the answers, also those whose recipient was removed since, and idempotent replies to operators.
    await takeOutOfThreads(tx, sql`select mail_id from (${theirs}) answers`)
    await forgetAnswersAbout(
      tx,
      sql`select id from (${theirs}) messages union all
        select n.id from support_notes n join support_threads t on t.id = n.thread_id
        where t.requester_user_id = ${userId ?? null} or lower(t.requester_email) = any(${[...addresses]})`,
    )
    const support_threads = await tx.run(sql`
      delete from support_threads
      where requester_user_id = ${userId ?? null} or lower(requester_email) = any(${[...addresses]})`)
    // The message stays without its text, since the answers refer to it.
    const support_messages = await tx.run(sql`
      update support_messages set author_nom = null, author_email = null, message_id = null, body = '(effacé)',
        attachments = '{}'
      where lower(author_email) = any(${[...addresses]})`)
    return { support_threads, support_messages }
  },

  naming: [
    { table: 'support_notes', columns: { body: 'text' } },
    {
      table: 'support_messages',
      columns: { delivery_error: 'text' },
      among: sql`delivery_error is not null`,
    },
    { table: 'reply_templates', columns: { nom: 'name', body: 'text' } },
  ],
}
