import type { Static, TSchema } from 'typebox'
import {
  about,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  SOME_ID,
  Text,
  Timestamp,
  Version,
  Word,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { EVENT_STATUSES, SUBSCRIPTION_STATUSES } from '../../../shared/words/payments.ts'
import { pageQuery } from '../../kernel/lists/paging.ts'
import { PersonInBrief } from '../../people/access/in-brief.ts'

const Name = Text(255)
const Named = named('ActeurInBrief', Obj({ id: Id, nom: Text(200) }))
const extension = <T extends TSchema>(shape: T) => Type.Unsafe<Static<T>>({ ...shape, 'x-extension': true })
export const SubscriptionStatus = named('SubscriptionStatus', WordOf(SUBSCRIPTION_STATUSES))
const EventStatus = named('PaymentEventStatus', WordOf(EVENT_STATUSES))

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
    status: SubscriptionStatus,
    current_period_start: Nullable(Timestamp),
    current_period_end: Nullable(Timestamp),
    cancel_at_period_end: Type.Boolean(),
    canceled_at: Nullable(Timestamp),
    trial_end: Nullable(Timestamp),
    last_event_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
    acteur: extension({ ...Nullable(Named), description: 'The owner; null if it is unknown' }),
    user: extension(Nullable(PersonInBrief)),
    version: Version,
  }),
)
export type Subscription = Static<typeof Subscription>

export const SubscriptionsQuery = Obj({
  ...pageQuery,
  status: Optional(about('Only subscriptions with this status', SubscriptionStatus)),
  plan: Optional(about('Only subscriptions of this plan', Name)),
  acteur_id: Optional(about('Only subscriptions of this acteur', Id)),
  ownerless: Optional(
    Type.Boolean({
      description: '`true`: only subscriptions without an owner; `false`: only those with one',
    }),
  ),
  q: Optional(
    about('Part of the provider’s ids or of the plan, or words of the acteur’s name', Text(100, 0)),
  ),
})
export type SubscriptionsQuery = Static<typeof SubscriptionsQuery>

export const PaymentEvent = named(
  'PaymentEvent',
  Obj({
    id: Id,
    provider: Text(40),
    event_id: Name,
    type: Name,
    status: EventStatus,
    attempts: Type.Integer({ minimum: 0 }),
    error: Nullable(Text(500)),
    created: Timestamp,
    received_at: Timestamp,
    processed_at: Nullable(Timestamp),
    subscription_id: extension({
      ...Nullable(Id),
      description: 'The subscription of the event; null if it has none, or one that is not known yet',
    }),
    version: Version,
  }),
)
export type PaymentEvent = Static<typeof PaymentEvent>

export const EventsQuery = Obj({
  ...pageQuery,
  status: Optional(about('Only events with this status', EventStatus)),
  subscription_id: Optional(about('Only events about this subscription', Id)),
  type: Optional(about('Only events of this type of the provider, such as `invoice.paid`', Name)),
})
export type EventsQuery = Static<typeof EventsQuery>

/** Sets the owner of a subscription that has none. */
export const Attaching = named('AttachedSubscription', Obj({ acteur_id: Id }), { acteur_id: SOME_ID })

export const Comparison = named(
  'PaymentComparison',
  Obj({
    provider: Text(40),
    compared_at: Timestamp,
    compared: about('The number of subscriptions at the provider', Type.Integer({ minimum: 0 })),
    drifts: List(
      Obj({
        name: about('The id of the subscription at the provider', Name),
        subscription_id: Nullable(Id),
        kind: Word(['missing', 'differs', 'unknown'], {
          missing: 'exists at the provider and not here',
          differs: 'exists on both sides, with different `fields`',
          unknown: 'exists here and not at the provider',
        }),
        fields: List(Text(500, 0)),
        repaired: Type.Boolean(),
      }),
    ),
  }),
)
export type Comparison = Static<typeof Comparison>
