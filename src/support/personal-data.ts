import { sql } from '../kernel/db/db.ts'
import type { PersonalData } from '../kernel/personal-data.ts'
import { forgetAnswersAbout } from '../kernel/routes/idempotency.ts'
import { takeOutOfThreads } from '../mail/outbox.ts'

/** Their conversations with the answers, and what they wrote into the conversations of others. */
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
    }
  },

  async erase(tx, { userId, addresses }) {
    const theirs = sql`select m.id, m.mail_id from support_messages m join support_threads t on t.id = m.thread_id
      where t.requester_user_id = ${userId ?? null} or lower(t.requester_email) = any(${[...addresses]})`
    // The mails of answers to them, also those whose recipient was removed since; and remembered replies to operators.
    await takeOutOfThreads(tx, sql`select mail_id from (${theirs}) answers`)
    await forgetAnswersAbout(tx, theirs)
    const support_threads = await tx.run(sql`
      delete from support_threads
      where requester_user_id = ${userId ?? null} or lower(requester_email) = any(${[...addresses]})`)
    // The message stays without its text, or the answers to it would make no sense.
    const support_messages = await tx.run(sql`
      update support_messages set author_nom = null, author_email = null, message_id = null, body = '(effacé)'
      where lower(author_email) = any(${[...addresses]})`)
    return { support_threads, support_messages }
  },
}
