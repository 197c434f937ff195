import type {
  AlertEndedEvent,
  AlertStartedEvent,
  ClaimDecidedEvent,
  PublicationChangedEvent,
  PublicationPublishedEvent,
  PublicationWithdrawnEvent,
  SubscriptionChangedEvent,
  SyncFinishedEvent,
  WebhookTestEvent,
} from './contract.ts'
import { Refused } from './refused.ts'

/** Answer it with the same text, so that the endpoint is verified. */
interface Challenge {
  readonly type: 'endpoint.verify'
  readonly timestamp: string
  readonly data: { readonly challenge: string }
}

/** An event that Parvis sends to your endpoint: which record changed. Read it by its own address. */
export type WebhookEvent =
  | PublicationPublishedEvent
  | PublicationChangedEvent
  | PublicationWithdrawnEvent
  | AlertStartedEvent
  | AlertEndedEvent
  | ClaimDecidedEvent
  | SubscriptionChangedEvent
  | SyncFinishedEvent
  | WebhookTestEvent
  | Challenge

/** Headers as `fetch` has them, or as an object with names in lower case. */
type ReceivedHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

const TOLERANCE_SECONDS = 300

/**
 * The event in a request to your endpoint, after its signature (Standard Webhooks) has been verified with one of the secrets
 * (`whsec_…`). `body` is the text as it was received. Throws `Refused`: answer 400 then.
 */
export async function verifyWebhook(
  body: string,
  headers: ReceivedHeaders,
  secrets: string | readonly string[],
): Promise<WebhookEvent> {
  const read = (name: string) => {
    const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Lowercase)[name]
    return String(value ?? '')
  }
  const sent = Number(read('webhook-timestamp'))
  if (!(Math.abs(Date.now() / 1000 - sent) <= TOLERANCE_SECONDS))
    throw refused('not sent within five minutes')
  const signed = utf8(`${read('webhook-id')}.${read('webhook-timestamp')}.${body}`)
  const signatures = read('webhook-signature')
    .split(' ')
    .flatMap(one => (one.startsWith('v1,') ? [bytes(one.slice(3))] : []))
  for (const secret of [secrets].flat()) {
    const raw = bytes(secret.replace(/^whsec_/, ''))
    if (raw.length === 0) throw new TypeError('a secret is whsec_ and base64')
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ])
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(body)
  }
  throw refused('signed with none of the secrets')
}

type Lowercase = Readonly<Record<string, string | readonly string[] | undefined>>

const refused = (message: string) => new Refused(400, { error: 'invalid_webhook_signature', message })

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text))

/** Nothing that is no base64 is a signature. */
function bytes(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
