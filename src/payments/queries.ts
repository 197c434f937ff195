import { type Db, sql, type Tx } from '../kernel/db.ts'
import type { Kept, ProviderEvent } from './payload.ts'
import { type EventStatus, PAID, PAYMENT_FAILED, type Snapshot, type Status } from './rules.ts'

/** Undefined when this event is there already. */
export const insertEvent = (tx: Tx, provider: string, { id, type, created, kept }: ProviderEvent) =>
  tx.one<{ id: string }>(sql`
    insert into payment_events (provider, event_id, type, created, subscription_id, kept)
    values (${provider}, ${id}, ${type}, coalesce(${created ?? null}::timestamptz, now()),
            ${kept.subscription_id ?? null}, ${JSON.stringify(kept)}::jsonb)
    on conflict on constraint payment_events_once do nothing
    returning id`)

export const sameEvent = (tx: Tx, provider: string, { id, type, kept }: ProviderEvent) =>
  tx.one(sql`
    select from payment_events
    where provider = ${provider} and event_id = ${id} and type = ${type} and kept = ${JSON.stringify(kept)}::jsonb`)

export interface StoredEvent {
  readonly id: string
  readonly provider: string
  readonly type: string
  readonly status: EventStatus
  readonly attempts: number
  readonly created: Date
  readonly subscription_id: string | null
  readonly kept: Kept
}

/** The event, when it is its turn: a job that comes twice, or early, finds nothing to do. */
export const lockDueEvent = (tx: Tx, id: string) =>
  tx.one<StoredEvent>(sql`
    select id, provider, type, status, attempts, created, subscription_id, kept from payment_events
    where id = ${id} and status = 'received' and next_try_at <= clock_timestamp() for update`)

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
  readonly status: Status
  readonly current_period_start: Date | null
  readonly current_period_end: Date | null
  readonly cancel_at_period_end: boolean
  readonly canceled_at: Date | null
  readonly trial_end: Date | null
  readonly last_event_at: Date | null
  readonly snapshot_at: Date | null
  readonly snapshot_status: Status | null
  readonly snapshot_previous_status: string | null
  readonly snapshot_rank: number | null
}

/** Events of one subscription wait for each other here, whichever worker holds them. */
export async function lockSubscription(tx: Tx, provider: string, name: string): Promise<Subscription> {
  await tx.run(sql`
    insert into subscriptions (provider, provider_subscription_id, status) values (${provider}, ${name}, 'incomplete')
    on conflict on constraint subscriptions_once do nothing`)
  const row = await tx.one<Subscription>(sql`
    select id, provider_customer_id, acteur_id, user_id, plan, status, current_period_start, current_period_end,
      cancel_at_period_end, canceled_at, trial_end, last_event_at,
      snapshot_at, snapshot_status, snapshot_previous_status, snapshot_rank
    from subscriptions where provider = ${provider} and provider_subscription_id = ${name} for update`)
  if (!row) throw new Error('A subscription is gone while it was written.')
  return row
}

export const saveSubscription = (tx: Tx, s: Subscription) =>
  tx.run(sql`
    update subscriptions set provider_customer_id = ${s.provider_customer_id}, acteur_id = ${s.acteur_id},
      user_id = ${s.user_id}, plan = ${s.plan}, status = ${s.status},
      current_period_start = ${s.current_period_start}, current_period_end = ${s.current_period_end},
      cancel_at_period_end = ${s.cancel_at_period_end}, canceled_at = ${s.canceled_at}, trial_end = ${s.trial_end},
      last_event_at = ${s.last_event_at}, snapshot_at = ${s.snapshot_at}, snapshot_status = ${s.snapshot_status},
      snapshot_previous_status = ${s.snapshot_previous_status}, snapshot_rank = ${s.snapshot_rank},
      updated_at = now()
    where id = ${s.id}`)

/** What invoices have said since that moment, in the order in which it happened. */
export const invoicesSince = (tx: Tx, provider: string, name: string, since: Date | null, current?: string) =>
  tx.all<{ type: string }>(sql`
    select type from payment_events
    where provider = ${provider} and subscription_id = ${name} and type in (${PAID}, ${PAYMENT_FAILED})
      and created >= coalesce(${since}::timestamptz, '-infinity')
      and (status in ('processed', 'stale') or id = ${current ?? null}::uuid)
    order by created, id`)

/** Which of these the provider was given are an acteur or a user of ours. */
export const known = (db: Db, ids: readonly string[]) =>
  db.one<{ acteur_id: string | null; user_id: string | null }>(sql`
    select (select id from acteurs where id = any(${[...ids]}::uuid[])
            order by array_position(${[...ids]}::uuid[], id) limit 1) as acteur_id,
           (select id from users where id = any(${[...ids]}::uuid[])
            order by array_position(${[...ids]}::uuid[], id) limit 1) as user_id`)

export const snapshotIn = (s: Subscription): Snapshot | undefined =>
  s.snapshot_at && s.snapshot_status && s.snapshot_rank !== null
    ? {
        at: s.snapshot_at,
        status: s.snapshot_status,
        previous: s.snapshot_previous_status ?? undefined,
        rank: s.snapshot_rank,
      }
    : undefined
