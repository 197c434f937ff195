import type { Static } from 'typebox'
import { EpciCode } from '../../../shared/fields/communes.ts'
import { namesOf } from '../../../shared/fields/field.ts'
import {
  about,
  Id,
  Link,
  List,
  Name,
  Nullable,
  named,
  Obj,
  Optional,
  Patch,
  Text,
  Timestamp,
  Version,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import {
  DELIVERY_STATES,
  DISABLED_FOR,
  ENDPOINT_STATES,
  EVENT_RECORDS,
  SENT_EVENTS,
  WEBHOOK_EVENTS,
} from '../../../shared/words/webhooks.ts'
import { pageQuery } from '../../kernel/lists/paging.ts'
import { CommuneInBrief, PersonInBrief } from '../../people/access/in-brief.ts'
import { PausedFor } from '../api-keys/shapes.ts'

/** Endpoints of webhooks as owners and administrators see them. The secret is in the reply of its creation or exchange alone. */

const Event = named('WebhookEvent', WordOf(WEBHOOK_EVENTS))
const events = Type.Array(Event, { minItems: 1, maxItems: namesOf(WEBHOOK_EVENTS).length, uniqueItems: true })
const url = about('Where events are posted, by `https`; it takes no redirect', Link)

const shown = {
  id: Id,
  nom: Text(100),
  url,
  events,
  state: named('WebhookState', WordOf(ENDPOINT_STATES)),
  paused_for: about('Why it is paused', Nullable(PausedFor)),
  disabled_for: Nullable(WordOf(DISABLED_FOR)),
  failing_since: about(
    'No delivery has succeeded since; after three days it is disabled',
    Nullable(Timestamp),
  ),
  former_until: about('Until then events are signed with the former secret as well', Nullable(Timestamp)),
  acteur: about('Only what concerns this acteur', Nullable(Obj({ id: Id, nom: Text(300) }))),
  communes: about('Only what concerns these communes', List(CommuneInBrief)),
  epcis: about(
    'Only what concerns the communes of these intercommunalities',
    List(Obj({ code: Text(9), nom: Text(200) })),
  ),
  created_by: Nullable(PersonInBrief),
  created_at: Timestamp,
  updated_at: about('When name, address or events changed last', Timestamp),
  version: Version,
  waiting: about('How many events wait to be delivered', Type.Integer({ minimum: 0 })),
}
export const Endpoint = named('Webhook', Obj(shown))
export type Endpoint = Static<typeof Endpoint>

const secret = about(
  'Shown this once. Verify `webhook-signature` with it, as Standard Webhooks says',
  Text(60),
)
export const EndpointWithSecret = named('CreatedWebhook', Obj({ ...shown, secret }))

const written = { nom: about('What receives the events', Name(100)), url, events }
export const NewOwnEndpoint = named('NewOwnWebhook', Obj(written), {
  nom: 'Site de l’association',
  url: 'https://exemple.fr/parvis',
  events: ['publication.published', 'publication.changed', 'publication.withdrawn'],
})
export const EndpointChanges = named('WebhookChanges', Patch(written), {
  events: ['publication.published', 'publication.withdrawn'],
})
export type EndpointChanges = Static<typeof EndpointChanges>
const some = <T extends Parameters<typeof Type.Array>[0]>(items: T, maxItems: number) =>
  Type.Array(items, { minItems: 1, maxItems, uniqueItems: true })
export const NewEndpoint = named(
  'NewWebhook',
  Obj({
    ...written,
    acteur_id: Optional(
      about('Only what concerns this acteur. One of the three at most; without any, everything', Id),
    ),
    commune_ids: Optional(about('Only what concerns these communes', some(Id, 500))),
    epci_codes: Optional(about('Only what concerns these intercommunalities', some(EpciCode, 50))),
  }),
  { nom: 'Panneau lumineux', url: 'https://exemple.fr/alertes', events: ['alert.started', 'alert.ended'] },
)

const Sent = named('SentEvent', WordOf(SENT_EVENTS))
export const Sequence = named(
  'EventSequence',
  Type.Integer({
    minimum: 0,
    description: 'A higher number is a later change; gaps mean nothing. 0: a test event',
  }),
)
export const EventData = named(
  'EventData',
  Obj({
    id: Id,
    acteur_ids: List(Id),
    commune_ids: List(Id),
    status: Optional(Text(40)),
    url: about(
      'The `url` of the publication; of the acteur of a claim or subscription; of the commune of a sync. Null without such a page',
      Nullable(Text(2000)),
    ),
  }),
)

export const Delivery = named(
  'WebhookDelivery',
  Obj({
    id: about('Sent as `webhook-id`, the same at each attempt', Id),
    sequence: Sequence,
    event: Sent,
    state: named('DeliveryState', WordOf(DELIVERY_STATES)),
    at: Timestamp,
    attempts: Type.Integer({ minimum: 0 }),
    tried_at: Nullable(Timestamp),
    next_try_at: Nullable(Timestamp),
    status: about('The HTTP status of the last answer', Nullable(Type.Integer())),
    error: about(
      'Why the last attempt failed: `timeout`, `network`, `bad_status`, `forbidden_address` …',
      Nullable(Text(100)),
    ),
    delivered_at: Nullable(Timestamp),
    data: about('Ids of the record, its acteurs and communes; read the record by its own address', EventData),
    record: about(
      'The record that the event is about; null for a test',
      Nullable(
        Obj({
          kind: named('EventRecord', WordOf(EVENT_RECORDS)),
          id: Id,
          title: about(
            'Its present title; a claim and a subscription are named by their acteur, a sync by its commune. Null where it has none, or is another acteur’s by now',
            Nullable(Type.String()),
          ),
        }),
      ),
    ),
    payload: about(
      'The body of the request',
      Obj({ type: Sent, timestamp: Timestamp, sequence: Sequence, data: EventData }),
    ),
  }),
)
export type Delivery = Static<typeof Delivery>

export const DeliveriesQuery = Obj({
  ...pageQuery,
  state: Optional(about('Only those in this state', WordOf(DELIVERY_STATES))),
  event: Optional(about('Only this event', Sent)),
})
export type DeliveriesQuery = Static<typeof DeliveriesQuery>
