import { namesOf } from '../../shared/fields/field.ts'
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../../shared/words/payments.ts'
import type { EventFields } from './payload.ts'

/** What each type of event is about; any other type is recorded and ignored. */
const KINDS = {
  'customer.subscription.created': 'snapshot',
  'customer.subscription.updated': 'snapshot',
  'customer.subscription.deleted': 'snapshot',
  'customer.subscription.paused': 'snapshot',
  'customer.subscription.resumed': 'snapshot',
  'customer.subscription.trial_will_end': 'notice',
  'invoice.paid': 'invoice',
  'invoice.payment_failed': 'invoice',
  'checkout.session.completed': 'link',
} as const
export const PAID = 'invoice.paid'
export const PAYMENT_FAILED = 'invoice.payment_failed'

export const kindOf = (type: string) =>
  Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : undefined

/** An event that would fail in the same way at every retry: the back-office has to look. */
export class Unusable extends Error {}

/** The whole of a subscription at one moment. */
export interface Snapshot {
  /** In seconds. */
  readonly at: number
  readonly status: SubscriptionStatus
  readonly previous: string | undefined
  /** The order within one second: begun, changed, ended. */
  readonly rank: number
}

const [BEGUN, CHANGED, ENDED] = [0, 1, 2]
const TERMINAL: readonly string[] = ['canceled', 'incomplete_expired'] satisfies SubscriptionStatus[]

export function snapshotOf(type: string, at: number, kept: EventFields): Snapshot {
  const named = type === 'customer.subscription.deleted' ? 'canceled' : kept.status
  const status = namesOf(SUBSCRIPTION_STATUSES).find(one => one === named)
  if (!status) throw new Unusable('The event does not say a status that is known here.')
  const rank = TERMINAL.includes(status) ? ENDED : type === 'customer.subscription.created' ? BEGUN : CHANGED
  return { at, status, previous: kept.previous_status, rank }
}

/**
 * Whether `newcomer` is later than `current`. The provider delivers in any order and counts in seconds. Within one second
 * the order is begun, changed, ended; then the snapshot that names the other's status as its previous one is the later
 * one; else the one that arrives last.
 */
export function follows(newcomer: Snapshot, current: Snapshot | undefined): boolean {
  if (!current) return true
  if (newcomer.at !== current.at) return newcomer.at > current.at
  if (newcomer.rank !== current.rank) return newcomer.rank > current.rank
  const newcomerCameFirst = current.previous === newcomer.status && newcomer.previous !== current.status
  return !newcomerCameFirst
}

/** An invoice says whether it was paid, and nothing else about the subscription. */
export function afterInvoice(status: SubscriptionStatus, type: string): SubscriptionStatus {
  if (type === PAID && ['past_due', 'unpaid', 'incomplete'].includes(status)) return 'active'
  if (type === PAYMENT_FAILED && ['active', 'trialing'].includes(status)) return 'past_due'
  return status
}

/** Retries after the first attempt; the wait doubles, and is an hour at most. */
const MOST_RETRIES = 25
const LONGEST_WAIT = 3_600

/** Seconds until the next attempt; undefined after the last one. */
export const waitAfter = (attempts: number): number | undefined =>
  attempts > MOST_RETRIES ? undefined : Math.min(2 ** (attempts - 1), LONGEST_WAIT)
