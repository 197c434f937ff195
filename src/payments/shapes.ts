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
} from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { EVENT_STATUSES, SUBSCRIPTION_STATUSES } from '../../shared/words/payments.ts'
import { pageQuery } from '../kernel/lists/paging.ts'
import { PersonInBrief } from '../users/shapes.ts'

const Name = Text(255)
const Named = named('ActeurInBrief', Obj({ id: Id, nom: Text(200) }))
const extension = <T extends TSchema>(shape: T) => Type.Unsafe<Static<T>>({ ...shape, 'x-extension': true })
const SubscriptionStatus = named('SubscriptionStatus', WordOf(SUBSCRIPTION_STATUSES))
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
    acteur: extension({ ...Nullable(Named), description: 'Null where nothing said whose it is' }),
    user: extension(Nullable(PersonInBrief)),
    version: Version,
  }),
)
export type Subscription = Static<typeof Subscription>

export const SubscriptionsQuery = Obj({
  ...pageQuery,
  status: Optional(about('Only in this state', SubscriptionStatus)),
  plan: Optional(about('Only those of this plan', Name)),
  acteur_id: Optional(about('Only those of this acteur', Id)),
  ownerless: Optional(
    Type.Boolean({ description: '`true`: only those of nobody; `false`: only those of somebody' }),
  ),
  q: Optional(about('A part of the provider’s ids or of the plan, or words of the acteur', Text(100, 0))),
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
      description: 'Null where it is about none, or about one that is not here yet',
    }),
    version: Version,
  }),
)
export type PaymentEvent = Static<typeof PaymentEvent>

export const EventsQuery = Obj({
  ...pageQuery,
  status: Optional(about('Only in this state', EventStatus)),
  subscription_id: Optional(about('Only those about this subscription', Id)),
  type: Optional(about('Only of this type, as the provider calls it: `invoice.paid`', Name)),
})
export type EventsQuery = Static<typeof EventsQuery>

/** Sets the owner of a subscription that has none. */
export const Attaching = named('AttachedSubscription', Obj({ acteur_id: Id }), { acteur_id: SOME_ID })

export const Comparison = named(
  'PaymentComparison',
  Obj({
    provider: Text(40),
    compared_at: Timestamp,
    compared: about('How many the provider has', Type.Integer({ minimum: 0 })),
    drifts: List(
      Obj({
        name: about('The provider’s id', Name),
        subscription_id: Nullable(Id),
        kind: Word(['missing', 'differs', 'unknown'], {
          missing: 'the provider has it, and it is not here',
          differs: 'both have it, and differ in `fields`',
          unknown: 'it is here, and the provider does not know it',
        }),
        fields: List(Text(500, 0)),
        repaired: Type.Boolean(),
      }),
    ),
  }),
)
export type Comparison = Static<typeof Comparison>
