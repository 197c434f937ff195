import type { Tx } from '../../kernel/db/db.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { takeDueDigest } from '../../letters/digests/queries.ts'
import { backOffice, stopDigestPage } from '../../letters/mail/links.ts'
import { queueMail } from '../../letters/mail/outbox.ts'
import { callerById } from '../../people/access/rights.ts'
import { waitingFor } from './waiting.ts'

type Context = Pick<JobContext, 'db' | 'config' | 'enqueue'>

/**
 * Sends the digests that are due. Each is marked and its mail queued in one transaction: a crash or a second worker sends
 * none twice. Where nothing waits, no mail is sent.
 */
export async function sendDigests(_data: unknown, context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await context.db.transaction(tx => sendOne(tx, context))));
}

async function sendOne(tx: Tx, { config, enqueue }: Context): Promise<boolean> {
  const due = await takeDueDigest(tx)
  if (!due) return false
  const caller = await callerById(tx, due.user_id)
  if (caller?.status !== 'active' || due.email === null) return true
  const waiting = await waitingFor(tx, caller)
  if (Object.values(waiting.counts).every(count => count === 0)) return true
  const stop = stopDigestPage(config, due.token)
  await queueMail(
    { tx, config, enqueue: (job, data, after) => enqueue(tx, job, data, after) },
    {
      template: 'digest',
      data: { ...waiting, weekly: due.frequency === 'weekly', link: backOffice(config), stop },
      to: { email: due.email },
      language: 'fr',
      unsubscribeUrl: stop,
    },
  )
  return true
}
