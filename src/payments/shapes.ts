import { type Static, Type } from 'typebox'
import { pageQuery } from '../kernel/lists/paging.ts'
import { Id, Nullable, named, Obj, OneOf, Optional, Text, Timestamp } from '../kernel/routes/shapes.ts'
import { EVENT_STATUSES, STATUSES } from './rules.ts'

const Name = Text(255)

export const Subscription = named(
  'Subscription',
  Obj({
    id: Id,
    provider: Text(40),
    provider_subscription_id: Name,
    provider_customer_id: Nullable(Name),
    acteur_id: Nullable(Id),
    user_id: Nullable(Id),
    plan: Nullable(Name),
    status: OneOf(...STATUSES),
    current_period_start: Nullable(Timestamp),
    current_period_end: Nullable(Timestamp),
    cancel_at_period_end: Type.Boolean(),
    canceled_at: Nullable(Timestamp),
    trial_end: Nullable(Timestamp),
    last_event_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
)
export type Subscription = Static<typeof Subscription>

export const SubscriptionsQuery = Obj({
  ...pageQuery,
  status: Optional(OneOf(...STATUSES)),
  plan: Optional(Name),
  acteur_id: Optional(Id),
  q: Optional(Text(100, 0)),
})
export type SubscriptionsQuery = Static<typeof SubscriptionsQuery>

export const PaymentEvent = named(
  'PaymentEvent',
  Obj({
    id: Id,
    provider: Text(40),
    event_id: Name,
    type: Name,
    status: OneOf(...EVENT_STATUSES),
    attempts: Type.Integer({ minimum: 0 }),
    error: Nullable(Text(500)),
    created: Timestamp,
    received_at: Timestamp,
    processed_at: Nullable(Timestamp),
  }),
)
export type PaymentEvent = Static<typeof PaymentEvent>

export const EventsQuery = Obj({
  ...pageQuery,
  status: Optional(OneOf(...EVENT_STATUSES)),
  type: Optional(Name),
})
export type EventsQuery = Static<typeof EventsQuery>
