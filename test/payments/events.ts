import Stripe from 'stripe'
import { ask } from '../ask.ts'

/** Events in the provider's shapes, of both API generations, signed by the provider's library. */

export const SECRET = 'whsec_of_the_tests_and_nobody_else'
export const CANARIES = [
  '4242424242424242',
  '4000 0025 0000 3155',
  'FR7630006000011234567890189',
  'Marguerite Canari',
  'canari@example.org',
  '12 rue du Canari',
  '+33 6 99 99 99 99',
]

type Fields = Record<string, unknown>

/** 1 January 2026, plus n seconds. */
export const T0 = 1_767_225_600

let made = 0
export const freshId = (kind: string) => `${kind}_Essai${process.pid}x${++made}`

export const event = (type: string, at: number, object: Fields, more: Fields = {}) => ({
  id: freshId('evt'),
  object: 'event',
  api_version: '2026-10-28.endive',
  created: T0 + at,
  data: { object, ...more },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
})

const PRICE = {
  id: 'price_commerce',
  object: 'price',
  lookup_key: 'commerce-mensuel',
  product: 'prod_commerce',
}

/** Since 2025 the periods are on the items. */
export const subscription = (id: string, status: string, fields: Fields = {}): Fields => ({
  id,
  object: 'subscription',
  status,
  customer: `cus_${id}`,
  cancel_at_period_end: false,
  canceled_at: null,
  trial_end: null,
  metadata: {},
  default_payment_method: { card: { number: CANARIES[0] }, billing_details: { name: CANARIES[3] } },
  items: {
    object: 'list',
    data: [
      {
        id: `si_${id}`,
        object: 'subscription_item',
        price: PRICE,
        current_period_start: T0,
        current_period_end: T0 + 2_678_400,
      },
    ],
  },
  ...fields,
})

/** Before: periods on the subscription, and the old `plan`. */
export const oldSubscription = (id: string, status: string): Fields => ({
  ...subscription(id, status),
  current_period_start: T0 + 10,
  current_period_end: T0 + 20,
  items: { object: 'list', data: [{ id: 'si_1', price: { id: 'price_ancien', object: 'price' } }] },
})

const somebody = {
  customer_email: CANARIES[4],
  customer_name: CANARIES[3],
  customer_phone: CANARIES[6],
  customer_address: { line1: CANARIES[5], city: 'Canarville' },
  description: `IBAN ${CANARIES[2]}, carte ${CANARIES[1]}`,
  payment_settings: { default_mandate: CANARIES[2] },
}

export const invoice = (id: string, fields: Fields = {}): Fields => ({
  id: freshId('in'),
  object: 'invoice',
  customer: `cus_${id}`,
  ...somebody,
  parent: {
    type: 'subscription_details',
    quote_details: null,
    subscription_details: { metadata: {}, subscription: id },
  },
  ...fields,
})

export const oldInvoice = (id: string): Fields => ({
  id: freshId('in'),
  object: 'invoice',
  customer: `cus_${id}`,
  subscription: id,
})

export const checkout = (id: string, fields: Fields = {}): Fields => ({
  id: freshId('cs_test'),
  object: 'checkout.session',
  mode: 'subscription',
  status: 'complete',
  customer: `cus_${id}`,
  customer_details: { email: CANARIES[4], name: CANARIES[3], address: { line1: CANARIES[5] } },
  client_reference_id: null,
  subscription: id,
  ...fields,
})

export const signature = (payload: string, secret = SECRET, timestamp = Math.floor(Date.now() / 1000)) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })

export interface Sent {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly body: any
  readonly headers: Headers
}

/** Sends raw bytes with the given header, or rightly signed. */
export async function deliver(
  url: string,
  payload: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { 'payment-signature': signature(payload.toString()) },
  path = '/api/v1/webhooks/payment',
): Promise<Sent> {
  const reply = await ask(url + path, { method: 'POST', body: payload, headers })
  return { status: reply.status, headers: reply.headers, body: JSON.parse(reply.text) }
}

export const deliverEvent = (url: string, one: object) => deliver(url, JSON.stringify(one))

/** Sends with this concurrency. */
export async function overLanes(lanes: number, work: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = work[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const one of waiting) await one()
    }),
  )
}
