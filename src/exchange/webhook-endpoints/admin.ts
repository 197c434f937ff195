import { about, Data, Id, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { Paged, pageQuery } from '../../kernel/lists/paging.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { refuseUnfitLimits } from '../api-keys/queries.ts'
import { challenge } from './challenge.ts'
import { findEndpoint, pageOfEndpoints } from './endpoints.ts'
import {
  addEndpoint,
  CHANGING,
  changeEndpoint,
  disableEndpoint,
  enableEndpoint,
  logOf,
  removeEndpoint,
  renewSecret,
  replayDelivery,
  sendTest,
  TESTING,
} from './manage.ts'
import {
  DeliveriesQuery,
  Delivery,
  Endpoint,
  EndpointChanges,
  EndpointWithSecret,
  NewEndpoint,
} from './shapes.ts'

/** All webhooks, for administrators. */

const params = Obj({ id: Id })

export const list = signedIn.read({
  summary: 'All webhook endpoints, newest first',
  query: Obj(pageQuery),
  reply: Paged(Endpoint),
  errors: ['page_too_deep'],
  run: async ({ db, query }) => await pageOfEndpoints(db, query, []),
})

export const byId = signedIn.read({
  summary: 'One webhook endpoint; its secret is never shown again',
  params,
  reply: Data(Endpoint),
  run: async ({ db, params }) => ({ data: await findEndpoint(db, params.id) }),
})

export const create = signedIn.write({
  summary:
    'Create a webhook endpoint for everything, an acteur, communes or intercommunalities; only this reply holds the secret',
  description:
    'It gets nothing before it was verified, and works as long as its creator is an administrator. The answer is not remembered for `Idempotency-Key`.',
  body: NewEndpoint,
  reply: Data(EndpointWithSecret),
  errors: ['source_url_forbidden', 'webhook_limit'],
  async run({ tx, audit, secrets, config, body, caller }) {
    if (body.acteur_id ?? body.commune_ids ?? body.epci_codes) await refuseUnfitLimits(tx, body)
    const grant = { granted_to: 'admin', created_by: caller.id } as const
    return { data: await addEndpoint({ tx, audit, secrets, config }, body, grant) }
  },
})

export const update = signedIn.write({
  summary:
    'Change the name, address or events of an endpoint; its secret, its log and what it is limited to stay',
  description: CHANGING,
  params,
  body: EndpointChanges,
  reply: Data(Endpoint),
  errors: ['source_url_forbidden'],
  versioned: true,
  run: async ({ tx, audit, config, refuseStale, params, body }) => ({
    data: await changeEndpoint({ tx, audit, config, refuseStale, as: 'admin' }, params.id, body, []),
  }),
})

export const test = signedIn.write({
  summary: 'Send a test event now; the log has the answer',
  description: TESTING,
  params,
  reply: Data(Delivery),
  errors: ['webhook_disabled'],
  run: async ({ tx, audit, enqueue, params }) => ({
    data: await sendTest({ tx, audit, enqueue }, params.id, []),
  }),
})

export const verify = signedIn.write({
  summary: 'Verify an endpoint, or enable it again: it must answer a signed challenge',
  params,
  reply: Data(Endpoint),
  errors: ['webhook_unverified'],
  prepare: async ({ db, config, door, secrets, params, now }) =>
    await challenge({ db: db.pool, config, door, secrets }, params.id, now),
  run: async ({ tx, audit, enqueue, params, prepared }) => ({
    data: await enableEndpoint({ tx, audit, enqueue }, params.id, prepared, []),
  }),
})

export const disable = signedIn.write({
  summary: 'Disable an endpoint: what happens meanwhile is not sent later',
  params,
  reply: Data(Endpoint),
  run: async ({ tx, audit, params }) => ({ data: await disableEndpoint({ tx, audit }, params.id, []) }),
})

export const exchange = signedIn.write({
  summary: 'Exchange the secret of an endpoint; for a day, events are signed with both',
  params,
  reply: Data(EndpointWithSecret),
  run: async ({ tx, audit, secrets, params }) => ({
    data: await renewSecret({ tx, audit, secrets }, params.id, []),
  }),
})

export const remove = signedIn.write({
  summary: 'Delete an endpoint with its log',
  params,
  reply: Data(Obj({ deleted: about('Always `true`', Type.Boolean()) })),
  run: async ({ tx, audit, params }) => ({ data: await removeEndpoint({ tx, audit }, params.id, []) }),
})

export const deliveries = signedIn.read({
  summary: 'The log of an endpoint: its events of the last thirty days, newest first',
  params,
  query: DeliveriesQuery,
  reply: Paged(Delivery),
  errors: ['page_too_deep'],
  run: async ({ db, params, query }) => await logOf(db, params.id, query, []),
})

export const again = signedIn.write({
  summary: 'Send an event of the log again, with the same `webhook-id`',
  params: Obj({ id: Id, deliveryId: Id }),
  reply: Data(Delivery),
  errors: ['webhook_disabled'],
  run: async ({ tx, audit, enqueue, params }) => ({
    data: await replayDelivery({ tx, audit, enqueue }, params, []),
  }),
})
