import { retention } from '../../foundation/retention.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'

/** Copies delivery errors before the mails lose them: whether an answer arrived is part of the conversation. */
export const keepDeliveryErrors = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update support_messages m set delivery_error = mail.error from mails mail
    where mail.id = m.mail_id and m.delivery_error is null and mail.status = 'failed' and mail.error is not null
      and ${olderThan(retention.deliveryErrors.kept, sql`mail.created_at`)}`)

/** Deletes message by message; a thread goes with its last one. */
export async function forgetOldMessages(tx: Tx): Promise<number> {
  await tx.run(sql`
    with gone as (
      delete from support_messages where ${olderThan(retention.conversations.kept, sql`created_at`)} returning thread_id),
    counted as (select thread_id, count(*) as n from gone group by 1)
    update support_threads t set messages_count = messages_count - n from counted where t.id = counted.thread_id`)
  await tx.run(sql`
    delete from support_receipts where ${olderThan(retention.conversations.kept, sql`received_at`)}`)
  // A merged thread has no messages and goes with the one it was merged into.
  return await tx.run(sql`delete from support_threads where messages_count = 0 and merged_into is null`)
}
