import { createHmac, randomBytes } from 'node:crypto'

/** Signatures of the Standard Webhooks specification (standardwebhooks.com). */

const BEGINNING = 'whsec_'
const BYTES = 32

export const newWebhookSecret = (): string => BEGINNING + randomBytes(BYTES).toString('base64')

interface Message {
  /** The same at each attempt, so that the receiver recognises what comes twice. */
  readonly id: string
  readonly body: string
}

/** One signature for each secret: while a secret is exchanged, the receiver may know either of them. */
export function headersOf(
  { id, body }: Message,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1_000)
  const signature = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(BEGINNING.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(secret => `v1,${signature(secret)}`).join(' '),
  }
}
