import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../kernel/db/db.ts'
import type { EventFields } from './payload.ts'
import {
  invoicesSince,
  known,
  lockActeurOfToday,
  lockSubscription,
  type StoredEvent,
  type Subscription,
  saveSubscription,
  snapshotIn,
} from './queries.ts'
import { afterInvoice, follows, kindOf, type Snapshot, snapshotOf, Unusable } from './rules.ts'

/**
 * Applies an event to its subscription. Events arrive in any order and repeatedly; the result is the state that the
 * newest events describe.
 */
export async function applyEvent(tx: Tx, event: StoredEvent): Promise<'processed' | 'ignored' | 'stale'> {
  const kind = kindOf(event.type)
  if (!kind) return 'ignored'
  const name = event.subscription_id
  // An invoice or a checkout may not belong to a subscription.
  if (name === null && (kind === 'invoice' || kind === 'link')) return 'ignored'
  if (name === null) throw new Unusable('The event does not name its subscription.')
  if (kind === 'notice') return 'processed'

  const { provider, created, kept } = event
  const newcomer = kind === 'snapshot' ? snapshotOf(event.type, created, kept) : undefined
  const before = await lockSubscription(tx, provider, name)
  const current = snapshotIn(before)
  if (newcomer && !follows(newcomer, current)) return 'stale'
  const stated = newcomer ? takeSnapshot(before, newcomer, kept) : before
  const linked = await link(tx, stated, kept)
  const status =
    kind === 'link'
      ? before.status
      : await statusOf(tx, { provider, name, snapshot: newcomer ?? current, eventId: event.id })
  const after = { ...linked, status }

  const older = before.last_event_at !== null && created < before.last_event_at
  if (older && isDeepStrictEqual(after, before)) return 'stale'
  await saveSubscription(tx, { ...after, last_event_at: older ? before.last_event_at : created })
  return 'processed'
}

/** Applies the provider's answer to `reconcile`, without an event. */
export async function applyAsked(
  tx: Tx,
  provider: string,
  name: string,
  kept: EventFields,
  at: number,
): Promise<boolean> {
  const before = await lockSubscription(tx, provider, name)
  const newcomer = { ...snapshotOf('', at, kept), previous: undefined }
  // An event received since then is newer than the answer.
  const current = snapshotIn(before)
  if (current && current.at > at) return false
  const linked = await link(tx, takeSnapshot(before, newcomer, kept), kept)
  const last = before.last_event_at
  await saveSubscription(tx, {
    ...linked,
    status: await statusOf(tx, { provider, name, snapshot: newcomer }),
    last_event_at: last !== null && last > at ? last : at,
  })
  return true
}

const takeSnapshot = (before: Subscription, snapshot: Snapshot, kept: EventFields): Subscription => ({
  ...before,
  plan: kept.plan ?? null,
  current_period_start: kept.period_start ?? null,
  current_period_end: kept.period_end ?? null,
  cancel_at_period_end: kept.cancel_at_period_end ?? false,
  canceled_at: kept.canceled_at ?? null,
  trial_end: kept.trial_end ?? null,
  snapshot_at: snapshot.at,
  snapshot_status: snapshot.status,
  snapshot_previous_status: snapshot.previous ?? null,
  snapshot_rank: snapshot.rank,
})

/** The status of the last snapshot, changed by later invoices in the order of their own times, not of arrival. */
async function statusOf(
  tx: Tx,
  at: { provider: string; name: string; snapshot: Snapshot | undefined; eventId?: string },
): Promise<Subscription['status']> {
  const { provider, name, snapshot, eventId } = at
  const invoices = await invoicesSince(tx, provider, name, snapshot?.at ?? null, eventId)
  return invoices.reduce((status, { type }) => afterInvoice(status, type), snapshot?.status ?? 'incomplete')
}

/** A subscription event sets the owner; a checkout or invoice only fills it when empty. */
async function link(tx: Tx, before: Subscription, kept: EventFields): Promise<Subscription> {
  const ids = [kept.acteur_id, kept.client_reference_id].filter(id => id !== undefined)
  const customer = kept.customer_id ?? null
  const found = ids.length > 0 ? await known(tx, ids) : undefined
  const own = kept.object === 'subscription'
  const choose = (had: string | null, now: string | null) => (own ? (now ?? had) : (had ?? now))
  const acteurId = found?.acteur_id ? await lockActeurOfToday(tx, found.acteur_id) : null
  return {
    ...before,
    provider_customer_id: choose(before.provider_customer_id, customer),
    acteur_id: choose(before.acteur_id, acteurId),
    user_id: choose(before.user_id, found?.user_id ?? null),
  }
}
