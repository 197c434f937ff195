import { namesOf } from '../../../shared/fields/field.ts'
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../../../shared/words/payments.ts'
import type { EventFields } from './payload.ts'

/** What each event type concerns; other types are stored and ignored. */
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

/** An event that would fail at every retry: an administrator has to look at it. */
export class Unusable extends Error {}

/** The state of a subscription at one moment. */
export interface Snapshot {
  /** Unix time in seconds. */
  readonly at: number
  readonly status: SubscriptionStatus
  readonly previous: string | undefined
  /** Order within the same second: created, updated, ended. */
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
 * Whether `newcomer` is later than `current`. Events arrive in any order, with times in seconds. Within one second the
 * order is created, updated, ended; then the snapshot that names the other's status as its previous one is later;
 * otherwise the last to arrive is.
 */
export function follows(newcomer: Snapshot, current: Snapshot | undefined): boolean {
  if (!current) return true
  if (newcomer.at !== current.at) return newcomer.at > current.at
  if (newcomer.rank !== current.rank) return newcomer.rank > current.rank
  const newcomerCameFirst = current.previous === newcomer.status && newcomer.previous !== current.status
  return !newcomerCameFirst
}

/** An invoice only tells whether it was paid. */
export function afterInvoice(status: SubscriptionStatus, type: string): SubscriptionStatus {
  if (type === PAID && ['past_due', 'unpaid', 'incomplete'].includes(status)) return 'active'
  if (type === PAYMENT_FAILED && ['active', 'trialing'].includes(status)) return 'past_due'
  return status
}

/** Retries after the first attempt; the wait doubles up to an hour. */
const MOST_RETRIES = 25
const LONGEST_WAIT = 3_600

/** Seconds until the next attempt; undefined after the last one. */
export const waitAfter = (attempts: number): number | undefined =>
  attempts > MOST_RETRIES ? undefined : Math.min(2 ** (attempts - 1), LONGEST_WAIT)
