import type { DisabledFor } from '../../../shared/words/webhooks.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { queueMail } from '../../letters/mail/outbox.ts'

/** Tells the person who made an endpoint that it gets nothing any more. */
export async function mailDisabled(
  { tx, config, enqueue }: Pick<JobContext, 'config' | 'enqueue'> & { readonly tx: Tx },
  id: string,
  cause: DisabledFor,
): Promise<void> {
  const made = await tx.one<{ nom: string; email: string | null }>(sql`
    select k.nom, coalesce(u.email, u.invited_email) as email
    from webhook_endpoints k join users u on u.id = k.created_by and u.status = 'active' where k.id = ${id}`)
  if (!made?.email) return
  const { nom, email } = made
  await queueMail(
    { tx, config, enqueue: (job, data, after) => enqueue(tx, job, data, after) },
    { template: 'webhook-disabled', data: { nom, cause }, to: { email }, language: 'fr' },
  )
}
