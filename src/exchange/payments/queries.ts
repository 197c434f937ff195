import type { EventStatus, SubscriptionStatus } from '../../../shared/words/payments.ts'
import { type Db, join, raw, type Sql, sql, type Tx } from '../../kernel/db/db.ts'

import type { EventFields, ProviderEvent } from './payload.ts'
import { PAID, PAYMENT_FAILED, type Snapshot } from './rules.ts'

/** Returns undefined when the event exists already. */
export const insertEvent = (db: Tx, provider: string, { id, type, created, kept }: ProviderEvent) =>
  db.one<{ id: string }>(sql`
    insert into payment_events (provider, event_id, type, created, subscription_id, kept)
    values (${provider}, ${id}, ${type}, coalesce(${created ?? null}::timestamptz, date_trunc('second', now())),
            ${kept.subscription_id ?? null}, ${JSON.stringify(kept)}::jsonb)
    on conflict on constraint payment_events_once do nothing
    returning id`)

export const sameEvent = (db: Tx, provider: string, { id, type, kept }: ProviderEvent) =>
  db.one(sql`
    select from payment_events
    where provider = ${provider} and event_id = ${id} and type = ${type} and kept = ${JSON.stringify(kept)}::jsonb
    for key share`)

/** Unix time in seconds, as the provider sends it. */
const seconds = (name: string): Sql => raw(`extract(epoch from ${name})::float8 as ${name}`)

export interface StoredEvent {
  readonly id: string
  readonly provider: string
  readonly type: string
  readonly status: EventStatus
  readonly attempts: number
  readonly created: number
  readonly subscription_id: string | null
  readonly kept: EventFields
}

/**
 * Locks the events that are due; a repeated or early job finds none. Ordered by subscription, so that two workers lock
 * subscriptions in the same order.
 */
export const lockDueEvents = (tx: Tx, ids: readonly string[]) =>
  tx.all<StoredEvent>(sql`
    select id, provider, type, status, attempts, ${seconds('created')}, subscription_id, kept from payment_events
    where id = any(${[...ids]}::uuid[]) and status = 'received' and next_try_at <= clock_timestamp()
    order by provider, subscription_id, payment_events.created, id for update`)

export const settleEvent = (tx: Tx, id: string, status: EventStatus, error: string | null = null) =>
  tx.run(sql`
    update payment_events set status = ${status}, attempts = attempts + 1, error = ${error},
      processed_at = case when ${status}::text = 'failed' then null else clock_timestamp() end
    where id = ${id}`)

export const postponeEvent = (tx: Tx, id: string, seconds: number, error: string) =>
  tx.run(sql`
    update payment_events set attempts = attempts + 1, error = ${error},
      next_try_at = now() + ${`${seconds} seconds`}::interval
    where id = ${id}`)

export interface Subscription {
  readonly id: string
  readonly provider_customer_id: string | null
  readonly acteur_id: string | null
  readonly user_id: string | null
  readonly plan: string | null
  readonly status: SubscriptionStatus
  readonly current_period_start: number | null
  readonly current_period_end: number | null
  readonly cancel_at_period_end: boolean
  readonly canceled_at: number | null
  readonly trial_end: number | null
  readonly last_event_at: number | null
  readonly snapshot_at: number | null
  readonly snapshot_status: SubscriptionStatus | null
  readonly snapshot_previous_status: string | null
  readonly snapshot_rank: number | null
}

const subscriptionColumns = join([
  raw('id, provider_customer_id, acteur_id, user_id, plan, status, cancel_at_period_end'),
  raw('snapshot_status, snapshot_previous_status, snapshot_rank'),
  ...[
    'current_period_start',
    'current_period_end',
    'canceled_at',
    'trial_end',
    'last_event_at',
    'snapshot_at',
  ].map(seconds),
])

export const findSubscription = (db: Db, provider: string, name: string) =>
  db.one<Subscription>(sql`
    select ${subscriptionColumns} from subscriptions
    where provider = ${provider} and provider_subscription_id = ${name}`)

/** Locks the subscription, so that workers apply its events one after the other. */
export async function lockSubscription(tx: Tx, provider: string, name: string): Promise<Subscription> {
  await tx.run(sql`
    insert into subscriptions (provider, provider_subscription_id, status) values (${provider}, ${name}, 'incomplete')
    on conflict on constraint subscriptions_once do nothing`)
  const row = await tx.one<Subscription>(sql`
    select ${subscriptionColumns} from subscriptions
    where provider = ${provider} and provider_subscription_id = ${name} for update`)
  if (!row) throw new Error('A subscription is gone while it was written.')
  return row
}

export const saveSubscription = (tx: Tx, s: Subscription) =>
  tx.run(sql`
    update subscriptions set provider_customer_id = ${s.provider_customer_id}, acteur_id = ${s.acteur_id},
      user_id = ${s.user_id}, plan = ${s.plan}, status = ${s.status},
      current_period_start = to_timestamp(${s.current_period_start}), current_period_end = to_timestamp(${s.current_period_end}),
      cancel_at_period_end = ${s.cancel_at_period_end}, canceled_at = to_timestamp(${s.canceled_at}), trial_end = to_timestamp(${s.trial_end}),
      last_event_at = to_timestamp(${s.last_event_at}), snapshot_at = to_timestamp(${s.snapshot_at}), snapshot_status = ${s.snapshot_status},
      snapshot_previous_status = ${s.snapshot_previous_status}, snapshot_rank = ${s.snapshot_rank},
      updated_at = now()
    where id = ${s.id}`)

/** Invoice events since that time, in the order of their own times. */
export const invoicesSince = (
  tx: Tx,
  provider: string,
  name: string,
  since: number | null,
  current?: string,
) =>
  tx.all<{ type: string }>(sql`
    select type from payment_events
    where provider = ${provider} and subscription_id = ${name} and type in (${PAID}, ${PAYMENT_FAILED})
      and created >= coalesce(to_timestamp(${since}), '-infinity')
      and (status in ('processed', 'stale') or id = ${current ?? null}::uuid)
    order by created, id`)

/** Finds the acteur and the user among these ids. */
export const known = (db: Db, ids: readonly string[]) =>
  db.one<{ acteur_id: string | null; user_id: string | null }>(sql`
    select (select id from acteurs where id = any(${[...ids]}::uuid[])
            order by array_position(${[...ids]}::uuid[], id) limit 1) as acteur_id,
           (select id from users where id = any(${[...ids]}::uuid[])
            order by array_position(${[...ids]}::uuid[], id) limit 1) as user_id`)

/**
 * The provider keeps naming an acteur that was merged since: follows the merge. The lock prevents its deletion until
 * the commit.
 */
export async function lockActeurOfToday(tx: Tx, id: string): Promise<string> {
  const acteur = await tx.one<{ merged_into: string | null }>(
    sql`select merged_into from acteurs where id = ${id} for key share`,
  )
  return acteur?.merged_into ? await lockActeurOfToday(tx, acteur.merged_into) : id
}

export const snapshotIn = (s: Subscription): Snapshot | undefined =>
  s.snapshot_at !== null && s.snapshot_status && s.snapshot_rank !== null
    ? {
        at: s.snapshot_at,
        status: s.snapshot_status,
        previous: s.snapshot_previous_status ?? undefined,
        rank: s.snapshot_rank,
      }
    : undefined
