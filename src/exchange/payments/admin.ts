import { Data, Id, Nullable, Obj } from '../../../shared/shapes.ts'
import { sql } from '../../kernel/db/db.ts'
import { Paged, paged, pageOf } from '../../kernel/lists/paging.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { read, write } from '../../kernel/routes/action.ts'
import { unknownId } from '../../people/access/unknown-ids.ts'
import { lastComparison } from './comparisons.ts'
import * as lists from './lists.ts'
import {
  Attaching,
  Comparison,
  EventsQuery,
  PaymentEvent,
  Subscription,
  SubscriptionsQuery,
} from './shapes.ts'
import { APPLY } from './work.ts'

export const subscriptions = read({
  summary: 'Subscriptions, newest first; `q` searches ids, plans and names of acteurs',
  query: SubscriptionsQuery,
  reply: Paged(Subscription),
  errors: ['page_too_deep'],
  async run({ db, query }) {
    const page = pageOf(query, lists.NEWEST_SUBSCRIPTIONS)
    const conditions = await lists.subscriptionConditions(db, query)
    const rows = lists.listSubscriptions(db, conditions, page)
    return await paged(page, rows, () => lists.countSubscriptions(db, conditions))
  },
})

export const events = read({
  summary: 'Payment events with their status, newest first',
  query: EventsQuery,
  reply: Paged(PaymentEvent),
  errors: ['page_too_deep'],
  async run({ db, query }) {
    const page = pageOf(query, lists.NEWEST_EVENTS)
    const conditions = lists.eventConditions(query)
    return await paged(page, lists.listEvents(db, conditions, page), () => lists.countEvents(db, conditions))
  },
})

export const subscription = read({
  summary: 'One subscription; `payment-events?subscription_id=` lists its events',
  params: Obj({ id: Id }),
  reply: Data(Subscription),
  run: async ({ db, params }) => ({ data: found(await lists.findSubscriptionById(db, params.id)) }),
})

/** Events that name an owner override it later. */
export const attach = write({
  summary: 'Set the owner of a subscription whose events name none',
  params: Obj({ id: Id }),
  body: Attaching,
  reply: Data(Subscription),
  versioned: true,
  async run({ tx, params, body, audit, refuseStale }) {
    const { version, ...before } = found(
      await tx.one<{ acteur_id: string | null; version: number }>(
        sql`select acteur_id, version from subscriptions where id = ${params.id} for update`,
      ),
    )
    refuseStale(version)
    if (
      !(await tx.one(
        sql`select from acteurs where id = ${body.acteur_id} and deleted_at is null for key share`,
      ))
    )
      throw unknownId('acteur_id', 'acteur')
    await tx.run(
      sql`update subscriptions set acteur_id = ${body.acteur_id}, updated_at = now() where id = ${params.id}`,
    )
    audit.record({ id: params.id, before, after: { acteur_id: body.acteur_id } })
    return { data: found(await lists.findSubscriptionById(tx, params.id)) }
  },
})

export const comparison = read({
  summary:
    'The result of the last comparison with the provider (`parvis subscriptions reconcile`); null before the first one',
  reply: Data(Nullable(Comparison)),
  run: async ({ db }) => ({ data: (await lastComparison(db)) ?? null }),
})

/** Only failed, ignored and stale events, or one waiting for its retry, start again; applied events do not. */
export const replay = write({
  summary: 'Apply an event again; without effect if it was applied',
  params: Obj({ id: Id }),
  reply: Data(PaymentEvent),
  versioned: true,
  async run({ tx, params, audit, enqueue, refuseStale }) {
    audit.considered()
    const { waiting, ...event } = found(await lists.lockEvent(tx, params.id))
    refuseStale(event.version)
    if (event.status === 'processed' || (event.status === 'received' && !waiting)) return { data: event }
    const revived = found(await lists.reviveEvent(tx, event.id))
    await enqueue(APPLY, { id: event.id })
    audit.record({
      id: event.id,
      before: { status: event.status, attempts: event.attempts },
      after: { status: revived.status, attempts: revived.attempts },
    })
    return { data: revived }
  },
})
