import { receive as receiveMail } from './exchange/mailed-drafts/receive.ts'
import { receive, signedAs } from './exchange/payments/receive.ts'
import { act, extension, signed } from './kernel/routes/route.ts'
import { LARGEST_MAIL } from './letters/support/inbound/incoming.ts'
import { readOnce } from './letters/support/inbound/read-in-thread.ts'

/** The rows of TABLE 1 for webhooks, whose sender is verified by a signature over the body. */

const EVENT_IS_THE_RECORD = { silent: 'the event is its own record' }

export const webhooks = [
  ...signed(signedAs('Payment-Signature'), [act('/webhooks/payment', receive, EVENT_IS_THE_RECORD)]),

  ...signed(
    {
      header: 'Inbound-Signature',
      secrets: ({ inboundMailSecrets }) => inboundMailSecrets,
      type: 'message/rfc822',
      bodyLimit: LARGEST_MAIL,
      read: raw => readOnce(raw),
    },
    [
      extension(
        act('/webhooks/inbound-mail', receiveMail, {
          silent: 'a mail that comes in decides nothing: its thread or its draft says who wrote, and when',
        }),
      ),
    ],
  ),
]

/** With PAYMENT_PROVIDER=stripe, the payment webhook also has a path named after Stripe. */
export const stripeWebhook = signed(signedAs('Stripe-Signature'), [
  extension(act('/webhooks/stripe', receive, EVENT_IS_THE_RECORD)),
])
