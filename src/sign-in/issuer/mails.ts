import type { Jobs } from '../../kernel/jobs/jobs.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { queueMail } from '../../letters/mail/outbox.ts'
import type { MailContent } from '../../letters/mail/templates/all.ts'
import { currentExchange } from './exchange.ts'
import { isStandIn } from './provider.ts'

interface Recipient {
  readonly email: string
}

export interface IssuerMails {
  queue(to: Recipient, content: MailContent): Promise<void>
}

/**
 * Queues the issuer's mails in the transaction of the exchange. The library swallows errors of its callbacks, so the
 * exchange keeps them.
 */
export const issuerMails = (config: Config, jobs: Pick<Jobs, 'enqueue'>): IssuerMails => ({
  async queue(to, content) {
    const exchange = currentExchange()
    if (isStandIn(to.email)) return
    try {
      const tx = await exchange.writes()
      const enqueue = (job: string, data: object) => jobs.enqueue(tx, job, data)
      await queueMail(
        { tx, config, enqueue },
        { ...content, to: { email: to.email }, language: exchange.language },
      )
    } catch (error) {
      exchange.failed(error)
      throw error
    }
  },
})
