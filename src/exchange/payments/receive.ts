import { Data, named, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { write } from '../../kernel/routes/action.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { type ProviderEvent, readEvent } from './payload.ts'
import { insertEvent, sameEvent } from './queries.ts'
import { APPLY } from './work.ts'

/** Schema for the API page; the action receives the result of `readEvent`. */
const Sent = named(
  'ProviderEvent',
  Type.Unsafe<ProviderEvent>({
    type: 'object',
    required: ['id', 'type'],
    examples: [
      {
        id: 'evt_1R2s3T',
        type: 'invoice.paid',
        created: 1_784_000_000,
        data: { object: { subscription: 'sub_1R2s3T' } },
      },
    ],
    additionalProperties: true,
    properties: {
      id: { type: 'string', minLength: 1, maxLength: 255 },
      type: { type: 'string', minLength: 1, maxLength: 255 },
      created: { type: 'integer', description: 'The time of the event, in seconds since 1970' },
      data: { type: 'object', additionalProperties: true },
    },
  }),
)

export const signedAs = (header: string) => ({
  header,
  secrets: ({ payment }: Config) => payment.signingSecrets,
  type: 'application/json',
  bodyLimit: 512 * 1024,
  read: readEvent,
})

/** Commits the event with its job; a repeated event inserts neither. */
export const receive = write({
  summary: 'Receive an event of the payment provider; a repeated event gets the same reply',
  body: Sent,
  reply: Data(Obj({ received: Type.Boolean() })),
  errors: ['invalid_webhook_payload'],
  async run({ tx, body: event, config, enqueue, log }) {
    const { provider } = config.payment
    const inserted = await insertEvent(tx, provider, event)
    if (inserted) await enqueue(APPLY, { id: inserted.id })
    else if (!(await sameEvent(tx, provider, event)))
      log.warn('a payment event with a known id has different content: the stored one is kept')
    return { data: { received: true } }
  },
})
