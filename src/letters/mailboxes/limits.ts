import { createHmac } from 'node:crypto'
import type { Tx } from '../../kernel/db/db.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { giveBack, type Limit, perDay, perHour, takeOne } from '../../kernel/routes/limits.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { mailboxOf } from '../../kernel/texts/email-address.ts'

/** Limits of the mails that others cause to one mailbox, from all client networks and users together. */

const perMailbox = (name: string, hourly: number, daily?: number): readonly Limit[] => [
  perHour(`${name}-mailbox`, hourly, 'address'),
  ...(daily === undefined ? [] : [perDay(`${name}-mailbox-day`, daily, 'address')]),
]
/** The mailbox named in claims without account: its owner is told how each one ends. */
export const CLAIMS = perMailbox('claim', 5, 20)
/** The mailbox that strangers name in reports: its owner is told how each one ends. */
export const REPORTS = perMailbox('report', 10, 30)
/** Mails by which owners of acteurs invite members and tell their rights. */
export const RIGHTS = perMailbox('rights', 10, 30)
/** Confirmations of the new address of an account. */
export const NEW_ADDRESS = perMailbox('address-change', 3)
/** Confirmations of weekly mails, of all communes. */
export const WEEKLY_MAIL = perMailbox('weekly-mail', 3, 6)

/** The part of an action's context that counting needs. */
export interface Counting {
  readonly tx: Tx
  readonly config: Pick<Config, 'rateLimitScale'>
  readonly secrets: Secrets
}

/**
 * Counts a mail, or refuses with 429. Called late in an action, because the rows of the limits stay locked until the
 * commit; after a rollback the mail is not counted.
 */
export async function countMail(
  { tx, config, secrets }: Counting,
  email: string,
  limits: readonly Limit[],
): Promise<void> {
  if (config.rateLimitScale === 0) return
  const subject = createHmac('sha256', secrets.derive('limits of mailboxes'))
    .update(mailboxOf(email))
    .digest('base64url')
  for (const [at, limit] of limits.entries())
    try {
      await takeOne(tx, limit, subject, config.rateLimitScale)
    } catch (error) {
      // The mail does not leave, so that a full day takes nothing from the hour of an action that goes on without it.
      for (const taken of limits.slice(0, at)) await giveBack(tx, taken, subject, config.rateLimitScale)
      throw error
    }
}

/** False where the mail would be one too many: for actions that then go on without it. */
export async function mayMail(context: Counting, email: string, limits: readonly Limit[]): Promise<boolean> {
  try {
    await countMail(context, email, limits)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return false
    throw error
  }
}
