import type { LeavingMail } from '../../kit/api/contract.ts'
import { t } from './texts.ts'

/** How many mails about a decision leave, and to whom. The reply names fifty recipients at most. */
export function sayMails({ to, count }: LeavingMail): string {
  const whom = (['author', 'owner', 'reporter'] as const).flatMap(role => {
    const n = to.filter(({ as }) => as === role).length
    return n > 0 ? [t.mailsTo[role](n)] : []
  })
  return t.mailsLeave(count, to.length < count ? [] : whom)
}
