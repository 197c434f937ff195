import { Problem } from '../../kernel/refusals/errors.ts'

/**
 * The stored fields of an event: an allowlist, each checked for its format. Cards, accounts, names and addresses are
 * never read from the payload, so they reach no table and no log.
 */
export interface EventFields {
  readonly object?: string
  readonly object_id?: string
  readonly subscription_id?: string
  readonly customer_id?: string
  readonly status?: string
  readonly previous_status?: string
  readonly plan?: string
  readonly price_ids?: readonly string[]
  /** Unix time in seconds, as the provider sends it. */
  readonly period_start?: number
  readonly period_end?: number
  readonly cancel_at_period_end?: boolean
  readonly canceled_at?: number
  readonly trial_end?: number
  readonly acteur_id?: string
  readonly client_reference_id?: string
}

export interface ProviderEvent {
  readonly id: string
  readonly type: string
  /** Undefined when the event has no time. */
  readonly created: Date | undefined
  readonly kept: EventFields
}

const MOST_PRICES = 20

/** The payload is signed, so it is parsed leniently: blanks, duplicate keys and unknown fields are accepted. */
export function readEvent(bytes: Buffer): ProviderEvent {
  const payload = within(parse(bytes))
  const id = nameIn(payload?.id)
  const type = nameIn(payload?.type)
  if (!payload || id === undefined || type === undefined) throw new Problem('invalid_webhook_payload')
  return { id, type, created: instantIn(payload.created), kept: keptOf(within(payload.data)) }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new Problem('invalid_webhook_payload')
  }
}

function keptOf(data: Fields | undefined): EventFields {
  const object = within(data?.object)
  const previous_status = wordIn(within(data?.previous_attributes)?.status)
  return object ? { ...keptOfObject(object), ...(previous_status !== undefined && { previous_status }) } : {}
}

/** The stored fields of an object in an event or an API response. */
export function keptOfObject(object: Fields): EventFields {
  const kept = {
    object: wordIn(object.object),
    object_id: idIn(object.id),
    customer_id: idOf(object.customer),
    subscription_id: subscriptionOf(object),
    acteur_id: acteurOf(object),
    client_reference_id: uuidIn(object.client_reference_id),
    ...(object.object === 'subscription' && stateOf(object)),
  }
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
}

function stateOf(subscription: Fields) {
  const items = listIn(within(subscription.items)?.data)
    .map(within)
    .filter(item => item !== undefined)
  const first = items[0]
  const price = within(first?.price) ?? within(first?.plan) ?? within(subscription.plan)
  const prices = items.slice(0, MOST_PRICES).flatMap(item => idIn(within(item.price)?.id) ?? [])
  return {
    status: wordIn(subscription.status),
    plan: idIn(price?.lookup_key) ?? idIn(price?.id),
    price_ids: prices.length > 0 ? prices : undefined,
    // Newer API versions have the period on the items; the item that names the plan counts.
    period_start: secondsIn(subscription.current_period_start) ?? secondsIn(first?.current_period_start),
    period_end: secondsIn(subscription.current_period_end) ?? secondsIn(first?.current_period_end),
    cancel_at_period_end: booleanIn(subscription.cancel_at_period_end),
    canceled_at: secondsIn(subscription.canceled_at),
    trial_end: secondsIn(subscription.trial_end),
  }
}

/** An invoice names its subscription itself or, in newer API versions, in its parent. */
const subscriptionOf = (object: Fields) =>
  object.object === 'subscription'
    ? idIn(object.id)
    : (idOf(object.subscription) ?? idOf(detailsOf(object)?.subscription))

/** Set by us as metadata of the subscription; the provider copies it to invoices. */
const acteurOf = (object: Fields) =>
  uuidIn(within(object.metadata)?.acteur_id) ??
  uuidIn(within(detailsOf(object)?.metadata)?.acteur_id) ??
  uuidIn(within(within(object.subscription_details)?.metadata)?.acteur_id)

const detailsOf = (object: Fields) => within(within(object.parent)?.subscription_details)

////////////////////////////////////////////////////////////////////////////// values, each in its own form or not at all

type Fields = Readonly<Record<string, unknown>>

const within = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const booleanIn = (value: unknown) => (typeof value === 'boolean' ? value : undefined)
const wordIn = (value: unknown) =>
  typeof value === 'string' && /^[a-z][a-z_.]{0,59}$/.test(value) ? value : undefined

/** The id or type of an event. */
const nameIn = (value: unknown) =>
  typeof value === 'string' &&
  /^\P{Cc}{1,255}$/u.test(value) &&
  value.isWellFormed() &&
  value.trim() === value
    ? value
    : undefined

/** Rejects a card or account number in place of an id. */
const ACCOUNT = /^([\d-]{12,}|[A-Z]{2}\d{2}[\dA-Z-]{8,})$/i
const idIn = (value: unknown) =>
  typeof value === 'string' && /^[\w.-]{1,255}$/.test(value) && !ACCOUNT.test(value) ? value : undefined
/** The object is given by its id or expanded. */
const idOf = (value: unknown) => idIn(value) ?? idIn(within(value)?.id)

const uuidIn = (value: unknown) =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
    ? value.toLowerCase()
    : undefined

/** The year 2100. */
const LATEST = 4_102_444_800
const secondsIn = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LATEST ? Number(value) : undefined

function instantIn(value: unknown): Date | undefined {
  const seconds = secondsIn(value)
  if (seconds !== undefined) return new Date(seconds * 1000)
  const ms =
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{5,15}Z$/.test(value) ? Date.parse(value) : -1
  return ms >= 0 && ms <= LATEST * 1000 ? new Date(ms) : undefined
}
