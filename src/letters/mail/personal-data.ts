import { sql } from '../../kernel/db/db.ts'
import type { PersonalData } from '../../kernel/records/personal-data.ts'

/** Once `retention.mails` is over, a mail holds no personal data. */
export const mailData: PersonalData = {
  async export(db, { addresses }) {
    return {
      mails: await db.all(sql`
        select id, message_id, template, language, recipient_email, recipient_name, subject, status, attempts,
          created_at, sent_at
        from mails where lower(recipient_email) = any(${[...addresses]}) order by place`),
      mails_answered_to_them: await db.all(sql`
        select id, template, reply_to, status, created_at, sent_at
        from mails where lower(reply_to) = any(${[...addresses]}) order by place`),
    }
  },

  async erase(tx, { addresses }) {
    await tx.run(sql`update mails set reply_to = null where lower(reply_to) = any(${[...addresses]})`)
    // A queued mail is not sent any more; the outcome of one that is being sent is not recorded (the fence).
    const mails = await tx.run(sql`
      update mails set status = case when status = 'queued' then 'failed' else status end,
        recipient_email = null, recipient_name = null, subject = null, text = null, html = null, error = null,
        reply_to = null, unsubscribe_url = null, in_reply_to = null, reference_ids = '{}', thread = message_id
      where lower(recipient_email) = any(${[...addresses]})`)
    return { mails }
  },

  naming: [{ table: 'mails', columns: { error: 'text' }, among: sql`error is not null` }],
}
