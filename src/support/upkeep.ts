import { sql, type Tx } from '../kernel/db/db.ts'

/** Before the mails forget what servers said about them: whether an answer arrived is part of the conversation. */
export const keepDeliveryWords = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update support_messages m set delivery_error = mail.error from mails mail
    where mail.id = m.mail_id and m.delivery_error is null and mail.status = 'failed' and mail.error is not null
      and mail.created_at < now() - interval '29 days'`)

/** Three years, message by message; a thread without any goes with its last one. */
export async function forgetOldMessages(tx: Tx): Promise<number> {
  await tx.run(sql`
    with gone as (
      delete from support_messages where created_at < now() - interval '3 years' returning thread_id),
    counted as (select thread_id, count(*) as n from gone group by 1)
    update support_threads t set messages_count = messages_count - n from counted where t.id = counted.thread_id`)
  await tx.run(sql`delete from support_receipts where received_at < now() - interval '3 years'`)
  return await tx.run(sql`delete from support_threads where messages_count = 0`)
}
